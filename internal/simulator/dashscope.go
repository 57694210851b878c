package simulator

import (
	"bytes"
	"encoding/json"
	"fmt"
)

var dashScopeProtocol = &protocol{
	name: "dashscope", suffix: "services/aigc/text-generation/generation", understand: understandDashScope, encode: encodeDashScope,
	refusals: "qwen",
}

func understandDashScope(in *inquiry, raw []byte) bool {
	var b struct {
		Model      string
		Input      struct{ Messages []message }
		Parameters struct {
			EnableThinking    bool `json:"enable_thinking"`
			EnableSearch      bool `json:"enable_search"`
			IncrementalOutput bool `json:"incremental_output"`
			SearchOptions     struct {
				EnableSource   bool `json:"enable_source"`
				EnableCitation bool `json:"enable_citation"`
			} `json:"search_options"`
		}
	}
	if json.Unmarshal(raw, &b) != nil {
		return false
	}
	in.model, in.asked = b.Model, lastUser(b.Input.Messages)
	in.searching, in.thinking = b.Parameters.EnableSearch, b.Parameters.EnableThinking
	in.sources = b.Parameters.SearchOptions.EnableSource
	in.marking = in.sources && b.Parameters.SearchOptions.EnableCitation
	return !in.thinking || in.stream && b.Parameters.IncrementalOutput
}

func encodeDashScope(in *inquiry, d *Draft, do Outcome) []byte {
	style := ""
	if in.marking {
		style = "ref"
	}
	text, _ := in.render(d, style, do)
	input, output := in.usage(text)
	usage := object{"input_tokens": input, "output_tokens": output, "total_tokens": input + output}
	if len(d.Queries) > 0 {
		usage["plugins"] = object{"search": object{"count": 1, "strategy": "max"}}
	}
	if in.stream {
		return in.streamDashScope(d, text, usage)
	}
	message := object{"role": "assistant", "content": text}
	out := object{"choices": []any{object{"finish_reason": "stop", "message": message}}}
	if len(d.Queries) > 0 && in.sources {
		out["search_info"] = object{"search_results": dashScopeResults(d)}
	}
	// DashScope itself does not name the model in its replies; a simulated one must.
	return marshal(object{"request_id": in.id(), "model": in.served(), "output": out, "usage": usage})
}

func dashScopeResults(d *Draft) []any {
	results := []any{}
	for i, s := range d.Sources {
		results = append(results, object{"index": i + 1, "title": s.Title, "url": s.URL, "site_name": s.Site, "icon": ""})
	}
	return results
}

// streamDashScope sends sources with the first increment, then the thoughts, then the text in pieces.
func (in *inquiry) streamDashScope(d *Draft, text string, usage object) []byte {
	var b bytes.Buffer
	n := 0
	event := func(content, reasoning, finish string, sources bool) {
		n++
		out := object{"choices": []any{object{
			"finish_reason": finish,
			"message":       object{"role": "assistant", "content": content, "reasoning_content": reasoning},
		}}}
		if sources {
			out["search_info"] = object{"search_results": dashScopeResults(d)}
		}
		body := marshal(object{"request_id": in.id(), "model": in.served(), "output": out, "usage": usage})
		fmt.Fprintf(&b, "id:%d\nevent:result\n:HTTP_STATUS/200\ndata:%s\n\n", n, body)
	}
	event("", d.Reasoning, "null", in.sources && len(d.Queries) > 0)
	runes := []rune(text)
	const piece = 60 // runes
	for len(runes) > piece {
		event(string(runes[:piece]), "", "null", false)
		runes = runes[piece:]
	}
	event(string(runes), "", "stop", false)
	return b.Bytes()
}
