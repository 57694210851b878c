package world

import (
	"strings"
	"time"
)

// Market is what assistants can know when they are asked for one account: the brands it watches with their competitors, the
// articles that were published for it, and the outlets of the catalogue. Everything else in an answer is invented.
type Market struct {
	Brands []Brand
	Pages  []Page
	Sites  []Site

	// Version is the same for equal markets of one subject, so that a simulator need not prepare them again. 0: it does.
	Version uint64
}

// Brand is a name that assistants may put into answers. Its zero value but for the name is an ordinary brand.
type Brand struct {
	Name  string   `yaml:"name"`
	Terms []string `yaml:"terms"` // words of questions it is an answer to; none means every question
	Site  string   `yaml:"site"`  // host of its own site, sometimes cited

	// share of the recommendations that name it; from 1 on all; 0: an ordinary one, by its name
	Weight    float64            `yaml:"weight"`
	Tone      float64            `yaml:"tone"`      // added to the mean of its scores, -1 to 1
	Topics    []Topic            `yaml:"topics"`    // where it is stronger or weaker than that
	Platforms map[string]float64 `yaml:"platforms"` // step on a platform, on the logistic scale
	Shifts    []Shift            `yaml:"shifts"`    // when it moved
	Claims    []Claim            `yaml:"claims"`    // what pages say about it
}

// Topic is a step on the logistic scale for questions that hold one of the words.
type Topic struct {
	Words []string `yaml:"words"`
	Step  float64  `yaml:"step"`
}

// Shift is a step on the logistic scale that begins on a date and grows over some days.
type Shift struct {
	From     time.Time `yaml:"from"`
	Over     int       `yaml:"over"`     // days until it is whole; 0: at once
	Platform string    `yaml:"platform"` // "": on all
	Words    []string  `yaml:"words"`    // of the questions; none: all
	Step     float64   `yaml:"step"`
}

// Claim is a fact about a brand as pages state it: rightly, or, on a share of them, wrongly. Answers repeat what they read.
type Claim struct {
	Text  string  `yaml:"text"`  // a sentence without its end, with the brand's name
	Wrong string  `yaml:"wrong"` // the same, wrong
	Share float64 `yaml:"share"` // of the pages that have it wrong
	Page  *Page   `yaml:"-"`     // the only one that has it wrong, where it is one; its text does not matter
}

// Page is an article that was published. Which brands it is about follows from its text.
type Page struct {
	URL, Title, Text string // the text is plain or Markdown
	Site             string // name of the outlet
	Published        time.Time
	Authority        float64 // of the outlet, 0 to 1: how readily it is cited
	Indexed          float64 // share of platforms that read the outlet at all, 0 to 1
}

// Site is an outlet of the catalogue, on which pages of the market stand that were not ordered.
type Site struct {
	Name, URL string // URL is where its pages stand, without a slash at the end
	Language  string // zh or en
	Authority float64
	Indexed   float64
}

// rate is the share of recommendations that name the brand on the average.
func (b *Brand) rate() float64 {
	if b.Weight > 0 {
		return b.Weight
	}
	return 0.30 + 0.35*Unit("rate", b.Name)
}

// lean is what topic and platform add.
func (b *Brand) lean(question, platform string) float64 {
	step := b.Platforms[platform]
	for _, t := range b.Topics {
		if holds(question, t.Words) {
			step += t.Step
		}
	}
	return step
}

// shift is what has moved by a day.
func (b *Brand) shift(q Question) float64 {
	step := 0.0
	for _, s := range b.Shifts {
		since := q.Day - DayOf(s.From)
		if q.Day == 0 || since < 0 || s.Platform != "" && s.Platform != q.Platform || len(s.Words) > 0 && !holds(q.lower, s.Words) {
			continue
		}
		if s.Over > 0 && since < s.Over {
			step += s.Step * float64(since) / float64(s.Over)
		} else {
			step += s.Step
		}
	}
	return step
}

func holds(question string, words []string) bool {
	for _, word := range words {
		if strings.Contains(question, strings.ToLower(word)) {
			return true
		}
	}
	return false
}

// Overlay gives brands of the market what is set for their names. A name that the market does not hold adds nothing: what is
// set for one account's brands is not known to another's.
func (m *Market) Overlay(settings []Brand) {
	for i := range m.Brands {
		for _, s := range settings {
			if s.Name == m.Brands[i].Name {
				b := &m.Brands[i]
				b.Weight, b.Tone, b.Topics, b.Platforms, b.Shifts, b.Claims = s.Weight, s.Tone, s.Topics, s.Platforms, s.Shifts, s.Claims
				if len(s.Terms) > 0 {
					b.Terms = s.Terms
				}
			}
		}
	}
}
