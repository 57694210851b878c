package catalogue

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"renown/internal/testkit/must"
)

// No file makes the reader fail, repeat itself or go backwards, and what it takes for an outlet can be written and read again.
func FuzzImport(f *testing.F) {
	f.Add([]byte(`{"name":"n","media_type":"news","content_types":["article"],"price":{"points":1}}` + "\n{}\n\n{\"name\":1}"))
	f.Add([]byte("name,media_type,content_types,price.points,policy.notes\n\"a\nb\",news,article|video,1,'=x\n\"open,news"))
	f.Add([]byte("\ufeffname;media_type;content_types;price.points\r\n\xc3\xbd,news,article,1"))
	f.Add([]byte("\xff\xfen\x00"))
	f.Add([]byte("{\"name\":\"\xc3\xbd\xcc\xe5\"}"))
	f.Fuzz(func(t *testing.T, file []byte) {
		src := must.Get(openSource(strings.NewReader(string(file))))(t)
		defer src.close()
		src.seen = map[uint64]int64{}
		var good []Entry
		last := int64(0)
		_ = src.each(context.Background(), map[string]bool{}, func(line int64, o Entry, why error) error {
			if line <= last {
				t.Fatalf("line %d after %d", line, last)
			}
			if last = line; why == nil {
				good = append(good, o)
			}
			return nil
		})
		for _, o := range good {
			roundTrip(t, o)
		}
	})
}

// roundTrip writes an outlet as CSV and reads it.
func roundTrip(t must.Tester, o Entry) {
	var out strings.Builder
	write, err := csvExporter(&out)
	must.Do(t, err)
	m := Outlet{Key: o.Key, Fields: o.Fields, Status: Available}
	if o.Status != nil {
		m.Status = *o.Status
	}
	must.Do(t, write(&m))
	src, err := openSource(strings.NewReader(out.String()))
	must.Do(t, err)
	src.seen = map[uint64]int64{}
	read := 0
	err = src.each(context.Background(), map[string]bool{}, func(line int64, got Entry, why error) error {
		if read++; why != nil || got.Key != o.Key || *got.Status != m.Status || !reflect.DeepEqual(got.Fields, o.Fields) {
			t.Fatalf("%+v became %+v (%v) by\n%s", o, got, why, out.String())
		}
		return nil
	})
	if err != nil || read != 1 {
		t.Fatalf("%d outlets read, %v", read, err)
	}
}

// Entries of a list may hold what keeps them apart.
func TestList(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.StringMatching(`[a|\\]{1,3}`), 1, 4).Draw(t, "list")
		if back := splitList(joinList(list)); !reflect.DeepEqual([]string(back), list) {
			t.Fatalf("%q became %q", list, back)
		}
	})
}
