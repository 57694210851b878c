package reading

import (
	"renown/internal/floor/day"
	"renown/internal/tool/address"
)

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
	day      day.Day
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

// add takes one answer in; one that is in no denominator is only counted as left out.
func (t *tally) add(task Task, found Found) {
	key := spot{day.Of(task.At.Time), rowOf(task.Platform, task.Mode)}
	s := t.sheets[key]
	if s == nil {
		s = newSheet()
		t.sheets[key] = s
	}
	kinds := kindsOf(task.Types, found.Branded)
	at(s.Cells, CellKey{task.PromptID, task.TopicID, task.Stage, kinds}).Join(cellOf(&task, &found))
	if !task.counts(&found) {
		return
	}
	for i := range found.Others {
		o := &found.Others[i]
		one := rivalOf(&found, o)
		at(s.Rivals, RivalKey{task.PromptID, task.TopicID, kinds, o.ID}).Join(&one)
	}
	s.addSources(task, found)
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
		add(SourceKey{false, task.TopicID, channelOf(&src)}, SourceFigures{Domain: src.Domain})
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
