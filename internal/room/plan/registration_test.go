package plan_test

import (
	"strconv"
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/room/plan"
	"renown/internal/testkit/must"
)

const chosen = "correct horse battery"

func TestRegisterClosed(t *testing.T) {
	t.Parallel()
	each(t, plan.Options{RegistrationClosed: true}, func(t *testing.T, w *world) {
		_, err := w.Register(t.Context(), plan.Registration{Email: "li@example.com", Password: chosen, Address: "192.0.2.1"})
		if !fault.Is(err, fault.Unavailable) || fault.As(err).Reason != "registration_closed" {
			t.Errorf("got %v", err)
		}
		w.open(t, plan.Terms{Tier: plan.Standard}) // an operator still may
	})
}

func TestRegisterRefuses(t *testing.T) {
	t.Parallel()
	each(t, plan.Options{}, func(t *testing.T, w *world) {
		w.open(t, plan.Terms{Tier: plan.Trial})
		for _, c := range []struct {
			name, email, password string
			code                  fault.Code
		}{
			{"no address", "li", chosen, fault.Malformed},
			{"weak password", "wang@example.com", "1234567", fault.Malformed},
			{"known address", "LI@example.com", chosen, fault.Duplicate},
		} {
			userID, err := w.Register(t.Context(), plan.Registration{Email: c.email, Password: c.password, Address: "192.0.2.1"})
			if !fault.Is(err, c.code) || userID != "" {
				t.Errorf("%s: %q, %v", c.name, userID, err)
			}
		}
	})
}

func TestRegister(t *testing.T) {
	t.Parallel()
	each(t, plan.Options{}, func(t *testing.T, w *world) {
		userID := must.Get(w.Register(t.Context(), plan.Registration{Email: "li@example.com", Password: chosen, Address: "192.0.2.1"}))(t)
		s, err := w.Of(t.Context(), userID)
		if err != nil || s.Tier != plan.Trial || s.ExpiresAt == nil || *s.ExpiresAt != *after(7 * day) {
			t.Errorf("the plan is %+v, %v", s, err)
		}
		spaces, err := w.accounts.Spaces(t.Context(), userID)
		if err != nil || len(spaces) != 1 || spaces[0].Kind != "personal" {
			t.Errorf("the spaces are %v, %v", spaces, err)
		}
	})
}

// Attempts are counted per address, of IPv6 per network. A password too short to be hashed keeps the test quick: it counts as well.
func TestRegisterThrottled(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		pause time.Duration // until one more is let in
		next  func(i int) plan.Registration
		other plan.Registration
	}{
		{
			"per address", 10 * time.Second,
			func(i int) plan.Registration {
				return plan.Registration{Email: "li" + strconv.Itoa(i) + "@example.com", Address: "192.0.2.1"}
			},
			plan.Registration{Email: "li0@example.com", Address: "192.0.2.2"},
		},
		{
			"per network", 10 * time.Second,
			func(i int) plan.Registration {
				return plan.Registration{Email: "li" + strconv.Itoa(i) + "@example.com", Address: "2001:db8:1:2::" + strconv.Itoa(i)}
			},
			plan.Registration{Email: "li0@example.com", Address: "2001:db8:1:3::1"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			each(t, plan.Options{}, func(t *testing.T, w *world) {
				want := func(in plan.Registration, code fault.Code) {
					t.Helper()
					if _, err := w.Register(t.Context(), in); !fault.Is(err, code) {
						t.Fatalf("got %v, want code %d", err, code)
					}
				}
				for i := range 10 {
					want(c.next(i), fault.Malformed)
				}
				want(c.next(10), fault.TooFrequent)
				want(c.other, fault.Malformed)
				w.clock.Advance(c.pause - time.Microsecond)
				want(c.next(10), fault.TooFrequent)
				w.clock.Advance(time.Microsecond)
				want(c.next(10), fault.Malformed)
				want(c.next(10), fault.TooFrequent)
			})
		})
	}
}
