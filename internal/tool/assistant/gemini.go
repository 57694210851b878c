package assistant

import "unicode/utf8"

// geminiProtocol is Google's generateContent with search grounding.
var geminiProtocol = protocol{
	name: "gemini", path: "/models/{model}:generateContent",
	body: geminiRequest, decode: decodeGemini,
	can:         func(_ *Platform, c *Capabilities) { c.Queries = true },
	modelInPath: true,
}

func geminiRequest(_ *Platform, q Question) map[string]any {
	return map[string]any{"contents": []any{
		map[string]any{"role": "user", "parts": []any{map[string]any{"text": q.Text}}},
	}}
}

type geminiBody struct {
	ResponseID     string `json:"responseId"`
	ModelVersion   string `json:"modelVersion"`
	PromptFeedback struct {
		BlockReason string `json:"blockReason"`
	} `json:"promptFeedback"`
	Candidates []struct {
		FinishReason string `json:"finishReason"`
		Content      struct {
			Parts []struct {
				Text    string
				Thought bool
			}
		}
		Grounding *geminiGrounding `json:"groundingMetadata"`
	}
	Usage struct {
		Prompt     scalar `json:"promptTokenCount"`
		Candidates scalar `json:"candidatesTokenCount"`
		Thoughts   scalar `json:"thoughtsTokenCount"`
		Total      scalar `json:"totalTokenCount"`
		ToolUse    scalar `json:"toolUsePromptTokenCount"`
	} `json:"usageMetadata"`
}

type geminiGrounding struct {
	Queries []string `json:"webSearchQueries"`
	Chunks  []struct {
		Web struct{ URI, Title string }
	} `json:"groundingChunks"`
	Supports []struct {
		Segment struct {
			PartIndex  int `json:"partIndex"`
			StartIndex int `json:"startIndex"` // UTF-8 bytes, not runes
			EndIndex   int `json:"endIndex"`
		}
		Chunks []int `json:"groundingChunkIndices"`
	} `json:"groundingSupports"`
}

func decodeGemini(_ *Platform, raw []byte, r *reply) ([]any, error) {
	var body geminiBody
	if err := decodeJSON(raw, &body); err != nil {
		return nil, err
	}
	if body.PromptFeedback.BlockReason != "" && len(body.Candidates) == 0 {
		return nil, &Fault{Class: ContentFilter, Code: body.PromptFeedback.BlockReason}
	}
	if len(body.Candidates) == 0 {
		if c := readComplaint(raw); c.found {
			return nil, failedInside(raw)
		}
		return nil, faultf(Malformed, "no candidates in the reply")
	}
	first := body.Candidates[0]
	r.id, r.model, r.finish = body.ResponseID, body.ModelVersion, first.FinishReason
	r.usage = Usage{
		Input: body.Usage.Prompt.int(), Output: body.Usage.Candidates.int(),
		Reasoning: body.Usage.Thoughts.int(), Total: body.Usage.Total.int(),
	}
	starts := make([]int, len(first.Content.Parts)) // where each part begins in the joined text
	for i, part := range first.Content.Parts {
		starts[i] = r.text.Len()
		if part.Thought {
			r.reasoning.WriteString(part.Text)
			continue
		}
		r.text.WriteString(part.Text)
	}
	if first.Grounding != nil {
		r.readGrounding(first.Grounding, starts)
	}
	// Searched answers come without grounding at times; search is the one tool that is offered.
	r.searched = r.searched || body.Usage.ToolUse.int() > 0
	return nil, nil
}

// readGrounding takes chunks as retrieved and those that a support names as cited.
func (r *reply) readGrounding(g *geminiGrounding, starts []int) {
	for _, q := range g.Queries {
		r.addQuery(q)
	}
	r.searched = len(g.Queries) > 0 || len(g.Chunks) > 0
	r.usage.Searches = len(g.Queries)
	chunks := make([]source, len(g.Chunks))
	for i, c := range g.Chunks {
		chunks[i] = source{url: c.Web.URI, title: c.Web.Title, index: i + 1, origin: OriginGrounding}
	}
	text := r.text.String()
	missing := 0
	for _, s := range g.Supports {
		extent := segment(text, starts, s.Segment.PartIndex, cut{s.Segment.StartIndex, s.Segment.EndIndex})
		for _, n := range s.Chunks {
			if n < 0 || n >= len(chunks) {
				missing++
				continue
			}
			chunks[n].cited = true
			if extent.end > extent.start {
				chunks[n].addExtent(extent)
			}
		}
	}
	if missing > 0 {
		r.warn("%d grounding supports name no source", missing)
	}
	for _, c := range chunks {
		r.addSource(c)
	}
}

// segment moves a part's byte offsets into the joined text; what points outside or into the middle of a rune is
// narrowed to whole runes.
func segment(text string, starts []int, part int, s cut) cut {
	base := 0
	if part >= 0 && part < len(starts) {
		base = starts[part]
	}
	s.start = max(0, min(base+max(s.start, 0), len(text)))
	s.end = max(s.start, min(base+max(s.end, 0), len(text)))
	for s.start < s.end && !utf8.RuneStart(text[s.start]) {
		s.start++
	}
	for s.end > s.start && s.end < len(text) && !utf8.RuneStart(text[s.end]) {
		s.end--
	}
	return s
}
