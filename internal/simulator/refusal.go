package simulator

import (
	"net/http"
	"strconv"
	"sync"
	"time"

	"go.yaml.in/yaml/v3"
)

// refusal is a platform's "no" in its own words.
type refusal struct {
	status     int
	body       any
	retryAfter time.Duration
}

func (f *refusal) write(w http.ResponseWriter) {
	if f.retryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int((f.retryAfter+time.Second-1)/time.Second)))
	}
	w.Header().Set("X-Request-Id", "sim-refused")
	writeJSON(w, f.status, f.body)
}

// code is a documented refusal: status, code, type and sentence.
type code struct {
	status           int
	code, kind, text string
}

func (c *code) UnmarshalYAML(list *yaml.Node) error {
	var words []string
	if err := list.Decode(&words); err != nil {
		return err
	}
	status, err := strconv.Atoi(words[0])
	*c = code{status, words[1], words[2], words[3]}
	return err
}

// dialect is how a platform refuses: the shape of the body and its own codes.
type dialect struct {
	Shape string
	Codes map[Outcome]code
}

var shapes = map[string]func(c code, do Outcome) object{
	"nested": nestedError, "top": topError, "codeless": codelessError, "google": googleError, "anthropic": anthropicError,
}

var dialects = sync.OnceValue(func() (all map[string]dialect) {
	decode("refusals.yaml", &all)
	return all
})

func refuse(in *inquiry, do Outcome) *refusal {
	d := dialectOf(in)
	c, ok := d.Codes[do]
	if !ok {
		c = dialects()["standard"].Codes[do]
	}
	f := &refusal{status: c.status, body: shapes[d.Shape](c, do)}
	if c.status == http.StatusTooManyRequests && do == RateLimit {
		f.retryAfter = time.Second
	}
	return f
}

func dialectOf(in *inquiry) dialect {
	if d, ok := dialects()[in.platform.ID]; ok {
		return d
	}
	if in.protocol != nil && in.protocol.refusals != "" {
		return dialects()[in.protocol.refusals]
	}
	return dialects()["chatgpt"]
}

func nestedError(c code, _ Outcome) object {
	return object{"error": object{"code": c.code, "message": c.text, "type": c.kind, "param": nil, "request_id": "sim-refused"}}
}

func topError(c code, _ Outcome) object {
	return object{"code": c.code, "message": c.text, "request_id": "sim-refused"}
}

// codelessError is Moonshot's.
func codelessError(c code, _ Outcome) object {
	return object{"error": object{"type": c.kind, "message": c.text}}
}
