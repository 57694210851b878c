package catalogue

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"renown/internal/floor/fault"
	"renown/internal/tool/answer"
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

// place reads the channel of an outlet's own address, and the domain above it.
func (w *words) place(address *string) (channel, domain int32) {
	if address == nil {
		return 0, 0
	}
	key, ok := answer.Canonical(*address)
	if !ok {
		return 0, 0
	}
	c, d := answer.Channel("https://" + key)
	return w.code(&c), w.code(&d)
}

// places are the outlets that take articles and can be ordered, by channel and by domain, those that are cited most in front. They are made
// when they are first asked for.
type places struct {
	once              sync.Once
	channels, domains map[int32][]int32
	all               []int32
	codes             map[string]int32
}

func (s *snapshot) near() *places {
	p := &s.places
	p.once.Do(func() {
		p.channels, p.domains, p.codes = map[int32][]int32{}, map[int32][]int32{}, map[string]int32{}
		for i := range s.facts {
			if f := &s.facts[i]; f.available && f.contents&contentBit(Article) != 0 {
				p.all = append(p.all, int32(i))
			}
		}
		slices.SortFunc(p.all, func(a, b int32) int {
			x, y := &s.facts[a], &s.facts[b]
			return cmp.Or(cmp.Compare(y.citations, x.citations), -cmp.Compare(b2i(x.recommended), b2i(y.recommended)), cmp.Compare(x.points, y.points), cmp.Compare(a, b))
		})
		for _, i := range p.all {
			if f := &s.facts[i]; f.channel != 0 {
				p.channels[f.channel], p.domains[f.domain] = append(p.channels[f.channel], i), append(p.domains[f.domain], i)
				p.codes[s.words[f.channel]], p.codes[s.words[f.domain]] = f.channel, f.domain
			}
		}
	})
	return p
}

// nearest are the outlets of the first tier that has any.
func (s *snapshot) nearest(w Wanted, most int) (list []int32, match Match) {
	p := s.near()
	on := func(index map[int32][]int32, names []string) (found []int32) {
		for depth := 0; len(found) < most; depth++ { // in turns, so that one channel does not take all places
			before := len(found)
			for _, name := range names {
				if of := index[p.codes[name]]; p.codes[name] != 0 && depth < len(of) && !slices.Contains(found, of[depth]) && len(found) < most {
					found = append(found, of[depth])
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
			if _, domain := answer.Channel("https://" + c); domain != "" && !slices.Contains(list, domain) {
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
	if len(list) > 0 && s.facts[list[0]].citations > 0 {
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
	lists, channels := make([][]Near, len(wanted)), map[string]string{}
	var ids []string
	for n, w := range wanted {
		found, match := s.nearest(w, most)
		lists[n] = []Near{}
		for _, i := range found {
			id := s.ids[i]
			if _, known := channels[id]; !known {
				channels[id], ids = s.words[s.facts[i].channel], append(ids, id)
			}
			lists[n] = append(lists[n], Near{Outlet: Outlet{ID: id}, OnChannel: channels[id], Match: match})
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
			list[i].Outlet = byID[list[i].ID]
		}
	}
	return lists, nil
}
