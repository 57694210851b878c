package simulator

import (
	"encoding/json"
	"slices"
	"strings"

	"renown/internal/tool/assistant"
)

// understand finds the question and the platform's own switches.
func (in *inquiry) understand(b *requestBody, path string) {
	in.sources, in.marking = true, true
	switch in.protocol {
	case assistant.ProtocolResponses:
		in.asked = inputText(b.Input)
		in.understandResponses(b)
	case assistant.ProtocolAnthropic:
		in.asked = lastUser(b.Messages)
		in.searching = slices.ContainsFunc(b.Tools, func(t tool) bool { return strings.HasPrefix(t.Type, "web_search_2") && t.Name == "web_search" })
		in.thinking = b.Thinking.Type == "enabled"
	case assistant.ProtocolDashScope:
		var input struct{ Messages []message }
		_ = json.Unmarshal(b.Input, &input) // no question is refused later
		in.asked = lastUser(input.Messages)
		in.searching, in.thinking = b.Parameters.EnableSearch, b.Parameters.EnableThinking
		in.sources = b.Parameters.SearchOptions.EnableSource
		in.marking = in.sources && b.Parameters.SearchOptions.EnableCitation
	case assistant.ProtocolGemini:
		if len(b.Contents) > 0 && len(b.Contents[0].Parts) > 0 {
			in.asked = b.Contents[0].Parts[0].Text
		}
		_, name, _ := strings.Cut(path, "models/")
		in.model = strings.TrimSuffix(name, ":generateContent")
		in.searching = slices.ContainsFunc(b.Tools, func(t tool) bool { return t.GoogleSearch != nil })
		in.thinking = b.Generation.ThinkingConfig.IncludeThoughts
	case assistant.ProtocolKimi:
		in.asked = lastUser(b.Messages)
		in.searching = slices.ContainsFunc(b.Tools, func(t tool) bool { return t.Type == "builtin_function" && t.Function.Name == "$web_search" })
		in.loop = in.searching
		in.thinking = b.Thinking.Type != "disabled"
		for _, m := range b.Messages {
			if m.Role == "tool" {
				in.round++
			}
		}
	case assistant.ProtocolChat:
		in.asked = lastUser(b.Messages)
		in.understandChat(b)
	}
}

func (in *inquiry) understandResponses(b *requestBody) {
	in.thinking = b.Thinking.Type == "enabled" || b.Reasoning.Effort == "high"
	for _, t := range b.Tools {
		switch t.Type {
		case "web_search", "x_search":
			in.searching = true
		case "doubao_app":
			in.app = true
			in.thinking = t.Feature["reasoning_search"].Type == "enabled" || t.Feature["deep_chat"].Type == "enabled"
			in.searching = t.Feature["reasoning_search"].Type == "enabled" || t.Feature["ai_search"].Type == "enabled"
		}
	}
}

// understandChat knows the switches of each platform by the fields it has; a stranger searches when it is asked to in
// any of these ways.
func (in *inquiry) understandChat(b *requestBody) {
	model := strings.ToLower(in.model)
	in.thinking = b.Thinking.Type == "enabled" || b.EnableReasoning || strings.Contains(model, "reasoning") ||
		strings.Contains(model, "-t1") || strings.Contains(model, "-x1") || strings.Contains(model, "thinking")
	switch {
	case b.EnableEnhancement:
		in.searching, in.sources, in.marking = true, b.SearchInfo, b.Citation
	case b.WebSearch != nil:
		in.searching, in.sources, in.marking = b.WebSearch.Enable, b.WebSearch.EnableTrace, b.WebSearch.EnableCitation
	case b.SearchMode == "required" || b.SearchMode == "auto":
		in.searching, in.marking = true, b.CornerMarkers == nil || *b.CornerMarkers
	case in.platform.ID == "perplexity":
		in.searching = !b.DisableSearch
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
}

// allowed checks what the platforms are documented to refuse.
func (in *inquiry) allowed(b *requestBody) bool {
	switch in.protocol {
	case assistant.ProtocolDashScope:
		return !in.thinking || in.stream && b.Parameters.IncrementalOutput
	case assistant.ProtocolAnthropic:
		return b.MaxTokens > 0
	case assistant.ProtocolKimi:
		return !(in.loop && in.thinking) && in.echoed(b)
	}
	return true
}

// echoed checks that the tool's argument came back unchanged.
func (in *inquiry) echoed(b *requestBody) bool {
	for i, m := range b.Messages {
		if m.Role != "tool" {
			continue
		}
		var content string
		if json.Unmarshal(m.Content, &content) != nil || i == 0 || len(b.Messages[i-1].Calls) == 0 ||
			content != b.Messages[i-1].Calls[0].Function.Arguments {
			return false
		}
		do, ok := in.carried(content)
		if !ok {
			return false
		}
		in.inherited = do
	}
	return true
}

// inputText reads Responses' input: a text, or messages.
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

// lastUser reads the latest user message: a text, or parts.
func lastUser(list []message) string {
	for _, m := range slices.Backward(list) {
		if m.Role != "user" {
			continue
		}
		var text string
		if json.Unmarshal(m.Content, &text) == nil {
			return text
		}
		var parts []struct{ Text string }
		if json.Unmarshal(m.Content, &parts) == nil && len(parts) > 0 {
			return parts[0].Text
		}
	}
	return ""
}
