package assistant

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
)

// shownDecoders read the streams behind the pages of assistants' own apps. Pages change without notice: a decoder
// that finds no text says so, and the page itself is read instead.
var shownDecoders = map[string]func(raw []byte) Shown{
	"chat":  decodeChatPage,
	"lines": decodeLines,
}

// ShownFormats lists the formats of streams that can be read.
func ShownFormats() []string { return slices.Sorted(maps.Keys(shownDecoders)) }

// DecodeShown reads a page's stream. It is false when there is no text in it.
func DecodeShown(format string, raw []byte) (Shown, bool) {
	decode := shownDecoders[format]
	if decode == nil {
		return Shown{}, false
	}
	s := decode(raw)
	return s, s.Text != ""
}

// decodeChatPage reads events whose data are pieces of an OpenAI-like completion, with the sources that some pages add to them.
func decodeChatPage(raw []byte) (s Shown) {
	var text []byte
	_ = events(raw, func(data []byte) error { // what is no JSON is passed over
		var piece struct {
			Model   string `json:"model"`
			Choices []struct {
				Delta struct {
					Content string `json:"content"`
				} `json:"delta"`
			} `json:"choices"`
			Results []shownResult `json:"search_results"`
			Queries []string      `json:"search_queries"`
		}
		if json.Unmarshal(data, &piece) != nil {
			return nil
		}
		for _, c := range piece.Choices {
			text = append(text, c.Delta.Content...)
		}
		s.note(piece.Model, piece.Queries, piece.Results)
		return nil
	})
	s.Text = string(text)
	return s
}

// decodeLines reads one JSON object a line, or an event: pieces of text, results and queries by their type.
func decodeLines(raw []byte) (s Shown) {
	var text []byte
	for line := range bytes.SplitSeq(raw, []byte("\n")) {
		line = bytes.TrimSpace(bytes.TrimPrefix(bytes.TrimSpace(line), []byte("data:")))
		var piece struct {
			Text    string        `json:"text"`
			Model   string        `json:"model"`
			Results []shownResult `json:"results"`
			Queries []string      `json:"queries"`
		}
		if len(line) == 0 || line[0] != '{' || json.Unmarshal(line, &piece) != nil {
			continue
		}
		text = append(text, piece.Text...)
		s.note(piece.Model, piece.Queries, piece.Results)
	}
	s.Text = string(text)
	return s
}

type shownResult struct {
	URL   string `json:"url"`
	Title string `json:"title"`
}

func (s *Shown) note(model string, queries []string, results []shownResult) {
	if model != "" {
		s.Model = model
	}
	if len(s.Queries) < pageQueriesMax {
		s.Queries = append(s.Queries, queries...)
	}
	for _, r := range results {
		if len(s.Sources) < pageSourcesMax {
			s.Sources = append(s.Sources, ShownSource{URL: r.URL, Title: r.Title})
		}
	}
}
