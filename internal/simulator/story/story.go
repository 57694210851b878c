// Package story makes the demo: two invented brands and sixty days in which something happens to them, told by the program's own rooms
// under a clock that is moved.
package story

import (
	"slices"
	"time"

	"renown/internal/room/brand"
	"renown/internal/room/fact"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/simulator"
	"renown/internal/simulator/market"
	"renown/internal/simulator/world"
)

// story is a brand of the demo, invented with all that is around it, and what happened to it in sixty days. Everything it shows
// is made by the program itself out of this.
type story struct {
	profile  brand.Profile
	language string // of the prompts: zh or en
	region   string
	made     time.Duration // after a full hour, when its brand is made; the brand is known by it

	rivals []rival
	topics []topic
	market world.Brand // how assistants see the brand; its name is the profile's
	mistake
	facts []fact.Fields // of the brand: what the claims of market state rightly

	outlets [4]outlet // where the article was ordered: the last one turned it down, the one before was never cited
	article manuscript
	next    manuscript // waits for its review
	draft   manuscript // has not been ordered

	campaign declared // what the article is meant to change

	refusal string // of the outlet that turned the article down
	changes string // what the operator wants changed in the next one
	team    string
}

// mistake is a page, not ordered, at the second of the story's outlets that states one of the brand's claims wrongly.
type mistake struct {
	claim       int // which of them
	path, title string
}

// rival is a competitor and how assistants see it.
type rival struct {
	name, site, about string
	weight            float64
	moved             float64 // step on the logistic scale, since movedDay
}

// topic is a group of prompts. The first of them are the ones that are asked.
type topic struct {
	name    string
	prompts []question
}

// question is a prompt. One that is about the brand by name counts for sentiment alone.
type question struct {
	text   string
	stage  string
	asked  int  // in which order prompts are enabled, 1 first; 0: kept as a suggestion
	itself bool // names the brand
}

type manuscript struct{ title, body string }

// declared is what is written down before the article is ordered. Its targets are drawn from the prompts of a topic that
// are asked and do not name the brand.
type declared struct {
	name, sentence string
	topic          int   // of the story's
	lotSeed        int64 // draws the prompts that the article answers
}

// outlet is one of the catalogue that the story needs as it is.
type outlet struct {
	key, name, host, channel string
	kind                     catalogue.Type
	points                   int64
	authority                int64   // of its domain, 0 to 100
	indexed                  float64 // share of platforms that read it
	path                     string  // of the article there
}

// The days of the story, counted back from today.
const (
	openedDay    = 85 // the account: its third month of points began before the article was ordered
	teamDay      = 45
	movedDay     = 34 // a rival begins to be named more often
	draftedDay   = 25
	declaredDay  = 23 // which questions the article should change
	orderedDay   = 22
	publishedDay = 21 // the first outlet; the others on the days that follow
	mistakenDay  = 10 // a page states a fact about the brand wrongly
	nextDay      = 1
)

// Simulate lets simulated assistants see the demo's brands and their rivals as the story has them. What they answer follows from the seed
// and from how many days ago it is, not from the date.
func Simulate(o *simulator.Options) {
	now := time.Now()
	o.Overlay, o.Parameters = demoMarket(now), demoWorld(now)
}

func demoWorld(now time.Time) *world.Parameters {
	p := world.Default()
	p.Origin = world.DayOf(now)
	p.FitLeast, p.FitFull = 0.78, 0.9 // a page answers what it is about, and hardly the rest of its topic
	p.Effect, p.EffectMost = 1.8, 2.4 // that eight prompts show it within three weeks
	return &p
}

// Brands are the same for a simulator that knows no brands by itself: each with the words that it answers to.
func Brands() []world.Brand {
	list := demoMarket(time.Now())
	for _, s := range stories {
		for i := range list {
			ours := list[i].Name == s.profile.Name || slices.ContainsFunc(s.rivals, func(r rival) bool { return r.name == list[i].Name })
			if ours && len(list[i].Terms) == 0 {
				list[i].Terms = market.Terms(s.profile.Keywords)
			}
		}
	}
	return list
}

func demoMarket(now time.Time) (list []world.Brand) {
	for _, s := range stories {
		us := s.market
		us.Name = s.profile.Name
		us.Claims = slices.Clone(us.Claims)
		us.Claims[s.claim].Page = s.mistakenPage(now)
		list = append(list, us)
		for _, r := range s.rivals {
			them := world.Brand{Name: r.name, Weight: r.weight, Terms: us.Terms}
			if r.moved != 0 {
				them.Shifts = []world.Shift{{From: daysBefore(now, movedDay), Over: 3, Step: r.moved}}
			}
			list = append(list, them)
		}
	}
	return list
}

// mistakenPage is read by every platform, a few days after it was published.
func (s *story) mistakenPage(now time.Time) *world.Page {
	o := s.outlets[1]
	return &world.Page{
		URL: "https://" + o.host + s.mistake.path, Title: s.mistake.title, Site: o.name,
		Published: daysBefore(now, mistakenDay).Add(2 * time.Hour), Authority: 1, Indexed: 1,
	}
}

// storyIn finds the story that is told in a language; the other is the second brand's.
func storyIn(language string) (main, second *story) {
	if language == "en" {
		return stories[1], stories[0]
	}
	return stories[0], stories[1]
}

// at is a moment of a day of the past.
func at(daysAgo int, after time.Duration) time.Time { return DaysAgo(daysAgo).Add(after) }
