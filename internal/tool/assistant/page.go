package assistant

import (
	"strings"
	"time"
	"unicode/utf8"
)

// Bounds of what is kept of a page; an answer beyond the first is cut, and counts as cut.
const (
	pageTextMax    = 1 << 20 // bytes
	pageSourcesMax = 200
	pageQueriesMax = 50
	queryMax       = 500 // runes
	modelMax       = 100 // runes
)

// ScreenMax bounds a screenshot, in bytes.
const ScreenMax = 300 << 10

// Shown is an answer as an assistant's own page shows it. Everything in it is foreign data.
type Shown struct {
	Text    string
	Model   string // as the page names it; empty where it does not
	Sources []ShownSource
	Queries []string // searches that the page says were made
	Raw     []byte   // the stream behind the page, or what was read of it
	Screen  []byte   // what the page looked like, JPEG of at most ScreenMax bytes
	Took    time.Duration
	Cut     bool // it may not be whole
}

// ShownSource is a source beside or within the text. Cited ones stand in the text.
type ShownSource struct {
	URL   string
	Title string
	Cited bool
}

// FromPage turns what a page showed into an answer: bounded, addresses made canonical, sources joined. A page without text is Empty.
func FromPage(platform string, s Shown) (Answer, error) {
	a := Answer{
		Platform: platform, Mode: ModeSearch, ModelServed: limitRunes(s.Model, modelMax), Finish: FinishStop,
		Rounds: 1, Latency: Latency{Total: s.Took},
	}
	if s.Cut {
		a.Finish = FinishLength
	}
	a.TextRaw = withoutNUL(strings.ToValidUTF8(s.Text, "\uFFFD"))
	if len(a.TextRaw) > pageTextMax {
		cut := pageTextMax
		for !utf8.RuneStart(a.TextRaw[cut]) {
			cut--
		}
		a.TextRaw, a.Finish = a.TextRaw[:cut], FinishLength
	}
	if a.Text = strings.TrimSpace(a.TextRaw); a.Text == "" {
		return Answer{}, &Fault{Platform: platform, Class: Empty}
	}
	for _, q := range s.Queries[:min(len(s.Queries), pageQueriesMax)] {
		if q = limitRunes(q, queryMax); q != "" {
			a.Queries = append(a.Queries, q)
		}
	}
	r := reply{}
	for i, source := range s.Sources[:min(len(s.Sources), pageSourcesMax)] {
		r.sources = append(r.sources, sourceShown(source, i+1))
	}
	a.Citations = r.citations(&Platform{}, stripped{}, ruler{}, 0)
	a.Raw = joinRaw([][]byte{s.Raw})
	a.Retrieval = retrievalShown(a)
	return a, nil
}

func sourceShown(s ShownSource, index int) source {
	return source{url: s.URL, title: s.Title, cited: s.Cited, index: index, origin: OriginSearchList}
}

// retrievalShown is what a page tells of its search: sources beside a text without marks say nothing of which it rests on.
func retrievalShown(a Answer) Retrieval {
	for _, c := range a.Citations {
		if c.Cited {
			return RetrievalCited
		}
	}
	switch {
	case len(a.Citations) > 0:
		return RetrievalSources
	case len(a.Queries) > 0:
		return RetrievalUncited
	}
	return RetrievalUnknown
}
