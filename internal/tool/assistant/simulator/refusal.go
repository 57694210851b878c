package simulator

import (
	"net/http"
	"strconv"
	"time"

	"renown/internal/tool/assistant"
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

// ways in which error bodies are shaped.
const (
	shapeError     = "error"     // {"error":{code,message,type}}
	shapeTop       = "top"       // {"code","message","request_id"}
	shapeAnthropic = "anthropic" // {"type":"error","error":{type,message}}
	shapeGoogle    = "google"    // {"error":{code,status,message,details}}
	shapeCodeless  = "codeless"  // {"error":{type,message}}, Moonshot
)

type dialect struct {
	shape string
	codes map[Outcome]code
}

func refuse(in *inquiry, do Outcome) *refusal {
	d := dialectOf(in)
	c, ok := d.codes[do]
	if !ok {
		c = standard[do]
	}
	f := &refusal{status: c.status}
	if c.status == http.StatusTooManyRequests && do == RateLimit {
		f.retryAfter = time.Second
	}
	switch d.shape {
	case shapeTop:
		f.body = object{"code": c.code, "message": c.text, "request_id": "sim-refused"}
	case shapeAnthropic:
		f.body = object{"type": "error", "error": object{"type": c.kind, "message": c.text}, "request_id": "sim-refused"}
	case shapeGoogle:
		e := object{"code": c.status, "status": c.code, "message": c.text}
		if do == RateLimit {
			e["details"] = []any{object{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "1s"}}
		}
		if do == Quota {
			e["details"] = []any{object{"@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": []any{
				object{"quotaId": "GenerateRequestsPerDayPerProjectPerModel"},
			}}}
		}
		f.body = object{"error": e}
	case shapeCodeless:
		f.body = object{"error": object{"type": c.kind, "message": c.text}}
	default:
		f.body = object{"error": object{"code": c.code, "message": c.text, "type": c.kind, "param": nil, "request_id": "sim-refused"}}
	}
	return f
}

func dialectOf(in *inquiry) dialect {
	if d, ok := dialects[in.platform.ID]; ok {
		return d
	}
	switch in.protocol {
	case assistant.ProtocolAnthropic:
		return dialects["claude"]
	case assistant.ProtocolDashScope:
		return dialects["qwen"]
	case assistant.ProtocolGemini:
		return dialects["gemini"]
	case assistant.ProtocolKimi:
		return dialects["kimi"]
	}
	return dialects["chatgpt"]
}
