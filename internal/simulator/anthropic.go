package simulator

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
)

var anthropicProtocol = &protocol{
	name: "anthropic", suffix: "v1/messages", understand: understandAnthropic, encode: encodeAnthropic,
	authorised: func(h http.Header) bool { return h.Get("X-Api-Key") != "" && h.Get("Anthropic-Version") != "" },
	refusals:   "claude", filtered: filteredAnthropic,
}

type anthropicRequest struct {
	Model      string
	Messages   []message
	Tools      []struct{ Type, Name string }
	MaxTokens  int                   `json:"max_tokens"`
	ToolChoice struct{ Type string } `json:"tool_choice"`
	Thinking   struct {
		Type, Display string
		Budget        *int `json:"budget_tokens"`
	}
	Temperature *float64
	TopP        *float64 `json:"top_p"`
	TopK        *float64 `json:"top_k"`
}

func understandAnthropic(in *inquiry, raw []byte) bool {
	var b anthropicRequest
	if json.Unmarshal(raw, &b) != nil {
		return false
	}
	in.model, in.asked, in.thinking = b.Model, lastUser(b.Messages), b.Thinking.Type == "enabled"
	in.searching = slices.ContainsFunc(b.Tools, func(t struct{ Type, Name string }) bool {
		return strings.HasPrefix(t.Type, "web_search_2") && t.Name == "web_search" || t.Type == "deepseek_web_search" && t.Name == t.Type
	})
	switch in.platform.ID {
	case "claude":
		// It thinks unless told otherwise, and shows that only where it is asked to.
		in.thinking, in.quiet = b.Thinking.Type != "between_tools", b.Thinking.Display != "summarized"
		return b.MaxTokens > 0 && !b.outdated()
	case "deepseek":
		if b.Model == "deepseek-v4-flash" {
			in.model = "deepseek-flash" // the old name is taken, and answered by its successor
		}
	}
	return b.MaxTokens > 0
}

// outdated tells whether the request has a setting that Claude answers with a 400 since its fifth generation.
func (b *anthropicRequest) outdated() bool {
	forced := b.ToolChoice.Type == "tool" || b.ToolChoice.Type == "any"
	fixed := b.Thinking.Type == "enabled" || b.Thinking.Type == "disabled" || b.Thinking.Budget != nil
	return forced || fixed || b.Temperature != nil || b.TopP != nil || b.TopK != nil
}

// filteredAnthropic: of the platforms that share the protocol only Anthropic's own ends like this.
func filteredAnthropic(in *inquiry) any {
	if in.platform.ID != "claude" {
		return nil
	}
	return object{"id": in.id(), "type": "message", "model": in.served(), "content": []any{}, "stop_reason": "refusal"}
}

// anthropicError is the shape of its refusals.
func anthropicError(c code, _ Outcome) object {
	return object{"type": "error", "error": object{"type": c.kind, "message": c.text}, "request_id": "sim-refused"}
}

// encodeAnthropic writes Messages: a cited sentence is a block of its own.
func encodeAnthropic(in *inquiry, d *Draft, do Outcome) []byte {
	content := []any{}
	if in.thinking {
		shown := d.Reasoning
		if in.quiet {
			shown = ""
		}
		content = append(content, object{"type": "thinking", "thinking": shown, "signature": "sim"})
	}
	searches := 0
	if len(d.Queries) > 0 {
		searches = 1
		content = append(content,
			object{"type": "server_tool_use", "id": "srv_1", "name": "web_search", "input": object{"query": d.Queries[0]}},
			object{"type": "web_search_tool_result", "tool_use_id": "srv_1", "content": in.searchResult(d, do)})
	}
	text := ""
	plain := func() {
		if text != "" {
			content = append(content, object{"type": "text", "text": text})
			text = ""
		}
	}
	length := 0
	for _, part := range d.Passages {
		length += len(part.Text) + len(part.Tail)
		if len(part.Cites) == 0 || do == SearchFailed {
			text += part.Text + part.Tail
			continue
		}
		plain()
		citations := []any{}
		for _, c := range part.Cites {
			s := d.Sources[c]
			citations = append(citations, object{
				"type": "web_search_result_location", "url": s.URL, "title": s.Title,
				"cited_text": s.Snippet,
			})
		}
		content = append(content, object{"type": "text", "text": part.Text, "citations": citations})
		text = part.Tail
	}
	plain()
	input, output := in.usage(in.question)
	return marshal(object{
		"id": in.id(), "type": "message", "role": "assistant", "model": in.served(), "stop_reason": "end_turn", "content": content,
		"usage": object{
			"input_tokens": input, "output_tokens": output + length/3,
			"server_tool_use": object{"web_search_requests": searches},
		},
	})
}

func (in *inquiry) searchResult(d *Draft, do Outcome) any {
	if do == SearchFailed {
		return object{"type": "web_search_tool_result_error", "error_code": "unavailable"}
	}
	results := []any{}
	for _, s := range d.Sources {
		results = append(results, object{
			"type": "web_search_result", "url": s.URL, "title": s.Title,
			"page_age": s.Published.Format("January 2, 2006"), "encrypted_content": "c2lt",
		})
	}
	return results
}
