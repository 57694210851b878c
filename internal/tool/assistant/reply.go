package assistant

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits on what one answer may bring along; more is noise or malice.
const (
	sourceLimit  = 200
	titleLimit   = 500  // runes
	snippetLimit = 2000 // runes
	extentLimit  = 100  // of one source
)

// reply is what a decoder understood, before markers are read and addresses cleaned. Decoders of several rounds add to
// the same reply.
type reply struct {
	id        string
	requestID string
	model     string
	text      strings.Builder // a reply of many small parts must not be joined in quadratic time
	reasoning strings.Builder
	raw       string // the text, once complete
	sources   []source
	extents   []cut // of sources that have one each, side by side
	queries   []string
	searched  bool // there is proof that a search took place
	finish    string
	usage     Usage
	warnings  []string
}

// source is a citation as the platform wrote it. Extents are byte offsets in the reply's text.
type source struct {
	url, title, site, date, snippet, quote string

	resolved string // where the platform's own redirect leads
	index    int
	cited    bool
	origin   Origin
	extents  []cut
}

func (s *source) addExtent(c cut) {
	if len(s.extents) < extentLimit {
		s.extents = append(s.extents, c)
	}
}

func (r *reply) warn(format string, args ...any) {
	r.warnings = append(r.warnings, fmt.Sprintf(format, args...))
}

func (r *reply) addSource(s source) {
	if s.url == "" {
		return // GLM sends results without an address
	}
	if len(r.sources) >= sourceLimit {
		return
	}
	r.sources = append(r.sources, s)
}

func (r *reply) addQuery(q string) {
	if q = shorten(q, titleLimit); q != "" && !slices.Contains(r.queries, q) && len(r.queries) < sourceLimit {
		r.queries = append(r.queries, q)
	}
}

// answer reads markers, cleans and orders the sources and decides what is known about retrieval.
func (r *reply) answer(p *Platform, mode Mode) (Answer, error) {
	a := Answer{
		Platform: p.ID, Mode: mode, ModelServed: shorten(r.model, titleLimit), RequestID: shorten(first(r.requestID, r.id), titleLimit),
		Reasoning: withoutNUL(r.reasoning.String()), Queries: r.queries, Usage: r.usage, FinishRaw: shorten(r.finish, 64),
	}
	finish, filtered := finishOf(r.finish)
	a.Finish = finish
	if filtered {
		return a, &Fault{Class: ContentFilter, Code: a.FinishRaw}
	}
	// One byte for one byte: offsets must hold.
	r.raw = withoutNUL(r.text.String())
	clean := strip(r.raw, r.readMarkers(p))
	a.TextRaw, a.Text = r.raw, strings.TrimSpace(clean.text)
	if a.Text == "" && finish == FinishRefusal {
		return a, &Fault{Class: ContentFilter, Code: a.FinishRaw}
	}
	if a.Text == "" {
		return a, faultf(Empty, "the answer has no text (finish %q)", a.FinishRaw)
	}
	if p.Options.Links {
		r.readLinks()
	}
	if prefix := p.Options.RedirectPrefix; prefix != "" {
		r.settleRedirects(prefix)
	}
	lead := len(clean.text) - len(strings.TrimLeftFunc(clean.text, unicode.IsSpace))
	a.Citations = r.citations(p, clean, newRuler(a.Text), lead)
	a.Retrieval = r.retrieval(p, mode, a.Citations)
	a.Warnings = r.warnings
	return a, nil
}

// readMarkers ties markers to sources and returns them for removal.
func (r *reply) readMarkers(p *Platform) []marker {
	if p.markers == 0 {
		return nil
	}
	byURL := make(map[string]int, len(r.sources))
	byIndex := make(map[int]int, len(r.sources))
	for i := range r.sources {
		s := &r.sources[i]
		byURL[s.url] = i
		if s.index == 0 && p.markers&markLink == 0 && s.origin == OriginSearchList {
			s.index = i + 1 // lists without numbers are counted by position
		}
		if _, taken := byIndex[s.index]; !taken && s.index > 0 {
			byIndex[s.index] = i
		}
	}
	highest := 0
	for index := range byIndex {
		highest = max(highest, index)
	}
	scan := markerScan{text: r.raw, set: p.markers, sources: highest, known: func(u string) bool { _, ok := byURL[u]; return ok }}
	markers := scan.run()
	missing := scan.beyond
	for _, m := range markers {
		at, ok := byIndex[m.index]
		if m.url != "" {
			at, ok = r.sourceByURL(byURL, m.url)
		}
		if !ok {
			missing++
			continue
		}
		place := cut{m.start, m.start}
		if m.keepEnd > m.keepStart {
			place = cut{m.keepStart, m.keepEnd}
		}
		r.sources[at].cited = true
		r.sources[at].addExtent(place)
	}
	if missing > 0 {
		r.warn("%d citation markers name no source", missing)
	}
	return markers
}

// sourceByURL finds the source a marker's address names; one the platform listed nowhere else is added.
func (r *reply) sourceByURL(byURL map[string]int, address string) (int, bool) {
	if at, ok := byURL[address]; ok {
		return at, true
	}
	if len(r.sources) >= sourceLimit {
		return 0, false
	}
	r.addSource(source{url: address, origin: OriginText})
	byURL[address] = len(r.sources) - 1
	return len(r.sources) - 1, true
}

// retrieval takes the platform's own signs; links that a model remembers are none.
func (r *reply) retrieval(p *Platform, mode Mode, citations []Citation) Retrieval {
	if !r.searched && p.Options.Silent && mode.Searches() {
		return RetrievalUnknown
	}
	if !r.searched {
		return RetrievalNone
	}
	if len(citations) > 0 && citations[0].Cited {
		return RetrievalCited
	}
	if len(citations) > 0 && !p.Options.Cites {
		return RetrievalSources
	}
	return RetrievalUncited
}

// finishOf maps the platforms' reasons; filtered answers are discarded even when text came with them.
func finishOf(raw string) (finish Finish, filtered bool) {
	switch strings.ToLower(raw) {
	case "", "stop", "end_turn", "stop_sequence", "completed", "normal", "eos":
		return FinishStop, false
	case "length", "max_tokens", "max_output_tokens", "model_context_window_exceeded":
		return FinishLength, false
	case "refusal":
		return FinishRefusal, false
	case "content_filter", "sensitive", "safety", "prohibited_content", "blocklist", "spii", "recitation", "image_safety":
		return "", true
	}
	return FinishOther, false
}

func withoutNUL(text string) string { return strings.ReplaceAll(text, "\x00", " ") }

func limitRunes(text string, limit int) string {
	text = withoutNUL(strings.TrimSpace(text))
	if len(text) <= limit || utf8.RuneCountInString(text) <= limit {
		return text
	}
	return string([]rune(text)[:limit]) + "…"
}
