package assistant

import (
	"encoding/json"
	"strings"
)

// responsesProtocol is OpenAI's Responses and what Ark, xAI, TokenHub and Perplexity made of it.
var responsesProtocol = protocol{
	name: "responses", path: "/responses",
	body: responsesRequest, decode: decodeResponses,
	can: func(p *Platform, c *Capabilities) { c.Queries, c.Dates = true, p.Options.Zone != "" },
	form: func(name string, schema any) map[string]any {
		return map[string]any{"text": map[string]any{"format": map[string]any{
			"type": "json_schema", "name": name,
			"strict": false, "schema": schema,
		}}}
	},
}

func responsesRequest(p *Platform, q Question) map[string]any {
	switch p.Options.Input {
	case "message":
		return map[string]any{"input": []any{map[string]any{"type": "message", "role": "user", "content": q.Text}}}
	case "role":
		return map[string]any{"input": userMessage(q.Text)}
	}
	return map[string]any{"input": q.Text}
}

type responsesBody struct {
	ID                string
	Status            string
	Model             string
	Error             *errorObject
	IncompleteDetails struct{ Reason string } `json:"incomplete_details"`
	Output            []responsesItem
	Usage             struct {
		InputTokens  scalar `json:"input_tokens"`
		OutputTokens scalar `json:"output_tokens"`
		TotalTokens  scalar `json:"total_tokens"`
		Details      struct {
			Reasoning scalar `json:"reasoning_tokens"`
		} `json:"output_tokens_details"`
		Cost struct {
			Total scalar `json:"total_cost"` // Perplexity, in US dollars
		}
	}
}

type responsesItem struct {
	Type    string
	Status  string
	Content []responsesPart
	Summary []struct{ Text string }
	Action  struct {
		Type    string
		Query   string
		Queries []string
		Sources []struct{ URL, Title string }
	}
	Queries  []string        // Perplexity's search_results
	Results  []responsesLink // likewise, and Ark, according to a third party
	Contents []responsesLink // Perplexity's fetch_url_results
	Blocks   []appBlock      // Ark's doubao_app
}

type responsesPart struct {
	Type        string
	Text        string
	Refusal     string
	Annotations []responsesLink
}

// responsesLink is a url_citation or a search result. OpenAI gives offsets, Ark gives site and date instead, Perplexity
// the number that stands for the result in the text.
type responsesLink struct {
	Type        string
	ID          scalar
	URL         string
	Title       string
	StartIndex  *int   `json:"start_index"` // runes of the part's text
	EndIndex    *int   `json:"end_index"`
	SiteName    string `json:"site_name"`
	PublishTime scalar `json:"publish_time"`
	Summary     scalar
	Date        scalar
	Snippet     scalar
}

func (l responsesLink) source(cited bool, origin Origin) source {
	return source{
		url: l.URL, title: l.Title, site: l.SiteName,
		date: first(string(l.PublishTime), string(l.Date)), snippet: first(string(l.Summary), string(l.Snippet)),
		cited: cited, origin: origin,
	}
}

func decodeResponses(_ *Platform, raw []byte, r *reply) ([]any, error) {
	var body responsesBody
	if err := decodeJSON(raw, &body); err != nil {
		return nil, err
	}
	if body.Status == "failed" || body.Output == nil && body.Error != nil {
		return nil, failedInside(raw)
	}
	if body.Output == nil {
		return nil, faultf(Malformed, "no output in the reply")
	}
	r.id, r.model = body.ID, body.Model
	r.finish = body.IncompleteDetails.Reason
	r.usage = Usage{
		Input: body.Usage.InputTokens.int(), Output: body.Usage.OutputTokens.int(), Total: body.Usage.TotalTokens.int(),
		Reasoning: body.Usage.Details.Reasoning.int(), CostUSD: body.Usage.Cost.Total.number(),
	}
	for i := range body.Output {
		r.readItem(&body.Output[i])
	}
	return nil, nil
}

func (r *reply) readItem(item *responsesItem) {
	switch {
	case item.Type == "message":
		for i := range item.Content {
			r.readPart(&item.Content[i])
		}
	case item.Type == "reasoning":
		for _, s := range item.Summary {
			r.reasoning.WriteString(s.Text)
		}
		for _, c := range item.Content {
			r.reasoning.WriteString(string(c.Text))
		}
	case item.Type == "doubao_app_call":
		for i := range item.Blocks {
			r.readBlock(&item.Blocks[i])
		}
	case item.Type == "search_results" || item.Type == "fetch_url_results":
		r.readResults(item)
	case strings.Contains(item.Type, "search") && strings.HasSuffix(item.Type, "_call"):
		r.readSearch(item)
	}
}

// readResults reads what Perplexity found by one call of a tool. The text names a search result by its id; a page that was
// opened has none.
func (r *reply) readResults(item *responsesItem) {
	r.searched = true
	if item.Type == "search_results" {
		r.usage.Searches++
	}
	for _, q := range item.Queries {
		r.addQuery(q)
	}
	for _, l := range append(item.Results, item.Contents...) {
		s := l.source(false, OriginToolResult)
		s.index = l.ID.index()
		r.addSource(s)
	}
}

func (r *reply) readSearch(item *responsesItem) {
	r.searched = true
	if item.Action.Type != "open_page" && item.Action.Type != "find_in_page" {
		r.usage.Searches++
	}
	for _, q := range append(item.Action.Queries, item.Action.Query) {
		r.addQuery(q)
	}
	for _, s := range item.Action.Sources {
		r.addSource(source{url: s.URL, title: s.Title, origin: OriginToolResult})
	}
	for _, l := range item.Results {
		r.addSource(l.source(false, OriginToolResult))
	}
}

// readPart joins parts without a separator, as the platform's own library does. Offsets count runes of the part.
func (r *reply) readPart(part *responsesPart) {
	if part.Refusal != "" {
		r.finish = "refusal"
	}
	base := r.text.Len()
	text := first(part.Text, part.Refusal)
	r.text.WriteString(text)
	var rule *ruler
	for _, l := range part.Annotations {
		s := l.source(true, OriginAnnotation)
		if l.StartIndex != nil && l.EndIndex != nil && *l.StartIndex <= *l.EndIndex {
			if rule == nil {
				made := newRuler(text)
				rule = &made
			}
			s.extents = []cut{{base + rule.byte(*l.StartIndex), base + rule.byte(*l.EndIndex)}}
		}
		// An annotation is proof of a search even where the platform does not list the call.
		r.searched = r.searched || s.url != ""
		r.addSource(s)
	}
}

// appBlock is a step of Ark's doubao_app tool.
type appBlock struct {
	Type    string
	Text    string
	Queries []string
	Results []struct {
		TextCard struct {
			URL, Title, Sitename, Summary string
			Index                         scalar
			PublishTime                   scalar `json:"publish_time_second"`
		} `json:"text_card"`
	}
}

func (r *reply) readBlock(b *appBlock) {
	switch b.Type {
	case "output_text":
		r.text.WriteString(b.Text)
	case "reasoning_text":
		r.reasoning.WriteString(b.Text)
	case "search", "reasoning_search":
		r.searched = true
		r.usage.Searches++
		for _, q := range b.Queries {
			r.addQuery(q)
		}
		for _, result := range b.Results {
			c := result.TextCard
			r.addSource(source{
				url: c.URL, title: c.Title, site: c.Sitename, snippet: c.Summary, date: string(c.PublishTime),
				index: c.Index.index(), origin: OriginSearchList,
			})
		}
	}
}

// failedInside reads an error that came with HTTP 200.
func failedInside(raw json.RawMessage) *Fault {
	c := readComplaint(raw)
	return &Fault{Class: classify(0, c, nil), Code: first(c.code, c.kind), Message: c.message, RequestID: c.requestID}
}
