package order

import (
	"slices"
	"time"

	"renown/internal/floor/day"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/tool/stat"
)

// placementDays are those after which a placement counts: whether it was cited within them.
const placementDays = 30

// outcomes are what became of placements, of an outlet or of the catalogue, over all accounts of the installation.
type outcomes = plan.Pool[stat.Waiting]

// told is what may be told of them, in steps; nil where that is nothing.
func told(o *outcomes) *catalogue.Placed {
	waits, ok := o.Told()
	if !ok {
		return nil
	}
	cited := 0
	for _, w := range waits {
		if w.Came {
			cited++
		}
	}
	p := catalogue.InSteps(cited, len(waits))
	if day, _, ok := stat.Median(stat.KaplanMeier(waits)); ok {
		p.TakesDays(day)
	}
	return &p
}

// placements are what became of articles whose days were over before this month began: it changes once a month, so that what a
// single one changed is not seen.
func placements(articles []article, now time.Time) catalogue.Placements {
	begin := day.Of(now).Month().First()
	all, outlets := &outcomes{}, map[string]*outcomes{}
	for _, a := range slices.Backward(articles) { // the newest first
		out := day.Of(a.at.Time)
		if !a.counts || begin-out < placementDays {
			continue
		}
		wait := stat.Waiting{Days: placementDays}
		if a.citedOn != nil && *a.citedOn-out <= placementDays {
			wait = stat.Waiting{Days: float64(*a.citedOn - out), Came: true}
		}
		if outlets[a.outletID] == nil {
			outlets[a.outletID] = &outcomes{}
		}
		outlets[a.outletID].Add(a.accountID, wait)
		all.Add(a.accountID, wait)
	}
	result := catalogue.Placements{Outlets: map[string]catalogue.Placed{}, All: told(all)}
	for outletID, o := range outlets {
		if p := told(o); p != nil {
			result.Outlets[outletID] = *p
		}
	}
	return result
}
