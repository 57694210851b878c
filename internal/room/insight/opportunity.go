package insight

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/room/account"
	"renown/internal/room/reading"
	"renown/internal/tool/address"
	"renown/internal/tool/stat"
)

// Opportunities are where assistants name competitors and not the brand, and what those answers rest on.
type Opportunities struct {
	Period   Period        `json:"period"`
	Filters  Filters       `json:"filters"`
	Answers  int64         `json:"answers"`  // to prompts that count for visibility
	Compared int           `json:"compared"` // topics and channels that have enough answers to tell
	Untested int           `json:"untested"` // topics that have too few
	Items    []Opportunity `json:"items"`    // by gain

	Channels []OpportunityChannel `json:"-"` // of all answers, the most cited first
	Facts    []FactTruth          `json:"-"` // that answers get wrong; of all topics together, and not of apps
}

// Decisions counts what is decided on one by one: topics and own pages whose gain is above 0 for certain.
func (o Opportunities) Decisions() (n int64) {
	for _, one := range o.Items {
		if one.Basis != OfSource && one.Gain.Low > 0 {
			n++
		}
	}
	return n
}

// What an opportunity is about.
const (
	OfTopic  = "topic"  // its prompts name a competitor significantly more often
	OfSource = "source" // answers that cite the channel name the brand significantly less often than the others do to the same prompts on the same platforms
	OfOwn    = "own"    // answers cite an own site and name a competitor alone
	OfFact   = "fact"   // answers contradict a fact
)

// Opportunity is one of them.
type Opportunity struct {
	Basis   string      `json:"basis"`
	Topic   *NamedTopic `json:"topic"`   // where it is about one
	Channel *string     `json:"channel"` // as well
	Gain    Gain        `json:"gain"`
	Ours    Share       `json:"ours"`   // answers that name the brand
	Theirs  *RivalShare `json:"theirs"` // and the competitor that is ahead the most

	Prompts  []OpportunityPrompt  `json:"prompts"`  // those where a competitor is ahead, the farthest first
	Channels []OpportunityChannel `json:"channels"` // cited there, by how many answers name a competitor alone
	Pages    []OpportunityPage    `json:"pages"`
	Answers  []string             `json:"answer_ids"` // some newest answers without the brand
}

// NamedTopic is a topic.
type NamedTopic struct {
	TopicID string `json:"topic_id"`
	Name    string `json:"name"`
}

// Gain is how many answers of the period there are to win, with its 95 % interval, of how many.
type Gain struct {
	Answers float64 `json:"answers"`
	Low     float64 `json:"low"`
	High    float64 `json:"high"`
	Of      int64   `json:"of"`
}

func gainOf(rate float64, in stat.Interval, of int64) Gain {
	n := float64(of)
	return Gain{rate * n, max(0, in.Low) * n, min(1, in.High) * n, of}
}

// RivalShare is how often a competitor is named.
type RivalShare struct {
	CompetitorID string `json:"competitor_id"`
	Name         string `json:"name"`
	Share
}

// OpportunityPrompt is a prompt, and the platforms on which a competitor is ahead.
type OpportunityPrompt struct {
	PromptID  string            `json:"prompt_id"`
	Text      string            `json:"text"`
	Platforms []OpportunityCell `json:"platforms"`
	lead      int64             // answers
}

// OpportunityCell is a prompt on a platform.
type OpportunityCell struct {
	Platform string     `json:"platform"`
	Ours     Share      `json:"ours"`
	Theirs   RivalShare `json:"theirs"`
}

// OpportunityChannel is a channel as answers cite it.
type OpportunityChannel struct {
	Channel string           `json:"channel"`
	Domain  string           `json:"domain"`
	Kind    address.PageKind `json:"kind"`
	Citing  int64            `json:"citing"`  // answers
	Without int64            `json:"without"` // of them, those that name a competitor alone
	Gap     bool             `json:"gap"`     // over all topics, its citing answers name the brand significantly less often
}

// OpportunityPage is a page.
type OpportunityPage struct {
	URL     string           `json:"url"`
	Title   *string          `json:"title"`
	Channel string           `json:"channel"`
	Kind    address.PageKind `json:"kind"`
	Citing  int64            `json:"citing"`
	Without int64            `json:"without"`
}

const (
	opportunitiesShown = 50
	opportunityParts   = 10 // prompts, channels and pages of one
	opportunityMonths  = 2  // before the one in which the period ends, of which the sources of topics are read
	ownLeast           = 3  // answers that cite an own site without naming the brand
)

// Opportunities finds what there is to win. Faults: as Citations.
func (i *Insights) Opportunities(ctx context.Context, who account.Caller, brandID string, query Query) (out Opportunities, err error) {
	defer fault.Wrap(&err, "insight.Opportunities")

	err = i.Analyse(ctx, who, brandID, query, Made("opportunities", &out,
		func(s *Scope, ctx context.Context) (out Opportunities, err error) {
			if out, err = s.Opportunities(ctx); err == nil && len(s.Query.TopicIDs) == 0 && s.Query.surface() == reading.SurfaceAPI {
				out.Facts, err = s.facts(ctx, i.brands)
			}
			return out, err
		}))
	return out, err
}

// opportunitySearch is the search for opportunities under way.
type opportunitySearch struct {
	*Scope
	table     *table
	repeats   dependence
	daysAsked map[cellKey]int
	rivals    rivals
	cells     map[string][]cell // by topic, of prompts that there are
	last      map[cellKey]LastAnswer
	texts     map[string]string
	names     map[string]string
	sites     []*source            // of the whole period, channels alone
	pages     map[string][]*source // as well, by channel
	topics    map[string]*sourced
	gaps      map[string]bool // channels
}

// Opportunities is the part that follows from figures of days: all but facts.
func (s *Scope) Opportunities(ctx context.Context) (out Opportunities, err error) {
	defer fault.Wrap(&err, "insight.Opportunities")

	o := &opportunitySearch{
		Scope: s, daysAsked: map[cellKey]int{}, cells: map[string][]cell{}, last: map[cellKey]LastAnswer{},
		pages: map[string][]*source{}, topics: map[string]*sourced{}, gaps: map[string]bool{},
	}
	if err := o.read(ctx); err != nil {
		return out, err
	}
	out = Opportunities{
		Period: s.Period(), Filters: s.Filters(),
		Answers: o.table.total(forVisibility, "")[reading.Answers], Items: []Opportunity{},
	}
	missed, err := s.missing(ctx, o.sites)
	if err != nil {
		return out, err
	}
	gaps := missed.gaps
	for _, g := range gaps {
		o.gaps[g.Channel] = true
	}
	out.Channels = o.shown(o.sites, domainsShown)
	leads, tested := o.leads()
	gaps = gaps[:min(len(gaps), gapsShown)]
	if err := o.restOf(ctx, leads, gaps); err != nil {
		return out, err
	}
	out.Compared, out.Untested = missed.compared+tested, len(o.cells)-tested
	out.Items = append(out.Items, o.byTopic(leads)...)
	for _, g := range gaps {
		out.Items = append(out.Items, o.ofSource(&g))
	}
	out.Items = append(out.Items, o.ofOwn()...)
	slices.SortStableFunc(out.Items, func(a, b Opportunity) int { return cmp.Compare(b.Gain.Answers, a.Gain.Answers) })
	out.Items = out.Items[:min(len(out.Items), opportunitiesShown)]
	return out, nil
}

// read gathers the figures of the period. Prompts that were deleted are left out: nothing can be asked about them any more.
func (o *opportunitySearch) read(ctx context.Context) (err error) {
	if o.table, _, o.repeats, err = o.seen(ctx); err != nil {
		return err
	}
	if o.rivals, err = o.rivalsOf(ctx, o.dates, forVisibility); err != nil {
		return err
	}
	if o.texts, err = o.PromptTexts(ctx); err != nil {
		return err
	}
	if o.names, err = o.TopicNames(ctx); err != nil {
		return err
	}
	found, err := o.sources(ctx)
	if err != nil {
		return err
	}
	o.sites, _ = withPortals(slices.SortedFunc(maps.Values(found.sites), byCitations))
	for _, p := range found.pages {
		channel, _ := p.place()
		o.pages[channel] = append(o.pages[channel], p)
	}
	topicOf := map[string]string{}
	for _, st := range o.table.visible() {
		at := cellKey{st.prompt, st.platform}
		o.daysAsked[at] += st.daysAsked
		if o.last[at].before(st.last.AnsweredAt, st.last.AnswerID) {
			o.last[at] = st.last
			topicOf[st.prompt] = st.topic
		}
	}
	for _, c := range o.table.cells(forVisibility, "") {
		if _, there := o.texts[c.prompt]; there && c.counts[reading.Answers] > 0 {
			o.cells[topicOf[c.prompt]] = append(o.cells[topicOf[c.prompt]], c)
		}
	}
	return nil
}

// topicsSince is the day since which it is read what topics rest on: pages come and go within weeks.
func (o *opportunitySearch) topicsSince() day.Day {
	return max(o.dates.From, (o.dates.To.Month() - opportunityMonths).First())
}

// restOf reads what opportunities rest on. Of a topic that is none, only those channels matter that are one.
func (o *opportunitySearch) restOf(ctx context.Context, leads map[string]lead, gaps []bounded) error {
	if len(leads)+len(gaps) == 0 {
		return nil
	}
	open := map[string]bool{}
	for _, g := range gaps {
		open[g.Channel] = true
	}
	extent := o.extent(day.Span{From: o.topicsSince(), To: o.dates.To}, false)
	extent.Topics = true
	if len(gaps) == 0 {
		extent.TopicIDs = slices.Collect(maps.Keys(leads))
	}
	var of *sourced
	topic := ""
	return o.book.sources(ctx, extent, func(at reading.Spot, k reading.SourceKey, f *reading.SourceFigures) {
		if of == nil || topic != k.Topic { // those of a topic come together
			if topic = k.Topic; o.topics[topic] == nil {
				o.topics[topic] = newSourced()
			}
			of = o.topics[topic]
		}
		if _, opens := leads[topic]; o.about(topic) && (opens || !k.Page && open[k.Source]) {
			of.join(at, k, f)
		}
	})
}
