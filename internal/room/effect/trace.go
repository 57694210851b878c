package effect

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/geo/finding"
	"renown/internal/tool/answer"
	"renown/internal/tool/assistant"
)

// trace is what texts and sources of answers show of a campaign's articles. Only cells in which something is shown are kept.
type trace struct {
	Cells []tracedCell `json:"cells"`
	Cites []cite       `json:"cites"`
	Sites []siteDay    `json:"sites"`
	// Platforms are those that asked prompts of the campaign.
	Platforms []string `json:"platforms"`
	Absorption
}

// traced are answers of a cell.
type traced struct {
	Found    float64 `json:"f,omitempty"` // that retrieved a page of the campaign
	Cited    float64 `json:"c,omitempty"` // or cited it
	Site     float64 `json:"s,omitempty"` // that cited any page of its channels
	Absorbed float64 `json:"a,omitempty"`
}

type tracedCell struct {
	Prompt   string `json:"p"`
	Platform string `json:"on"`
	Day      int    `json:"d"`
	traced
}

// cite is that answers on a platform cite an order's article on a day; the first of them.
type cite struct {
	Order    string         `json:"o"`
	Platform string         `json:"on"`
	Day      int            `json:"d"`
	Answers  int64          `json:"n"`
	AnswerID string         `json:"id"`
	At       timestamp.Time `json:"at"`
}

// siteDay is how many answers to targets cite the channel of an order's outlet on a day.
type siteDay struct {
	Order   string  `json:"o"`
	Day     int     `json:"d"`
	Answers float64 `json:"n"`
}

// Bounds of reading.
const (
	heldBefore    = 92 // days before an article came out in which no answer may hold a stretch that is its own
	absorbedLeast = 3  // stretches an answer repeats at least: two overlapping ones may be chance
	echoesShown   = 20
)

// article is a revision of a content.
type article struct {
	id       string
	revision int64
}

// recall takes what was read last; where nothing was, it reads now.
func (m *measuring) recall(ctx context.Context) error {
	var text string
	var at timestamp.Time
	err := m.q.QueryRow(ctx, `SELECT trace, read_at FROM campaign_traces WHERE campaign_id = $1`, m.ID).Scan(&text, &at)
	switch {
	case errors.Is(err, store.ErrNoRows):
		if m.trace, err = m.read(ctx); err != nil {
			return err
		}
	case err != nil:
		return err
	default:
		m.ReadAt = &at
		if err := json.Unmarshal([]byte(text), &m.trace); err != nil {
			return err
		}
	}
	m.apply()
	return nil
}

// apply puts what was read beside the figures.
func (m *measuring) apply() {
	index := make(map[cellAt]int, len(m.cells))
	for i := range m.cells {
		index[cellAt{m.cells[i].prompt, m.cells[i].platform, m.cells[i].day}] = i
	}
	for _, c := range m.trace.Cells {
		if i, ok := index[cellAt{c.Prompt, c.Platform, c.Day}]; ok {
			m.cells[i].traced = c.traced
		}
	}
	m.Absorption = &m.trace.Absorption
	for i := range m.Publications {
		p := &m.Publications[i]
		for _, c := range m.trace.Cites {
			if c.Order != p.OrderID {
				continue
			}
			p.Citations += c.Answers
			s, before := p.cited[c.Platform]
			if !before || c.Day < s.first {
				s.first = c.Day
			}
			s.last = max(s.last, c.Day)
			p.cited[c.Platform] = s
			if p.FirstCited == nil || c.At.Before(p.FirstCited.Time) {
				p.FirstCited, p.FirstAnswer = &c.At, &c.AnswerID
			}
		}
	}
}

// mark names what a trace is read from.
func (m *measuring) mark() string {
	published := 0
	for i := range m.Publications {
		if m.Publications[i].PublishedAt != nil {
			published++
		}
	}
	return fmt.Sprintf("%d/%d/%d", m.generation, m.done, published)
}

// reader follows a campaign's articles through answers in the order in which they came.
type reader struct {
	m        *measuring
	articles []*told
	channels map[string][]string // orders by channel
	pages    map[string][]string // orders by address
	cells    map[cellAt]*traced
	cites    map[[2]string]map[int]*cite // by order and platform
	sites    map[string]map[int]float64
	seen     answer.Shingles
	out      trace
}

// told is an article's text and when it first came out.
type told struct {
	since timestamp.Time
	own   answer.Shingles
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
	err := store.Each(ctx, m.q, r.answer, `SELECT f.answer_id, f.prompt_id, f.platform, f.mode, f.kinds, f.state, f.at, f.sources, a.text, a.finish
		FROM findings f JOIN answers a ON a.id = f.answer_id
		WHERE f.brand_id = $1 AND f.generation = $2 AND f.at >= $3 AND f.at < $4 ORDER BY f.at, f.answer_id`,
		m.BrandID, m.generation, dayStart(m.start-heldBefore), dayStart(m.until()+1))
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
			channel, _ := answer.Channel(*p.key)
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
		body, err := store.One[string](r.m.q.QueryRow(ctx, `SELECT body FROM content_revisions WHERE content_id = $1 AND revision = $2`, p.content.id, p.content.revision))
		if err != nil {
			return err
		}
		first[p.content] = &told{*p.PublishedAt, answer.ShinglesOf(body)}
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
	counts := about && mode == finding.SearchMode && (kinds == "v" || kinds == "vs") && answer.State(state).Answered() && finish != string(assistant.FinishLength)
	repeated := 0
	for _, a := range r.articles {
		switch {
		case text == nil:
		case at.Before(a.since.Time):
			a.own.Without(*text)
		case counts:
			repeated = max(repeated, a.own.In(*text, r.seen))
		}
	}
	day := dayOf(at)
	if !counts || day < r.m.from() {
		return nil
	}
	c, err := r.sources(sources, cite{Platform: platform, Day: day, AnswerID: id, At: at}, target)
	if err != nil {
		return err
	}
	if repeated >= absorbedLeast {
		c.Absorbed = 1
		r.out.Answers++
		if c.Cited == 0 {
			r.out.Uncited++
		}
		if len(r.out.Examples) < echoesShown {
			r.out.Examples = append(r.out.Examples, Echo{id, platform, prompt, dayText(day), repeated, c.Cited > 0})
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

// sources looks for the campaign's pages and channels among those of an answer.
func (r *reader) sources(text string, at cite, target bool) (c traced, err error) {
	if len(r.pages) == 0 || text == "[]" {
		return c, nil
	}
	var list []finding.Source
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
			channel, _ = answer.Channel(strings.TrimPrefix(s.URL, "https://"))
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

// sum puts it in order, so that the same answers give the same text.
func (r *reader) sum() trace {
	for k, c := range r.cells {
		r.out.Cells = append(r.out.Cells, tracedCell{k.prompt, k.platform, k.day, *c})
	}
	slices.SortFunc(r.out.Cells, func(a, b tracedCell) int {
		return strings.Compare(fmt.Sprint(a.Day, a.Prompt, a.Platform), fmt.Sprint(b.Day, b.Prompt, b.Platform))
	})
	for _, days := range r.cites {
		for _, c := range days {
			r.out.Cites = append(r.out.Cites, *c)
		}
	}
	slices.SortFunc(r.out.Cites, func(a, b cite) int {
		return strings.Compare(fmt.Sprint(a.Day, a.Order, a.Platform), fmt.Sprint(b.Day, b.Order, b.Platform))
	})
	for o, days := range r.sites {
		for day, n := range days {
			r.out.Sites = append(r.out.Sites, siteDay{o, day, n})
		}
	}
	slices.SortFunc(r.out.Sites, func(a, b siteDay) int { return strings.Compare(fmt.Sprint(a.Day, a.Order), fmt.Sprint(b.Day, b.Order)) })
	for _, a := range r.articles {
		r.out.Stretches += len(a.own)
	}
	r.out.Repeated = len(r.seen)
	if r.out.Examples == nil {
		r.out.Examples = []Echo{}
	}
	return r.out
}
