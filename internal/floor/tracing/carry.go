package tracing

import (
	"context"

	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// header is the one line of W3C Trace Context that is passed on; tracestate is other vendors' business.
const header = "traceparent"

type carrier struct{ text string }

func (l *carrier) Get(name string) string {
	if name == header {
		return l.text
	}
	return ""
}

func (l *carrier) Set(name, value string) {
	if name == header {
		l.text = value
	}
}

func (l *carrier) Keys() []string { return []string{header} }

// Carry is the trace of ctx as a traceparent; empty when there is none.
func Carry(ctx context.Context) string {
	var l carrier
	propagation.TraceContext{}.Inject(ctx, &l)
	return l.text
}

// Resume is ctx within the trace that a traceparent names. One that cannot be read is ignored.
func Resume(ctx context.Context, traceparent string) context.Context {
	return propagation.TraceContext{}.Extract(ctx, &carrier{traceparent})
}

// ID is the id of the trace that ctx is in; empty when there is none.
func ID(ctx context.Context) string {
	if c := trace.SpanContextFromContext(ctx); c.HasTraceID() {
		return c.TraceID().String()
	}
	return ""
}
