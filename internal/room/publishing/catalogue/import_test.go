package catalogue_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/simulator/sample"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/tool/textfile"
)

// line is a good line with the given key.
func line(key string) string {
	return `{"key":"` + key + `","name":"媒体` + key + `","media_type":"news","content_types":["article"],"price":{"points":10}}`
}

// imported tells which bad lines an import found, as "number: why".
func imported(t must.Tester, s *shelf, in io.Reader, options catalogue.ImportOptions) (report catalogue.ImportReport,
	bad []string, err error,
) {
	t.Helper()
	options.Bad = func(line int64, why error) { bad = append(bad, fmt.Sprintf("%d: %v", line, why)) }
	report, err = s.Import(context.Background(), in, options)
	return report, bad, err
}

func TestImportBadLines(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("长", 129)
	cases := []struct{ name, text, want string }{
		{"not JSON", `{"name":`, "1: not JSON: unexpected EOF"},
		{"another value", line("a") + "\n" + `"text"`, "2: not a JSON object but a string"},
		{"two objects", `{} {}`, "1: more than one JSON object"},
		{
			"nothing", `{}`,
			"1: name is missing; media_type is one of news, wemedia, short_video, overseas; content_types is missing; price.points is missing",
		},
		{"wrong types", `{"name":1}`, "1: name: number is not what belongs here"},
		{
			"a nested wrong type",
			`{"name":"n","media_type":"news","content_types":["article"],"price":{"points":"10"}}`,
			"1: price.points: string is not what belongs here",
		},
		{
			"half a point", `{"name":"n","media_type":"news","content_types":["article"],"price":{"points":1.5}}`,
			"1: price.points: number 1.5 is not what belongs here",
		},
		{
			"negative", `{"name":"n","media_type":"news","content_types":["article"],"price":{"points":-1}}`,
			"1: price.points is between 0 and 1000000000000",
		},
		{
			"huge", `{"name":"n","media_type":"news","content_types":["article"],"price":{"points":1000000000001}}`,
			"1: price.points is between 0 and 1000000000000",
		},
		{
			"unknown enumeration", `{"name":"n","media_type":"radio","content_types":["song"],"price":{"points":1},"status":"gone"}`,
			"1: media_type is one of news, wemedia, short_video, overseas; content_types are article and video; status is one of available, paused, retired",
		},
		{
			"too long", `{"name":"` + long +
				`","media_type":"news","content_types":["article"],"price":{"points":1},"country":"12345678901234567"}`,
			"1: name is longer than 128 characters; country is longer than 16 characters",
		},
		{
			"addresses",
			`{"name":"n","media_type":"news","content_types":["article"],"price":{"points":1},"url":"javascript:alert(1)","sample_url":"ftp://x/","domain":"a/b"}`,
			"1: url is not an address that begins with http:// or https://; sample_url is not an address that begins with http:// or https://; domain is a bare host name",
		},
		{
			"rates",
			`{"name":"n","media_type":"news","content_types":["article"],"price":{"points":1},"delivery":{"success_rate":97},"policy":{"title_max_length":0}}`,
			"1: delivery.success_rate is between 0 and 1; policy.title_max_length is between 1 and 1000000000000",
		},
		{
			"control characters",
			`{"name":"n\u0000","media_type":"news","content_types":["article"],"price":{"points":1}}`,
			"1: name holds a control character",
		},
		{"the same outlet", line("a") + "\n\n" + line("b") + "\n" + line("a"), "4: the same outlet as on line 1"},
		{"the same name", strings.ReplaceAll(line("a"), `"key":"a",`, "") + "\n" +
			strings.ReplaceAll(line("a"), `"key":"a",`, ""), "2: the same outlet as on line 1"},
		{
			"not UTF-8 on one line of many", line("a") + "\n" + line("b") + "\n" + line("媒\xff体"),
			"3: not readable as text: the encoding is neither UTF-8 nor GBK throughout",
		},
		{
			"too long a line", line("a") + "\n{" + strings.Repeat(" ", 1<<20) + "}\n" + line("b") + "\n{}",
			"2: longer than 1048576 bytes\n4: name is missing; media_type is one of news, wemedia, short_video, overseas; content_types is missing; price.points is missing",
		},
		{
			"cells",
			"name,media_type,content_types,price.points\na,news,article\nb,news,article,x\nc,news,article|poem,1\n,news,article,1\n",
			"2: 3 cells, the header has 4\n3: price.points: \"x\" is not a whole number\n4: content_types are article and video\n5: name is missing",
		},
		{
			"flags and numbers",
			"name,media_type,content_types,price.points,policy.links,indexing.rate\na,news,article,1,maybe,\nb,news,article,1,,NaN\nc,news,article,1,,x\n",
			"2: policy.links: \"maybe\" is neither true nor false\n3: indexing.rate is between 0 and 1\n4: indexing.rate: \"x\" is not a number",
		},
		{
			"an open quotation mark", "name,media_type,content_types,price.points\n\"a,news,article,1\nb,news,article,1\nc,news,article\n",
			"2: a quotation mark is not closed\n4: 3 cells, the header has 4",
		},
		{
			"a bare quotation mark",
			"name,media_type,content_types,price.points\na\"b,news,article,1\n\"c,news,article,2\nd,news,article,3\n",
			"2: not CSV: bare \" in non-quoted-field\n3: a quotation mark is not closed",
		},
	}
	eachShelf(t, func(t *testing.T, s *shelf) {
		for _, tc := range cases {
			report, bad, err := imported(t, s, strings.NewReader(tc.text), catalogue.ImportOptions{})
			must.Refuse(t, err, fault.Malformed)
			if got := strings.Join(bad, "\n"); got != tc.want {
				t.Errorf("%s: bad lines (-want +got)\n%s", tc.name, cmp.Diff(tc.want, got))
			}
			if report.Bad != int64(len(bad)) || report.Created+report.Updated+report.Unchanged != 0 {
				t.Errorf("%s: %+v", tc.name, report)
			}
		}
		if list := s.all(t, catalogue.Filter{}, ""); len(list) != 0 {
			t.Errorf("half imported: %s", names(list))
		}
	})
}

func TestImportUnreadable(t *testing.T) {
	t.Parallel()
	s := newShelf(t, store.SQLite)
	for name, text := range map[string]string{
		"array": `[{"name":"n"}]`, "no header": "甲报,news,article,10\n", "header without a price": "name,media_type,content_types\n",
		"header twice": "name,name,media_type,content_types,price.points\n", "broken header": "\"name,media_type\n",
	} {
		_, _, err := imported(t, s, strings.NewReader(text), catalogue.ImportOptions{KeepGoing: true})
		must.Refuse(t, err, fault.Malformed)
		if strings.Contains(name, "price") && !strings.Contains(fault.As(err).Error(), "price.points") {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, _, err := imported(t, s, strings.NewReader(line("a")), catalogue.ImportOptions{KeepGoing: true, RetireMissing: true})
	must.Refuse(t, err, fault.Malformed)
	report, _, err := imported(t, s, strings.NewReader("\n \r\n"), catalogue.ImportOptions{})
	must.Do(t, err)
	if report.Lines != 0 || report.Created != 0 {
		t.Errorf("an empty file: %+v", report)
	}
}

func TestImportKeepGoing(t *testing.T) {
	t.Parallel()
	eachShelf(t, func(t *testing.T, s *shelf) {
		text := line("a") + "\n{}\n" + line("b") + "\n" + line("a") + "\nnonsense\n" + line("c")
		report, bad, err := imported(t, s, strings.NewReader(text), catalogue.ImportOptions{KeepGoing: true})
		must.Do(t, err)
		if want := (catalogue.ImportReport{
			Lines: 6, Bad: 3, Created: 3, Encoding: textfile.UTF8,
			Ignored: []string{},
		}); !cmp.Equal(report, want) || len(bad) != 3 {
			t.Errorf("%+v, %q", report, bad)
		}
		expect.Equal(t, names(s.all(t, catalogue.Filter{}, "")), "媒体a 媒体b 媒体c")
	})
}

func TestImportAgain(t *testing.T) {
	t.Parallel()
	eachShelf(t, func(t *testing.T, s *shelf) {
		s.stock(t, line("a"), line("b"), line("c"))
		before := s.all(t, catalogue.Filter{}, "")
		must.Get(s.SetStatus(t.Context(), before[2].ID, catalogue.Paused))(t)
		before = s.all(t, catalogue.Filter{}, "")
		s.clock.Advance(1e9)
		if report := s.stock(t, line("c"), line("b"), line("a")); report.Unchanged != 3 || report.Created+report.Updated != 0 {
			t.Errorf("the same again: %+v", report)
		}
		if diff := cmp.Diff(before, s.all(t, catalogue.Filter{}, ""), cmp.AllowUnexported(catalogue.Outlet{})); diff != "" {
			t.Errorf("the same again changed something: %s", diff)
		}
		report := s.stock(t, line("a"), strings.ReplaceAll(line("b"), `"points":10`, `"points":11,"tier":"x"`), line("d"))
		if report.Unchanged != 1 || report.Updated != 1 || report.Created != 1 || report.Retired != 0 {
			t.Errorf("some changes: %+v", report)
		}
		after := s.all(t, catalogue.Filter{}, "")
		expect.Equal(t, names(after), "媒体a 媒体b 媒体c 媒体d")
		b := after[1]
		if b.ID != before[1].ID || b.Price != (catalogue.Price{Points: 11, Tier: "0_50"}) ||
			b.UpdatedAt != s.db.Now() || b.CreatedAt != before[1].CreatedAt {
			t.Errorf("changed to %+v", b)
		}
		if after[2].Status != catalogue.Paused {
			t.Errorf("a paused outlet became %s by being imported", after[2].Status)
		}
	})
}

func TestImportRetireMissing(t *testing.T) {
	t.Parallel()
	eachShelf(t, func(t *testing.T, s *shelf) {
		s.stock(t, line("a"), line("b"), line("c"), line("d"))
		_, _, err := imported(t, s, strings.NewReader("\n"), catalogue.ImportOptions{RetireMissing: true})
		must.Refuse(t, err, fault.Malformed)
		retiring := func(lines ...string) catalogue.ImportReport {
			report, _, err := imported(t, s, strings.NewReader(strings.Join(lines, "\n")), catalogue.ImportOptions{RetireMissing: true})
			must.Do(t, err)
			return report
		}
		if r := retiring(line("b"), line("e")); r.Retired != 3 || r.Created != 1 || r.Unchanged != 1 ||
			names(s.all(t, catalogue.Filter{}, "")) != "媒体b 媒体e" {
			t.Errorf("%+v", r)
		}
		if r := s.stock(t, line("a")); r.Unchanged != 1 || names(s.all(t, catalogue.Filter{}, "")) != "媒体b 媒体e" {
			t.Errorf("retired outlets come back by themselves: %+v", r)
		}
		if r := retiring(line("b"), line("a")); r.Retired != 1 || r.Updated != 1 || names(s.all(t, catalogue.Filter{}, "")) != "媒体a 媒体b" {
			t.Errorf("named again: %+v", r)
		}
	})
}

// onlyOnce hides that a reader can be read again.
type onlyOnce struct{ io.Reader }

func TestImportEncodings(t *testing.T) {
	t.Parallel()
	jsonl := line("甲") + "\n" + line("乙,丙") + "\n"
	csv := "key,name,media_type,content_types,price.points\n甲,媒体甲,news,article,10\n\"乙,丙\",\"媒体乙,丙\",news,article,10\n"
	gbk := func(text string) string {
		return must.Get(simplifiedchinese.GBK.NewEncoder().String(text))(t)
	}
	utf16, err := unicode.UTF16(unicode.LittleEndian,
		unicode.UseBOM).NewEncoder().String(strings.ReplaceAll(strings.ReplaceAll(csv, "乙,丙", "乙;丙"), ",", "\t"))
	must.Do(t, err)
	for name, tc := range map[string]struct {
		text     string
		encoding textfile.Encoding
	}{
		"jsonl": {jsonl, textfile.UTF8}, "jsonl with a mark": {"\ufeff" + jsonl, textfile.UTF8},
		"jsonl with CRLF":      {strings.ReplaceAll(jsonl, "\n", "\r\n"), textfile.UTF8},
		"jsonl without an end": {strings.TrimSpace(jsonl), textfile.UTF8}, "jsonl in GBK": {gbk(jsonl), textfile.GBK},
		"csv": {csv, textfile.UTF8}, "csv with a mark": {"\ufeff" + csv, textfile.UTF8},
		"csv with CRLF": {strings.ReplaceAll(csv, "\n", "\r\n"), textfile.UTF8},
		"csv in GBK":    {gbk(csv), textfile.GBK}, "csv with semicolons": {strings.ReplaceAll(strings.ReplaceAll(csv,
			"乙,丙", "乙 丙"), ",", ";"), textfile.UTF8},
		"csv of a spreadsheet": {utf16, textfile.UTF16}, "csv with empty rows": {strings.ReplaceAll(csv, "\n",
			"\n,,,,\n\n"), textfile.UTF8},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, again := range []bool{true, false} {
				s := newShelf(t, store.SQLite)
				var in io.Reader = strings.NewReader(tc.text)
				if !again {
					in = onlyOnce{in}
				}
				var last, told int64
				report, bad, err := imported(t, s, in, catalogue.ImportOptions{Progress: func(done, total int64) {
					if told = total; done < last || done > total {
						t.Errorf("%d after %d of %d", done, last, total)
					}
					last = done
				}})
				must.Do(t, err)
				if len(bad) > 0 || report.Created != 2 || report.Encoding != tc.encoding || last == 0 || last != told {
					t.Fatalf("%+v, bad %q, told %d of %d", report, bad, last, told)
				}
				list := s.all(t, catalogue.Filter{}, "")
				if list[0].Key != "甲" || list[0].Name != "媒体甲" || !strings.HasPrefix(list[1].Name, "媒体乙") {
					t.Errorf("%+v", list)
				}
			}
		})
	}
}

func TestImportFields(t *testing.T) {
	t.Parallel()
	s := newShelf(t, store.SQLite)
	report := s.stock(t,
		`{"name":"  甲  ","media_type":"news","content_types":["article","article"," "],"price":{"points":1},"url":"https://www.jia.example.co.uk/x","industries":["x","x",""],"region":" ","policy":{"notes":"a\r\nb\rc"},"colour":"blue","id":"med_mine","geo":{"citations":9},"updated_at":"x"}`,
		`{"name":"乙","media_type":"wemedia","content_types":["article"],"price":{"points":1},"url":"https://platform.example/@yi","platform":"platform"}`)
	expect.Same(t, report.Ignored, []string{"colour"})
	list := s.all(t, catalogue.Filter{}, "")
	a := list[0]
	if a.Name != "甲" || a.Key != "news/甲" || !cmp.Equal(a.ContentTypes, store.Texts{"article"}) ||
		*a.Domain != "example.co.uk" || a.Region != nil ||
		!cmp.Equal(a.Industries, store.Texts{"x"}) || *a.Policy.Notes != "a\nb\nc" || a.Geo.Citations != 0 || a.ID == "med_mine" {
		t.Errorf("%+v", a)
	}
	if list[1].Domain != nil {
		t.Errorf("an account's domain is %s", *list[1].Domain)
	}
}

// The file is streamed: what is kept of it does not grow with its lines beyond their keys.
func TestImportManyLines(t *testing.T) {
	t.Parallel()
	s := newShelf(t, store.SQLite)
	const many = 50_000
	var bad int
	report, err := s.Import(t.Context(), io.LimitReader(&endless{text: []byte("{}\n")}, 3*many), catalogue.ImportOptions{
		Bad: func(line int64, _ error) {
			if bad++; line != int64(bad) {
				t.Fatalf("line %d after %d", line, bad-1)
			}
		},
	})
	must.Refuse(t, err, fault.Malformed)
	if bad != many || report.Bad != many {
		t.Errorf("%d bad lines", bad)
	}
}

// endless repeats a text.
type endless struct {
	text []byte
	at   int
}

func (e *endless) Read(b []byte) (n int, err error) {
	for n < len(b) {
		copied := copy(b[n:], e.text[e.at:])
		n, e.at = n+copied, (e.at+copied)%len(e.text)
	}
	return n, nil
}

func TestSetAndEdit(t *testing.T) {
	t.Parallel()
	eachShelf(t, func(t *testing.T, s *shelf) {
		_, err := s.Set(t.Context(), catalogue.Entry{Fields: catalogue.Fields{Name: "甲"}})
		must.Refuse(t, err, fault.Malformed)
		_, err = s.Edit(t.Context(), "med_none", func(*catalogue.Fields) {})
		must.Refuse(t, err, fault.NoSuchThing)
		_, err = s.SetStatus(t.Context(), "med_none", catalogue.Paused)
		must.Refuse(t, err, fault.NoSuchThing)

		entry := catalogue.Entry{Fields: catalogue.Fields{
			Name: "甲", MediaType: catalogue.News,
			ContentTypes: store.Texts{"article"}, Price: catalogue.Price{Points: 60},
		}}
		m := must.Get(s.Set(t.Context(), entry))(t)
		if m.Key != "news/甲" || m.Price.Tier != "50_200" || m.Status != catalogue.Available || !strings.HasPrefix(m.ID, "med_") {
			t.Errorf("set as %+v", m)
		}
		_, err = s.Edit(t.Context(), m.ID, func(f *catalogue.Fields) { f.MediaType = "radio" })
		must.Refuse(t, err, fault.Malformed)
		edited := must.Get(s.Edit(t.Context(), m.ID, func(f *catalogue.Fields) { f.Name, f.Price.Points = "乙", 10 }))(t)
		if edited.ID != m.ID || edited.Name != "乙" || edited.Key != m.Key || edited.Price.Tier != "0_50" {
			t.Errorf("edited to %+v", edited)
		}
		entry.Status = of(catalogue.Retired)
		again := must.Get(s.Set(t.Context(), entry))(t)
		if again.ID != m.ID || again.Name != "甲" || again.Status != catalogue.Retired {
			t.Errorf("set again as %+v", again)
		}
		for _, status := range []catalogue.Status{catalogue.Paused, catalogue.Available, catalogue.Available} {
			m := must.Get(s.SetStatus(t.Context(), m.ID, status))(t)
			if found, err := s.Find(t.Context(), m.ID); err != nil || found.Status != status || m.Status != status {
				t.Errorf("%s: %+v, %v", status, found, err)
			}
		}
	})
}

func TestExportRoundTrip(t *testing.T) {
	t.Parallel()
	eachShelf(t, func(t *testing.T, s *shelf) {
		_, err := s.Fill(t.Context(), sample.Outlets(650))
		must.Do(t, err)
		s.stock(t,
			`{"key":"=x","name":"=cmd|' /C calc'!A0","media_type":"news","content_types":["article"],"price":{"points":1},"portal":"+1","channel":"-1","platform":"@SUM(A1)","region":"'=1","level":"''","industries":["=a|b","c\\d","|"],"policy":{"notes":"\"a\"\n=b,c"},"account_name":"＝1+1"}`)
		_, err = s.Export(t.Context(), io.Discard, "xml")
		must.Refuse(t, err, fault.Malformed)
		for _, format := range []catalogue.Format{catalogue.JSONL, catalogue.CSV} {
			var out bytes.Buffer
			written := must.Get(s.Export(t.Context(), &out, format))(t)
			expect.Equal(t, written, 651, format, "written")
			if format == catalogue.CSV {
				harmless(t, out.String())
			}
			report, bad, err := imported(t, s, bytes.NewReader(out.Bytes()), catalogue.ImportOptions{RetireMissing: true})
			must.Do(t, err)
			if report.Unchanged != 651 || len(report.Ignored) > 0 {
				t.Errorf("%s again: %+v, bad %q", format, report, bad)
			}
			other := newShelf(t, store.SQLite)
			_, _, err = imported(t, other, bytes.NewReader(out.Bytes()), catalogue.ImportOptions{})
			must.Do(t, err)
			var copied bytes.Buffer
			must.Get(other.Export(t.Context(), &copied, catalogue.CSV))(t)
			var original bytes.Buffer
			must.Get(s.Export(t.Context(), &original, catalogue.CSV))(t)
			expect.Same(t, byKey(t, &copied), byKey(t, &original), format, "the copy differs")
		}
	})
}

// byKey reads a CSV text whose order is that of ids, which are others in a copy.
func byKey(t *testing.T, text io.Reader) [][]string {
	t.Helper()
	rows := must.Get(csv.NewReader(text).ReadAll())(t)
	slices.SortFunc(rows, func(a, b []string) int { return strings.Compare(a[0], b[0]) })
	return rows
}

// harmless checks that no cell of a CSV text begins with what a spreadsheet could run.
func harmless(t *testing.T, text string) {
	t.Helper()
	for _, start := range []string{"=", "+", "-", "@", "\t", "\r", "＝"} {
		for _, before := range []string{"\n", ",", "\n\"", ",\""} {
			if at := strings.Index(text, before+start); at >= 0 && !strings.HasPrefix(text[at:], "\n=b,c\"") {
				t.Errorf("a cell begins with %q: %.60q", start, text[at:])
			}
		}
	}
}
