package app_test

import (
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"renown/internal/config"
	"renown/internal/floor/store"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/await"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// flood asks for /me n times at once, spread over the servers, and counts the answers 200 and 429.
func flood(t *testing.T, key string, n int, servers ...*apitest.Server) (admitted, refused int64) {
	t.Helper()
	var ok, no atomic.Int64
	await.AtOnce(n, func(i int) {
		switch a := servers[i%len(servers)].Do(t, apitest.Call{Key: key, Method: "GET", Path: "/me"}); {
		case a.Status == http.StatusOK:
			ok.Add(1)
		case a.Code == 2001:
			no.Add(1)
		default:
			t.Errorf("%d %s", a.Status, a.Body)
		}
	})
	return ok.Load(), no.Load()
}

func TestRateLimitIsExactInOneProcess(t *testing.T) {
	t.Parallel()
	const burst = 40
	s := apitest.Start(t, store.SQLite, apitest.Options{Frozen: true, Settings: func(c *config.Settings) {
		c.RateLimit = config.Rate{PerMinute: 60, Burst: burst}
	}})
	key, other := s.Key(t), s.Key(t)
	if ok, no := flood(t, key, 5*burst, s); ok != burst || no != 4*burst {
		t.Errorf("%d admitted, %d refused, want %d and %d", ok, no, burst, 4*burst)
	}
	s.Clock.Advance(7 * time.Second) // one a second comes back
	if ok, _ := flood(t, key, burst, s); ok != 7 {
		t.Errorf("%d admitted after 7 s, want 7", ok)
	}
	s.Clock.Advance(time.Hour)
	if ok, _ := flood(t, key, 2*burst, s); ok != burst {
		t.Errorf("%d admitted after an hour, want %d", ok, burst)
	}
	if ok, _ := flood(t, other, 2*burst, s); ok != burst {
		t.Errorf("%d of another key admitted, want %d", ok, burst)
	}
}

func TestRateLimitIsExactAcrossProcesses(t *testing.T) {
	t.Parallel()
	const burst, perMinute = 30, 1
	url := storetest.URL(t, store.Postgres)
	var servers []*apitest.Server
	for range 3 {
		servers = append(servers, apitest.Start(t, store.Postgres, apitest.Options{Database: url, Settings: func(c *config.Settings) {
			c.RateLimit = config.Rate{PerMinute: perMinute, Burst: burst}
		}}))
	}
	key := servers[0].Key(t)
	began := time.Now()
	ok, no := flood(t, key, 5*burst, servers...)
	came := int64(time.Since(began)/time.Minute) * perMinute // back while asking
	if ok < burst || ok > burst+came || ok+no != 5*burst {
		t.Errorf("%d admitted, %d refused, want %d and %d", ok, no, burst, 4*burst)
	}
}

// A key that is revoked on one node is refused on all others at once.
func TestRevocationAcrossProcesses(t *testing.T) {
	t.Parallel()
	url := storetest.URL(t, store.Postgres)
	one := apitest.Start(t, store.Postgres, apitest.Options{Database: url})
	other := apitest.Start(t, store.Postgres, apitest.Options{Database: url})
	for range 5 {
		id, key := one.Owner(t).NewKey(t)
		other.Expect(t, apitest.Call{Key: key, Method: "GET", Path: "/me"})
		must.Do(t, one.App.Accounts.RevokeKey(t.Context(), "", id))
		other.Expect(t, apitest.Call{Key: key, Method: "GET", Path: "/me", Status: 401, Code: 1001})
	}
}
