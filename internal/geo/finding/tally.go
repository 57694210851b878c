package finding

import (
	"time"

	"renown/internal/answer"
	"renown/internal/stamp"
)

// beijing is the zone of the calendar day that figures follow.
var beijing = time.FixedZone("UTC+8", 8*3600)

// Day is the Beijing date of a moment as a number: 20261115.
func Day(t time.Time) int64 {
	y, m, d := t.In(beijing).Date()
	return int64(y*10000 + int(m)*100 + d)
}

// kinds is what a prompt counts for: v, s or vs.
func kinds(types []string) string {
	var v, s bool
	for _, t := range types {
		v, s = v || t == "visibility", s || t == "sentiment"
	}
	switch {
	case v && s:
		return "vs"
	case s:
		return "s"
	}
	return "v"
}

type (
	figureKey struct {
		span                   int64
		platform, topic, kinds string
	}
	promptKey struct {
		span                           int64
		platform, prompt, topic, stage string
	}
	otherKey struct {
		span                               int64
		platform, topic, kinds, competitor string
	}
	sourceKey struct {
		span                          int64
		kind, platform, topic, source string
	}
)

// tone is how often each judgement was made, and the sums for a mean and its spread.
type tone struct{ positive, neutral, negative, unjudged, sum, sq int64 }

func (t *tone) add(label *string, score *float64) {
	if label == nil {
		t.unjudged++
		return
	}
	switch answer.Label(*label) {
	case answer.Positive:
		t.positive++
	case answer.Negative:
		t.negative++
	default:
		t.neutral++
	}
	n := scaled(*score)
	t.sum += n
	t.sq += n * n
}

type figures struct {
	answers, named, others, positionSum, positionSq int64
	tone
	cited, citations, own, competitor int64
	failed, empty, refused            int64
}

type promptFigures struct {
	answers, named, positionSum int64
	lastAt                      stamp.Time
	lastAnswer                  string
	lastPosition                *int64
}

type otherFigures struct {
	answers, positionSum int64
	tone
}

type sourceFigures struct {
	domain, class, title               string
	citations, answers, withBrand, gap int64
	firstAt, lastAt                    stamp.Time
}

// tally adds up answers before they reach the tables: one, or a batch of them.
type tally struct {
	brandID    string
	generation int64
	figures    map[figureKey]*figures
	prompts    map[promptKey]*promptFigures
	others     map[otherKey]*otherFigures
	sources    map[sourceKey]*sourceFigures
}

func newTally(brandID string, generation int64) *tally {
	return &tally{brandID, generation, map[figureKey]*figures{}, map[promptKey]*promptFigures{}, map[otherKey]*otherFigures{}, map[sourceKey]*sourceFigures{}}
}

func at[K comparable, V any](m map[K]*V, key K) *V {
	v := m[key]
	if v == nil {
		v = new(V)
		m[key] = v
	}
	return v
}

// figuresOf calls do for both rows of an answer: its topic's and that of all topics.
func (t *tally) figuresOf(task Task, do func(*figures)) {
	for _, topic := range []string{task.TopicID, ""} {
		do(at(t.figures, figureKey{Day(task.At.Time), task.Platform, topic, kinds(task.Types)}))
	}
}

func (t *tally) addFailed(task Task) { t.figuresOf(task, func(f *figures) { f.failed++ }) }

// add takes one answer in; one that is empty or refused is only counted as left out.
func (t *tally) add(task Task, found Found) {
	switch found.State {
	case answer.Empty:
		t.figuresOf(task, func(f *figures) { f.empty++ })
		return
	case answer.Refused:
		t.figuresOf(task, func(f *figures) { f.refused++ })
		return
	}
	t.figuresOf(task, func(f *figures) { f.add(found) })
	day := Day(task.At.Time)
	for _, span := range []int64{day, day / 100} {
		t.addPrompt(span, task, found)
		t.addOthers(span, task, found)
		t.addSources(span, task, found)
	}
}

func (f *figures) add(found Found) {
	f.answers++
	f.others += int64(len(found.Others))
	if p := found.Position; p != nil {
		f.named++
		f.positionSum += *p
		f.positionSq += *p * *p
		if s := found.Sentiment; s != nil {
			f.tone.add(&s.Label, &s.Score)
		} else {
			f.tone.add(nil, nil)
		}
	}
	cites := int64(0)
	for _, s := range found.Sources {
		if !s.Cited {
			continue
		}
		cites = 1
		f.citations++
		switch answer.Class(s.Class) {
		case answer.Own:
			f.own++
		case answer.Competitor:
			f.competitor++
		}
	}
	f.cited += cites
}

func (t *tally) addPrompt(span int64, task Task, found Found) {
	if kinds(task.Types) == "s" {
		return
	}
	f := at(t.prompts, promptKey{span, task.Platform, task.PromptID, task.TopicID, task.Stage})
	f.answers++
	if found.Position != nil {
		f.named++
		f.positionSum += *found.Position
	}
	if f.answers == 1 || later(task.At, task.ID, f.lastAt, f.lastAnswer) {
		f.lastAt, f.lastAnswer, f.lastPosition = task.At, task.ID, found.Position
	}
}

// later orders answers by time and, at the same moment, by id.
func later(at stamp.Time, id string, than stamp.Time, thanID string) bool {
	return at.After(than.Time) || at.Equal(than.Time) && id > thanID
}

func (t *tally) addOthers(span int64, task Task, found Found) {
	for _, o := range found.Others {
		f := at(t.others, otherKey{span, task.Platform, task.TopicID, kinds(task.Types), o.ID})
		f.answers++
		f.positionSum += o.Position
		f.tone.add(o.Sentiment, o.Score)
	}
}

// urlMax is the longest address, in bytes, that is counted by itself: PostgreSQL's indexes take no more than 2,700.
const urlMax = 1000

func (t *tally) addSources(span int64, task Task, found Found) {
	counted := map[sourceKey]bool{} // in this answer
	add := func(kind, source string, s Source) {
		key := sourceKey{span, kind, task.Platform, task.TopicID, source}
		f := at(t.sources, key)
		f.citations++
		if f.domain == "" {
			f.domain, f.class, f.firstAt, f.lastAt = s.Domain, s.Class, task.At, task.At
		}
		if kind == "url" && s.Title != nil && *s.Title > f.title {
			f.title = *s.Title // the last by order of letters: whichever answer comes first
		}
		if task.At.Before(f.firstAt.Time) {
			f.firstAt = task.At
		}
		if task.At.After(f.lastAt.Time) {
			f.lastAt = task.At
		}
		if counted[key] {
			return
		}
		counted[key] = true
		f.answers++
		switch {
		case found.Position != nil:
			f.withBrand++
		case len(found.Others) > 0:
			f.gap++
		}
	}
	for _, s := range found.Sources {
		if s.Cited {
			add("domain", s.Domain, s)
			add("class", s.Class+" "+s.Domain, s)
			if len(s.URL) <= urlMax {
				add("url", s.URL, s)
			}
		}
	}
}
