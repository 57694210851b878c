package config_test

import (
	"strings"
	"testing"

	"renown/internal/config"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

func TestTraces(t *testing.T) { // changes the environment: not parallel
	for _, c := range []struct {
		headers, fault string
		want           map[string]string
	}{
		{headers: "", want: map[string]string{}},
		{
			headers: "authorization=Bearer%20s3cret, X-Tenant = a=b ,",
			want:    map[string]string{"authorization": "Bearer s3cret", "X-Tenant": "a=b"},
		},
		{headers: "s3cret", fault: "OTEL_EXPORTER_OTLP_HEADERS: not of the form"},
		{headers: "a b=s3cret", fault: "OTEL_EXPORTER_OTLP_HEADERS: not of the form"},
		{headers: "a=s3cret%0d%0aX: y", fault: "OTEL_EXPORTER_OTLP_HEADERS: not of the form"},
		{headers: "a=s3cret%zz", fault: "OTEL_EXPORTER_OTLP_HEADERS: not of the form"},
	} {
		t.Setenv("OTEL_EXPORTER_OTLP_HEADERS", c.headers)
		set := server(func(s *config.Server) { s.OTLPEndpoint = "http://127.0.0.1:4318" })
		got, err := config.Check(config.Database{}, logging, set, config.ReadFile(write(t, "trace_ratio: 0.25")))
		if c.fault != "" {
			if err == nil || !strings.Contains(err.Error(), c.fault) || strings.Contains(err.Error(), "s3cret") {
				t.Errorf("%q: %v", c.headers, err)
			}
			continue
		}
		must.Do(t, err)
		expect.Same(t, got.Traces, &config.Traces{Endpoint: "http://127.0.0.1:4318", Ratio: 0.25, Headers: c.want})
		off, err := config.Check(config.Database{}, logging, server(nil), nil)
		if err != nil || off.Traces != nil {
			t.Errorf("unasked: %+v, %v", off.Traces, err)
		}
	}
}
