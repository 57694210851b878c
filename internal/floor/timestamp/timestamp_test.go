package timestamp_test

import (
	"encoding/json"
	"testing"
	"time"

	"pgregory.net/rapid"

	"renown/internal/floor/timestamp"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

var beijing = time.FixedZone("Beijing", 8*60*60)

func TestForm(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		at   time.Time
		want string
	}{
		{"whole second", time.Date(2026, 1, 5, 2, 0, 0, 0, time.UTC), "2026-01-05T02:00:00.000Z"},
		{"another zone", time.Date(2026, 1, 5, 2, 0, 0, 0, beijing), "2026-01-04T18:00:00.000Z"},
		{"cut, not rounded", time.Date(2026, 12, 31, 23, 59, 59, 999_999_999, time.UTC), "2026-12-31T23:59:59.999Z"},
		{"before 1970", time.Date(1969, 12, 31, 23, 59, 59, 1_000_000, time.UTC), "1969-12-31T23:59:59.001Z"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := timestamp.Of(c.at)
			text, err := json.Marshal(struct{ At timestamp.Time }{s})
			if err != nil || string(text) != `{"At":"`+c.want+`"}` {
				t.Errorf("JSON is %s (%v), want %s", text, err, c.want)
			}
			expect.Equal(t, s.String(), c.want, "text is", s)
		})
	}
}

func TestAbsent(t *testing.T) {
	t.Parallel()
	text, err := json.Marshal(struct{ At *timestamp.Time }{timestamp.Ptr(nil)})
	if err != nil || string(text) != `{"At":null}` {
		t.Errorf("JSON is %s (%v)", text, err)
	}
	now := time.Date(2026, 1, 5, 2, 0, 0, 0, beijing)
	if got := timestamp.Ptr(&now); got == nil || !got.Equal(now) {
		t.Errorf("a time that is there became %v", got)
	}
}

func TestScanRefuses(t *testing.T) {
	t.Parallel()
	for _, src := range []any{nil, "2026-01-05T02:00:00Z", time.Now(), 1.5, []byte("1")} {
		var s timestamp.Time
		if err := s.Scan(src); err == nil {
			t.Errorf("%T was read as the time %v", src, s)
		}
	}
}

// What goes into the database or into JSON comes back the same, to the microsecond and the millisecond.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		at := time.Unix(rapid.Int64Range(-1e10, 1e11).Draw(t, "s"), rapid.Int64Range(0, 999_999_999).Draw(t, "ns")).In(beijing)
		s := timestamp.Of(at)
		if lost := at.Sub(s.Time); lost < 0 || lost >= time.Microsecond {
			t.Fatalf("%v became %v", at, s.Time)
		}
		kept := must.Get(s.Value())(t)
		var back timestamp.Time
		if err := back.Scan(kept); err != nil || back != s {
			t.Fatalf("%v came back as %v (%v)", s.Time, back.Time, err)
		}
		text, _ := json.Marshal(s)
		if err := json.Unmarshal(text, &back); err != nil || !back.Equal(s.Truncate(time.Millisecond)) {
			t.Fatalf("%s came back as %v (%v)", text, back.Time, err)
		}
	})
}

func TestAdd(t *testing.T) {
	t.Parallel()
	if got := timestamp.Of(time.UnixMicro(5)).Add(-7 * time.Microsecond).UnixMicro(); got != -2 {
		t.Errorf("5 µs less 7 µs is %d µs", got)
	}
}

// The hand-written form is the library's, at any time whatever.
func TestFormAsLayout(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := timestamp.Of(time.Unix(rapid.Int64Range(-1e11, 3e11).Draw(t, "s"), rapid.Int64Range(0, 999_999_999).Draw(t, "ns")).In(beijing))
		text, err := s.MarshalJSON()
		if want := `"` + s.String() + `"`; err != nil || string(text) != want {
			t.Fatalf("JSON is %s (%v), want %s", text, err, want)
		}
	})
}
