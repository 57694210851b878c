// Package opportunity says where something can be won: topics, channels and own pages where assistants name competitors
// and not the brand, facts that they get wrong, what to do about each, and which outlets to do it with.
//
// It owns the table drafts, and no figures: what it ranks are those of insight and fact, and what it offers are outlets
// of the catalogue. A draft becomes a content in the transaction that completes it.
package opportunity

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base32"
	"slices"
	"strings"

	"renown/internal/floor/fault"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/fact"
	"renown/internal/room/insight"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/tool/address"
)

// Opportunities is the room's door for everybody else.
type Opportunities struct {
	db    *store.DB
	rooms Rooms
}

// Rooms are the neighbours, and what drafts are written with.
type Rooms struct {
	Plans     *plan.Plans
	Brands    *brand.Brands
	Facts     *fact.Facts
	Insights  *insight.Insights
	Catalogue *catalogue.Catalogue
	Contents  *content.Contents
	Queue     *queue.Queue
	Drafter   Drafter
	PerDay    int // drafts that an account may start in a Beijing day; 0: 20
}

// New returns the room over db.
func New(db *store.DB, rooms Rooms) *Opportunities {
	if rooms.PerDay == 0 {
		rooms.PerDay = 20
	}
	o := &Opportunities{db, rooms}
	rooms.Plans.Accounts.TeamEnds.Add(o.idleTx)
	return o
}

// Actions: what to do.
const (
	Write   = "write"   // an article where competitors are named
	Refresh = "refresh" // an own page that is cited without the brand being named
	Correct = "correct" // what answers get wrong
	Place   = "place"   // an article on a channel that assistants cite
	Ask     = "ask"     // the keepers of the page to name the brand
)

// Actions in the order in which they are shown.
var Actions = []string{Write, Place, Ask, Refresh, Correct}

// Sorts of the list.
const (
	ByGain    = "gain"
	ByCertain = "certain" // by the lower end of the gain's interval
)

// List is what there is to win, the most first.
type List struct {
	Period   insight.Period `json:"period"`
	Filters  Filters        `json:"filters"`
	Answers  int64          `json:"answers"`
	Compared int            `json:"compared"`
	Untested int            `json:"untested"`
	Sort     string         `json:"sort"`
	Items    []Opportunity  `json:"items"`
	Total    int            `json:"total"`
}

// Filters are what the list was narrowed to, under the names of the interface.
type Filters struct {
	insight.Filters
	Actions []string `json:"action,omitempty"`
}

// Opportunity is one of them. Gains overlap: an answer may count for a topic and for a channel.
type Opportunity struct {
	ID     string           `json:"id"` // the same as long as it is about the same
	Action string           `json:"action"`
	Kind   address.PageKind `json:"kind"` // of most pages that stand in the way
	Why    string           `json:"why"`  // a sentence, said by the doors
	insight.Opportunity
	Fact    *Fact    `json:"fact"`
	Outlets []Outlet `json:"outlets"` // where an article helps, the nearest
}

// Fact is what answers get wrong.
type Fact struct {
	FactID    string  `json:"fact_id"`
	Statement string  `json:"statement"`
	Expected  string  `json:"expected"`
	Said      *string `json:"said"` // by the newest answer
}

// Outlet is an outlet that can be ordered.
type Outlet struct {
	OutletID  string          `json:"media_id"`
	Name      string          `json:"name"`
	MediaType catalogue.Type  `json:"media_type"`
	Channel   *string         `json:"channel"`
	Match     catalogue.Match `json:"match"`
	Citing    int64           `json:"citing"` // answers of the opportunity that cite its channel
	Points    int64           `json:"points"`

	Expected   *catalogue.Expected `json:"expected"`    // nil: unknown
	MedianDays *float64            `json:"median_days"` // to the first citation; nil: unknown, or fewer than half are cited
}

const (
	outletsShown = 5
	factLeast    = 3 // answers that contradict a fact
)

// List ranks what there is to win in a period. No action means all; an unknown one, and an unknown sort, change
// nothing. Faults: NotFound, and Malformed for a period that is none.
func (o *Opportunities) List(ctx context.Context, who account.Caller, brandID string, query insight.Query,
	actions []string, sort string,
) (out List, err error) {
	defer fault.Wrap(&err, "opportunity.List")

	out, cited, err := o.ranked(ctx, who, brandID, query, sort)
	if err != nil {
		return out, err
	}
	if err := o.explain(ctx, who, brandID, out.within(query), out.Items, cited); err != nil {
		return out, err
	}
	out.Filters.Actions = store.Known(actions, func(a string) bool { return slices.Contains(Actions, a) })
	if len(out.Filters.Actions) > 0 {
		out.Items = slices.DeleteFunc(out.Items, func(p Opportunity) bool { return !slices.Contains(out.Filters.Actions, p.Action) })
	}
	out.Total = len(out.Items)
	return out, nil
}

// Top are the first so many, by gain. Faults: as List.
func (o *Opportunities) Top(ctx context.Context, who account.Caller, brandID string, query insight.Query,
	most int,
) (_ []Opportunity, err error) {
	defer fault.Wrap(&err, "opportunity.Top")

	all, cited, err := o.ranked(ctx, who, brandID, query, ByGain)
	if err != nil {
		return nil, err
	}
	first := all.Items[:min(len(all.Items), most)]
	return first, o.explain(ctx, who, brandID, all.within(query), first, cited)
}

// ranked is the list by what there is to win alone, and the channels that are cited.
func (o *Opportunities) ranked(ctx context.Context, who account.Caller, brandID string, query insight.Query,
	sort string,
) (out List, cited []insight.OpportunityChannel, err error) {
	found, err := o.rooms.Insights.Opportunities(ctx, who, brandID, query)
	if err != nil {
		return out, nil, err
	}
	out = List{
		Period: found.Period, Filters: Filters{Filters: found.Filters}, Answers: found.Answers,
		Compared: found.Compared, Untested: found.Untested, Sort: ByGain, Items: []Opportunity{},
	}
	for _, one := range found.Items {
		out.Items = append(out.Items, of(brandID, one))
	}
	out.Items = append(out.Items, wrong(brandID, found.Facts)...)
	key := func(p *Opportunity) float64 { return p.Gain.Answers }
	if sort == ByCertain {
		out.Sort, key = ByCertain, func(p *Opportunity) float64 { return p.Gain.Low }
	}
	slices.SortStableFunc(out.Items, func(a, b Opportunity) int { return cmp.Or(cmp.Compare(key(&b), key(&a)), cmp.Compare(a.ID, b.ID)) })
	return out, found.Channels, nil
}

// within is a query as it was understood: of the same days, also after midnight, and of topics that there are.
func (l *List) within(q insight.Query) insight.Query {
	q.From, q.To, q.TopicIDs = l.Period.From, l.Period.To, l.Filters.TopicIDs
	return q
}

// explain adds what answers say of facts, where an article helps, and what to do.
func (o *Opportunities) explain(ctx context.Context, who account.Caller, brandID string, query insight.Query,
	list []Opportunity, cited []insight.OpportunityChannel,
) error {
	if slices.ContainsFunc(list, func(p Opportunity) bool { return p.Fact != nil }) {
		said, err := o.rooms.Insights.Contradictions(ctx, who, brandID, query, factsRead)
		if err != nil {
			return err
		}
		for i := range list {
			if p := &list[i]; p.Fact != nil {
				p.gather(said)
				p.Kind = kindOf(p.Opportunity)
			}
		}
	}
	return o.offer(ctx, list, cited)
}

// Find is one of those of the last thirty days. What is no longer to be won is NotFound.
func (o *Opportunities) Find(ctx context.Context, who account.Caller, brandID, opportunityID string) (_ Opportunity, err error) {
	defer fault.Wrap(&err, "opportunity.Find")

	all, err := o.List(ctx, who, brandID, insight.Query{}, nil, ByGain)
	if err != nil {
		return Opportunity{}, err
	}
	at := slices.IndexFunc(all.Items, func(p Opportunity) bool { return p.ID == opportunityID })
	if at < 0 {
		return Opportunity{}, fault.NotFound("opportunity", opportunityID)
	}
	return all.Items[at], nil
}

// of names an opportunity. What to do depends on outlets, too: see offer.
func of(brandID string, one insight.Opportunity) Opportunity {
	subject := ""
	switch {
	case one.Topic != nil:
		subject = one.Topic.TopicID
	case one.Channel != nil:
		subject = *one.Channel
	}
	return Opportunity{ID: idOf(brandID, one.Basis, subject), Opportunity: one, Kind: kindOf(one), Outlets: []Outlet{}}
}

func idOf(brandID, basis, subject string) string {
	sum := sha256.Sum256([]byte(brandID + "\x00" + basis + "\x00" + subject))
	return "opp_" + strings.ToLower(base32.StdEncoding.EncodeToString(sum[:15]))
}

// kindOf is the kind of page that is cited most without the brand.
func kindOf(one insight.Opportunity) address.PageKind {
	if one.Basis == insight.OfOwn {
		return address.OwnPage
	}
	counts := map[address.PageKind]int64{}
	best := address.EditorialPage
	for _, c := range one.Channels {
		if counts[c.Kind] += c.Without; counts[c.Kind] > counts[best] {
			best = c.Kind
		}
	}
	return best
}

// offer finds outlets, and says what to do.
func (o *Opportunities) offer(ctx context.Context, list []Opportunity, cited []insight.OpportunityChannel) error {
	wanted := make([]catalogue.Wanted, len(list))
	for i := range list {
		wanted[i] = catalogue.Wanted{First: placeable(list[i].Channels), Then: placeable(cited)}
	}
	found, err := o.rooms.Catalogue.Nearest(ctx, wanted, outletsShown)
	if err != nil {
		return err
	}
	all, err := o.rooms.Catalogue.Placed(ctx)
	if err != nil {
		return err
	}
	for i := range list {
		p := &list[i]
		matched := len(found[i]) > 0 && found[i][0].Match == catalogue.MatchChannel
		if p.Action = actionOf(p, matched); p.Action == Write || p.Action == Place {
			p.Outlets = p.outlets(found[i], all)
		}
	}
	return nil
}

// placeable are channels on which others may publish: neither an own site nor a competitor's.
func placeable(list []insight.OpportunityChannel) (names []string) {
	for _, c := range list {
		if c.Kind != address.OwnPage && c.Kind != address.RivalPage {
			names = append(names, c.Channel)
		}
	}
	return names
}

func actionOf(p *Opportunity, matched bool) string {
	switch {
	case p.Basis == insight.OfFact:
		return Correct
	case p.Basis == insight.OfOwn:
		return Refresh
	case p.Basis == insight.OfTopic:
		return Write
	case matched:
		return Place
	case p.Kind == address.CommunityPage: // open to every writer
		return Write
	}
	return Ask
}

func (p *Opportunity) outlets(list []catalogue.Near, all *catalogue.Placed) []Outlet {
	out := []Outlet{}
	for _, n := range list {
		one := Outlet{
			OutletID: n.ID, Name: n.Name, MediaType: n.MediaType, Match: n.Match, Points: n.Price.Points,
			Expected: all.Expect(&n.Outlet),
		}
		if n.Geo.Effect != nil {
			one.MedianDays = n.Geo.Effect.MedianDays
		}
		if n.OnChannel != "" {
			one.Channel = &n.OnChannel
		}
		for _, c := range p.Channels {
			if c.Channel == n.OnChannel {
				one.Citing = c.Citing
			}
		}
		out = append(out, one)
	}
	return out
}
