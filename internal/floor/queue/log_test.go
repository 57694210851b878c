package queue

import (
	"bytes"
	"errors"
	"log/slog"
	"testing"

	"renown/internal/testkit/expect"
)

// What the library complains about when it is stopped in the middle of something is no fault, under either of its names for an error.
func TestStoppingIsNoFault(t *testing.T) {
	t.Parallel()
	for key, told := range map[string]bool{"error": false, "err": false, "other": true} {
		var log bytes.Buffer
		l := slog.New(demote{slog.NewTextHandler(&log, nil)})
		l.Error("not recorded", key, errors.New("beginning transaction: sql: database is closed"))
		expect.Equal(t, log.Len() > 0, told, key)
	}
	var log bytes.Buffer
	slog.New(demote{slog.NewTextHandler(&log, nil)}).Error("not recorded", "err", errors.New("disk full"))
	expect.Equal(t, log.Len() > 0, true, "another error")
}
