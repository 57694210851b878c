package app

import (
	"context"
	"errors"
	"net/http"
	"time"

	"renown/internal/assistant"
	"renown/internal/fault"
	"renown/internal/middleware"
	"renown/internal/queue"
	"renown/internal/span"
	"renown/internal/worker"
)

// startTracing begins to send spans when a collector is configured. What it returns sends the last of them, within what the
// stop timeout leaves since the stop began.
func (a *App) startTracing(ctx context.Context) (stop func(began time.Time), err error) {
	t := a.Settings.Traces
	if t == nil {
		return func(time.Time) {}, nil
	}
	a.tracer, err = span.New(ctx, span.Settings{
		Endpoint: t.Endpoint, Headers: t.Headers, Ratio: t.Ratio, Log: a.Log,
		Resource: []span.Attribute{
			span.Text("service.name", "renown"), span.Text("service.version", a.Version), span.Text("service.instance.id", a.node),
			span.Text("renown.role", string(a.Settings.Role)),
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
func (a *App) traceRequests() func(context.Context, *http.Request) (context.Context, func(*middleware.Record)) {
	if a.tracer == nil {
		return nil
	}
	proxies := middleware.Proxies(a.Settings.TrustedProxies)
	return func(ctx context.Context, r *http.Request) (context.Context, func(*middleware.Record)) {
		if proxies.Trusted(r) { // anybody else begins a trace of his own here
			ctx = span.Resume(ctx, r.Header.Get("Traceparent"))
		}
		method := middleware.KnownMethod(r.Method)
		ctx, s := a.tracer.Begin(ctx, span.Server, method)
		return ctx, func(rec *middleware.Record) {
			if rec.Route != "" {
				s.Name(method + " " + rec.Route)
			}
			s.End(rec.Status() >= 500,
				span.Text("http.request.method", method), span.Text("http.route", rec.Route),
				span.Number("http.response.status_code", int64(rec.Status())), span.Number("renown.code", int64(rec.Code)),
				span.Text("renown.request_id", rec.RequestID))
		}
	}
}

// watchJob counts and traces one attempt of a job.
func (a *App) watchJob(ctx context.Context, kind string, attempt int) (context.Context, func(outcome string)) {
	start := time.Now()
	if a.tracer == nil {
		return ctx, func(outcome string) { a.metrics.jobWorked(kind, outcome, time.Since(start)) }
	}
	ctx, s := a.tracer.Begin(ctx, span.Consumer, "job "+kind)
	return ctx, func(outcome string) {
		a.metrics.jobWorked(kind, outcome, time.Since(start))
		s.End(outcome == jobFailed || outcome == jobLost,
			span.Text("renown.job.kind", kind), span.Number("renown.job.attempt", int64(attempt)), span.Text("renown.outcome", outcome))
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
	var later worker.Later
	switch {
	case err == nil:
		return jobDone
	case errors.As(err, &later):
		return jobLater
	case errors.Is(err, worker.ErrGiveUp):
		return jobLost
	case errors.Is(ctx.Err(), context.Canceled):
		return jobStopped
	case d.Last():
		return jobLost
	}
	return jobFailed
}

// watchQuestion counts and traces a question to a platform. What was asked and answered is nobody's business here.
func (a *App) watchQuestion(ctx context.Context, q assistant.Question) func(assistant.Answer, error) {
	start := time.Now()
	var s *span.Span
	if a.tracer != nil {
		_, s = a.tracer.Begin(ctx, span.Client, "ask "+q.Platform)
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
		s.End(err != nil, span.Text("renown.platform", q.Platform), span.Text("renown.model", answer.ModelAsked), span.Text("renown.mode", string(q.Mode)),
			span.Text("renown.outcome", outcome), span.Number("renown.rounds", int64(answer.Rounds)))
	}
}

// traceTx traces a transaction, as far as it is part of something. What it refuses is an answer, not a failure.
func (a *App) traceTx(ctx context.Context) func(error) {
	if span.ID(ctx) == "" {
		return func(error) {}
	}
	_, s := a.tracer.Begin(ctx, span.Internal, "transaction")
	return func(err error) { s.End(err != nil && fault.As(err) == nil) }
}
