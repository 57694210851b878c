package run

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"renown/internal/testkit/expect"
)

// A waiter for a slot that its own process holds is woken when one is left, and looks seldom by itself; one that
// waits for others looks often. A slot that was offered and not used goes to the next.
func TestSlotWaiters(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSlotWaiters()
		waited := func(slots int) time.Duration {
			began := time.Now()
			if offered, err := s.wait(t.Context(), "p", fullWait, slots); offered || err != nil {
				t.Fatalf("offered %v, %v", offered, err)
			}
			return time.Since(began)
		}
		s.hold("p")
		if d := waited(2); d > 2*fullWait || s.full("p", 2) {
			t.Errorf("looks after %s while others hold slots", d)
		}
		if d := waited(1); d < ownWait || !s.full("p", 1) {
			t.Errorf("looks after %s while its process holds all", d)
		}
		offers := make(chan bool)
		for range 2 {
			go func() {
				offered, _ := s.wait(t.Context(), "p", fullWait, 1)
				offers <- offered
			}()
		}
		synctest.Wait()
		began := time.Now()
		s.free("p")
		first := <-offers
		s.pass("p")
		if second := <-offers; !first || !second || time.Since(began) > 0 || s.full("p", 1) {
			t.Errorf("offered %v and %v after %s", first, second, time.Since(began))
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := s.wait(ctx, "p", time.Hour, 1); err == nil {
			t.Error("waits on although nobody wants it")
		}
		expect.Equal(t, len(s.waiting["p"]), 0, "still wait")
	})
}
