package app

import (
	"context"
	"errors"
	"net/http"
	"time"

	"renown/internal/door/porch"
	"renown/internal/floor/fault"
	"renown/internal/floor/queue"
	"renown/internal/floor/tracing"
	"renown/internal/tool/assistant"
)

// startTracing begins to send spans when a collector is configured. What it returns sends the last of them, within what the
// stop timeout leaves since the stop began.
func (a *App) startTracing(ctx context.Context) (stop func(began time.Time), err error) {
	t := a.Settings.Traces
	if t == nil {
		return func(time.Time) {}, nil
	}
	a.tracer, err = tracing.New(ctx, tracing.Settings{
		Endpoint: t.Endpoint, Headers: t.Headers, Ratio: t.Ratio, Log: a.Log,
		Resource: []tracing.Attribute{
			tracing.Text("service.name", "renown"), tracing.Text("service.version", a.Version), tracing.Text("service.instance.id", a.node),
			tracing.Text("renown.role", string(a.Settings.Role)),
		},
	})
	if err != nil {
		return nil, err
	}
	a.DB.Trace(a.traceTx)
	a.Log.Info("traces", "to", t.Endpoint, "ratio", t.Ratio)
	return func(began time.Time) {
		if began.IsZero() {
			began = time.Now()
		}
		ctx, cancel := context.WithDeadline(context.Background(), began.Add(a.Settings.StopTimeout))
		defer cancel()
		if err := a.tracer.Stop(ctx); err != nil {
			a.Log.Warn("sending the last traces", "error", err)
		}
	}, nil
}

// traceRequests is nil unless there is a collector: then nothing stands in a request's way.
func (a *App) traceRequests() func(context.Context, *http.Request) (context.Context, func(*porch.Record)) {
	if a.tracer == nil {
		return nil
	}
	proxies := porch.Proxies(a.Settings.TrustedProxies)
	return func(ctx context.Context, r *http.Request) (context.Context, func(*porch.Record)) {
		if proxies.Trusted(r) { // other callers' requests begin a new trace
			ctx = tracing.Resume(ctx, r.Header.Get("Traceparent"))
		}
		method := porch.KnownMethod(r.Method)
		ctx, s := a.tracer.Begin(ctx, tracing.Server, method)
		return ctx, func(rec *porch.Record) {
			if rec.Route != "" {
				s.Name(method + " " + rec.Route)
			}
			s.End(rec.Status() >= 500,
				tracing.Text("http.request.method", method), tracing.Text("http.route", rec.Route),
				tracing.Number("http.response.status_code", int64(rec.Status())), tracing.Number("renown.code", int64(rec.Code)),
				tracing.Text("renown.request_id", rec.RequestID))
		}
	}
}

// watchJob counts and traces one attempt of a job.
func (a *App) watchJob(ctx context.Context, kind string, attempt int) (context.Context, func(outcome string)) {
	start := time.Now()
	if a.tracer == nil {
		return ctx, func(outcome string) { a.metrics.jobWorked(kind, outcome, time.Since(start)) }
	}
	ctx, s := a.tracer.Begin(ctx, tracing.Consumer, "job "+kind)
	return ctx, func(outcome string) {
		a.metrics.jobWorked(kind, outcome, time.Since(start))
		s.End(outcome == jobFailed || outcome == jobLost,
			tracing.Text("renown.job.kind", kind), tracing.Number("renown.job.attempt", int64(attempt)),
			tracing.Text("renown.outcome", outcome))
	}
}

// Outcomes of an attempt of a job.
const (
	jobDone    = "done"
	jobLater   = "put_off"  // not a failure: it is worth looking again later
	jobFailed  = "failed"   // to be tried again
	jobLost    = "given_up" // failed for good
	jobStopped = "stopped"  // the process stops; it runs again
)

func outcomeOf(ctx context.Context, d queue.Delivery, err error) string {
	switch {
	case err == nil:
		return jobDone
	case queue.Snoozed(err):
		return jobLater
	case queue.GivenUp(err):
		return jobLost
	case errors.Is(ctx.Err(), context.Canceled):
		return jobStopped
	case d.Last():
		return jobLost
	}
	return jobFailed
}

// watchQuestion counts and traces a question to a platform. What was asked and answered is not told here.
func (a *App) watchQuestion(ctx context.Context, q assistant.Question) func(assistant.Answer, error) {
	start := time.Now()
	var s *tracing.Span
	if a.tracer != nil {
		_, s = a.tracer.Begin(ctx, tracing.Client, "ask "+q.Platform)
	}
	return func(answer assistant.Answer, err error) {
		outcome := "answered"
		if err != nil {
			outcome = string(assistant.ClassOf(err))
		}
		a.metrics.questionAsked(q.Platform, outcome, time.Since(start))
		if s == nil {
			return
		}
		s.End(err != nil, tracing.Text("renown.platform", q.Platform),
			tracing.Text("renown.model", answer.ModelAsked), tracing.Text("renown.mode", string(q.Mode)),
			tracing.Text("renown.outcome", outcome), tracing.Number("renown.rounds", int64(answer.Rounds)))
	}
}

// traceTx traces a transaction, as far as it is part of something. What it refuses is an answer, not a failure.
func (a *App) traceTx(ctx context.Context) func(error) {
	if tracing.ID(ctx) == "" {
		return func(error) {}
	}
	_, s := a.tracer.Begin(ctx, tracing.Internal, "transaction")
	return func(err error) { s.End(err != nil && fault.As(err) == nil) }
}
