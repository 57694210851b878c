package campaign

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"renown/internal/floor/day"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/reading"
	"renown/internal/tool/address"
	"renown/internal/tool/answer"
	"renown/internal/tool/assistant"
)

// reader follows a campaign's articles through answers in the order in which they came.
type reader struct {
	m         *measuring
	articles  []*told
	sentences []*sentence         // of all articles
	channels  map[string][]string // orders by channel
	pages     map[string][]string // orders by address
	cells     map[cellAt]*traced
	cites     map[[2]string]map[int]*cite // by order and platform
	sites     map[string]map[int]float64
	seen      answer.Shingles
	out       trace
}

// told is an article's text and when it first came out.
type told struct {
	since     timestamp.Time
	own       answer.Shingles
	sentences []*sentence
}

type sentence struct {
	Said
	own answer.Shingles
}

// tell splits an article. A sentence that stands in two is one.
func (r *reader) tell(body string, since timestamp.Time) *told {
	t, wanted := &told{since: since, own: answer.ShinglesOf(body)}, answer.ShinglesOf(r.m.Sentence)
	for _, text := range answer.Sentences(body) {
		s := &sentence{own: answer.ShinglesOf(text)}
		if letters := []rune(text); len(letters) > sentenceMost {
			text = string(letters[:sentenceMost]) + "…"
		}
		s.Said = Said{Sentence: text, Declared: len(wanted) > 0 &&
			s.own.Common(wanted) >= min(absorbedLeast, len(wanted)), Examples: []Echo{}}
		if at := slices.IndexFunc(r.sentences, func(o *sentence) bool { return o.Sentence == text }); at >= 0 {
			s = r.sentences[at]
		} else {
			r.sentences = append(r.sentences, s)
		}
		t.sentences = append(t.sentences, s)
	}
	return t
}

// repeatedIn are the sentences that an answer repeats, by the article's own stretches that it holds.
func (t *told) repeatedIn(held answer.Shingles) (list []*sentence) {
	for _, s := range t.sentences {
		if n := s.own.Common(held); n > 0 && n >= min(absorbedLeast, s.own.Common(t.own)) {
			list = append(list, s)
		}
	}
	return list
}

// read goes through the answers once.
func (m *measuring) read(ctx context.Context) (trace, error) {
	r := &reader{
		m: m, channels: map[string][]string{}, pages: map[string][]string{}, cells: map[cellAt]*traced{},
		cites: map[[2]string]map[int]*cite{}, sites: map[string]map[int]float64{}, seen: answer.Shingles{},
	}
	if err := r.prepare(ctx); err != nil {
		return trace{}, err
	}
	err := store.Each(ctx, m.q, r.answer, `SELECT f.answer_id, f.prompt_id, f.platform, f.mode, f.kinds, f.state, f.at, f.sources, x.text, a.finish
		FROM findings f JOIN answers a ON a.id = f.answer_id`+reading.Texts+`
		WHERE f.brand_id = $1 AND f.generation = $2 AND f.at >= $3 AND f.at < $4 ORDER BY f.at, f.answer_id`,
		m.BrandID, m.generation, day.Day(m.start-heldBefore).Begin(), day.Day(m.until()+1).Begin())
	if err != nil {
		return trace{}, err
	}
	return r.sum(), nil
}

// prepare knows articles, addresses and channels.
func (r *reader) prepare(ctx context.Context) error {
	first := map[article]*told{}
	for i := range r.m.Publications {
		p := &r.m.Publications[i]
		if p.key != nil {
			r.pages["https://"+*p.key] = append(r.pages["https://"+*p.key], p.OrderID)
			channel, _ := address.Channel(*p.key)
			r.channels[channel] = append(r.channels[channel], p.OrderID)
		}
		if p.PublishedAt == nil {
			continue
		}
		if have := first[p.content]; have != nil {
			if p.PublishedAt.Before(have.since.Time) {
				have.since = *p.PublishedAt
			}
			continue
		}
		body, err := store.One[string](r.m.q.QueryRow(ctx,
			`SELECT body FROM content_revisions WHERE content_id = $1 AND revision = $2`, p.content.id,
			p.content.revision))
		if err != nil {
			return err
		}
		first[p.content] = r.tell(body, *p.PublishedAt)
		r.articles = append(r.articles, first[p.content])
	}
	return nil
}

// answer takes one answer in.
func (r *reader) answer(row store.Row) error {
	var id, prompt, platform, mode, kinds, state, sources, finish string
	var text *string
	var at timestamp.Time
	if err := row.Scan(&id, &prompt, &platform, &mode, &kinds, &state, &at, &sources, &text, &finish); err != nil {
		return err
	}
	target, about := r.m.about[prompt]
	counts := about && mode == reading.SearchMode && (kinds == "v" || kinds == "vs") &&
		answer.State(state).Answered() && finish != string(assistant.FinishLength)
	repeated := 0
	var said []*sentence
	for _, a := range r.articles {
		switch {
		case text == nil:
		case at.Before(a.since.Time):
			a.own.Without(*text)
		case counts:
			held := a.own.In(*text)
			maps.Copy(r.seen, held)
			repeated, said = max(repeated, len(held)), append(said, a.repeatedIn(held)...)
		}
	}
	day := dayOf(at)
	if !counts || day < r.m.compared() {
		return nil
	}
	c, err := r.sources(sources, cite{Platform: platform, Day: day, AnswerID: id, At: at}, target)
	if err != nil {
		return err
	}
	echo := Echo{id, platform, prompt, dayText(day), repeated, c.Cited > 0}
	for i, s := range said {
		if !slices.Contains(said[:i], s) {
			s.take(echo)
		}
	}
	if repeated >= absorbedLeast {
		c.Absorbed = 1
		r.out.Answers++
		if c.Cited == 0 {
			r.out.Uncited++
		}
		if len(r.out.Examples) < echoesShown {
			r.out.Examples = append(r.out.Examples, echo)
		}
	}
	if c != (traced{}) {
		key := cellAt{prompt, platform, day}
		if r.cells[key] == nil {
			r.cells[key] = &traced{}
		}
		sum := r.cells[key]
		sum.Found, sum.Cited, sum.Site, sum.Absorbed = sum.Found+c.Found, sum.Cited+c.Cited, sum.Site+c.Site, sum.Absorbed+c.Absorbed
	}
	return nil
}

func (s *Said) take(e Echo) {
	s.Answers++
	if !e.Cited {
		s.Uncited++
	}
	if len(s.Examples) < saidShown {
		s.Examples = append(s.Examples, e)
	}
}

// sources looks for the campaign's pages and channels among those of an answer.
func (r *reader) sources(text string, at cite, target bool) (c traced, err error) {
	if len(r.pages) == 0 || text == "[]" {
		return c, nil
	}
	var list []reading.Source
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		return c, err
	}
	cited, sites := map[string]bool{}, map[string]bool{}
	for _, s := range list {
		orders := r.pages[s.URL]
		if len(orders) > 0 {
			c.Found = 1
		}
		if !s.Cited {
			continue
		}
		for _, o := range orders {
			c.Cited, cited[o] = 1, true
		}
		channel := s.Channel
		if channel == "" {
			channel, _ = address.Channel(strings.TrimPrefix(s.URL, "https://"))
		}
		for _, o := range r.channels[channel] {
			c.Site, sites[o] = 1, true
		}
	}
	for o := range cited {
		key := [2]string{o, at.Platform}
		if r.cites[key] == nil {
			r.cites[key] = map[int]*cite{}
		}
		if have := r.cites[key][at.Day]; have != nil {
			have.Answers++
			continue
		}
		one := at
		one.Order, one.Answers = o, 1
		r.cites[key][at.Day] = &one
	}
	for o := range sites {
		if target {
			if r.sites[o] == nil {
				r.sites[o] = map[int]float64{}
			}
			r.sites[o][at.Day]++
		}
	}
	return c, nil
}

// cellAt is where a cell is.
type cellAt struct {
	prompt, platform string
	day              int
}

// sum puts it in order, so that the same answers give the same text.
func (r *reader) sum() trace {
	for k, c := range r.cells {
		r.out.Cells = append(r.out.Cells, tracedCell{k.prompt, k.platform, k.day, *c})
	}
	slices.SortFunc(r.out.Cells, func(a, b tracedCell) int {
		return cmp.Or(cmp.Compare(a.Day, b.Day), cmp.Compare(a.Prompt, b.Prompt), cmp.Compare(a.Platform, b.Platform))
	})
	for _, days := range r.cites {
		for _, c := range days {
			r.out.Cites = append(r.out.Cites, *c)
		}
	}
	slices.SortFunc(r.out.Cites, func(a, b cite) int {
		return cmp.Or(cmp.Compare(a.Day, b.Day), cmp.Compare(a.Order, b.Order), cmp.Compare(a.Platform, b.Platform))
	})
	for o, days := range r.sites {
		for day, n := range days {
			r.out.Sites = append(r.out.Sites, siteDay{o, day, n})
		}
	}
	slices.SortFunc(r.out.Sites, func(a, b siteDay) int { return cmp.Or(cmp.Compare(a.Day, b.Day), cmp.Compare(a.Order, b.Order)) })
	for _, a := range r.articles {
		r.out.Stretches += len(a.own)
		for _, s := range a.sentences {
			s.Stretches = max(s.Stretches, s.own.Common(a.own))
		}
	}
	for _, s := range r.sentences {
		switch {
		case s.Answers > 0:
			r.out.Sentences = append(r.out.Sentences, s.Said)
		case s.Stretches > 0:
			r.out.Unsaid++
		}
	}
	slices.SortStableFunc(r.out.Sentences, func(a, b Said) int { return b.Answers - a.Answers })
	r.out.Sentences = r.out.Sentences[:min(len(r.out.Sentences), sentencesKept)]
	r.out.Repeated = len(r.seen)
	if r.out.Examples == nil {
		r.out.Examples = []Echo{}
	}
	return r.out
}
