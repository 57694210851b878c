package campaign

import (
	"context"
	"encoding/json"
	"fmt"

	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
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
	sentencesKept = 60  // of all articles
	sentenceMost  = 300 // characters
	saidShown     = 5   // answers of a sentence
	traceForm     = 2   // of what is kept; another one is read anew
)

// article is a revision of a content.
type article struct {
	id       string
	revision int64
}

// recall takes what was read last; where nothing was, it reads now.
func (m *measuring) recall(ctx context.Context) (err error) {
	if m.ReadAt = m.readAt; m.readAt == nil {
		m.trace, err = m.read(ctx)
	} else {
		var text string
		if text, err = store.One[string](m.q.QueryRow(ctx, `SELECT trace FROM campaigns WHERE id = $1`, m.ID)); err == nil {
			err = json.Unmarshal([]byte(text), &m.trace)
		}
	}
	if err != nil {
		return err
	}
	m.apply()
	return nil
}

// state is all that a measurement rests on, once it is known what is published and what is compared: that itself, the
// figures of the reading, which stay as they are while its count does, and what was read of the articles. "" is a
// campaign of which nothing was read: it is read for every measurement until the job has come.
func (m *measuring) state() (string, error) {
	if m.readOf == nil {
		return "", nil
	}
	var orders []any // what is not told of them
	for _, p := range m.Publications {
		orders = append(orders, p.key, p.content.id, p.content.revision, p.seed)
	}
	text, err := json.Marshal([]any{
		m.Measured, orders, m.targets, m.controls, m.generation, m.done, m.competitors, m.last, m.readOf, m.readAt,
	})
	return string(text), err
}

// apply puts what was read beside the figures.
func (m *measuring) apply() {
	prompts, platforms := places(m.prompts), places(m.platforms)
	index := make([]int, m.spots()) // of cells, one more: 0 is none
	for i := range m.cells {
		index[m.spot(m.cells[i].prompt, m.cells[i].platform, m.cells[i].day)] = i + 1
	}
	for _, c := range m.trace.Cells {
		prompt, about := prompts[c.Prompt]
		platform, asked := platforms[c.Platform]
		if !about || !asked || c.Day < m.from() || c.Day > m.until() {
			continue
		}
		if i := index[m.spot(prompt, platform, c.Day)]; i > 0 {
			m.cells[i-1].traced = c.traced
		}
	}
	if m.trace.Sentences == nil {
		m.trace.Sentences = []Said{}
	}
	m.Absorption = &m.trace.Absorption
	for i := range m.Publications {
		p := &m.Publications[i]
		for _, c := range m.trace.Cites {
			if c.Order != p.OrderID {
				continue
			}
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

// origin names what a trace is read from.
func (m *measuring) origin() string {
	published := 0
	for i := range m.Publications {
		if m.Publications[i].PublishedAt != nil {
			published++
		}
	}
	return fmt.Sprintf("%d/%d/%d/%d", m.generation, m.done, published, traceForm)
}
