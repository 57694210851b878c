package config

import (
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"
)

// Traces say where traces go; nil: nowhere.
type Traces struct {
	Endpoint string
	Ratio    float64
	Headers  map[string]string // may hold a secret
}

// headersEnv is the variable that collectors' manuals name for their credentials.
const headersEnv = "OTEL_EXPORTER_OTLP_HEADERS"

// share reads a part of one.
func (r *reader) share(name, text string) float64 {
	ratio, err := strconv.ParseFloat(text, 64)
	if err != nil || !(ratio >= 0 && ratio <= 1) {
		r.fault(name, fmt.Sprintf("%q is not a number from 0 to 1", text))
	}
	return ratio
}

func (r *reader) traces(endpoint string, out *Traces) *Traces {
	out.Endpoint, out.Headers = r.collector("otlp_endpoint", endpoint), map[string]string{}
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
