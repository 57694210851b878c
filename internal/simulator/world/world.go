// Package world is the market that the simulated assistants know: how likely each brand is named for a question, on a platform,
// on a day; what platforms are in the habit of; and the pages they read.
//
// It is pure: everything follows from parameters, market, seed and day. It writes no sentence and knows no protocol. The
// calibration of the statistics draws from the same model, because here the truth is known.
package world

import (
	"math"
	"strings"
	"sync"
	"time"
)

// World is a market under parameters and a seed. It is safe for concurrent use.
type World struct {
	Parameters
	Market Market
	Seed   uint64

	terms [][]string // of each brand, in lower case
	fits  sync.Map   // question and page → float64
	words wordings
}

// New makes a world. The market is not changed afterwards.
func New(p Parameters, m Market, seed uint64) *World {
	w := &World{Parameters: p, Market: m, Seed: seed, terms: make([][]string, len(m.Brands))}
	for i, b := range m.Brands {
		w.terms[i] = lower(b.Terms)
	}
	return w
}

func lower(list []string) []string {
	out := make([]string, 0, len(list))
	for _, text := range list {
		if text != "" {
			out = append(out, strings.ToLower(text))
		}
	}
	return out
}

// Question is one that is put to the world. Lean is what its kind adds to every brand's chance, on the logistic scale.
type Question struct {
	Text     string
	Platform string
	Day      int // see DayOf; 0 where time stands still
	Lean     float64

	lower string
}

// DayOf numbers the days of Beijing, in which figures are kept.
func DayOf(at time.Time) int { return int(math.Floor(float64(at.Unix()+8*3600) / 86400)) }

// Cell is what is true of a question on a platform on a day: chances, each by itself.
type Cell struct {
	Named []float64 // by brand; 0 for one that is no answer to the question
	Tone  []float64 // by brand, the mean of its scores
	Cited float64   // that the answer cites anything
	Own   float64   // that a cited answer cites a named brand's own site
	Noise float64   // of a score, its standard deviation
}

// Cell computes what is true.
func (w *World) Cell(q Question) Cell {
	q.lower = strings.ToLower(q.Text)
	c := Cell{
		Named: make([]float64, len(w.Market.Brands)), Tone: make([]float64, len(w.Market.Brands)),
		Noise: w.ToneNoise,
	}
	for i := range w.Market.Brands {
		if w.relevant(i, q.lower) {
			c.Named[i], c.Tone[i] = w.brand(i, q)
		}
	}
	d := NewDraw(Hash(w.Seed, "habit", q.Text, q.Platform))
	c.Cited, c.Own = d.Around(w.Habit(q.Platform).Cites, w.PlatformCorrelation), d.Around(w.OwnRate, w.Correlation)
	return c
}

// brand is one brand's chance and tone.
func (w *World) brand(i int, q Question) (named, tone float64) {
	b := &w.Market.Brands[i]
	d := NewDraw(Hash(w.Seed, "prompt", b.Name, q.Text))
	tone = w.ToneMean + b.Tone + w.ToneSpread*d.Normal()
	rate := b.rate()
	if rate >= 1 {
		return 1, tone
	}
	rate = Shifted(rate, b.lean(q.lower, q.Platform)+w.taste(b.Name, q))
	rate = d.Around(rate, w.Correlation)
	d = NewDraw(Hash(w.Seed, "cell", b.Name, q.Text, q.Platform))
	rate = d.Around(rate, w.PlatformCorrelation)
	return Shifted(rate, q.Lean+w.drift(b.Name, q)+b.shift(q)+w.lift(b, q)), tone
}

// relevant tells whether a brand is an answer to a question; one without terms is an answer to all.
func (w *World) relevant(i int, question string) bool {
	name := w.Market.Brands[i].Name
	if name == "" {
		return false
	}
	if len(w.terms[i]) == 0 || strings.Contains(question, strings.ToLower(name)) {
		return true
	}
	for _, term := range w.terms[i] {
		if strings.Contains(question, term) {
			return true
		}
	}
	return false
}

// Relevant lists the brands that are answers to a question, by their numbers.
func (w *World) Relevant(question string) (list []int) {
	question = strings.ToLower(question)
	for i := range w.Market.Brands {
		if w.relevant(i, question) {
			list = append(list, i)
		}
	}
	return list
}

// taste is what a platform's model thinks of a brand. Another model thinks partly otherwise.
func (w *World) taste(name string, q Question) float64 {
	lasting := NewDraw(Hash(w.Seed, "taste", name, q.Platform)).Normal()
	model := NewDraw(Hash(w.Seed+uint64(w.Epoch(q.Platform, q.Day)), "model", name, q.Platform)).Normal()
	return w.PlatformSpread*lasting + w.ModelSpread*model
}

// Epoch numbers the models of a platform: on which one it answers on a day.
func (w *World) Epoch(platform string, day int) int {
	if w.ModelDays <= 0 || day == 0 {
		return 0
	}
	return (w.Drawn(day) + int(Hash(3, "epoch", platform)%uint64(w.ModelDays))) / w.ModelDays
}

// EpochStart is the day since which a platform answers with its model of a day.
func (w *World) EpochStart(platform string, day int) int {
	if w.ModelDays <= 0 || day == 0 {
		return 0
	}
	return w.Epoch(platform, day)*w.ModelDays - int(Hash(3, "epoch", platform)%uint64(w.ModelDays)) + day - w.Drawn(day)
}

// drift is a slow wave of two periods that belong to the brand and the platform.
func (w *World) drift(name string, q Question) float64 {
	if w.Drift == 0 || q.Day == 0 {
		return 0
	}
	d := NewDraw(Hash(w.Seed, "drift", name, q.Platform))
	sum := 0.0
	for _, days := range w.DriftDays {
		sum += math.Sin(2 * math.Pi * (float64(w.Drawn(q.Day))/(days*(0.8+0.4*d.Float64())) + d.Float64()))
	}
	return w.Drift * sum
}

// renewalMost bounds how long an answer can last, in days.
const renewalMost = 60

// renewal is the day whose numbers today's answer throws: today's, or, with the chance of persistence a day, an earlier one's.
func (w *World) renewal(q Question) int {
	day := w.Drawn(q.Day)
	for range renewalMost {
		if day == 0 || w.Persistence <= 0 || NewDraw(Hash(w.Seed+uint64(day), "renewal", q.Text, q.Platform)).Float64() >= w.Persistence {
			break
		}
		day--
	}
	return day
}

// Answer is what one answer does.
type Answer struct {
	Named  []int     // brands, in order
	Order  []float64 // by brand, the larger the earlier
	Scores []float64 // by brand, -1 to 1, of those that are named
	Cites  bool
	Own    bool
	Draw   *Draw // for what else must last as long as the answer does
}

// Answer throws the chances of a question's day. Days that renew nothing throw the same numbers again, against the chances
// of their own.
func (w *World) Answer(q Question, c Cell) Answer {
	d := NewDraw(Hash(w.Seed+uint64(w.renewal(q)), "answer", q.Text, q.Platform))
	both := make([]float64, 2*len(c.Named))
	a := Answer{Scores: both[:len(c.Named)], Order: both[len(c.Named):], Draw: d}
	for i, chance := range c.Named {
		thrown, place, score := d.Float64(), d.Float64(), d.Normal()
		if thrown >= chance {
			continue
		}
		a.Named = append(a.Named, i)
		a.Order[i] = w.Place(chance, place)
		a.Scores[i] = max(-1, min(1, c.Tone[i]+c.Noise*score))
	}
	for i := 1; i < len(a.Named); i++ { // few: by insertion
		for j := i; j > 0 && a.Order[a.Named[j]] > a.Order[a.Named[j-1]]; j-- {
			a.Named[j], a.Named[j-1] = a.Named[j-1], a.Named[j]
		}
	}
	a.Cites, a.Own = d.Float64() < c.Cited, d.Float64() < c.Own
	return a
}

// Place is by what names are put in order: the likelier come first, mostly. thrown is from [0,1).
func (w *World) Place(chance, thrown float64) float64 {
	return w.PlaceWeight*Logit(min(chance, 0.99)) - math.Log(-math.Log(max(thrown, 1e-12)))
}
