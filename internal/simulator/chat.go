package simulator

import (
	"encoding/json"
	"strings"
)

var chatProtocol = &protocol{name: "chat", suffix: "chat/completions", understand: understandChat, encode: encodeChat}

// chatRequest has the search switches of all platforms that share chat completions.
type chatRequest struct {
	Model    string
	Messages []message
	Tools    []struct {
		Type      string
		WebSearch struct {
			SearchResult any `json:"search_result"`
		} `json:"web_search"`
	}
	Thinking  struct{ Type string }
	WebSearch *struct {
		Enable         bool
		EnableCitation bool `json:"enable_citation"`
		EnableTrace    bool `json:"enable_trace"`
	} `json:"web_search"` // Qianfan
	SearchMode       string          `json:"search_mode"` // Baidu AI Search
	CornerMarkers    *bool           `json:"enable_corner_markers"`
	EnableReasoning  bool            `json:"enable_reasoning"`
	WebSearchOptions json.RawMessage `json:"web_search_options"` // OpenAI chat
}

// understandChat knows the switches of each platform by the fields it has; a stranger searches when it is asked to in
// any of these ways.
func understandChat(in *inquiry, raw []byte) bool {
	var b chatRequest
	if json.Unmarshal(raw, &b) != nil {
		return false
	}
	in.model, in.asked = b.Model, lastUser(b.Messages)
	model := strings.ToLower(in.model)
	in.thinking = b.Thinking.Type == "enabled" || b.EnableReasoning || strings.Contains(model, "reasoning") ||
		strings.Contains(model, "-x1") || strings.Contains(model, "thinking")
	switch {
	case b.WebSearch != nil:
		in.searching, in.sources, in.marking = b.WebSearch.Enable, b.WebSearch.EnableTrace, b.WebSearch.EnableCitation
	case b.SearchMode == "required" || b.SearchMode == "auto":
		in.searching, in.marking = true, b.CornerMarkers == nil || *b.CornerMarkers
	case b.WebSearchOptions != nil:
		in.searching = true
	}
	for _, t := range b.Tools {
		if t.Type == "web_search" {
			in.searching = true
			in.sources = t.WebSearch.SearchResult == true || t.WebSearch.SearchResult == "True"
			in.marking = false
		}
	}
	return true
}

// encodeChat writes chat completions with the sources where the entry expects them.
func encodeChat(in *inquiry, d *Draft, do Outcome) []byte {
	text, extents := in.render(d, in.style(), do)
	message := object{"role": "assistant", "content": text}
	if in.thinking {
		message["reasoning_content"] = d.Reasoning
	}
	input, output := in.usage(text)
	usage := object{"prompt_tokens": input, "completion_tokens": output, "total_tokens": input + output}
	body := object{
		"id": in.id(), "object": "chat.completion", "model": in.served(), "usage": usage,
		"choices": []any{object{"index": 0, "finish_reason": "stop", "message": message}},
	}
	switch {
	case len(d.Queries) == 0 || !in.sources || len(in.platform.Options.Sources) == 0:
	case in.platform.Options.SourcesCited:
		message["annotations"] = nestedAnnotations(d, extents)
	default:
		put(body, in.platform.Options.Sources[0], in.listSources(d))
	}
	if in.platform.ID == "baidu_search" {
		body["request_id"], body["is_safe"], body["followup_queries"] = in.id(), true, []any{}
	}
	return marshal(body)
}

// listSources writes each source under the names the platform uses.
func (in *inquiry) listSources(d *Draft) []any {
	f := in.platform.Options.Fields
	list := []any{}
	for i, s := range d.Sources {
		item := make(object, 6)
		put(item, f.URL, s.URL)
		put(item, f.Title, s.Title)
		put(item, f.Site, s.Site)
		put(item, f.Snippet, s.Snippet)
		put(item, f.Index, i+1)
		if f.Date != "" {
			put(item, f.Date, beijing(s))
		}
		if in.platform.ID == "glm" {
			item["refer"], item["publish_date"] = nth(i+1), s.Published.Format("2006-01-02")
		}
		list = append(list, item)
	}
	return list
}

func nestedAnnotations(d *Draft, extents []markerExtent) []any {
	list := []any{}
	for _, p := range extents {
		s := d.Sources[p.source]
		list = append(list, object{"type": "url_citation", "url_citation": object{
			"url": tagged(s.URL), "title": s.Title, "start_index": p.start + 1, "end_index": p.end,
		}})
	}
	return list
}

// put sets a value below nested objects; "" is nowhere.
func put(into object, path string, value any) {
	for path != "" {
		key, rest, nested := strings.Cut(path, ".")
		if !nested {
			into[key] = value
			return
		}
		below, ok := into[key].(object)
		if !ok {
			below = object{}
			into[key] = below
		}
		into, path = below, rest
	}
}
