package api_test

import (
	"net/http"
	"net/netip"
	"testing"
	"time"

	"renown/internal/config"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

func TestRateLimitHeaders(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, store.SQLite, apitest.Options{Frozen: true, Settings: func(c *config.Settings) {
		c.RateLimit = config.Rate{PerMinute: 6, Burst: 3} // one every ten seconds
	}})
	key, other := s.Key(t), s.Key(t)
	me := apitest.Call{Key: key, Method: "GET", Path: "/me"}
	tell := func(a *apitest.Answer, limit string) {
		t.Helper()
		expect.Equal(t, a.Header.Get("RateLimit"), limit, "RateLimit")
		expect.Equal(t, a.Header.Get("RateLimit-Policy"), `"key";q=6;w=60`, "RateLimit-Policy")
	}
	tell(s.Expect(t, me), `"key";r=2;t=10`)
	tell(s.Expect(t, me), `"key";r=1;t=20`)
	// A refusal by a later gate is counted as well, and tells.
	tell(s.Expect(t, apitest.Call{Key: key, Method: "POST", Path: "/geo/brands", Body: "{", Status: 422, Code: 4220}), `"key";r=0;t=30`)

	refused := me
	refused.Status, refused.Code, refused.Want = 429, 2001, apitest.Values{"detail": map[string]int{"retry_after": 10}}
	tell(s.Expect(t, refused), `"key";r=0;t=30`)
	s.Clock.Advance(9100 * time.Millisecond)
	refused.Want = apitest.Values{"detail.retry_after": 1} // 0.9 s, rounded up
	tell(s.Expect(t, refused), `"key";r=0;t=21`)
	tell(s.Expect(t, apitest.Call{Key: other, Method: "GET", Path: "/me"}), `"key";r=2;t=10`)
	s.Clock.Advance(900 * time.Millisecond)
	tell(s.Expect(t, me), `"key";r=0;t=30`)
	// What is refused before the key is known says nothing about a key.
	a := s.Expect(t, apitest.Call{Method: "GET", Path: "/me", Status: 401, Code: 1001})
	if a.Header.Get("RateLimit") != "" || a.Header.Get("RateLimit-Policy") != "" {
		t.Errorf("a stranger is told %v", a.Header)
	}
}

// The key of a disabled account is refused, and its requests count for their address like those without a key.
func TestDisabledIsLimited(t *testing.T) {
	t.Parallel()
	apitest.Each(t, apitest.Options{Settings: func(c *config.Settings) {
		c.AnonymousLimit = config.Rate{
			PerMinute: 1,
			Burst:     3,
		}
	}}, func(t *testing.T, s *apitest.Server) {
		a := s.Account(t, plan.Standard)
		key := a.Key(t)
		must.Do(t, s.App.Accounts.SetStatus(t.Context(), a.UserID, account.StatusDisabled))
		for range 3 {
			s.Expect(t, apitest.Call{Key: key, Method: "GET", Path: "/me", Status: 403, Code: 1003})
		}
		s.Expect(t, apitest.Call{Key: key, Method: "GET", Path: "/me", Status: 429, Code: 2001})
	})
}

// Callers without a valid key are counted by address, which slows down guessing, not callers with one.
func TestAnonymousLimit(t *testing.T) {
	t.Parallel()
	apitest.Each(t, apitest.Options{Settings: func(c *config.Settings) {
		c.AnonymousLimit = config.Rate{PerMinute: 1, Burst: 3}
		c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	}}, func(t *testing.T, s *apitest.Server) {
		from := func(address, key string, status, code int) *apitest.Answer {
			t.Helper()
			return s.Expect(t, apitest.Call{
				Key: key, Method: "GET", Path: "/me", Status: status, Code: code, Header: http.Header{"X-Forwarded-For": {address}},
			})
		}
		const guess = "sk-0123456789012345678901234567890123456789"
		from("203.0.113.9", "", 401, 1001)
		from("203.0.113.9", guess, 401, 1001)
		from("198.51.100.7, 203.0.113.9", "malformed", 401, 1001) // what a client puts in front is not believed
		a := from("203.0.113.9", guess, 429, 2001)
		if wait := a.At("detail.retry_after"); wait.(float64) < 1 || wait.(float64) > 60 || wait.(float64) != float64(int(wait.(float64))) {
			t.Errorf("retry_after is %v", wait)
		}
		expect.Equal(t, a.Header.Get("WWW-Authenticate"), "", "a refusal by frequency asks for a key")
		from("203.0.113.10", "", 401, 1001)
		from("203.0.113.9", s.Key(t), 200, 0)
		from("203.0.113.9", "", 429, 2001)
		s.Expect(t, apitest.Call{Method: "GET", Path: "/nothing", Status: 404, Code: 4040}) // routes are no secret
	})
}
