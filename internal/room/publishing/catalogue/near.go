package catalogue

import (
	"cmp"
	"context"
	"slices"

	"renown/internal/floor/fault"
	"renown/internal/tool/address"
)

// Match is how near an outlet is to the channels that were asked for.
type Match string

const (
	MatchChannel   Match = "channel"   // it publishes on one of them
	MatchTopic     Match = "topic"     // on one of those that were asked for in the second place
	MatchPortal    Match = "portal"    // on another channel of the same site
	MatchCited     Match = "cited"     // elsewhere: it is among those that assistants cite most
	MatchCatalogue Match = "catalogue" // no outlet is known to be cited
)

// Near is an outlet that can be ordered, with the channel that it publishes on.
type Near struct {
	Outlet
	OnChannel string // empty: its address is not known
	Match     Match
}

// Wanted are the channels that outlets are looked for on: first these, then those.
type Wanted struct{ First, Then []string }

// nearer is the order among outlets that are equally near: those that are cited most in front.
func nearer(a, b *entry) int {
	return cmp.Or(cmp.Compare(b.citations, a.citations), cmp.Compare(b2i(b.recommended), b2i(a.recommended)),
		cmp.Compare(a.points, b.points), byID(a, b))
}

// places are outlets by the placeNumber of a channel or a domain.
type places map[uint64][]*entry

func (p places) want(names []string) {
	for _, name := range names {
		if name != "" {
			p[placeNumber(name)] = nil
		}
	}
}

func (p places) add(place uint64, e *entry) {
	if list, wanted := p[place]; wanted {
		p[place] = append(list, e)
	}
}

// on takes outlets from the places in turns, so that one does not take all.
func (p places) on(names []string, most int) (found []*entry) {
	for depth := 0; len(found) < most; depth++ {
		before := len(found)
		for _, name := range names {
			list := p[placeNumber(name)]
			if depth < len(list) && !slices.Contains(found, list[depth]) && len(found) < most {
				found = append(found, list[depth])
			}
		}
		if len(found) == before {
			break
		}
	}
	return found
}

// surroundings are outlets that can be ordered for an article: the first of all, and of the places that are wanted.
type surroundings struct {
	all               []*entry
	channels, domains places
}

func (s *snapshot) around(wanted []Wanted, most int) surroundings {
	a := surroundings{nil, places{}, places{}}
	for _, w := range wanted {
		a.channels.want(w.First)
		a.channels.want(w.Then)
		a.domains.want(domainsOf(w.First))
	}
	for _, e := range s.entries {
		if e.orderable {
			a.all = append(a.all, e)
			a.channels.add(e.channel, e)
			a.domains.add(e.domain, e)
		}
	}
	a.all, _ = first(slices.Values(a.all), most, nearer)
	for _, p := range []places{a.channels, a.domains} {
		for place, list := range p {
			p[place], _ = first(slices.Values(list), most, nearer)
		}
	}
	return a
}

func domainsOf(channels []string) (list []string) {
	for _, c := range channels {
		if _, domain := address.Channel("https://" + c); domain != "" && !slices.Contains(list, domain) {
			list = append(list, domain)
		}
	}
	return list
}

// nearest are the outlets of the first tier that has any.
func (a surroundings) nearest(w Wanted, most int) ([]*entry, Match) {
	if list := a.channels.on(w.First, most); len(list) > 0 {
		return list, MatchChannel
	}
	if list := a.channels.on(w.Then, most); len(list) > 0 {
		return list, MatchTopic
	}
	if list := a.domains.on(domainsOf(w.First), most); len(list) > 0 {
		return list, MatchPortal
	}
	if len(a.all) > 0 && a.all[0].citations > 0 {
		return a.all, MatchCited
	}
	return a.all, MatchCatalogue
}

// Nearest finds, for each of the wanted, at most so many outlets for an article: on the channels themselves, else as near as there are any.
// A list is empty only where the catalogue has no outlet that can be ordered.
func (c *Catalogue) Nearest(ctx context.Context, wanted []Wanted, most int) (_ [][]Near, err error) {
	defer fault.Wrap(&err, "catalogue.Nearest")

	s, err := c.current(ctx)
	if err != nil {
		return nil, err
	}
	lists := make([][]Near, len(wanted))
	var ids []string
	around := s.around(wanted, most)
	for n, w := range wanted {
		found, match := around.nearest(w, most)
		lists[n] = []Near{}
		for _, e := range found {
			if !slices.Contains(ids, e.id) {
				ids = append(ids, e.id)
			}
			lists[n] = append(lists[n], Near{Outlet: Outlet{ID: e.id}, Match: match})
		}
	}
	outlets, _, err := outletsByID(ctx, c.db.Read(), ids, "")
	if err != nil {
		return nil, err
	}
	byID := map[string]Outlet{}
	for _, o := range outlets {
		byID[o.ID] = o
	}
	for _, list := range lists {
		for i := range list {
			o := byID[list[i].ID]
			address := o.Domain
			if o.URL != nil {
				address = o.URL
			}
			list[i].Outlet = o
			list[i].OnChannel, _ = placeOf(address)
		}
	}
	return lists, nil
}
