package await_test

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"renown/internal/testkit/await"
	"renown/internal/testkit/expect"
)

type recorder struct{ said string }

func (*recorder) Helper()                             {}
func (r *recorder) Fatalf(format string, args ...any) { r.said = fmt.Sprintf(format, args...) }

func TestTrue(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		from time.Duration // when it comes true
		took time.Duration
		said string
	}{
		{"at once", 0, 0, ""},
		{"soon", 10 * time.Millisecond, 15 * time.Millisecond, ""}, // looks after 0, 1, 3, 7, 15 ms
		{"never", time.Hour, 1013 * time.Millisecond, "not in 1s: it rains"},
		{"at the last look", time.Second, 1013 * time.Millisecond, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				begun, r := time.Now(), &recorder{}
				await.True(r, time.Second, "it rains", func() bool { return time.Since(begun) >= c.from })
				if took := time.Since(begun); took != c.took || r.said != c.said {
					t.Errorf("after %v: %q", took, r.said)
				}
			})
		})
	}
}

func TestPause(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		await.Pause(t.Context(), time.Minute)
		ended, end := context.WithCancel(t.Context())
		end()
		await.Pause(ended, time.Hour)
		expect.Equal(t, time.Since(begun), time.Minute, "took")
	})
}
