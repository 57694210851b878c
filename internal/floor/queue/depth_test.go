package queue_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

func TestDepths(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		q := newQueue(t, db, options{Kinds: []queue.Kind{{Name: "aa"}, {Name: "bb"}}})
		ctx := context.Background()
		if got, err := q.Depths(ctx); err != nil || len(got) != 0 {
			t.Errorf("of nothing: %v, %v", got, err)
		}
		enqueue(t, db, q, queue.Job{Kind: "aa"}, queue.Job{Kind: "aa"}, queue.Job{Kind: "bb"},
			queue.Job{Kind: "bb", RunAt: time.Now().Add(time.Hour)})
		earlier := `datetime('now', '-100 seconds')`
		if db.Dialect() == store.Postgres {
			earlier = `now() - interval '100 seconds'`
		}
		storetest.Exec(t, db, `UPDATE river_job SET scheduled_at = `+earlier+
			` WHERE id = (SELECT min(id) FROM river_job WHERE kind = 'aa')`)
		got := must.Get(q.Depths(ctx))(t)
		for i, d := range got { // by the database's clock
			if want := map[string]time.Duration{"aa available": 100 * time.Second}[d.Kind+" "+
				d.State]; d.Late < want-2*time.Second || d.Late > want+time.Minute {
				t.Errorf("%s %s is late by %v, want %v", d.Kind, d.State, d.Late, want)
			}
			if d.State == "scheduled" && d.Late != 0 {
				t.Errorf("not due, but late by %v", d.Late)
			}
			got[i].Late = 0
		}
		expect.Same(t, got, []queue.Depth{{"aa", "available", 2, 0}, {"bb", "available", 1, 0}, {"bb", "scheduled", 1, 0}})
	})
}

type traceKey struct{}

// What a trace is known by comes from the enqueuer to the handler, and to the line about a failure.
func TestTrace(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		seen, log := make(chan any, 10), new(bytes.Buffer)
		q := newQueue(t, db, options{
			Log: slog.New(traceLog{slog.NewTextHandler(log, nil)}),
			Trace: queue.Trace{
				Carry: func(ctx context.Context) string {
					text, _ := ctx.Value(traceKey{}).(string)
					return text
				},
				Resume: func(ctx context.Context, carried string) context.Context {
					return context.WithValue(ctx, traceKey{}, carried)
				},
			},
			Kinds: []queue.Kind{{Name: "aa", Handle: func(ctx context.Context, _ queue.Delivery) error {
				seen <- ctx.Value(traceKey{})
				return errors.New("no")
			}}},
		})
		ctx := context.WithValue(context.Background(), traceKey{}, "t-1")
		must.Do(t, db.InTx(ctx, func(tx *store.Tx) error { return q.EnqueueTx(ctx, tx, queue.Job{Kind: "aa", MaxAttempts: 1}) }))
		stop := start(t, q)
		expect.Equal(t, receive(t, seen), "t-1", "the job is part of")
		enqueue(t, db, q, queue.Job{Kind: "aa"})
		if got := receive(t, seen); got != nil {
			t.Errorf("a job of nobody is part of %v", got)
		}
		stop()
		expect.Equal(t, strings.Count(log.String(), "trace=t-1"), 1, "lines in", log)
	})
}

// traceLog writes what the context is part of.
type traceLog struct{ slog.Handler }

func (l traceLog) Handle(ctx context.Context, r slog.Record) error {
	if text, ok := ctx.Value(traceKey{}).(string); ok {
		r.AddAttrs(slog.String("trace", text))
	}
	return l.Handler.Handle(ctx, r)
}
