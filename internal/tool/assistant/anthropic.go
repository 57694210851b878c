package assistant

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// anthropicProtocol is Anthropic's Messages with the web search tool, also spoken by DeepSeek.
var anthropicProtocol = protocol{
	name: "anthropic", path: "/v1/messages",
	body: messageBody, decode: decodeAnthropic,
	headers: map[string]string{"Anthropic-Version": "2023-06-01"},
	can:     func(_ *Platform, c *Capabilities) { c.Queries, c.Dates = true, true },
}

type anthropicBody struct {
	ID         string
	Type       string
	Model      string
	StopReason string `json:"stop_reason"`
	Content    []anthropicBlock
	Usage      struct {
		InputTokens  scalar `json:"input_tokens"`
		OutputTokens scalar `json:"output_tokens"`
		Server       struct {
			Searches scalar `json:"web_search_requests"`
		} `json:"server_tool_use"`
	}
}

type anthropicBlock struct {
	Type      string
	Text      string
	Thinking  string
	Input     struct{ Query string }
	Content   json.RawMessage // of a search result: a list, or an error object
	Citations []struct {
		URL, Title string
		CitedText  string `json:"cited_text"`
	}
}

func decodeAnthropic(_ *Platform, raw []byte, r *reply) ([]any, error) {
	var body anthropicBody
	if err := decodeJSON(raw, &body); err != nil {
		return nil, err
	}
	if body.Type == "error" {
		return nil, failedInside(raw)
	}
	if body.Content == nil {
		return nil, faultf(Malformed, "no content in the reply")
	}
	r.id, r.model, r.finish = body.ID, body.Model, body.StopReason
	input, output := body.Usage.InputTokens.int(), body.Usage.OutputTokens.int()
	r.usage.add(Usage{Input: input, Output: output, Total: input + output})
	tools, size, sources := anthropicTools{}, 0, 0
	for i := range body.Content {
		size += len(body.Content[i].Text)
		sources += len(body.Content[i].Citations)
		if body.Content[i].Content != nil {
			sources += usualResults
		}
	}
	r.text.Grow(size)
	sources = min(sources, sourceLimit)
	r.sources, r.extents = slices.Grow(r.sources, sources), slices.Grow(r.extents, sources)
	for i := range body.Content {
		r.readAnthropic(&body.Content[i], &tools)
	}
	r.usage.Searches += max(body.Usage.Server.Searches.int(), tools.results)
	if tools.failure != "" && tools.results == 0 && !r.searched {
		return nil, &Fault{Class: SearchFailed, Code: tools.failure, Message: "the platform's web search failed"}
	}
	if tools.failure != "" {
		r.warn("one of several searches failed: %s", shorten(tools.failure, 64))
	}
	r.searched = r.searched || tools.results > 0
	if body.StopReason == "pause_turn" {
		// The platform wants its own turn back, unchanged, and continues where it stopped.
		var turn struct{ Content json.RawMessage }
		if err := decodeJSON(raw, &turn); err != nil {
			return nil, err
		}
		return []any{map[string]any{"role": "assistant", "content": turn.Content}}, nil
	}
	return nil, nil
}

// usualResults is how many results one search brings, to take memory once.
const usualResults = 10

type anthropicTools struct {
	results int    // searches that came back
	failure string // error code of one that did not
}

// readAnthropic joins text blocks without a separator: a sentence is split where its citation ends.
func (r *reply) readAnthropic(b *anthropicBlock, tools *anthropicTools) {
	switch b.Type {
	case "text":
		extent := cut{r.text.Len(), r.text.Len() + len(b.Text)}
		r.text.WriteString(b.Text)
		for _, c := range b.Citations {
			r.extents = append(r.extents, extent)
			own := r.extents[len(r.extents)-1:]
			r.addSource(source{
				url: c.URL, title: c.Title, quote: c.CitedText, cited: true, origin: OriginAnnotation,
				extents: slices.Clip(own),
			})
		}
	case "thinking":
		r.reasoning.WriteString(b.Thinking)
	case "server_tool_use":
		r.addQuery(b.Input.Query)
	default: // DeepSeek's own search tool is not documented to name its results as Anthropic's does
		if strings.HasSuffix(b.Type, "web_search_tool_result") {
			r.readSearchResult(b.Content, tools)
		}
	}
}

func (r *reply) readSearchResult(raw json.RawMessage, tools *anthropicTools) {
	var failure struct {
		Code string `json:"error_code"`
	}
	if bytes.HasPrefix(raw, []byte("{")) && decodeJSON(raw, &failure) == nil {
		tools.failure = first(failure.Code, "unknown")
		return
	}
	var results []struct {
		URL, Title string
		PageAge    scalar `json:"page_age"`
	}
	_ = json.Unmarshal(raw, &results) // what cannot be read leaves fewer sources, the search still took place
	tools.results++
	for _, s := range results {
		r.addSource(source{url: s.URL, title: s.Title, date: string(s.PageAge), origin: OriginToolResult})
	}
}
