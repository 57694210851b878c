package simulator

import (
	"slices"
	"strconv"
	"strings"

	"renown/internal/simulator/world"
	"renown/internal/tool/text/char"
)

// advise answers without a ranking. Where a tip fits the question it is the answer, with a few more behind it; else there are
// general points. A brand is named only where the world has one named.
func (c *composer) advise(a advice) {
	tips := c.fitting(c.market.Tips)
	switch {
	case tips.best == 0:
		c.aside(c.fill(a.Lead) + "\n\n")
		c.pointsOf(c.filled(a.Point, 3+c.draw.IntN(2)))
	case len(a.Direct) > 0:
		direct := world.Pick(c.draw, a.Direct)
		c.slots[slotTip] = tips.list[0]
		if c.code == "en" && direct[0].slot != slotTip {
			c.slots[slotTip] = strings.ToLower(tips.list[0][:1]) + tips.list[0][1:]
		}
		c.say(strings.TrimSuffix(direct.fill(&c.slots), c.stop))
		c.aside("\n\n" + c.fill(a.More) + "\n\n")
		c.pointsOf(tips.list[1 : 3+c.draw.IntN(2)])
	default:
		c.aside(c.fill(a.Lead) + "\n\n")
		c.pointsOf(append([]string{tips.list[0]}, c.filled(a.Point[1:], 2+c.draw.IntN(2))...))
	}
	c.exemplify(a)
	c.unnamedExcerpt()
	c.aside(c.fill(a.Close))
}

// exemplify names the brands that the world names, the first three in one sentence.
func (c *composer) exemplify(a advice) {
	names := c.named()
	names = names[:min(len(names), 3)]
	if len(names) == 0 {
		return
	}
	text, patterns := names[0].text, a.Example
	if last := len(names) - 1; last > 0 {
		text, patterns = joined(names[:last], c.between)+c.and+names[last].text, a.Examples
	}
	for _, n := range names {
		c.mention(n.text)
	}
	c.sayOf(names[0].text, c.about(patterns, text))
	for _, n := range names {
		if c.borrow(n) {
			break
		}
	}
	c.aside(c.gap)
}

// filled are different patterns of a list, in its order.
func (c *composer) filled(list []pattern, n int) (out []string) {
	skip := max(0, len(list)-n)
	for i, p := range list {
		if skip > 0 && i > 0 && i < len(list)-1 && c.draw.Chance(0.5) {
			skip--
			continue
		}
		if len(out) < n {
			c.slots[slotTrait] = c.trait()
			out = append(out, sentence(p.fill(&c.slots), c.language))
		}
	}
	return out
}

// pointsOf is a list of sentences, numbered or not.
func (c *composer) pointsOf(list []string) {
	numbered := c.draw.Chance(0.5)
	for i, text := range list {
		if numbered {
			c.aside(strconv.Itoa(i+1) + ". ")
		} else {
			c.aside("- ")
		}
		c.say(text)
		c.aside("\n")
	}
	c.aside("\n")
}

// price gives ranges, and who is where.
func (c *composer) price() {
	p := &c.words.Price
	if len(c.asked) > 0 {
		c.mention(c.asked[0].text)
		c.sayOf(c.asked[0].text, c.about(p.Own, c.asked[0].text))
		c.fact(c.asked[0])
		c.aside("\n\n")
	}
	c.aside(c.fill(p.Lead) + "\n\n")
	c.pointsOf(c.market.Price)
	c.examples(p.Brand)
	c.say(c.fill(p.Close))
}

// aftersales says what to do, and how brands handle it.
func (c *composer) aftersales() {
	a := &c.words.Aftersales
	if len(c.asked) > 0 {
		c.mention(c.asked[0].text)
		c.sayOf(c.asked[0].text, c.about(a.Own, c.asked[0].text))
		c.aside("\n\n")
	}
	c.aside(c.fill(a.Lead) + "\n\n")
	c.pointsOf(append(slices.Clone(c.market.After), c.fill(a.Point)))
	c.examples(a.Brand)
	c.say(c.fill(a.Close))
}

// examples are the brands that the world names, one sentence each.
func (c *composer) examples(list []pattern) {
	others := slices.DeleteFunc(c.named(), func(n name) bool { return has(c.asked, n.text) })
	if len(others) == 0 {
		return
	}
	if len(others) > 1 {
		c.aside(c.fill(c.words.Brands) + "\n\n")
	}
	for _, n := range others {
		c.mention(n.text)
		if len(others) > 1 {
			c.aside("- ")
		}
		c.sayOf(n.text, c.about(c.inTurn(list), n.text))
		c.aside("\n")
	}
	c.aside("\n")
}

// fitted are tips, the one that fits the question best first.
type fitted struct {
	list []string
	best int // words of the question that the first one answers
}

func (c *composer) fitting(tips []remark) (f fitted) {
	all := world.Some(c.draw, tips, len(tips))
	slices.SortStableFunc(all, func(a, b remark) int { return b.fits(c.lower) - a.fits(c.lower) })
	for _, t := range all {
		f.list = append(f.list, t.text)
	}
	f.best = all[0].fits(c.lower)
	return f
}

// unnamedExcerpt uses an article although the answer names no brand: a sentence of it that names none either.
func (c *composer) unnamedExcerpt() {
	if len(c.out.Named) > 0 {
		return
	}
	for i := range c.pages {
		if p := c.pages[i].Article; p != nil {
			if text := c.excerpt(p, ""); text != "" {
				c.out.Passages = append(c.out.Passages, Passage{Text: text, Tail: c.stop + c.gap, Cites: c.only(i)})
				return
			}
		}
	}
}

const (
	excerptLeast = 8
	excerptMost  = 140 // characters of a sentence that is worth repeating
)

// excerpt is a sentence of an article: one that names the brand, or, for none, one without a known name.
func (c *composer) excerpt(p *world.Page, brand string) string {
	var fit []string
	for line := range strings.SplitSeq(p.Text, "\n") {
		if strings.HasPrefix(line, "#") || strings.Contains(line, "](") || strings.Contains(line, "|") {
			continue
		}
		line = strings.TrimLeft(line, " -*>0123456789.、")
		for _, s := range strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune("。！？!?\n", r) }) {
			s = strings.TrimSpace(strings.ReplaceAll(s, "**", ""))
			s = strings.TrimSuffix(s, ".")
			han := char.HasHan(s)
			length := len([]rune(s))
			if han != (c.code == "zh") || length < excerptLeast || length > excerptMost {
				continue
			}
			if brand != "" && strings.Contains(s, brand) || brand == "" && !c.namesAnybody(s) {
				fit = append(fit, s)
			}
		}
	}
	if len(fit) == 0 {
		return ""
	}
	return world.Pick(c.draw, fit)
}

func (c *composer) namesAnybody(text string) bool {
	return slices.ContainsFunc(c.w.Market.Brands, func(b Brand) bool { return strings.Contains(text, b.Name) })
}
