package must_test

import (
	"errors"
	"fmt"
	"testing"

	"renown/internal/floor/fault"
	"renown/internal/testkit/must"
)

// recorder is a test that notes why it was ended, and ends by a panic.
type recorder struct {
	must.Tester
	said string
}

func (*recorder) Helper()                             {}
func (r *recorder) Fatal(args ...any)                 { r.said = fmt.Sprint(args...); panic(r) }
func (r *recorder) Fatalf(format string, args ...any) { r.Fatal(fmt.Sprintf(format, args...)) }

// ended runs a piece of a test and returns whether it ended the test, and with which words.
func ended(piece func(t must.Tester)) (said string, early bool) {
	r := &recorder{}
	defer func() {
		if v := recover(); v == any(r) {
			said, early = r.said, true
		} else if v != nil {
			panic(v)
		}
	}()
	piece(r)
	return "", false
}

var errBroken = errors.New("broken")

func TestDo(t *testing.T) {
	t.Parallel()
	if said, early := ended(func(t must.Tester) { must.Do(t, nil) }); early {
		t.Errorf("success ends the test: %q", said)
	}
	if said, early := ended(func(t must.Tester) { must.Do(t, errBroken) }); !early || said != "broken" {
		t.Errorf("ended: %t, with %q", early, said)
	}
}

func TestGet(t *testing.T) {
	t.Parallel()
	got := 0
	if said, early := ended(func(t must.Tester) { got = must.Get(7, nil)(t) }); early || got != 7 {
		t.Errorf("%d, ended: %t, with %q", got, early, said)
	}
	if said, early := ended(func(t must.Tester) { got = must.Get(8, errBroken)(t) }); !early || said != "broken" || got != 7 {
		t.Errorf("%d, ended: %t, with %q", got, early, said)
	}
}

func TestRefuse(t *testing.T) {
	t.Parallel()
	missing := fault.NotFound("brand", "b")
	for name, c := range map[string]struct {
		err   error
		early bool
	}{
		"the fault":       {missing, false},
		"wrapped":         {fmt.Errorf("finding: %w", missing), false},
		"another code":    {fault.New(fault.Malformed), true},
		"no fault at all": {errBroken, true},
		"taken":           {nil, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got *fault.Fault
			said, early := ended(func(t must.Tester) { got = must.Refuse(t, c.err, missing.Code) })
			if early != c.early || !early && got != missing {
				t.Errorf("%v, ended: %t, with %q", got, early, said)
			}
			if want := fmt.Sprintf("got %v, want a fault with code %d", c.err, missing.Code); early && said != want {
				t.Errorf("it says %q, want %q", said, want)
			}
		})
	}
}
