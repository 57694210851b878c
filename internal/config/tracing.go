package config

import (
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"
)

// Tracing are the settings of traces.
type Tracing struct {
	OTLPEndpoint string `name:"otlp-endpoint" help:"Collector that takes traces by OTLP over HTTP, such as http://127.0.0.1:4318; off when empty." placeholder:"URL" env:"RENOWN_OTLP_ENDPOINT"`
	TraceRatio   string `help:"Share of traces that are sent, 0 to 1." default:"1" placeholder:"SHARE" env:"RENOWN_TRACE_RATIO"`
}

// Traces say where traces go; nil: nowhere.
type Traces struct {
	Endpoint string
	Ratio    float64
	Headers  map[string]string // may hold a secret
}

// headersEnv is the variable that collectors' manuals name for their credentials.
const headersEnv = "OTEL_EXPORTER_OTLP_HEADERS"

func (r *reader) traces(t Tracing) *Traces {
	ratio, err := strconv.ParseFloat(t.TraceRatio, 64)
	if err != nil || !(ratio >= 0 && ratio <= 1) {
		r.fault("trace_ratio", fmt.Sprintf("%q is not a number from 0 to 1", t.TraceRatio))
	}
	if t.OTLPEndpoint == "" {
		return nil
	}
	out := &Traces{Endpoint: r.collector("otlp_endpoint", t.OTLPEndpoint), Ratio: ratio, Headers: map[string]string{}}
	for pair := range strings.SplitSeq(os.Getenv(headersEnv), ",") {
		if strings.TrimSpace(pair) == "" {
			continue
		}
		name, value, ok := strings.Cut(pair, "=")
		decoded, err := url.PathUnescape(strings.TrimSpace(value))
		if name = strings.TrimSpace(name); !ok || !validHeader(name, decoded) || err != nil {
			r.fault("", headersEnv+": not of the form name=value,name=value with % for what is special")
			break
		}
		out.Headers[name] = decoded
	}
	return out
}

// collector repeats no address that holds a password.
func (r *reader) collector(name, text string) string {
	u, err := url.Parse(text)
	switch {
	case err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "":
		r.fault(name, "not an http:// or https:// address")
	case u.User != nil:
		r.fault(name, "an address without user and password is needed; credentials go into "+headersEnv)
	case u.RawQuery != "" || u.Fragment != "":
		r.fault(name, "an address without ? and # is needed")
	}
	return text
}

func validHeader(name, value string) bool {
	const marks = "!#$%&'*+-.^_`|~"
	for _, c := range name {
		if !(c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || strings.ContainsRune(marks, c)) {
			return false
		}
	}
	return name != "" && !strings.ContainsAny(value, "\r\n\x00")
}
