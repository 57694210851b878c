package queue

import (
	"context"
	"log/slog"
	"strings"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

// demote writes what the library calls information as debugging: it tells of every step.
type demote struct{ slog.Handler }

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
	if stopping(r) && !d.Handler.Enabled(ctx, slog.LevelDebug) {
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

func (d demote) WithAttrs(attrs []slog.Attr) slog.Handler { return demote{d.Handler.WithAttrs(attrs)} }

func (d demote) WithGroup(name string) slog.Handler { return demote{d.Handler.WithGroup(name)} }

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
