package simulator

import "strings"

// encodeChat writes chat completions with the sources where the entry expects them.
func (in *inquiry) encodeChat(d *Draft, do Outcome) object {
	text, places := in.render(d, in.style(), do)
	message := object{"role": "assistant", "content": text}
	if in.thinking {
		if in.platform.ID == "perplexity" {
			message["content"] = "<think>\n" + d.Reasoning + "\n</think>\n\n" + text
		} else {
			message["reasoning_content"] = d.Reasoning
		}
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
		message["annotations"] = nestedAnnotations(d, places)
	default:
		put(body, in.platform.Options.Sources[0], in.listSources(d))
	}
	if in.platform.ID == "perplexity" {
		usage["num_search_queries"], usage["cost"] = len(d.Queries), object{"total_cost": 0.006}
	}
	if in.platform.ID == "baidu_search" {
		body["request_id"], body["is_safe"], body["followup_queries"] = in.id(), true, []any{}
	}
	return body
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

func nestedAnnotations(d *Draft, places []place) []any {
	list := []any{}
	for _, p := range places {
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
