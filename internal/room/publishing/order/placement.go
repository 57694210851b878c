package order

import (
	"time"

	"renown/internal/room/account"
	"renown/internal/room/geo/finding"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/tool/stat"
)

// placementDays are those after which a placement counts: whether it was cited within them.
const placementDays = 30

// outcomes are what became of placements, of an outlet or of the catalogue, over all accounts of the installation.
type outcomes struct {
	accounts map[string]bool
	waits    []stat.Waiting
	cited    int64
}

func (o *outcomes) add(accountID string, wait stat.Waiting) {
	if o.accounts == nil {
		o.accounts = map[string]bool{}
	}
	o.accounts[accountID] = true
	if o.waits = append(o.waits, wait); wait.Came {
		o.cited++
	}
}

// told is what may be told of them; nil where that is nothing.
func (o *outcomes) told() *catalogue.Placed {
	if !account.Tellable(len(o.waits), len(o.accounts)) {
		return nil
	}
	p := &catalogue.Placed{Placements: int64(len(o.waits)), Cited: o.cited}
	if day, _, ok := stat.Median(stat.Arrivals(o.waits)); ok {
		p.MedianDays = &day
	}
	return p
}

// placements are what became of articles whose days are over.
func placements(articles []article, w watched, now time.Time) catalogue.Placements {
	all, outlets := &outcomes{}, map[string]*outcomes{}
	for _, a := range articles {
		out := dayOf(finding.Day(a.at.Time))
		if dayOf(finding.Day(now)).Sub(out) < placementDays*24*time.Hour {
			continue
		}
		wait := stat.Waiting{Days: placementDays}
		for day := range w.days[a.key] {
			if after := dayOf(day).Sub(out).Hours() / 24; after >= 0 && after <= placementDays && (!wait.Came || after < wait.Days) {
				wait = stat.Waiting{Days: after, Came: true}
			}
		}
		if outlets[a.mediaID] == nil {
			outlets[a.mediaID] = &outcomes{}
		}
		outlets[a.mediaID].add(a.accountID, wait)
		all.add(a.accountID, wait)
	}
	told := catalogue.Placements{Outlets: map[string]catalogue.Placed{}, All: all.told()}
	for mediaID, o := range outlets {
		if p := o.told(); p != nil {
			told.Outlets[mediaID] = *p
		}
	}
	return told
}

// dayOf is a day as 20261115.
func dayOf(day int64) time.Time {
	return time.Date(int(day/10_000), time.Month(day/100%100), int(day%100), 0, 0, 0, 0, time.UTC)
}
