package simulator

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"renown/internal/tool/assistant"
)

// protocol is one wire shape as its platforms serve it. Each stands in the file of its name.
type protocol struct {
	name   assistant.Protocol
	suffix string // of the path; base addresses differ, these do not
	// understand finds the model, the question and the platform's own switches in a request; false is a request that the
	// platform is documented to refuse.
	understand func(in *inquiry, raw []byte) bool
	// encode puts a draft into the protocol's shape.
	encode func(in *inquiry, d *Draft, do Outcome) []byte

	// The rest may be absent.

	authorised func(h http.Header) bool // default: a bearer token
	refusals   string                   // the platform whose refusals a stranger's are like; default chatgpt
	filtered   func(in *inquiry) any    // the 200 with which it says no; nil where it uses an error
}

// protocols is the table of what can be served. Of two with the same path the first is a stranger's.
var protocols = []*protocol{responsesProtocol, anthropicProtocol, dashScopeProtocol, chatProtocol, kimiProtocol, geminiProtocol}

// protocolOf is the platform's own protocol where the path fits it, else the first that the path fits, else nil.
func protocolOf(p *assistant.Platform, path string) *protocol {
	var found *protocol
	for _, candidate := range protocols {
		if !strings.HasSuffix("/"+path, candidate.suffix) {
			continue
		}
		if p != nil && candidate.name == p.Protocol {
			return candidate
		}
		if found == nil {
			found = candidate
		}
	}
	return found
}

func (p *protocol) allows(h http.Header) bool {
	if p.authorised != nil {
		return p.authorised(h)
	}
	return strings.HasPrefix(h.Get("Authorization"), "Bearer ")
}

// message is what chat-like protocols send.
type message struct {
	Role    string
	Content json.RawMessage
	Calls   []struct {
		ID       string
		Function struct{ Name, Arguments string }
	} `json:"tool_calls"`
}

// lastUser reads the latest user message: a text, or parts.
func lastUser(list []message) string {
	for _, m := range slices.Backward(list) {
		if m.Role != "user" {
			continue
		}
		var text string
		if json.Unmarshal(m.Content, &text) == nil {
			return text
		}
		var parts []struct{ Text string }
		if json.Unmarshal(m.Content, &parts) == nil && len(parts) > 0 {
			return parts[0].Text
		}
	}
	return ""
}
