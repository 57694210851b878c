package porch_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"renown/internal/door/porch"
	"renown/internal/testkit/expect"
)

func status(code int) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) })
}

func ask(h http.Handler) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	return w
}

func TestDrain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		drain := porch.NewDrain()
		release := make(chan struct{})
		h := drain.Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			<-release
			w.WriteHeader(200)
		}), status(503))
		var group sync.WaitGroup
		for range 3 {
			group.Go(func() {
				expect.Equal(t, ask(h).Code, 200, "what had begun is answered")
			})
		}
		synctest.Wait()
		if drain.Leaving() {
			t.Error("draining before it was started")
		}
		drain.Start()
		drain.Start() // a second time is no fault
		late := ask(h)
		if late.Code != 503 || late.Header().Get("Connection") != "close" {
			t.Errorf("what comes later is answered %d, Connection %q", late.Code, late.Header().Get("Connection"))
		}
		impatient, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if drain.Wait(impatient); impatient.Err() == nil {
			t.Error("Wait returned while requests were open")
		}
		close(release)
		drain.Wait(context.Background())
		group.Wait()
		drain.Wait(context.Background())
	})
}

func TestDrainIdle(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		drain := porch.NewDrain()
		expect.Equal(t, ask(drain.Handler(status(200), status(503))).Code, 200, "status")
		drain.Start()
		drain.Wait(context.Background())
	})
}

// A handler that panics has ended all the same.
func TestDrainPanic(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		drain := porch.NewDrain()
		func() {
			defer func() { _ = recover() }()
			ask(drain.Handler(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("x") }), status(503)))
		}()
		drain.Start()
		drain.Wait(context.Background())
	})
}
