package porch_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"renown/internal/door/porch"
	"renown/internal/floor/turn"
	"renown/internal/testkit/expect"
)

func callers() *porch.Callers {
	return porch.NewCallers(func(r *http.Request) string { return r.RemoteAddr })
}

// With all slots taken some requests wait; the next one is refused at once, and those who wait when their patience ends.
func TestPlaces(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const slots, queue, wait = 3, 24, 500 * time.Millisecond
		p := porch.NewSlots(slots, turn.New(slots, 0).WithAhead(slots), wait, callers())
		release := make(chan struct{})
		var now, most atomic.Int64
		h := p.Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			most.Store(max(most.Load(), now.Add(1)))
			<-release
			now.Add(-1)
			w.WriteHeader(200)
		}), status(503))
		var group sync.WaitGroup
		var answered, refused atomic.Int64
		began := time.Now()
		for range slots + queue {
			group.Go(func() {
				switch code := ask(h).Code; {
				case code == 200:
					answered.Add(1)
				case code == 503 && time.Since(began) == wait:
					refused.Add(1)
				default:
					t.Errorf("%d after %v", code, time.Since(began))
				}
			})
		}
		synctest.Wait()
		if busy, waiting := p.InUse(); busy != slots || waiting != queue {
			t.Errorf("%d are worked on, %d wait", busy, waiting)
		}
		if code := ask(h).Code; code != 503 || time.Since(began) != 0 {
			t.Errorf("one too many: %d after %v", code, time.Since(began))
		}
		<-time.After(wait)
		synctest.Wait()
		close(release)
		group.Wait()
		if answered.Load() != slots || refused.Load() != queue || most.Load() != slots {
			t.Errorf("%d answered, %d refused, at most %d at once", answered.Load(), refused.Load(), most.Load())
		}
		if busy, waiting := p.InUse(); busy != 0 || waiting != 0 {
			t.Errorf("afterwards %d are worked on, %d wait", busy, waiting)
		}
	})
}

// Who waits is served as soon as a slot is free.
func TestPlaceFreed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := porch.NewSlots(1, turn.New(1, 0).WithAhead(1), time.Second, callers())
		h := p.Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			<-time.After(300 * time.Millisecond)
			w.WriteHeader(200)
		}), status(503))
		began := time.Now()
		var group sync.WaitGroup
		for range 2 {
			group.Go(func() {
				expect.Equal(t, ask(h).Code, 200, "status")
			})
		}
		group.Wait()
		expect.Equal(t, time.Since(began), 600*time.Millisecond, "both took")
	})
}

// slowly is a body, or a client, that takes its time.
type slowly struct {
	io.Reader
	every time.Duration
}

func (s slowly) Read(p []byte) (int, error) {
	<-time.After(s.every)
	return s.Reader.Read(p[:1])
}

type slowClient struct{ *httptest.ResponseRecorder }

func (s slowClient) Write(p []byte) (int, error) {
	<-time.After(time.Minute)
	return s.ResponseRecorder.Write(p)
}

// A client that sends its body slowly, or reads the answer slowly, leaves the slot to others meanwhile.
func TestPlaceSlowClient(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := porch.NewSlots(1, turn.New(1, 0).WithAhead(1), time.Millisecond, callers())
		var inside atomic.Int64
		h := p.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			text, err := io.ReadAll(r.Body)
			if n := inside.Add(1); n > 1 {
				t.Errorf("%d at once", n)
			}
			<-time.After(time.Microsecond)
			inside.Add(-1)
			expect.Do(t, err)
			_, _ = w.Write(text)
		}), status(503))
		var group sync.WaitGroup
		group.Go(func() {
			w := httptest.NewRecorder()
			h.ServeHTTP(w, httptest.NewRequest("POST", "/", slowly{strings.NewReader("body"), time.Minute}))
			if w.Code != 200 || w.Body.String() != "body" {
				t.Errorf("slow body: %d %q", w.Code, w.Body)
			}
		})
		group.Go(func() {
			w := slowClient{httptest.NewRecorder()}
			h.ServeHTTP(w, httptest.NewRequest("POST", "/", strings.NewReader("read me slowly")))
			expect.Equal(t, w.Code, 200, "slow client")
		})
		synctest.Wait()
		for range 5 {
			<-time.After(10 * time.Second)
			expect.Equal(t, ask(h).Code, 200, "beside them")
		}
		group.Wait()
		if busy, _ := p.InUse(); busy != 0 {
			t.Errorf("afterwards %d are worked on", busy)
		}
	})
}

// A handler that panics gives its slot back.
func TestPlacePanic(t *testing.T) {
	t.Parallel()
	p := porch.NewSlots(1, turn.New(1, 0).WithAhead(1), time.Minute, callers())
	h := p.Handler(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("x") }), status(503))
	for range 2 {
		func() {
			defer func() { _ = recover() }()
			ask(h)
		}()
	}
	if busy, _ := p.InUse(); busy != 0 {
		t.Errorf("%d are worked on", busy)
	}
}
