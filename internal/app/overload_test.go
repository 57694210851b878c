package app_test

import (
	"context"
	"net/http"
	"sync"
	"testing"
	"time"

	"renown/internal/app"
	"renown/internal/config"
	"renown/internal/floor/store"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
)

// A request while all places are taken is refused with 5030 and a time to wait, soon, and probes are answered beside
// it; what has its place is answered in the end.
func TestOverload(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, store.SQLite, apitest.Options{
		Settings: func(c *config.Settings) { unlimited(c); c.MaxRequests = 1 },
		App:      func(a *app.App) { a.Patience.Slot = time.Millisecond },
	})
	key := s.Key(t)
	release := holdWriter(t, s.App.DB)
	write := make(chan *apitest.Answer, 1)
	go func() { // takes the one place, once no reader has it, and waits for the database with it
		for {
			a := s.Do(t, apitest.Call{
				Key: key, Method: "POST", Path: "/geo/brands",
				Body: `{"name":"云栖笔记","introduction":"云端笔记","product_type":"other"}`,
			})
			if a.Code != 5030 {
				write <- a
				return
			}
		}
	}()
	for refused := 0; refused < 20; {
		switch a := s.Do(t, apitest.Call{Key: key, Method: "GET", Path: "/geo/brands"}); {
		case a.Code == 5030 && a.Header.Get("Retry-After") == "1":
			refused++
		case a.Status == http.StatusOK: // the write has not come yet, or is still sending its body
			refused = 0
		default:
			t.Fatalf("%d %s", a.Status, a.Body)
		}
	}
	if status, _ := probe(t, s.URL+"/healthz"); status != 200 {
		t.Errorf("/healthz: %d", status)
	}
	release()
	if a := <-write; a.Status != http.StatusOK {
		t.Errorf("what had the place: %d %s", a.Status, a.Body)
	}
	s.Expect(t, apitest.Call{Key: key, Method: "GET", Path: "/geo/brands"})
}

// holdWriter keeps everybody else from writing.
func holdWriter(t testing.TB, db *store.DB) (release func()) {
	t.Helper()
	held, leave, left := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		left <- db.InTx(context.Background(), func(tx *store.Tx) error {
			close(held)
			<-leave
			return nil
		})
	}()
	<-held
	return sync.OnceFunc(func() {
		close(leave)
		expect.Do(t, <-left)
	})
}

// Clients that send their bodies slowly do not keep others from being answered.
func TestSlowBodiesTakeNoPlace(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, store.SQLite, apitest.Options{Settings: func(c *config.Settings) { unlimited(c); c.MaxRequests = 2 }})
	key := s.Key(t)
	for range 5 {
		begin(t, s.Addr, key)
	}
	for range 20 {
		s.Expect(t, apitest.Call{Key: key, Method: "GET", Path: "/me"})
	}
}
