package assistant

import (
	"net/http"
	"slices"

	"go.yaml.in/yaml/v3"
	"golang.org/x/net/http/httpguts"
)

// Limits of what an entry adds to the headers of a request.
const (
	headerLimit      = 20
	headerValueLimit = 1000 // bytes
)

// ownHeaders are the client's: credentials, and what describes the message or the connection.
var ownHeaders = []string{
	"Authorization", "Proxy-Authorization", "X-Api-Key", "X-Goog-Api-Key", "Api-Key", "Cookie",
	"Host", "Content-Type", "Content-Length", "Content-Encoding", "Transfer-Encoding", "Trailer", "Te", "Expect",
	"Connection", "Proxy-Connection", "Keep-Alive", "Upgrade", "Accept", "Accept-Encoding", "User-Agent",
}

// readHeaders reads what goes with every request of an entry. A fault names the header, never its value.
func readHeaders(o *Options, f *fields) {
	sub := f.sub("headers")
	if sub == nil {
		return
	}
	o.Headers = map[string]Secret{}
	if len(sub.node.Content)/2 > headerLimit {
		f.fault(sub.node, "headers", "more than %d", headerLimit)
		return
	}
	for i := 0; i+1 < len(sub.node.Content); i += 2 {
		key, value := sub.node.Content[i], resolve(sub.node.Content[i+1])
		name := http.CanonicalHeaderKey(key.Value)
		_, twice := o.Headers[name]
		switch {
		case !httpguts.ValidHeaderFieldName(key.Value):
			sub.fault(key, "", "%q is no name of a header", shorten(key.Value, 64))
		case slices.Contains(ownHeaders, name):
			sub.fault(key, name, "is set by the program")
		case twice:
			sub.fault(key, name, "appears twice")
		case value.Kind != yaml.ScalarNode || !NewSecret(value.Value).sendable():
			sub.fault(key, name, "must be printable text of at most %d bytes", headerValueLimit)
		default:
			o.Headers[name] = NewSecret(value.Value)
		}
	}
}

// telling is from how many bytes on the value of a header may be a credential; a shorter one is a switch, and a word of answers.
const telling = 12

// scrub removes the key and the values of headers from a sentence that leaves the package.
func (p *Platform) scrub(text string) string {
	for _, value := range p.Options.Headers {
		if len(value.Reveal()) >= telling {
			text = value.scrub(text)
		}
	}
	return p.Key.scrub(text)
}

// scrubBytes does the same to a body.
func (p *Platform) scrubBytes(body []byte) []byte {
	for _, value := range p.Options.Headers {
		if len(value.Reveal()) >= telling {
			body = value.scrubBytes(body)
		}
	}
	return p.Key.scrubBytes(body)
}
