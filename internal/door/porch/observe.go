package porch

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strconv"
	"time"

	"renown/internal/floor/fault"
)

// Observer gives each request its record and its id, recovers from panics, and writes the log line and the metrics.
type Observer struct {
	Log     *slog.Logger
	Metrics *Metrics
	// Address is the client's, for the log. Nil: it is not logged.
	Address func(*http.Request) string
	// Failed answers a panic, unless an answer was begun already. It finds the request id in the record.
	Failed http.HandlerFunc
	// Trace is told that a request begins, and by what it returns how it ended, after the log line. Nil: no tracing.
	Trace func(ctx context.Context, r *http.Request) (context.Context, func(*Record))

	outages map[string]*fault.Outage // by reason; made by Handler
}

// Handler puts next behind the observer.
func (o Observer) Handler(next http.Handler) http.Handler {
	o.outages = map[string]*fault.Outage{fault.DiskFull: {}, fault.Away: {}, fault.Stalled: {}}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		rec := &Record{ResponseWriter: w, RequestID: requestID(r.Header, start), start: start, request: r}
		w.Header()["X-Request-Id"] = []string{rec.RequestID}
		ctx := context.WithValue(r.Context(), recordKey{}, rec)
		if o.Trace != nil {
			ctx, rec.ended = o.Trace(ctx, r)
		}
		r = r.WithContext(ctx)
		defer func() {
			if p := recover(); p != nil {
				rec.panicked(p)
				if rec.Started() {
					rec.aborted = true
					o.finish(rec, r)
					panic(http.ErrAbortHandler) // a half-written answer must not look whole
				}
				o.Failed(rec, r)
			}
			o.finish(rec, r)
		}()
		next.ServeHTTP(rec, r)
	})
}

func (r *Record) panicked(p any) {
	if p == http.ErrAbortHandler && r.Err != nil { // the handler broke its answer off and said why
		return
	}
	if err, ok := p.(error); ok {
		r.Err = err
	} else {
		r.Err = errors.New("panic: " + slog.AnyValue(p).String())
	}
	r.Stack = debug.Stack()
}

// clientGone is the status, in log and metrics alone, of a request whose client did not wait for the answer. The
// client saw none, and it is no fault of the service.
const clientGone = 499

// onPurpose tells a refusal because the process stops or is too busy, which has no cause, from one because something broke.
func onPurpose(err error) bool {
	f := fault.As(err)
	return err == nil || f != nil && f.Code == fault.Unavailable && f.Cause == nil
}

func (o Observer) finish(rec *Record, r *http.Request) {
	if rec.ended != nil {
		defer rec.ended(rec)
	}
	took := time.Since(rec.start)
	if rec.status == 0 {
		rec.status = http.StatusOK
	}
	if rec.status >= 500 && errors.Is(rec.Err, context.Canceled) && r.Context().Err() != nil {
		rec.status = clientGone
	}
	o.Metrics.observe(r.Method, rec.Route, rec.status, rec.Code, took)
	level := slog.LevelInfo
	switch {
	case rec.status >= 500 && o.outageGoesOn(rec.Err): // told once: then its requests are told of like others
		rec.Err = nil
	case rec.status == http.StatusServiceUnavailable && onPurpose(rec.Err):
		level = slog.LevelWarn
	case rec.status >= 500, rec.aborted && r.Context().Err() == nil:
		level = slog.LevelError
	}
	if !o.Log.Enabled(r.Context(), level) {
		return
	}
	attrs := make([]slog.Attr, 0, 12)
	attrs = append(attrs,
		slog.String("request_id", rec.RequestID),
		slog.String("method", clipMethod(r.Method)),
		slog.String("route", rec.Route),
		slog.Int("status", rec.status),
		slog.Int("code", rec.Code),
		slog.Float64("latency_ms", float64(took.Microseconds())/1000),
		slog.Int64("bytes", rec.bytes))
	if o.Address != nil {
		attrs = append(attrs, slog.String("address", o.Address(r)))
	}
	if rec.UserID != "" {
		attrs = append(attrs, slog.String("user_id", rec.UserID))
	}
	if rec.KeyID != "" {
		attrs = append(attrs, slog.String("key_id", rec.KeyID))
	}
	if rec.Err != nil {
		attrs = append(attrs, slog.String("error", rec.Err.Error()))
	}
	if rec.Stack != nil {
		attrs = append(attrs, slog.String("stack", string(rec.Stack)))
	}
	line := slog.NewRecord(time.Now(), level, "request", 0) // it says what was asked, not which line of this program says so
	line.AddAttrs(attrs...)
	_ = o.Log.Handler().Handle(r.Context(), line)
}

// outageGoesOn counts a request that was refused because the database is not available, and tells whether one before it was.
func (o Observer) outageGoesOn(err error) bool {
	f := fault.As(err)
	if f == nil || f.Reason != fault.DatabaseUnavailable {
		return false
	}
	reason, _ := f.Detail["reason"].(string)
	outage := o.outages[reason]
	if outage == nil {
		return false
	}
	o.Metrics.unavailable.WithLabelValues(reason).Inc()
	return !outage.Begins()
}

// clipMethod keeps a made-up method from filling the log.
func clipMethod(m string) string {
	if len(m) > 16 {
		return m[:16] + "…(" + strconv.Itoa(len(m)) + ")"
	}
	return m
}
