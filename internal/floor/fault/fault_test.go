package fault_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/testkit/expect"
)

// The published codes. A code is never taken back, so this list only grows.
var published = []fault.Code{
	1001, 1002, 1003, 1004,
	2001, 2002, 2003, 2004, 2005, 2006,
	3001, 3002, 3003, 3004, 3005, 3006, 3007, 3008, 3009, 3010, 3011, 3012, 3013, 3014, 3015, 3016,
	4000, 4040, 4050, 4130, 4160, 4220,
	5000, 5010, 5030,
}

func TestCodes(t *testing.T) {
	t.Parallel()
	expect.Same(t, fault.Codes(), published, "the vocabulary is not what is published")
}

func TestAs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		err  error
		want fault.Code // 0: no fault
	}{
		{"nothing", nil, 0},
		{"an error of another kind", errors.New("disk full"), 0},
		{"a fault", fault.New(fault.Expired), fault.Expired},
		{"a fault in a chain", fmt.Errorf("opening: %w", fault.New(fault.Expired)), fault.Expired},
		{"a fault beside another error", errors.Join(errors.New("disk full"), fault.New(fault.Expired)), fault.Expired},
		{"the outer of two", fault.New(fault.Unavailable).Because(fault.New(fault.Expired)), fault.Unavailable},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := fault.As(c.err)
			if (f == nil) != (c.want == 0) || (f != nil && f.Code != c.want) {
				t.Errorf("As = %v, want code %d", f, c.want)
			}
			if c.want != 0 && !fault.Is(c.err, c.want) {
				t.Errorf("Is(%d) does not hold", c.want)
			}
			if fault.Is(c.err, fault.Internal) {
				t.Error("it is not Internal")
			}
		})
	}
}

func TestCause(t *testing.T) {
	t.Parallel()
	f := fault.New(fault.Unavailable).Because(context.Canceled)
	if !errors.Is(f, context.Canceled) {
		t.Error("the cause is lost")
	}
	if got, want := f.Error(), "5030: context canceled"; got != want {
		t.Errorf("the log reads %q, want %q", got, want)
	}
	if got, want := fault.New(fault.RunEnded).Error(), "3011"; got != want {
		t.Errorf("the log reads %q, want %q", got, want)
	}
}

func TestWhy(t *testing.T) {
	t.Parallel()
	f := fault.New(fault.Duplicate).Why("open_orders", 2, "Nimbus").Because(context.Canceled)
	if got, want := f.Error(), "3002 open_orders [2 Nimbus]: context canceled"; got != want {
		t.Errorf("the log reads %s, want %s", got, want)
	}
	if again := fault.New(fault.Duplicate); again.Reason != "" || again.Args != nil {
		t.Error("one fault's reason has become the code's")
	}
}

func TestWith(t *testing.T) {
	t.Parallel()
	if d := fault.New(fault.NoPrompt).Detail; d != nil {
		t.Errorf("a new fault has the detail %v", d)
	}
	want := map[string]any{"resource": "brand", "id": "brd_1", "seen": 3}
	expect.Same(t, fault.NotFound("brand", "brd_1").With("seen", 3).Detail, want)
}

func TestAfter(t *testing.T) {
	t.Parallel()
	if n := fault.New(fault.TooFrequent).RetrySeconds(); n != 0 {
		t.Errorf("without a wait there are %d s", n)
	}
	for _, c := range []struct {
		wait time.Duration
		want int
	}{
		{-time.Hour, 1},
		{0, 1},
		{time.Microsecond, 1},
		{time.Second, 1},
		{time.Second + time.Nanosecond, 2},
		{90 * time.Second, 90},
	} {
		f := fault.New(fault.TooFrequent).After(c.wait)
		if f.RetrySeconds() != c.want || f.Detail["retry_after"] != c.want {
			t.Errorf("after %v: %d s, detail %v, want %d", c.wait, f.RetrySeconds(), f.Detail, c.want)
		}
	}
}

func TestWrap(t *testing.T) {
	t.Parallel()
	open := func(err error) (out error) {
		defer fault.Wrap(&out, "account.Create")
		return err
	}
	expect.Do(t, open(nil), "nothing became")
	err := open(fault.New(fault.Duplicate))
	if !fault.Is(err, fault.Duplicate) || err.Error() != "account.Create: 3002" {
		t.Errorf("got %v", err)
	}
	cause := errors.New("no such adapter")
	for _, err := range []error{cause, open(cause), open(open(cause)), errors.Join(open(cause))} {
		expect.Equal(t, fault.Plain(err), cause, err, "is plainly")
	}
	if two := errors.Join(cause, cause); fault.Plain(two).Error() != two.Error() {
		t.Error("one of two errors is lost")
	}
}
