package queue

import (
	"bytes"
	"errors"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"renown/internal/testkit/expect"
)

// What the library complains about when it is stopped in the middle of something is no fault, under either of its names for an error.
func TestStoppingIsNoFault(t *testing.T) {
	t.Parallel()
	for key, told := range map[string]bool{"error": false, "err": false, "other": true} {
		var log bytes.Buffer
		l := slog.New(demote{slog.NewTextHandler(&log, nil), newSaid()})
		l.Error("not recorded", key, errors.New("beginning transaction: sql: database is closed"))
		expect.Equal(t, log.Len() > 0, told, key)
	}
	var log bytes.Buffer
	slog.New(demote{slog.NewTextHandler(&log, nil), newSaid()}).Error("not recorded", "err", errors.New("disk full"))
	expect.Equal(t, log.Len() > 0, true, "another error")
}

// An outage is told of once, not for each queue that cannot fetch.
func TestOutageIsToldOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		l := slog.New(demote{slog.NewTextHandler(&log, nil), newSaid()})
		for i, lines := range []int{1, 1, 1, 2} {
			l.With("queue", i).Error("producer: Error fetching jobs", "err", errors.New("connection refused"))
			expect.Equal(t, bytes.Count(log.Bytes(), []byte("fetching")), lines, "lines")
			if <-time.After(30 * time.Second); i == 2 {
				<-time.After(time.Minute)
			}
		}
	})
}
