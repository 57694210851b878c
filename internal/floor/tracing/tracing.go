// Package tracing records what the program does as OpenTelemetry spans and sends them to a collector, over OTLP and HTTP with
// protobuf bodies. It is the only package that knows OpenTelemetry, and is started only when an operator names a collector:
// without one nothing of it is called.
//
// It knows nothing of what is recorded. What a span says is given by the caller, who passes no keys and no texts. Nothing
// waits for the collector: spans it does not take in time are dropped.
package tracing

import (
	"context"
	"log/slog"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// Settings say where spans go.
type Settings struct {
	Endpoint string            // http or https; /v1/traces is added unless it is there
	Headers  map[string]string // sent along, for a collector that wants to know who we are
	Ratio    float64           // of traces that are kept, 0 to 1
	Resource []Attribute       // said of the process once a batch: service.name and the like
	Log      *slog.Logger      // told once when the collector goes away, and once when it is back
}

// Attribute is one thing said of a span.
type Attribute = attribute.KeyValue

// Text is an attribute.
func Text(name, value string) Attribute { return attribute.String(name, value) }

// Number is an attribute.
func Number(name string, value int64) Attribute { return attribute.Int64(name, value) }

// Tracer begins spans.
type Tracer struct {
	provider *sdktrace.TracerProvider
	tracer   trace.Tracer
}

// New starts to send. Nothing is sent before the first span has ended.
func New(ctx context.Context, s Settings) (*Tracer, error) {
	exporter, err := otlptrace.New(ctx, newClient(s))
	if err != nil {
		return nil, err
	}
	// One ratio, by the trace's id, wherever a trace began: a caller's wish to be recorded does not override it, his wish not
	// to be does. All nodes with the same ratio decide alike about a job's trace.
	ratio := sdktrace.TraceIDRatioBased(s.Ratio)
	provider := sdktrace.NewTracerProvider(
		sdktrace.WithBatcher(exporter), // 2,048 spans wait at most, 5 s at most; more are dropped
		sdktrace.WithSampler(sdktrace.ParentBased(ratio, sdktrace.WithRemoteParentSampled(ratio))),
		sdktrace.WithResource(resource.NewSchemaless(s.Resource...)))
	return &Tracer{provider, provider.Tracer("renown")}, nil
}

// Stop sends what is left, as long as ctx allows.
func (t *Tracer) Stop(ctx context.Context) error { return t.provider.Shutdown(ctx) }

// Kind is how a span stands to others.
type Kind = trace.SpanKind

// The kinds: within the program, of a request that came in, of a question that goes out, of a job that was handed over.
const (
	Internal = trace.SpanKindInternal
	Server   = trace.SpanKindServer
	Client   = trace.SpanKindClient
	Consumer = trace.SpanKindConsumer
)

// Begin begins a span under the one in ctx.
func (t *Tracer) Begin(ctx context.Context, kind Kind, name string) (context.Context, *Span) {
	ctx, s := t.tracer.Start(ctx, name, trace.WithSpanKind(kind))
	return ctx, &Span{s}
}

// Span is something under way.
type Span struct{ span trace.Span }

// Name renames it, once it is known what it is.
func (s *Span) Name(name string) { s.span.SetName(name) }

// End ends it. failed marks it as an error; what went wrong is for the log, which has the trace's id.
func (s *Span) End(failed bool, said ...Attribute) {
	s.span.SetAttributes(said...)
	if failed {
		s.span.SetStatus(codes.Error, "")
	}
	s.span.End()
}
