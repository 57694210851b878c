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

// places are the outlets that take articles and can be ordered, those that are cited most in front, and the same by channel and by domain.
type places struct {
	all               []int32
	channels, domains placeIndex
}

// placeIndex is outlets by the number of a place, and there in the order of places.all.
type placeIndex []placed

type placed struct {
	place uint64
	at    int32
}

func (x placeIndex) on(place uint64) placeIndex {
	first, _ := slices.BinarySearchFunc(x, place, func(p placed, place uint64) int { return cmp.Compare(p.place, place) })
	last := first
	for last < len(x) && x[last].place == place {
		last++
	}
	return x[first:last]
}

func (s *snapshot) near() places {
	return s.places.get(func() (p places) {
		for i := range int32(s.size) {
			if f := s.fact(i); f.available && f.contents&contentBit(Article) != 0 {
				p.all = append(p.all, i)
			}
		}
		slices.SortFunc(p.all, func(a, b int32) int {
			x, y := s.fact(a), s.fact(b)
			return cmp.Or(cmp.Compare(y.citations, x.citations), -cmp.Compare(b2i(x.recommended), b2i(y.recommended)), cmp.Compare(x.points, y.points), cmp.Compare(a, b))
		})
		for _, i := range p.all {
			if f := s.fact(i); f.channel != 0 {
				p.channels, p.domains = append(p.channels, placed{f.channel, i}), append(p.domains, placed{f.domain, i})
			}
		}
		for _, x := range []placeIndex{p.channels, p.domains} {
			slices.SortStableFunc(x, func(a, b placed) int { return cmp.Compare(a.place, b.place) })
		}
		return p
	})
}

// nearest are the outlets of the first tier that has any.
func (c *Catalogue) nearest(s *snapshot, w Wanted, most int) (list []int32, match Match) {
	p := s.near()
	on := func(index placeIndex, names []string) (found []int32) {
		for depth := 0; len(found) < most; depth++ { // in turns, so that one channel does not take all places
			before := len(found)
			for _, name := range names {
				of := index.on(placeNumber(name))
				if depth < len(of) && !slices.Contains(found, of[depth].at) && len(found) < most {
					found = append(found, of[depth].at)
				}
			}
			if len(found) == before {
				break
			}
		}
		return found
	}
	domains := func(channels []string) (list []string) {
		for _, c := range channels {
			if _, domain := address.Channel("https://" + c); domain != "" && !slices.Contains(list, domain) {
				list = append(list, domain)
			}
		}
		return list
	}
	for _, tier := range []struct {
		match Match
		found func() []int32
	}{
		{MatchChannel, func() []int32 { return on(p.channels, w.First) }},
		{MatchTopic, func() []int32 { return on(p.channels, w.Then) }},
		{MatchPortal, func() []int32 { return on(p.domains, domains(w.First)) }},
	} {
		if found := tier.found(); len(found) > 0 {
			return found, tier.match
		}
	}
	list = p.all[:min(len(p.all), most)]
	if len(list) > 0 && s.fact(list[0]).citations > 0 {
		return list, MatchCited
	}
	return list, MatchCatalogue
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
	for n, w := range wanted {
		found, match := c.nearest(s, w, most)
		lists[n] = []Near{}
		for _, i := range found {
			if !slices.Contains(ids, s.id(i)) {
				ids = append(ids, s.id(i))
			}
			lists[n] = append(lists[n], Near{Outlet: Outlet{ID: s.id(i)}, Match: match})
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
