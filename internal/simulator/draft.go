package simulator

import (
	"context"
	"strings"
	"time"

	"renown/internal/simulator/world"
	"renown/internal/tool/assistant"
)

// Draft is an answer before it is put into a platform's shape.
type Draft struct {
	Passages  []Passage
	Sources   []Source
	Queries   []string
	Reasoning string
	Named     []string // brands, in order of first mention
	Retrieval assistant.Retrieval
	Refused   bool
	Kind      Kind
}

// Passage is a stretch of text; its sources are marked between Text and Tail.
type Passage struct {
	Text, Tail string
	Cites      []int // positions in Sources

	about string // the brand that it says something of; "" for none
}

// Source is a page the answer rests on, or one that was only found.
type Source struct {
	URL, Title, Site, Snippet string
	Published                 time.Time
}

// Text is the answer without markers.
func (d Draft) Text() string {
	var b strings.Builder
	b.Grow(2 << 10)
	for _, p := range d.Passages {
		b.WriteString(p.Text)
		b.WriteString(p.Tail)
	}
	return b.String()
}

// CitedURLs lists what the parts cite, in order.
func (d Draft) CitedURLs() []string {
	var list []string
	seen := map[int]bool{}
	for _, p := range d.Passages {
		for _, c := range p.Cites {
			if !seen[c] {
				seen[c] = true
				list = append(list, d.Sources[c].URL)
			}
		}
	}
	return list
}

// Draft is what the simulator would answer, before it is put into a platform's shape.
func (s *Simulator) Draft(platform, question string, searching bool) Draft {
	p, ok := s.platforms[platform]
	if !ok {
		p = &assistant.Platform{ID: platform}
	}
	question, _ = cutMarker(question)
	return s.draft(context.Background(), p, question, asking{searching: searching})
}

// asking is how an answer is wanted.
type asking struct {
	searching bool
	forced    Outcome // the shape of the answer; "" leaves it to chance
}

// draft composes an answer. It follows from seed, day, platform, question, what is known and what was forced, and from nothing else.
func (s *Simulator) draft(ctx context.Context, p *assistant.Platform, question string, how asking) Draft {
	c := newComposer(s.world(ctx), s.day(), p.ID, question)
	c.retrieval = c.searchMood(p, how, s.options.SearchAlways)
	refuses := c.answer.Draw.Chance(c.habit.Refuses)
	if how.forced == Refusal || how.forced == "" && refuses && !s.options.SearchAlways {
		c.retrieval = assistant.RetrievalNone
		c.refuse()
	} else {
		if c.retrieval != assistant.RetrievalNone {
			c.search()
		}
		c.compose()
		if c.retrieval != assistant.RetrievalNone {
			c.cite()
		}
	}
	c.out.Retrieval, c.out.Kind = c.retrieval, c.kind
	return c.out
}

// searchMood decides what the answer rests on. Most searched answers cite; some platforms forget to search.
func (c *composer) searchMood(p *assistant.Platform, how asking, always bool) assistant.Retrieval {
	searches := c.answer.Draw.Chance(c.habit.Searches)
	switch {
	case !how.searching || how.forced == NotSearched:
		return assistant.RetrievalNone
	case how.forced == Uncited:
		return assistant.RetrievalUncited
	case how.forced == Cited || how.forced == Dangling || always:
		return assistant.RetrievalCited
	case !searches && !p.Options.Forced:
		return assistant.RetrievalNone
	case !c.answer.Cites:
		return assistant.RetrievalUncited
	}
	return assistant.RetrievalCited
}

// day is 0 where time stands still.
func (s *Simulator) day() int {
	if s.options.Clock == nil {
		return 0
	}
	return world.DayOf(s.options.Clock())
}

// modelSince names a platform's model of today by the day on which it came.
func (s *Simulator) modelSince(platform string) string {
	day := s.lasting.Load().EpochStart(platform, s.day())
	if day == 0 {
		return ""
	}
	return time.Unix(int64(day)*86400, 0).UTC().Format("-20060102")
}

// world is what is known for the subject of ctx.
func (s *Simulator) world(ctx context.Context) *world.World {
	lasting := s.lasting.Load()
	if s.options.Market == nil {
		return lasting
	}
	subject := assistant.SubjectOf(ctx)
	m := s.options.Market(ctx, subject)
	if held := s.latest.Load(); m.Version != 0 && held != nil && held.subject == subject &&
		held.version == m.Version && held.Seed == lasting.Seed {
		return held.World
	}
	m.Brands = append(append([]Brand(nil), lasting.Market.Brands...), m.Brands...)
	m.Overlay(s.options.Overlay)
	w := world.New(lasting.Parameters, m, lasting.Seed)
	s.latest.Store(&prepared{World: w, subject: subject, version: m.Version})
	return w
}

// prepared is the world of the subject that asked last.
type prepared struct {
	*world.World
	subject string
	version uint64
}
