package assistant

import "strings"

// Protocol names the shape of a platform's requests and replies.
type Protocol string

// protocol is one wire shape: what is sent and how the reply is read. Each stands in the file of its name. Error bodies
// are read by one lenient reader for all of them, because gateways answer in other shapes than the platform behind them.
type protocol struct {
	name Protocol
	path string // below the entry's base address when the entry names none; {model} is replaced
	// body is the request without what the entry adds.
	body func(p *Platform, q Question) map[string]any
	// decode adds one reply to r, that of a tool included. What it returns is appended to the request's messages, a
	// toolCall as its message, and the question is put again; nil means that the answer is complete.
	decode func(p *Platform, raw []byte, r *reply) (again []any, err error)

	// The rest may be absent.

	headers       map[string]string // of every request
	streamHeaders map[string]string // of a request whose answer is to come as a stream
	modelInPath   bool              // the model stands in the address and not in the body
	sourceList    bool              // the entry says where sources are, and what their fields are called
	// can adds what follows from the protocol to what a platform can do.
	can func(p *Platform, c *Capabilities)
	// form is merged into a request to get the answer in the form of a JSON schema.
	form func(name string, schema any) map[string]any
}

// protocols is the table of what can be spoken.
var protocols = tableOf(responsesProtocol, anthropicProtocol, dashScopeProtocol, chatProtocol, kimiProtocol, geminiProtocol)

type protocolTable struct {
	order []Protocol
	named map[Protocol]*protocol
}

func tableOf(list ...protocol) protocolTable {
	t := protocolTable{named: make(map[Protocol]*protocol, len(list))}
	for _, p := range list {
		t.order = append(t.order, p.name)
		t.named[p.name] = &p
	}
	return t
}

// Protocols lists every protocol that can be spoken.
func Protocols() []Protocol { return append([]Protocol(nil), protocols.order...) }

// speaks is the platform's protocol. Entries are checked when they are read.
func (p *Platform) speaks() *protocol { return protocols.named[p.Protocol] }

// roundLimit bounds platforms that search in rounds.
const roundLimit = 5

// endpoint is the address a request goes to.
func (p *Platform) endpoint(model string) string {
	return p.below(strings.ReplaceAll(first(p.Options.Path, p.speaks().path), modelHole, model))
}

func (p *Platform) below(path string) string { return strings.TrimSuffix(p.BaseURL, "/") + path }

func messageBody(_ *Platform, q Question) map[string]any {
	return map[string]any{"messages": userMessage(q.Text)}
}

func userMessage(text string) []any {
	return []any{map[string]any{"role": "user", "content": text}}
}
