package assistant

import (
	"encoding/json"
	"strings"
)

// chatProtocol is chat completions with the source list wherever the entry says.
var chatProtocol = protocol{
	name: "chat", path: "/chat/completions",
	body: messageBody, decode: decodeChat,
	sourceList: true,
	can:        func(p *Platform, c *Capabilities) { c.Dates = p.Options.Fields.Date != "" },
	form: func(name string, schema any) map[string]any {
		return map[string]any{"response_format": map[string]any{
			"type":        "json_schema",
			"json_schema": map[string]any{"name": name, "strict": false, "schema": schema},
		}}
	},
}

type chatBody struct {
	ID        string
	RequestID string `json:"request_id"`
	Model     string
	Safe      *bool `json:"is_safe"` // Baidu AI Search
	Choices   []chatChoice
	Usage     chatUsage
}

type chatChoice struct {
	FinishReason string `json:"finish_reason"`
	Message      chatMessage
	Delta        chatMessage // in a stream
}

type chatMessage struct {
	Content   prose
	Reasoning string `json:"reasoning_content"`
	Refusal   string
	ToolCalls []struct {
		ID       string
		Function struct{ Name, Arguments string }
	} `json:"tool_calls"`
}

type chatUsage struct {
	Prompt     scalar `json:"prompt_tokens"`
	Completion scalar `json:"completion_tokens"`
	Total      scalar `json:"total_tokens"`
	Reasoning  scalar `json:"reasoning_tokens"`
	Details    struct {
		Reasoning scalar `json:"reasoning_tokens"`
	} `json:"completion_tokens_details"`
	Queries scalar `json:"num_search_queries"`
	Cost    struct {
		Total scalar `json:"total_cost"`
	}
}

func (u chatUsage) usage() Usage {
	return Usage{
		Input: u.Prompt.int(), Output: u.Completion.int(), Total: u.Total.int(),
		Reasoning: max(u.Reasoning.int(), u.Details.Reasoning.int()), Searches: u.Queries.int(), CostUSD: u.Cost.Total.number(),
	}
}

func decodeChat(p *Platform, raw []byte, r *reply) ([]any, error) {
	read := func(data []byte) error { return r.readChat(p, data) }
	var err error
	if streamed(raw) {
		err = events(raw, read)
	} else {
		err = read(raw)
	}
	if err == nil && r.reasoning.Len() == 0 {
		thought, rest := splitThinking(r.text.String())
		if thought != "" {
			r.reasoning.WriteString(thought)
			r.text.Reset()
			r.text.WriteString(rest)
		}
	}
	return nil, err
}

// readChat adds a whole reply, or one increment of a stream.
func (r *reply) readChat(p *Platform, raw []byte) error {
	var body chatBody
	if err := decodeJSON(raw, &body); err != nil {
		return err
	}
	if body.Choices == nil {
		if c := readComplaint(raw); c.found {
			return failedInside(raw)
		}
		return faultf(Malformed, "no choices in the reply")
	}
	r.id, r.requestID, r.model = first(body.ID, r.id), first(body.RequestID, r.requestID), first(body.Model, r.model)
	if usage := body.Usage.usage(); usage.Total > 0 {
		r.usage = usage
	}
	if len(body.Choices) > 0 {
		r.readChoice(&body.Choices[0])
	}
	if body.Safe != nil && !*body.Safe {
		r.finish = "content_filter"
	}
	listed := len(r.sources) == 0 && len(p.Options.Sources) > 0 // streams repeat the list in every increment
	told := p.Options.Searched != "" && !r.searched
	if !listed && !told {
		return nil
	}
	whole := objectOf(raw)
	if listed {
		r.readSources(p, whole)
	}
	if told && !r.searched {
		r.searched = holds(whole.lookup(p.Options.Searched))
	}
	return nil
}

func (r *reply) readChoice(choice *chatChoice) {
	for _, m := range []*chatMessage{&choice.Message, &choice.Delta} {
		r.reasoning.WriteString(m.Reasoning)
		r.text.WriteString(string(m.Content))
		if m.Refusal != "" && m.Content == "" {
			r.text.WriteString(m.Refusal)
			choice.FinishReason = "refusal"
		}
	}
	r.readFinish(choice.FinishReason)
}

// splitThinking takes apart what reasoning models put before their answer.
func splitThinking(content string) (thought, rest string) {
	trimmed := strings.TrimLeft(content, " \n\r\t")
	inner, ok := strings.CutPrefix(trimmed, "<think>")
	if !ok {
		return "", content
	}
	thought, rest, ok = strings.Cut(inner, "</think>")
	if !ok {
		return inner, "" // it never came to an answer
	}
	return strings.TrimSpace(thought), strings.TrimLeft(rest, " \n\r\t")
}

// readSources takes the first configured list that is there. Lists hold objects, or bare addresses.
func (r *reply) readSources(p *Platform, whole object) {
	for _, path := range p.Options.Sources {
		var list []json.RawMessage
		if json.Unmarshal(whole.lookup(path), &list) != nil || len(list) == 0 {
			continue
		}
		before := len(r.sources)
		for _, item := range list {
			if s := p.sourceOf(item); s.url != "" {
				r.addSource(s)
			}
		}
		r.searched = true
		if len(r.sources) > before {
			return
		}
	}
}

func (p *Platform) sourceOf(item json.RawMessage) source {
	s := source{cited: p.Options.SourcesCited, origin: OriginSearchList}
	if p.Options.SourcesCited {
		s.origin = OriginAnnotation
	}
	if item[0] == '"' {
		s.url = textOf(item)
		return s
	}
	o := objectOf(item)
	f := p.Options.Fields
	s.url, s.title, s.site = o.text(f.URL), o.text(f.Title), o.text(f.Site)
	s.date, s.snippet, s.index = o.text(f.Date), o.text(f.Snippet), scalar(o.text(f.Index)).index()
	return s
}

func (o object) text(path string) string {
	if path == "" {
		return ""
	}
	return textOf(o.lookup(path))
}

// holds tells whether a value is more than nothing: not 0, not false, not an empty list, object or string.
func holds(raw json.RawMessage) bool {
	if len(raw) == 0 {
		return false
	}
	switch raw[0] {
	case '[', '{':
		return strings.Trim(string(raw), "[]{} \n\t\r") != ""
	}
	s := scalar(textOf(raw))
	return s.truth() || raw[0] == '"' && s != "" && !strings.EqualFold(string(s), "false") && s != "0"
}
