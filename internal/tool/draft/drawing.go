package draft

import (
	"slices"
	"strings"
)

const window = 8 // candidates of a form looked at together, to choose the one whose words were used least

// drawing collects the prompts of one draft.
type drawing struct {
	r     *reading
	pool  *pool
	seen  map[string]bool // folded texts that must not come again
	used  map[string]int  // how often a word was used in this draft
	clash map[[2]*word]bool
	turn  uint64 // grows with what exists, so that a later draft begins with other forms
	out   []drawn
}

type drawn struct {
	topic string
	Prompt
}

func newDrawing(r *reading, existing []string) *drawing {
	d := &drawing{r: r, seen: make(map[string]bool, len(existing)+MaxCount), used: map[string]int{}, clash: map[[2]*word]bool{}, turn: uint64(len(existing))}
	for _, text := range existing {
		d.seen[Fold(text)] = true
	}
	return d
}

// fill draws count prompts: a fifth of them about the brand, the rest by the weights of the topics. A name that stands
// inside ordinary words is first avoided altogether, then only as a word; numbered lists are the last resort.
func (d *drawing) fill(count int) {
	d.pool = newPool(d.r, !d.r.oneLetter())
	rings := d.pool.rings(d.turn)
	branded := 0
	if count >= 3 && len(d.r.names.shown) > 0 {
		branded = max(1, count/5)
	}
	d.share(rings, count-branded) // before the branded ones, which would use up the profile's own words
	if branded > 0 && d.take(rings[brandTopic], branded) == 0 {
		d.lastResort(1, brandTopic, brandTopic)
	}
	d.share(rings, count-len(d.out))
	if len(d.out) < count && d.pool.strict {
		d.pool = newPool(d.r, false)
		d.share(d.pool.rings(d.turn), count-len(d.out))
	}
	for _, sort := range []string{"pick", "bare"} {
		d.lastResort(count-len(d.out), "pick", sort)
	}
}

// oneLetter tells an English brand called by a letter, which hardly a sentence does without.
func (r *reading) oneLetter() bool {
	return r.voice.language == "en" && slices.ContainsFunc(r.names.folded, func(f string) bool { return len(f) == 1 })
}

// share draws n prompts without the brand: by quota, then from whatever topic still has some.
func (d *drawing) share(rings map[string]*ring, n int) {
	quota := d.quotas(rings, n)
	for _, t := range d.r.voice.topics {
		if r := rings[t.id]; r != nil { // no more than one of a form, while others have some to give
			n -= d.take(r, min(quota[t.id], len(r.series)))
		}
	}
	for left := n + 1; n > 0 && n < left; {
		left = n
		for _, t := range d.r.voice.topics {
			if t.id != brandTopic {
				n -= d.take(rings[t.id], min(n, 1))
			}
		}
	}
}

// ring goes round the forms of a topic, so that no form comes twice before all came once.
type ring struct {
	series []*series
	at     int
}

// take draws up to n prompts of one topic and answers how many there were.
func (d *drawing) take(r *ring, n int) int {
	got := 0
	for got < n && r != nil && len(r.series) > 0 {
		r.at %= len(r.series)
		if d.drawFrom(r.series[r.at]) {
			got++
			r.at++
		} else {
			r.series = slices.Delete(r.series, r.at, r.at+1)
		}
	}
	return got
}

// drawFrom adds the candidate of a series whose words were used least; false when there is none left.
func (d *drawing) drawFrom(s *series) bool {
	for {
		d.refill(s)
		if len(s.ready) == 0 {
			return false
		}
		best := 0
		for i := range s.ready {
			if d.cost(s.ready[i]) < d.cost(s.ready[best]) {
				best = i
			}
		}
		c := s.ready[best]
		s.ready = slices.Delete(s.ready, best, best+1)
		if d.seen[c.folded] { // another form has said the same in the meantime
			continue
		}
		for _, w := range c.words {
			d.used[w.text]++
		}
		d.add(s.form.topic, s.form.stage, c.text, c.folded)
		return true
	}
}

func (d *drawing) refill(s *series) {
	for len(s.ready) < window {
		c, ok := s.advance()
		if !ok {
			return
		}
		if d.clashing(s.form, c.words) {
			continue
		}
		c.text = s.write(d.r.voice, c)
		c.folded = Fold(c.text)
		if d.fit(s.form.topic, c.text, c.folded) {
			c.words = slices.Clone(c.words)
			s.ready = append(s.ready, c)
		}
	}
}

// cost prefers words that were used less, the profile's own to those of its kind, and new words to new wordings.
func (d *drawing) cost(c candidate) int {
	cost := 64 * int(c.wording)
	for _, w := range c.words {
		cost += 4*d.used[w.text] + w.bias
	}
	return cost
}

// fit refuses a text that repeats another, reads badly, or names the brand where it must not.
func (d *drawing) fit(topic, text, folded string) bool {
	v, n := d.r.voice, size(text)
	if folded == "" || d.seen[folded] || n < v.shortest {
		return false
	}
	if topic == brandTopic { // the length and the spelling of the name are not ours to judge
		return !v.faulty(d.r.unnamed(text))
	}
	return n <= v.longest && !v.faulty(text) && !d.r.names.in(text, folded, d.pool.strict)
}

func (d *drawing) add(topic, stage, text, folded string) {
	p := Prompt{Text: text, Types: []string{Visibility}, Stage: stage}
	if topic == brandTopic {
		p.Types, p.Branded = []string{Sentiment}, true
	}
	d.seen[folded] = true
	d.out = append(d.out, drawn{topic, p})
}

// unnamed puts a letter for the brand's names.
func (r *reading) unnamed(text string) string {
	for _, s := range r.names.shown {
		text = strings.ReplaceAll(text, s, "N")
	}
	return text
}
