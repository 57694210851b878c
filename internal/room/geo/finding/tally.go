package finding

import (
	"time"

	"renown/internal/floor/timestamp"
	"renown/internal/tool/address"
	"renown/internal/tool/answer"
)

// Day is the Beijing date of a moment as a number: 20261115.
func Day(t time.Time) int64 {
	y, m, d := t.In(timestamp.Beijing).Date()
	return int64(y*10000 + int(m)*100 + d)
}

// DayText is such a number as people write it: 2026-11-15.
func DayText(day int64) string {
	return time.Date(int(day/10000), time.Month(day/100%100), int(day%100), 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
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

// spot is the day and the platform, with its mode, of a sheet.
type spot struct {
	day      int64
	platform string // as rowOf writes it
}

// tally adds up answers before they reach the table: one, or a batch of them.
type tally struct {
	brandID    string
	generation int64
	sheets     map[spot]*Sheet
	opened     []string // platforms whose day began with it
}

func newTally(brandID string, generation int64) *tally {
	return &tally{brandID: brandID, generation: generation, sheets: map[spot]*Sheet{}}
}

// add takes one answer in; one that is empty, refused or cut is only counted as left out.
func (t *tally) add(task Task, found Found) {
	key := spot{Day(task.At.Time), rowOf(task.Platform, task.Mode)}
	s := t.sheets[key]
	if s == nil {
		s = newSheet()
		t.sheets[key] = s
	}
	counts := kindsOf(task.Types, found.Branded)
	at(s.Cells, CellKey{task.PromptID, task.TopicID, task.Stage, counts}).Join(cellOf(task, found))
	f := at(s.Figures, FigureKey{task.TopicID, kinds(task.Types)})
	if task.cut() && found.State.Answered() { // an older program knows of no such reason
		f.Refused++
		return
	}
	if !f.add(found) {
		return
	}
	s.addPrompt(task, found)
	for _, o := range found.Others {
		one := OtherFigures{Answers: 1, Positions: o.Position}
		one.Tone.add(o.Sentiment, o.Score)
		at(s.Others, OtherKey{task.TopicID, kinds(task.Types), o.ID}).Join(&one)
		one.Model = byModel(o.Judge, one.Tone)
		at(s.Rivals, RivalKey{task.PromptID, task.TopicID, counts, o.ID}).Join(&one)
	}
	s.addSources(task, found)
}

// add tells whether the answer counts; one that is empty or refused is only counted as left out.
func (f *Figures) add(found Found) bool {
	switch found.State {
	case answer.Empty:
		f.Empty++
		return false
	case answer.Refused, answer.Broken:
		f.Refused++
		return false
	}
	f.Answers++
	f.Others += int64(len(found.Others))
	if p := found.Position; p != nil {
		f.Named++
		f.Positions += *p
		f.PositionSquares += *p * *p
		if s := found.Sentiment; s != nil {
			f.Tone.add(&s.Label, &s.Score)
		} else {
			f.Tone.add(nil, nil)
		}
	}
	cites := int64(0)
	for _, s := range found.Sources {
		if !s.Cited {
			continue
		}
		cites = 1
		f.Citations++
		switch address.Class(s.Class) {
		case address.Own:
			f.Own++
		case address.Competitor:
			f.Competitor++
		}
	}
	f.Cited += cites
	return true
}

func (s *Sheet) addPrompt(task Task, found Found) {
	if kinds(task.Types) == "s" {
		return
	}
	one := &PromptFigures{Answers: 1, LastAt: task.At.UnixMicro(), LastAnswer: task.ID}
	if p := found.Position; p != nil {
		one.Named, one.Positions, one.LastPosition = 1, *p, *p
	}
	at(s.Prompts, PromptKey{task.PromptID, task.TopicID, task.Stage}).Join(one)
}

// PortalMark stands before the domain of a portal in the key of its figures over all its channels.
const PortalMark = "*."

// urlMax is the longest address, in bytes, that is counted by itself; a longer one counts for the site's front page.
const urlMax = 1000

func (s *Sheet) addSources(task Task, found Found) {
	counted := map[SourceKey]bool{} // in this answer
	add := func(key SourceKey, one SourceFigures) {
		one.Citations, one.FirstAt, one.LastAt = 1, task.At.UnixMicro(), task.At.UnixMicro()
		if !counted[key] {
			counted[key] = true
			one.Answers = 1
			switch {
			case found.Position != nil:
				one.WithBrand = 1
			case len(found.Others) > 0:
				one.Gap = 1
			}
		}
		at(s.Sources, key).Join(&one)
	}
	for _, src := range found.Sources {
		if !src.Cited {
			continue
		}
		page := SourceFigures{Domain: src.Domain, Class: src.Class}
		if src.Title != nil {
			page.Title = *src.Title
		}
		url := src.URL
		if len(url) > urlMax {
			url = "https://" + src.Domain
		}
		channel := src.Channel
		if channel == "" { // kept by an older program, and its text is gone
			channel, _ = address.Channel(src.URL)
		}
		add(SourceKey{false, task.TopicID, channel}, SourceFigures{Domain: src.Domain})
		if address.IsPortal(src.Domain) {
			add(SourceKey{false, task.TopicID, PortalMark + src.Domain}, SourceFigures{Domain: src.Domain})
		}
		key := SourceKey{true, task.TopicID, url}
		if !counted[key] {
			at(s.Reach, ReachKey{pageNumber(url), task.PromptID}).Answers++
		}
		add(key, page)
	}
}
