package insight

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/room/account"
	"renown/internal/room/geo/finding"
	"renown/internal/tool/address"
	"renown/internal/tool/stat"
)

// Openings are where assistants name competitors and not the brand, and what those answers rest on.
type Openings struct {
	Period   Period    `json:"period"`
	Filters  Filters   `json:"filters"`
	Answers  int64     `json:"answers"`  // to prompts that count for visibility
	Compared int       `json:"compared"` // topics and channels that have enough answers to tell
	Untested int       `json:"untested"` // topics that have too few
	Items    []Opening `json:"items"`    // by gain

	Channels []OpeningChannel `json:"-"` // of all answers, the most cited first
}

// What an opening is about.
const (
	OfTopic  = "topic"  // its prompts name a competitor significantly more often
	OfSource = "source" // answers that cite the channel name the brand significantly less often
	OfOwn    = "own"    // answers cite an own site and name a competitor alone
	OfFact   = "fact"   // answers contradict a fact
)

// Opening is one of them.
type Opening struct {
	Basis   string      `json:"basis"`
	Topic   *NamedTopic `json:"topic"`   // where it is about one
	Channel *string     `json:"channel"` // as well
	Gain    Gain        `json:"gain"`
	Ours    Share       `json:"ours"`   // answers that name the brand
	Theirs  *RivalShare `json:"theirs"` // and the competitor that is ahead the most

	Prompts  []OpeningPrompt  `json:"prompts"`  // those where a competitor is ahead, the farthest first
	Channels []OpeningChannel `json:"channels"` // cited there, by how many answers name a competitor alone
	Pages    []OpeningPage    `json:"pages"`
	Answers  []string         `json:"answer_ids"` // some newest answers without the brand
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

// OpeningPrompt is a prompt, and the platforms on which a competitor is ahead.
type OpeningPrompt struct {
	PromptID  string        `json:"prompt_id"`
	Text      string        `json:"text"`
	Platforms []OpeningCell `json:"platforms"`
	lead      int64         // answers
}

// OpeningCell is a prompt on a platform.
type OpeningCell struct {
	Platform string     `json:"platform"`
	Ours     Share      `json:"ours"`
	Theirs   RivalShare `json:"theirs"`
}

// OpeningChannel is a channel as answers cite it.
type OpeningChannel struct {
	Channel string           `json:"channel"`
	Domain  string           `json:"domain"`
	Kind    address.PageKind `json:"kind"`
	Citing  int64            `json:"citing"`  // answers
	Without int64            `json:"without"` // of them, those that name a competitor alone
	Gap     bool             `json:"gap"`     // over all topics, its citing answers name the brand significantly less often
}

// OpeningPage is a page.
type OpeningPage struct {
	URL     string           `json:"url"`
	Title   *string          `json:"title"`
	Channel string           `json:"channel"`
	Kind    address.PageKind `json:"kind"`
	Citing  int64            `json:"citing"`
	Without int64            `json:"without"`
}

const (
	openingsShown = 50
	openingParts  = 10 // prompts, channels and pages of one
	openingMonths = 2  // before the one in which the period ends, of which the sources of topics are read
	ownLeast      = 3  // answers that cite an own site without naming the brand
)

// Openings finds what there is to win. Faults: as Citations.
func (i *Insights) Openings(ctx context.Context, who account.Caller, brandID string, query Query) (out Openings, err error) {
	defer fault.Wrap(&err, "insight.Openings")

	err = i.Ask(ctx, who, brandID, query, Want("openings", &out, (*Scope).openings))
	return out, err
}

// opened is the search for openings under way.
type opened struct {
	*Scope
	table     *table
	alike     dependence
	daysAsked map[cellKey]int
	rivals    rivals
	cells     map[string][]cell // by topic, of prompts that there are
	last      map[cellKey]LastAnswer
	texts     map[string]string
	names     map[string]string
	sites     []*source            // of the whole period, channels alone
	pages     map[string][]*source // as well, by channel
	topics    map[string]*sourced
	spread    bool            // topics are read, all of them
	gaps      map[string]bool // channels
}

func (s *Scope) openings(ctx context.Context) (out Openings, err error) {
	o := &opened{Scope: s, daysAsked: map[cellKey]int{}, cells: map[string][]cell{}, last: map[cellKey]LastAnswer{}, pages: map[string][]*source{}, topics: map[string]*sourced{}, gaps: map[string]bool{}}
	if err := o.read(ctx); err != nil {
		return out, err
	}
	out = Openings{Period: s.Period(), Filters: s.Filters(), Answers: o.table.total(forVisibility, "").answers, Items: []Opening{}}
	gaps, compared := s.missing(o.table, o.sites)
	for _, g := range gaps {
		o.gaps[g.Channel] = true
	}
	out.Channels = o.shown(o.sites, domainsShown)
	leads, tested := o.leads()
	gaps = gaps[:min(len(gaps), gapsShown)]
	if err := o.restOf(ctx, leads, gaps); err != nil {
		return out, err
	}
	out.Compared, out.Untested = compared+tested, len(o.cells)-tested
	out.Items = append(out.Items, o.byTopic(leads)...)
	for _, g := range gaps {
		out.Items = append(out.Items, o.ofSource(&g))
	}
	out.Items = append(out.Items, o.ofOwn()...)
	slices.SortStableFunc(out.Items, func(a, b Opening) int { return cmp.Compare(b.Gain.Answers, a.Gain.Answers) })
	out.Items = out.Items[:min(len(out.Items), openingsShown)]
	return out, nil
}

// read gathers the figures of the period. Prompts that were deleted are left out: nothing can be asked about them any more.
func (o *opened) read(ctx context.Context) (err error) {
	if o.table, o.alike, err = o.seen(ctx); err != nil {
		return err
	}
	if o.rivals, err = o.rivalsOf(ctx, o.dates); err != nil {
		return err
	}
	if o.texts, err = o.PromptTexts(ctx); err != nil {
		return err
	}
	if o.names, err = o.TopicNames(ctx); err != nil {
		return err
	}
	found, err := o.spreadSources(ctx)
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
		if _, there := o.texts[c.prompt]; there && c.answers > 0 {
			o.cells[topicOf[c.prompt]] = append(o.cells[topicOf[c.prompt]], c)
		}
	}
	return nil
}

// spreadSources are the sources of the period. Where those of topics are of the same days, these are read and added up.
func (o *opened) spreadSources(ctx context.Context) (*sourced, error) {
	if o.cited != nil || o.topicsSince() != o.dates.from {
		return o.sources(ctx)
	}
	extent := o.extent(o.dates, false)
	extent.Topics, extent.TopicIDs = true, o.Query.TopicIDs
	if err := o.readTopics(ctx, extent, func(finding.SourceKey) bool { return true }); err != nil {
		return nil, err
	}
	all := newSourced()
	for _, topic := range slices.Sorted(maps.Keys(o.topics)) {
		all.merge(o.topics[topic])
	}
	all.classify()
	o.cited, o.spread = all, true
	return all, nil
}

// topicsSince is the day since which it is read what topics rest on: pages come and go within weeks.
func (o *opened) topicsSince() time.Time {
	first := o.dates.to.AddDate(0, 0, 1-o.dates.to.Day()).AddDate(0, -openingMonths, 0)
	if first.Before(o.dates.from) {
		return o.dates.from
	}
	return first
}

// restOf reads what openings rest on. Of a topic that is none, only those channels matter that are one.
func (o *opened) restOf(ctx context.Context, leads map[string]lead, gaps []bounded) error {
	if o.spread || len(leads)+len(gaps) == 0 {
		return nil
	}
	open := map[string]bool{}
	for _, g := range gaps {
		open[g.Channel] = true
	}
	extent := o.extent(dateRange{o.topicsSince(), o.dates.to}, false)
	extent.Topics = true
	if len(gaps) == 0 {
		extent.TopicIDs = slices.Collect(maps.Keys(leads))
	}
	return o.readTopics(ctx, extent, func(k finding.SourceKey) bool {
		_, opens := leads[k.Topic]
		return opens || !k.Page && open[k.Source]
	})
}

// readTopics reads sources by topic, those that matter.
func (o *opened) readTopics(ctx context.Context, extent finding.Extent, matters func(finding.SourceKey) bool) error {
	var of *sourced
	topic := ""
	return o.book.sources(ctx, extent, func(at finding.Spot, k finding.SourceKey, f *finding.SourceFigures) {
		if of == nil || topic != k.Topic { // those of a topic come together
			if topic = k.Topic; o.topics[topic] == nil {
				o.topics[topic] = newSourced()
			}
			of = o.topics[topic]
		}
		if o.about(topic) && matters(k) {
			of.join(at, k, f)
		}
	})
}
