package draft

import (
	"slices"
	"strings"
)

// drawing collects the prompts of one draft.
type drawing struct {
	r    *reading
	pool *pool
	seen map[string]bool // folded texts that must not come again
	used map[string]int  // how often a word was used in this draft
	turn uint64          // grows with what exists, so that a later draft begins with other forms
	out  []drawn
}

type drawn struct {
	topic string
	Prompt
}

func newDrawing(r *reading, existing []string) *drawing {
	d := &drawing{r: r, seen: make(map[string]bool, len(existing)+MaxCount), used: map[string]int{}, turn: uint64(len(existing))}
	for _, text := range existing {
		d.seen[Fold(text)] = true
	}
	return d
}

// fill draws count prompts: a fifth of them about the brand, the rest by the weights of the topics. A name that stands
// inside ordinary words is first avoided altogether, then only as a word; numbered lists are the last resort.
func (d *drawing) fill(count int) {
	d.pool = newPool(d.r, true)
	rings := d.pool.rings(d.turn)
	branded := 0
	if count >= 3 && len(d.r.names.shown) > 0 {
		branded = max(1, count/5)
	}
	d.share(rings, count-branded-len(d.out)) // before the branded ones, which would use up the profile's own words
	if branded > 0 && d.take(rings[brandTopic], branded) == 0 {
		d.lastResort(1, brandTopic)
	}
	d.share(rings, count-len(d.out))
	d.lastResort(count-len(d.out), "pick")
	if len(d.out) < count {
		d.pool = newPool(d.r, false)
		d.share(d.pool.rings(d.turn), count-len(d.out))
		d.lastResort(count-len(d.out), "pick")
	}
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

// quotas shares n out by weight, the largest remainders first.
func (d *drawing) quotas(rings map[string]*ring, n int) map[string]int {
	type rest struct {
		id        string
		remainder int
	}
	weights, total := d.weights(rings), 0
	for _, w := range weights {
		total += w
	}
	quota, left := map[string]int{}, n
	var rests []rest
	for _, t := range d.r.voice.topics {
		if w := weights[t.id]; w > 0 {
			quota[t.id] = n * w / total
			left -= quota[t.id]
			rests = append(rests, rest{t.id, n * w % total})
		}
	}
	slices.SortStableFunc(rests, func(a, b rest) int { return b.remainder - a.remainder })
	for i := range min(left, len(rests)) {
		quota[rests[i].id]++
	}
	return quota
}

// weights are those of the topics that have anything to ask, leaning to the end of the journey the brand cares about.
func (d *drawing) weights(rings map[string]*ring) map[string]int {
	goal := lower(d.r.profile.MarketingGoal)
	weights := map[string]int{}
	for _, t := range d.r.voice.topics {
		if t.id == brandTopic || rings[t.id] == nil {
			continue
		}
		weights[t.id] = t.weight
		if t.id == "budget" && containsAny(goal, []string{"转化", "销", "获客", "成交", "sales", "conversion", "lead", "revenue"}) ||
			t.id == "scene" && containsAny(goal, []string{"知名", "认知", "曝光", "awareness", "reach", "visibility"}) ||
			t.id == "usage" && containsAny(goal, []string{"留存", "复购", "retention", "loyalty"}) {
			weights[t.id] += 2
		}
	}
	return weights
}

// ring goes round the forms of a topic, so that no form comes twice before all came once.
type ring struct {
	series []*series
	at     int
}

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

// drawFrom adds the next good question of a series; false when there is none left.
func (d *drawing) drawFrom(s *series) bool {
	for {
		p, words, ok := s.draw(d.cost)
		if !ok {
			return false
		}
		if d.clashing(s.form, words) {
			continue
		}
		if d.accept(s.form.topic, s.form.stage, s.text(d.r.voice, p, words)) {
			for _, w := range words {
				d.used[w.text]++
			}
			return true
		}
	}
}

// cost prefers words that were used less, and the profile's own to those of its kind.
func (d *drawing) cost(words []word) int {
	c := 0
	for _, w := range words {
		c += 4*d.used[w.text] + w.bias
	}
	return c
}

// accept adds a text unless it repeats another, reads badly, or names the brand where it must not.
func (d *drawing) accept(topic, stage, text string) bool {
	folded := Fold(text)
	if d.seen[folded] || folded == "" {
		return false
	}
	v, n := d.r.voice, size(text)
	p := Prompt{Text: text, Types: []string{Visibility}, Stage: stage}
	if topic == brandTopic { // the length and the spelling of the name are not ours to judge
		p.Types, p.Branded = []string{Sentiment}, true
		if n < v.shortest || v.faulty(d.r.unnamed(text)) {
			return false
		}
	} else if n < v.shortest || n > v.longest || v.faulty(text) || d.r.names.in(text, folded, d.pool.strict) {
		return false
	}
	d.seen[folded] = true
	d.out = append(d.out, drawn{topic, p})
	return true
}

// unnamed puts a letter for the brand's names, whose own spelling is not to be judged.
func (r *reading) unnamed(text string) string {
	for _, s := range r.names.shown {
		text = strings.ReplaceAll(text, s, "N")
	}
	return text
}

// clashing tells combinations that make no sense together.
func (d *drawing) clashing(f *form, words []word) bool {
	noun := word{}
	for i, dim := range f.dims {
		if dim == "noun" {
			noun = words[i]
		}
	}
	for i, a := range words {
		dim := f.dims[i]
		if dim != "noun" && noun.text != "" && a.classes != "" && !strings.Contains(a.classes, noun.class()) {
			return true
		}
		if noun.special && noun.class() == "s" && slices.Contains([]string{"skill", "scene", "rival"}, dim) {
			return true
		}
		for j, b := range words[:i] {
			if f.dims[j] != "noun" && dim != "noun" && (d.r.voice.repeats(a.text, b.text) || d.r.voice.excludes(a.text, b.text)) {
				return true
			}
		}
		if noun.text != "" && dim != "noun" && d.r.voice.excludes(a.text, noun.text) {
			return true
		}
		if noun.text != "" && slices.Contains(describing, dim) && d.r.voice.repeats(a.text, noun.text) {
			return true
		}
	}
	return false
}

// describing are the lists whose words say something of the noun and so must not repeat it.
var describing = []string{"sp", "rel", "point", "want", "adj", "budget", "aspect"}
