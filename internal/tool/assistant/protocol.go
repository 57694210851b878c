package assistant

import "strings"

// protocol is one wire shape: what is sent and how the reply is read.
type protocol interface {
	// path stands below the entry's base address when the entry names none.
	path() string
	// body is the request without what the entry adds.
	body(p *Platform, q Question) map[string]any
	// decode adds one reply to r. What it returns is appended to the request's messages and the question is put again;
	// nil means that the answer is complete.
	decode(p *Platform, raw []byte, r *reply) (again []any, err error)
}

var protocols = map[Protocol]protocol{
	ProtocolResponses: responsesProtocol{},
	ProtocolAnthropic: anthropicProtocol{},
	ProtocolDashScope: dashScopeProtocol{},
	ProtocolChat:      chatProtocol{},
	ProtocolKimi:      kimiProtocol{},
	ProtocolGemini:    geminiProtocol{},
}

// roundLimit bounds platforms that search in rounds.
const roundLimit = 5

// endpoint is the address a request goes to.
func (p *Platform) endpoint(model string) string {
	path := first(p.Options.Path, protocols[p.Protocol].path())
	return strings.TrimSuffix(p.BaseURL, "/") + strings.ReplaceAll(path, modelHole, model)
}

func userMessage(text string) []any {
	return []any{map[string]any{"role": "user", "content": text}}
}
