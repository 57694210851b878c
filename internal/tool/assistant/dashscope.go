package assistant

// dashScopeProtocol is Alibaba's own shape. The compatible endpoints run the search and drop the sources.
var dashScopeProtocol = protocol{
	name: "dashscope", path: "/services/aigc/text-generation/generation",
	body: dashScopeRequest, decode: decodeDashScope,
	streamHeaders: map[string]string{"X-DashScope-SSE": "enable"},
}

func dashScopeRequest(p *Platform, q Question) map[string]any {
	parameters := map[string]any{"result_format": "message"}
	if p.streams(q.Mode) {
		parameters["incremental_output"] = true
	}
	return map[string]any{"input": map[string]any{"messages": userMessage(q.Text)}, "parameters": parameters}
}

type dashScopeBody struct {
	RequestID string `json:"request_id"`
	Code      scalar
	Model     string
	Output    *struct {
		Text         string // with result_format text
		FinishReason string `json:"finish_reason"`
		Choices      []struct {
			FinishReason string `json:"finish_reason"`
			Message      struct {
				Content   prose
				Reasoning string `json:"reasoning_content"`
			}
		}
		SearchInfo struct {
			Results []dashScopeResult `json:"search_results"`
		} `json:"search_info"`
	}
	Usage struct {
		InputTokens  scalar `json:"input_tokens"`
		OutputTokens scalar `json:"output_tokens"`
		TotalTokens  scalar `json:"total_tokens"`
		Details      struct {
			Reasoning scalar `json:"reasoning_tokens"`
		} `json:"output_tokens_details"`
		Plugins struct {
			Search struct{ Count scalar }
		}
	}
}

type dashScopeResult struct {
	Index    scalar
	Title    string
	URL      string
	SiteName string `json:"site_name"`
}

func decodeDashScope(_ *Platform, raw []byte, r *reply) ([]any, error) {
	if !streamed(raw) {
		return nil, r.readDashScope(raw)
	}
	err := events(raw, r.readDashScope)
	return nil, err
}

// readDashScope adds a whole reply, or one increment of a stream.
func (r *reply) readDashScope(raw []byte) error {
	var body dashScopeBody
	if err := decodeJSON(raw, &body); err != nil {
		return err
	}
	if body.Output == nil && body.Code != "" {
		return failedInside(raw)
	}
	if body.Output == nil {
		return faultf(Malformed, "no output in the reply")
	}
	r.requestID = first(body.RequestID, r.requestID)
	r.model = first(body.Model, r.model)
	r.text.WriteString(body.Output.Text)
	r.readFinish(body.Output.FinishReason)
	if len(body.Output.Choices) > 0 {
		choice := body.Output.Choices[0]
		r.text.WriteString(string(choice.Message.Content))
		r.reasoning.WriteString(string(choice.Message.Reasoning))
		r.readFinish(choice.FinishReason)
	}
	if len(r.sources) == 0 { // a stream may repeat the list in every increment
		for _, s := range body.Output.SearchInfo.Results {
			r.addSource(source{url: s.URL, title: s.Title, site: s.SiteName, index: s.Index.index(), origin: OriginSearchList})
		}
	}
	usage := body.Usage
	if usage.TotalTokens != "" { // counted up to here, not since the last increment
		r.usage = Usage{
			Input: usage.InputTokens.int(), Output: usage.OutputTokens.int(), Total: usage.TotalTokens.int(),
			Reasoning: usage.Details.Reasoning.int(),
		}
	}
	r.usage.Searches = max(r.usage.Searches, usage.Plugins.Search.Count.int())
	r.searched = r.searched || len(r.sources) > 0 || r.usage.Searches > 0
	return nil
}

func (r *reply) readFinish(reason string) {
	if reason != "" && reason != "null" { // increments say "null", as text
		r.finish = reason
	}
}
