package simulator

import "encoding/json"

var responsesProtocol = &protocol{
	name: "responses", suffix: "/responses", understand: understandResponses, encode: encodeResponses, filtered: filteredResponses,
}

func understandResponses(in *inquiry, raw []byte) bool {
	var b struct {
		Model string
		Input json.RawMessage
		Tools []struct {
			Type    string
			Feature map[string]struct{ Type string }
		}
		ToolChoice any `json:"tool_choice"`
		Thinking   struct{ Type string }
		Reasoning  struct{ Effort string }
		Thinks     bool `json:"enable_thinking"` // Alibaba's
	}
	if json.Unmarshal(raw, &b) != nil {
		return false
	}
	in.model, in.asked = b.Model, inputText(b.Input)
	in.thinking = b.Thinking.Type == "enabled" || b.Reasoning.Effort == "high" || b.Thinks
	for _, t := range b.Tools {
		switch t.Type {
		case "web_search", "x_search":
			in.searching = in.platform.ID != "perplexity" || b.ToolChoice == "required"
		case "doubao_app":
			in.app = true
			in.deep = t.Feature["reasoning_search"].Type == "enabled"
			in.thinking = in.deep || t.Feature["deep_chat"].Type == "enabled"
			in.searching = in.deep || t.Feature["ai_search"].Type == "enabled"
			if in.header.Get("Ark-Beta-Doubao-App") != "true" {
				return false
			}
		}
	}
	return true
}

// filteredResponses is how TokenHub says no.
func filteredResponses(in *inquiry) any {
	if in.platform.ID != "yuanbao" {
		return nil
	}
	body := in.responses([]any{}, "")
	body["status"], body["incomplete_details"] = "incomplete", object{"reason": "content_filter"}
	return body
}

// inputText reads the input: a text, or messages.
func inputText(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	var list []message
	if json.Unmarshal(raw, &list) == nil {
		return lastUser(list)
	}
	return ""
}

// encodeResponses writes Responses: Ark's annotations carry site and date, OpenAI's carry offsets, xAI's and TokenHub's
// neither, and Perplexity has none.
func encodeResponses(in *inquiry, d *Draft, do Outcome) []byte {
	if in.app {
		return marshal(in.encodeApp(d, do))
	}
	text, extents := in.render(d, in.style(), do)
	var output []any
	if in.thinking {
		output = append(output, object{
			"type": "reasoning", "id": "rs_1",
			"summary": []any{object{"type": "summary_text", "text": d.Reasoning}},
		})
	}
	if len(d.Queries) > 0 {
		output = append(output, in.searchItem(d))
	}
	part := object{"type": "output_text", "text": text, "annotations": in.annotations(d, extents)}
	output = append(output, object{"type": "message", "role": "assistant", "status": "completed", "content": []any{part}})
	return marshal(in.responses(output, text))
}

// searchItem is the search as a call, and with Perplexity as its results.
func (in *inquiry) searchItem(d *Draft) object {
	if in.platform.ID != "perplexity" {
		return object{"type": "web_search_call", "id": "ws_1", "status": "completed", "action": in.action(d)}
	}
	results := []any{}
	for i, s := range d.Sources {
		results = append(results, object{
			"id": i + 1, "url": s.URL, "title": s.Title, "snippet": s.Snippet, "date": s.Published.Format("2006-01-02"), "source": "web",
		})
	}
	return object{"type": "search_results", "queries": d.Queries, "results": results}
}

func (in *inquiry) annotations(d *Draft, extents []markerExtent) []any {
	annotations := []any{}
	if in.platform.ID == "perplexity" || !in.platform.Options.Cites {
		return annotations
	}
	linked := in.style() == "link"
	seen := map[int]bool{}
	for _, p := range extents {
		s := d.Sources[p.source]
		a := object{"type": "url_citation", "url": s.URL, "title": s.Title}
		switch {
		case linked:
			a["url"], a["start_index"], a["end_index"] = tagged(s.URL), p.start+1, p.end // the blank before is prose
		case in.platform.ID == "grok":
			a["title"] = "1"
		case seen[p.source]:
			continue
		case in.platform.ID == "yuanbao":
		default:
			a["site_name"], a["publish_time"], a["summary"] = s.Site, beijing(s), s.Snippet
		}
		seen[p.source] = true
		annotations = append(annotations, a)
	}
	return annotations
}

func (in *inquiry) action(d *Draft) object {
	a := object{"type": "search", "query": d.Queries[0], "queries": d.Queries}
	if in.platform.ID == "doubao" || in.platform.ID == "yuanbao" {
		return a // they list nothing but what is cited
	}
	sources := []any{}
	for _, s := range d.Sources {
		sources = append(sources, object{"type": "url", "url": s.URL})
	}
	a["sources"] = sources
	return a
}

func (in *inquiry) responses(output []any, text string) object {
	input, out := in.usage(text)
	usage := object{
		"input_tokens": input, "output_tokens": out, "total_tokens": input + out,
		"output_tokens_details": object{"reasoning_tokens": 0},
	}
	if in.platform.ID == "perplexity" {
		usage["cost"] = object{"currency": "USD", "total_cost": 0.006}
	}
	return object{
		"id": in.id(), "object": "response", "status": "completed", "model": in.served(), "error": nil, "incomplete_details": nil,
		"output": output, "usage": usage,
	}
}

// encodeApp writes Ark's doubao_app blocks.
func (in *inquiry) encodeApp(d *Draft, do Outcome) object {
	text, _ := in.render(d, in.style(), do)
	var blocks []any
	if len(d.Queries) > 0 {
		results := []any{}
		for i, s := range d.Sources {
			results = append(results, object{"text_card": object{
				"index": i + 1, "title": s.Title, "url": s.URL, "sitename": s.Site, "summary": s.Snippet,
				"publish_time_second": s.Published.Unix(),
			}})
		}
		kind := "search"
		if in.deep {
			kind = "reasoning_search"
		}
		blocks = append(blocks, object{"type": kind, "queries": d.Queries, "results": results, "status": "completed"})
	}
	if in.thinking {
		blocks = append(blocks, object{"type": "reasoning_text", "text": d.Reasoning})
	}
	blocks = append(blocks, object{"type": "output_text", "text": text, "status": "completed"})
	return in.responses([]any{object{"type": "doubao_app_call", "status": "completed", "blocks": blocks}}, text)
}
