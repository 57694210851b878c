package simulator

import (
	"slices"
	"strings"

	"renown/internal/simulator/world"
)

// score is how an answer judges a brand that it was asked for: it need not be one that the world would have named.
func (c *composer) score(n name) float64 {
	if n.brand < 0 {
		return n.score + 0.5*c.answer.Draw.Normal()
	}
	return max(-1, min(1, c.cell.Tone[n.brand]+c.cell.Noise*c.answer.Draw.Normal()))
}

// strength is how well a brand that was asked for is known.
func (c *composer) strength(n name) float64 {
	if n.brand < 0 {
		return 0.5
	}
	return c.cell.Named[n.brand]
}

// compare sets two brands side by side, as a table or as points. The stronger wins more of them.
func (c *composer) compare(a, b name) {
	c.mention(a.text)
	c.mention(b.text)
	c.slots[slotA], c.slots[slotB] = a.text, b.text
	c.aside(c.fill(c.words.Compare.Lead) + "\n\n")
	edge := world.Shifted(0.5, world.Logit(c.strength(a))/2-world.Logit(c.strength(b))/2)
	var won [2]int     // rows, by brand
	var best [2]string // a trait on which it is ahead; "" is none
	table := c.draw.Chance(c.habit.Table)
	if table {
		c.aside(c.words.Compare.Head[0].fill(&c.slots) + "\n|---|---|---|\n")
	}
	start := c.draw.IntN(len(c.words.Compare.Row))
	for i := range 4 {
		trait := c.deal(slotTrait, c.market.weighed).text
		first := c.answer.Draw.Chance(edge)
		side := 1
		if first {
			side = 0
		}
		won[side]++
		if table {
			if even := c.tableRow(trait, first); !even {
				best[side] = trait
			}
		} else {
			c.aside("- **" + trait + "**" + c.colon)
			best[side] = trait
			c.pointRow(c.words.Compare.Row[(start+i)%len(c.words.Compare.Row)], a, b, first)
		}
	}
	c.aside("\n")
	c.slots[slotA], c.slots[slotB] = a.text, b.text
	trait := best[0]
	if won[0] < 2 {
		c.slots[slotA], c.slots[slotB] = b.text, a.text
		trait = best[1]
	}
	if trait == "" {
		trait = c.market.weighed[0].text
	}
	verdict := world.Pick(c.draw, c.words.Compare.Verdict)
	c.slots[slotWho], c.slots[slotWho2] = c.deal(slotWho, c.market.Who).text, c.deal(slotWho, c.market.Who).text
	c.slots[slotTrait] = c.within(trait)
	c.say(verdict.fill(&c.slots))
}

// tableRow tells whether it has both even.
func (c *composer) tableRow(trait string, first bool) (even bool) {
	left, right := c.fill(c.words.Compare.Win), c.fill(c.words.Compare.Lose)
	if even = c.draw.Chance(0.15); even {
		left = c.fill(c.words.Compare.Even)
		right = left
	} else if !first {
		left, right = right, left
	}
	c.out.Passages = append(c.out.Passages, Passage{Text: "| " + trait + " | " + left + " | " + right, Tail: " |"})
	c.aside("\n")
	return even
}

func (c *composer) pointRow(row pattern, a, b name, first bool) {
	if !first {
		a, b = b, a
	}
	c.slots[slotA], c.slots[slotB] = a.text, b.text
	c.say(row.fill(&c.slots))
	c.aside("\n")
}

// review judges one brand with its sides, unless the assistant does not know it.
func (c *composer) review(n name) {
	c.mention(n.text)
	r := &c.words.Review
	score := c.score(n)
	weak := 1 - c.strength(n)
	if unknown := c.answer.Draw.Chance(c.habit.Unknown * weak * weak); unknown && n.brand >= 0 {
		c.forget(n)
		c.say(c.about(r.Unknown, n.text))
		c.slots[slotTip] = c.within(c.market.choosing)
		c.aside("\n\n" + world.Pick(c.draw, r.UnknownMore).fill(&c.slots))
		return
	}
	verdict := r.verdict
	if slices.ContainsFunc(r.Doubts, func(word string) bool { return strings.Contains(c.lower, word) }) {
		verdict = r.Doubted
	}
	first, pros, advice := verdict.Mild, 2, r.Advice
	switch {
	case score > fine:
		first, pros = verdict.Good, 3
	case score < poor:
		first, pros, advice = verdict.Bad, 1, r.Against
	}
	c.sayOf(n.text, c.about(first, n.text))
	c.fact(n)
	c.aside("\n\n" + c.fill(r.Pros) + "\n")
	said := c.apart(slotGood, c.market.Good, pros, nil)
	c.points(n, said)
	c.aside("\n" + c.fill(r.Cons) + "\n")
	if pros < 3 {
		c.points(n, c.apart(slotBad, c.market.Bad, 3-pros, said))
	} else {
		c.points(n, c.apart(slotMild, c.market.Mild, 1, said))
	}
	c.aside("\n")
	rival := c.rival(n)
	c.mention(rival)
	c.slots[slotBrand], c.slots[slotB] = n.text, rival
	c.say(c.fill(advice))
}

func (c *composer) points(n name, list []*remark) {
	for _, r := range list {
		c.aside("- ")
		c.sayOf(n.text, sentence(r.text, c.language))
		c.aside("\n")
	}
}

// rival is who a reader is told to compare with: whom the world names, else an invented one.
func (c *composer) rival(n name) string {
	for _, other := range c.named() {
		if other.text != n.text {
			return other.text
		}
	}
	for {
		if text := world.Pick(c.draw, c.market.Brands); text != n.text {
			return text
		}
	}
}

// fact adds something that can be checked: what stands on the only page that has it wrong, before all; else a sentence of an
// article; else what any page claims.
func (c *composer) fact(n name) bool {
	if n.brand >= 0 {
		if i := c.pageAbout(n.brand); i >= 0 && c.pages[i].Title != "" && c.draw.Chance(2*c.w.ClaimRate) {
			c.sayFrom(i, c.w.States(&c.pages[i], n.brand))
			return true
		}
	}
	return c.borrow(n) || c.claim(n)
}

// sayFrom is a sentence that cites one page.
func (c *composer) sayFrom(page int, text string) {
	c.out.Passages = append(c.out.Passages, Passage{Text: c.gap + text, Tail: c.stop, Cites: c.only(page)})
}

// claim repeats what a page says of a brand, right or wrong. Without a page it is what the model remembers.
func (c *composer) claim(n name) bool {
	if n.brand < 0 || len(c.w.Market.Brands[n.brand].Claims) == 0 || !c.draw.Chance(c.w.ClaimRate) {
		return false
	}
	if i := c.pageAbout(n.brand); i >= 0 {
		c.sayFrom(i, c.w.States(&c.pages[i], n.brand))
		return true
	}
	remembered := world.Pick(world.NewDraw(world.Hash(c.w.Seed, "memory", n.text, c.question.Platform)), c.w.Market.Brands[n.brand].Claims)
	c.sayOf(n.text, c.gap+remembered.Text)
	return true
}

// pageAbout is the first page about a brand, before all one that says what no other does; -1 is none.
func (c *composer) pageAbout(brand int) int {
	first := -1
	for i := range c.pages {
		switch {
		case !slices.Contains(c.pages[i].Brands, brand):
		case c.pages[i].Title != "":
			return i
		case first < 0:
			first = i
		}
	}
	return first
}

// borrow uses a sentence of an article about a brand, and cites it where the article is among the sources.
func (c *composer) borrow(n name) bool {
	for i := range c.pages {
		if p := c.pages[i].Article; p != nil && about(p, n.text) {
			if text := c.excerpt(p, n.text); text != "" && c.draw.Chance(0.6) {
				c.sayFrom(i, text)
				return true
			}
		}
	}
	if p := c.borrowed; p != nil && about(p, n.text) {
		if text := c.excerpt(p, n.text); text != "" {
			c.aside(c.gap + text + c.stop)
			return true
		}
	}
	return false
}

func about(p *world.Page, brand string) bool {
	return strings.Contains(p.Text, brand) || strings.Contains(p.Title, brand)
}
