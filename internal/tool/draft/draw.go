package draft

import (
	"slices"
	"strconv"
	"strings"

	"renown/internal/tool/text/char"
)

const (
	window = 8   // fit questions of a form looked at together, to choose the one whose words were used least
	tries  = 100 // combinations of a form looked at for them
)

// drawing collects the prompts of one draft.
type drawing struct {
	r      *reading
	lists  map[string][]*word   // the words that do not name the brand; nouns under "noun"
	topics map[string][]*filled // in turn, so that no form comes twice before all came once
	seen   map[string]bool      // folded texts that must not come again
	used   map[string]int       // how often a word was used in this draft
	clash  map[[2]*word]bool
	out    []drawn

	any   bool   // questions that ask for no choice, too: when the others are used up
	round uint64 // by which forms are put in order
}

type drawn struct {
	topic string
	Prompt
}

// filled is a form with the words for each of its dims. at counts the combinations tried.
type filled struct {
	*form
	words [][]*word
	total int // combinations there are
	at    uint64
}

func newDrawing(r *reading, existing []string) *drawing {
	d := &drawing{r: r, seen: map[string]bool{}, used: map[string]int{}, clash: map[[2]*word]bool{}}
	for _, text := range existing {
		d.seen[Fold(text)] = true
	}
	if d.list(); len(d.lists["noun"]) == 0 {
		d.r = r.general()
		d.list()
	}
	d.round = uint64(len(existing))
	d.arrange(d.round)
	return d
}

// fill draws count prompts: a fifth of them about the brand, the rest by the weights of the topics; numbered lists are
// the last resort.
func (d *drawing) fill(count int) {
	branded := 0
	if count >= 3 && len(d.r.names.shown) > 0 {
		branded = max(1, count/5)
	}
	d.share(count - branded) // before the branded ones, which would use up the profile's own words
	if branded > 0 && d.take(brandTopic, branded) == 0 {
		d.lastResort(1, brandTopic, brandTopic)
	}
	d.share(count - len(d.out))
	if len(d.out) < count {
		d.any = true
		d.arrange(d.round)
		d.share(count - len(d.out))
	}
	d.lastResort(count-len(d.out), "pick", "pick")
	d.lastResort(count-len(d.out), "pick", "bare")
	d.sayKeywords(count)
}

// sayKeywords sees to it that what the user calls the thing is asked for: a keyword in none of the questions takes the place of the last
// one without the brand that holds no keyword. At most a third of the questions are changed.
func (d *drawing) sayKeywords(count int) {
	for _, keyword := range d.r.profile.Keywords[:min(len(d.r.profile.Keywords), max(1, count/3))] {
		if keyword = tight(keyword); d.r.lexicon.language == "en" {
			keyword = d.r.lexicon.commonCase(keyword)
		}
		if keyword == "" || !plain(keyword) || char.HasHan(keyword) != (d.r.lexicon.language == "zh") ||
			slices.ContainsFunc(d.out, func(o drawn) bool { return holdsAny(o.Text, []string{keyword}) }) {
			continue
		}
		for at, o := range slices.Backward(d.out) {
			if o.Branded || holdsAny(o.Text, d.r.profile.Keywords) {
				continue
			}
			d.replace(at, keyword)
			break
		}
	}
}

func (d *drawing) replace(at int, keyword string) {
	for _, form := range d.r.lexicon.last["keyword"] {
		text := strings.ReplaceAll(form, "{k}", keyword)
		if folded := Fold(text); d.fit("pick", text, folded) {
			d.seen[folded] = true
			d.out[at].Text = text
			return
		}
	}
}

func holdsAny(text string, keywords []string) bool {
	return slices.ContainsFunc(keywords, func(k string) bool { return k != "" && strings.Contains(Fold(text), Fold(k)) })
}

// share draws n prompts without the brand: by quota, then from whatever topic still has some.
func (d *drawing) share(n int) {
	quota := d.quotas(n)
	for _, t := range d.r.lexicon.topics {
		n -= d.take(t.id, min(quota[t.id], len(d.topics[t.id]))) // no more than one of a form, while others have some to give
	}
	for left := n + 1; n > 0 && n < left; {
		left = n
		for _, t := range d.r.lexicon.topics {
			if t.id != brandTopic {
				n -= d.take(t.id, min(n, 1))
			}
		}
	}
}

// take draws up to n prompts of one topic and answers how many there were.
func (d *drawing) take(topic string, n int) int {
	got, queue := 0, d.topics[topic]
	for got < n && len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		if d.drawFrom(s) {
			got++
			queue = append(queue, s)
		}
	}
	d.topics[topic] = queue
	return got
}

// drawFrom adds the question of a form whose words were used least, the profile's own before those of its kind; false
// when none is left.
func (d *drawing) drawFrom(f *filled) bool {
	words := make([]*word, len(f.words))
	var best, bestFolded string
	var chosen []*word
	cheapest := 0
	for found, end := 0, f.at+uint64(min(tries, 2*f.total)); found < window && f.at < end; f.at++ {
		h, cost := mix(d.r.seed^f.hash+f.at), 0
		for i, list := range f.words {
			words[i] = list[h%uint64(len(list))]
			cost += 4*d.used[words[i].text] + words[i].bias
			h = mix(h)
		}
		if best != "" && cost >= cheapest || d.clashing(f.form, words) {
			continue
		}
		text := d.r.lexicon.finish(f.fill(f.wordings[h%uint64(len(f.wordings))], words), f.form, h>>40)
		if folded := Fold(text); (d.any || f.topic == brandTopic || AsksChoice(text)) && d.fit(f.topic, text, folded) {
			found++
			best, bestFolded, cheapest, chosen = text, folded, cost, slices.Clone(words)
		}
	}
	for _, w := range chosen {
		d.used[w.text]++
	}
	if best != "" {
		d.add(f.topic, f.stage, best, bestFolded)
	}
	return best != ""
}

// fit refuses a text that repeats another, reads badly, or names the brand where it must not.
func (d *drawing) fit(topic, text, folded string) bool {
	l, n := d.r.lexicon, size(text)
	if folded == "" || d.seen[folded] || n < l.shortest {
		return false
	}
	if topic == brandTopic { // the length and the spelling of the name are not ours to judge
		for _, s := range d.r.names.shown {
			text = strings.ReplaceAll(text, s, "N")
		}
		return !l.faulty(text)
	}
	return n <= l.longest && !l.faulty(text) && !d.r.names.in(text, folded)
}

func (d *drawing) add(topic, stage, text, folded string) {
	p := Prompt{Text: text, Types: []string{Visibility}, Stage: stage}
	if topic == brandTopic {
		p.Types, p.Branded = []string{Sentiment}, true
	}
	d.seen[folded] = true
	d.out = append(d.out, drawn{topic, p})
}

// lastResort adds up to n numbered questions of one sort to a topic: as many as are wanted, whatever exists already.
func (d *drawing) lastResort(n int, topic, sort string) {
	want := len(d.out) + n
	for number := 3; number < len(d.seen)+1000; number++ {
		says := []string{"{n}", strconv.Itoa(number)}
		if nouns := d.lists["noun"]; len(nouns) > 0 {
			for slot, text := range nouns[number%len(nouns)].slots {
				says = append(says, "{"+slot+"}", text)
			}
		}
		if brands := d.r.lists["brand"]; len(brands) > 0 {
			says = append(says, "{brand}", brands[0].text)
		}
		fill := strings.NewReplacer(says...)
		for _, text := range d.r.lexicon.last[sort] {
			if len(d.out) >= want {
				return
			}
			text = fill.Replace(text)
			if folded := Fold(text); !slot.MatchString(text) && d.fit(topic, text, folded) {
				d.add(topic, Consideration, text, folded)
			}
		}
	}
}
