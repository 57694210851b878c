package simulator

import (
	"fmt"
	"slices"
	"strings"

	"renown/internal/tool/assistant"
	"renown/internal/tool/assistant/simulator/world"
)

// composer writes one answer.
type composer struct {
	draw      *world.Draw
	platform  *assistant.Platform
	question  string
	language  int
	category  *category
	known     []Brand
	retrieval assistant.Retrieval
	out       Draft
}

func (c *composer) say(text, tail string) {
	c.out.Passages = append(c.out.Passages, Passage{Text: text, Tail: tail})
}

// aside is text that states nothing and is never cited.
func (c *composer) aside(text string) { c.out.Passages = append(c.out.Passages, Passage{Text: text}) }

func (c *composer) phrase(list [2][]string, args ...any) string {
	return fmt.Sprintf(world.Pick(c.draw, list[c.language]), args...)
}

func (c *composer) trait() string    { return world.Pick(c.draw, c.category.traits[c.language]) }
func (c *composer) audience() string { return world.Pick(c.draw, c.category.audience[c.language]) }

// compose chooses the form by what the question names and how it asks.
func (c *composer) compose() {
	named := c.namedIn(c.question)
	c.out.Reasoning = c.phrase(thoughts, c.category.noun[c.language], c.trait())
	switch {
	case len(named) >= 2:
		c.compare(named[0], named[1])
	case len(named) == 1 && !wantsMany(c.question):
		c.review(named[0])
	default:
		c.recommend(named)
	}
}

// namedIn finds the brands a question names: told ones, and the simulator's own.
func (c *composer) namedIn(question string) []string {
	var list []string
	for _, b := range c.known {
		if b.Name != "" && strings.Contains(question, b.Name) && !slices.Contains(list, b.Name) {
			list = append(list, b.Name)
		}
	}
	for _, name := range c.category.brands[c.language] {
		if strings.Contains(question, name) && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	slices.SortFunc(list, func(a, b string) int { return strings.Index(question, a) - strings.Index(question, b) })
	return list
}

func wantsMany(question string) bool {
	lower := strings.ToLower(question)
	for _, word := range []string{"推荐", "哪些", "有什么", "排行", "排名", "替代", "竞品", "which", "best", "alternatives", "recommend", "competitors"} {
		if strings.Contains(lower, word) {
			return true
		}
	}
	return false
}

// rank chooses the brands of a list. A platform has lasting preferences, a question adds its own noise.
func (c *composer) rank(forced []string) []string {
	type scored struct {
		name  string
		score float64
	}
	var list []scored
	for _, b := range c.known {
		weight := b.Weight
		if weight == 0 {
			weight = 0.6
		}
		taste := world.Unit("taste", c.platform.ID, b.Name)
		if !relevant(b, c.question) || c.draw.Float64() > weight*(0.6+0.7*taste) {
			continue
		}
		list = append(list, scored{b.Name, 0.5*taste + 0.7*c.draw.Float64() + 0.2*weight})
	}
	for _, name := range c.category.brands[c.language] {
		list = append(list, scored{name, 0.5*world.Unit("taste", c.platform.ID, name) + 0.7*c.draw.Float64()})
	}
	slices.SortStableFunc(list, func(a, b scored) int {
		switch {
		case a.score > b.score:
			return -1
		case a.score < b.score:
			return 1
		}
		return 0
	})
	names := slices.Clone(forced)
	for _, s := range list {
		if len(names) >= 4+int(world.Unit(c.question)*3) {
			break
		}
		if !slices.Contains(names, s.name) {
			names = append(names, s.name)
		}
	}
	return names
}

// relevant tells whether a brand is an answer to a question.
func relevant(b Brand, question string) bool {
	if b.Name == "" {
		return false
	}
	lower := strings.ToLower(question)
	for _, term := range b.Terms {
		if term != "" && strings.Contains(lower, strings.ToLower(term)) {
			return true
		}
	}
	return len(b.Terms) == 0
}

func (c *composer) recommend(named []string) {
	names := c.rank(named)
	c.out.Named = names
	stop := c.stop()
	c.aside(c.phrase(openings, c.category.noun[c.language]) + "\n\n")
	for i, name := range names {
		c.aside(fmt.Sprintf("%d. **%s**%s", i+1, name, c.colon()))
		c.say(c.judge(name), stop)
		if c.draw.Float64() < 0.6 {
			c.say(c.gap()+c.phrase(extras, c.trait(), c.audience()), stop)
		}
		c.aside("\n")
	}
	c.aside("\n")
	c.say(c.phrase(closings, names[0], c.trait(), names[len(names)-1]), stop)
}

func (c *composer) compare(a, b string) {
	c.out.Named = []string{a, b}
	stop := c.stop()
	c.aside(c.phrase(faceOffs, a, b) + "\n\n")
	for _, trait := range world.Some(c.draw, c.category.traits[c.language], 4) {
		better, worse := a, b
		if c.draw.Float64() > 0.35+0.3*world.Unit("taste", c.platform.ID, a) {
			better, worse = b, a
		}
		c.aside("- **" + trait + "**" + c.colon())
		c.say(c.phrase(duels, better, worse), stop)
		c.aside("\n")
	}
	c.aside("\n")
	people := world.Some(c.draw, c.category.audience[c.language], 2)
	c.say(c.phrase(verdicts, people[0], a, people[1], b), stop)
}

func (c *composer) review(name string) {
	c.out.Named = []string{name}
	stop := c.stop()
	traits := world.Some(c.draw, c.category.traits[c.language], 5)
	mood := (world.Unit("taste", c.platform.ID, name) + c.draw.Float64()) / 2
	tone := 1
	switch {
	case mood > 0.45:
		tone = 2
	case mood < 0.25:
		tone = 0
	}
	c.say(fmt.Sprintf(world.Pick(c.draw, tones[tone][c.language]), name, c.category.noun[c.language]), stop)
	c.aside("\n\n" + labels[c.language][0] + "\n")
	for _, t := range traits[:1+tone] {
		c.aside("- ")
		c.say(c.phrase(praises, t), stop)
		c.aside("\n")
	}
	c.aside("\n" + labels[c.language][1] + "\n")
	for _, t := range traits[1+tone : 1+tone+max(1, 2-tone)] {
		c.aside("- ")
		c.say(c.phrase(blames, t), stop)
		c.aside("\n")
	}
	c.aside("\n")
	rivals := world.Some(c.draw, c.category.brands[c.language], 2)
	if rivals[0] == name {
		rivals = rivals[1:]
	}
	c.say(c.phrase(advices, c.audience(), name, rivals[0]), stop)
	c.out.Named = append(c.out.Named, rivals[0])
}

func (c *composer) refuse() {
	c.out.Refused = true
	c.aside(c.phrase(refusals))
}

// judge says something about one brand of a list: mostly good, sometimes mixed, seldom bad.
func (c *composer) judge(name string) string {
	tone := c.draw.Float64() + 0.3*world.Unit("taste", c.platform.ID, name)
	traits := world.Some(c.draw, c.category.traits[c.language], 2)
	switch {
	case tone > 0.35:
		return c.phrase(goods, traits[0], traits[1], c.audience())
	case tone > 0.12:
		return c.phrase(mixeds, traits[0], traits[1])
	}
	return c.phrase(bads, traits[0], traits[1])
}

func (c *composer) stop() string {
	if c.language == zh {
		return "。"
	}
	return "."
}

// gap stands between sentences.
func (c *composer) gap() string {
	if c.language == zh {
		return ""
	}
	return " "
}

func (c *composer) colon() string {
	if c.language == zh {
		return "："
	}
	return ": "
}
