package simulator

import (
	"io"
	"net/http"
	"strings"

	"renown/internal/tool/assistant"
)

// inquiry is one request, understood as the platform would: what it asks for follows from the platform's own
// switches, not from our idea of modes.
type inquiry struct {
	platform  *assistant.Platform
	protocol  *protocol
	origin    string // of the simulator itself
	path      string // below the platform's name
	model     string
	since     string // the day of the model that answers, as the end of its name; "" where time stands still
	asked     string // the question as sent
	question  string // without its marker
	script    []Step
	searching bool
	sources   bool // the platform was asked to return its sources
	marking   bool // and to mark them in the text
	thinking  bool
	stream    bool
	quiet     bool // it thinks without showing it
	app       bool // Ark's doubao_app
	deep      bool // and its search within reasoning
	header    http.Header
	round     int
	loop      bool    // one of Kimi's search tools was declared
	formula   bool    // and it is the formula's
	inherited Outcome // from Kimi's first round
}

// requestLimit is more than any question needs.
const requestLimit = 8 << 20 // bytes

// read understands a request or says why the platform would not.
func (s *Simulator) read(r *http.Request) (*inquiry, *refusal) {
	id, below, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	in := &inquiry{origin: "http://" + r.Host, path: below, round: 1, sources: true, marking: true, header: r.Header}
	in.platform = s.platforms[id]
	in.protocol = protocolOf(in.platform, below)
	if in.platform == nil {
		in.platform = strange(id)
	}
	if in.protocol == nil || r.Method != http.MethodPost {
		return nil, refuse(in, Config)
	}
	if !in.platform.Keyless() && !in.protocol.allows(r.Header) {
		return nil, refuse(in, Auth)
	}
	in.stream = strings.EqualFold(r.Header.Get("X-DashScope-SSE"), "enable")
	raw, err := io.ReadAll(io.LimitReader(r.Body, requestLimit))
	if err != nil || !in.protocol.understand(in, raw) || in.asked == "" || in.model == "" {
		return nil, refuse(in, BadRequest)
	}
	in.question, in.script = cutMarker(in.asked)
	return in, nil
}

// strange makes up an entry for a platform without a description.
func strange(id string) *assistant.Platform {
	p := &assistant.Platform{ID: id}
	p.Options.Cites = true
	p.Options.Sources = []string{"search_results"}
	p.Options.Fields = assistant.Fields{URL: "url", Title: "title", Index: "index"}
	p.Options.Markers = []string{"plain"}
	return p
}
