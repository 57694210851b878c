package queue

import (
	"context"
	"log/slog"
	"strings"
	"sync"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"renown/internal/floor/fault"
)

// demote writes what the library calls information as debugging: it tells of every step. A complaint of the same words is written once in
// an outage, not for each queue and attempt.
type demote struct {
	slog.Handler
	said *said
}

type said struct {
	mu sync.Mutex
	by map[string]*fault.Outage // messages of the library: a few dozen
}

func newSaid() *said { return &said{by: map[string]*fault.Outage{}} }

func (s *said) first(message string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.by[message] == nil {
		s.by[message] = new(fault.Outage)
	}
	return s.by[message].Begins()
}

func (d demote) level(l slog.Level) slog.Level {
	if l < slog.LevelWarn {
		return min(l, slog.LevelDebug)
	}
	return l
}

func (d demote) Enabled(ctx context.Context, l slog.Level) bool {
	return d.Handler.Enabled(ctx, d.level(l))
}

func (d demote) Handle(ctx context.Context, r slog.Record) error {
	r.Level = d.level(r.Level)
	if r.Level >= slog.LevelWarn && !d.said.first(r.Message) {
		r.Level = slog.LevelDebug
	}
	if (stopping(r) || r.Level == slog.LevelDebug) && !d.Handler.Enabled(ctx, slog.LevelDebug) {
		return nil
	}
	return d.Handler.Handle(ctx, r)
}

// stopping recognises what the library complains about when it is stopped in the middle of something: no fault.
func stopping(r slog.Record) (found bool) {
	r.Attrs(func(a slog.Attr) bool {
		text := a.Value.String()
		found = (a.Key == "error" || a.Key == "err") && (strings.HasSuffix(text, context.Canceled.Error()) ||
			strings.HasSuffix(text, "sql: database is closed"))
		return !found
	})
	return found
}

func (d demote) WithAttrs(attrs []slog.Attr) slog.Handler {
	return demote{d.Handler.WithAttrs(attrs), d.said}
}

func (d demote) WithGroup(name string) slog.Handler { return demote{d.Handler.WithGroup(name), d.said} }

// failures tells of jobs that failed: a warning while they will be tried again, an error when they will not.
type failures struct {
	log   *slog.Logger
	trace Trace
}

func (f failures) HandleError(ctx context.Context, job *rivertype.JobRow, err error) *river.ErrorHandlerResult {
	f.tell(ctx, job, slog.String("error", err.Error()))
	return nil
}

func (f failures) HandlePanic(ctx context.Context, job *rivertype.JobRow, v any, trace string) *river.ErrorHandlerResult {
	f.tell(ctx, job, slog.Any("panic", v), slog.String("stack", trace))
	return nil
}

func (f failures) tell(ctx context.Context, job *rivertype.JobRow, attrs ...slog.Attr) {
	level, msg := slog.LevelWarn, "job failed, to be tried again"
	if job.Attempt >= job.MaxAttempts {
		level, msg = slog.LevelError, "job failed for good"
	}
	attrs = append(attrs, slog.String("kind", job.Kind), slog.Int("attempt", job.Attempt), slog.Int("of", job.MaxAttempts))
	f.log.LogAttrs(f.trace.resumeEncoded(ctx, job.EncodedArgs), level, msg, attrs...)
}
