// Package effect says what publishing changed: for a declared campaign, how much more the targeted prompts changed than the others, how
// sure that is, and when what was published was first cited.
//
// It owns no table. It reads declarations, orders and figures of days, all in one snapshot, and writes nothing.
package effect

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/geo/brand"
	"renown/internal/room/geo/campaign"
	"renown/internal/room/geo/finding"
	"renown/internal/tool/stat"
)

// Effects is the room's door for everybody else.
type Effects struct {
	db        *store.DB
	campaigns *campaign.Campaigns
	brands    *brand.Brands
}

// New returns the room over db.
func New(db *store.DB, campaigns *campaign.Campaigns, brands *brand.Brands) *Effects {
	return &Effects{db, campaigns, brands}
}

// Days of a measurement.
const (
	Before  = 28 // that are compared
	WashOut = 7  // after the first publication: an article is found some days later
	After   = 28 // until the verdict counts as final
	least   = 7  // days after the wash-out before there is any verdict
	longest = 180
)

// Outcomes that are kept apart.
const (
	Named      = "named"       // the brand is named
	NamedFirst = "named_first" // and before all others
	PageCited  = "page_cited"  // a page of the campaign is cited
	PageFound  = "page_found"  // or only retrieved
	OwnCited   = "own_cited"   // any page of the brand's own, or placed by an order
)

// Verdicts.
const (
	Unpublished = "unpublished" // nothing of the campaign is published yet
	Early       = "early"       // too few days since
	Rise        = "rise"
	Fall        = "fall"
	Unclear     = "unclear"    // no effect can be seen; the interval says how large one could be
	Impossible  = "impossible" // for a reason
)

// Reasons for which no verdict is possible.
const (
	FewTargets  = "few_targets"  // that were asked before and after
	FewControls = "few_controls" // nor enough targets for competitors alone
	FewOrders   = "few_assignments"
	NoHistory   = "no_history"
	Diverging   = "placebo" // targets and controls moved apart before
)

// Measured is a campaign with what became of it.
type Measured struct {
	campaign.Campaign
	Basis        string        `json:"basis"`   // controls or competitors
	Verdict      string        `json:"verdict"` // of naming
	Reason       *string       `json:"reason"`
	Final        bool          `json:"final"`      // all days have passed, or it has ended
	JudgedOn     *string       `json:"judged_on"`  // the day on which all will have
	StartedOn    *string       `json:"started_on"` // of the first publication
	Promise      *Promise      `json:"promise"`    // nil: too little history
	Outcomes     []Outcome     `json:"outcomes"`
	Platforms    []OnPlatform  `json:"platforms"` // of naming
	Curve        []Day         `json:"curve"`
	Publications []Publication `json:"publications"`
	Arrivals     []Arrival     `json:"arrivals"`
	Dropped      []Dropped     `json:"dropped"`
}

// Promise is what the campaign could see, by the brand's own history.
type Promise struct {
	Days     int     `json:"days"`
	Smallest float64 `json:"smallest"` // effect that is found four times out of five
	Effects  []Seen  `json:"effects"`
}

// Seen is how often an effect of that size would be found.
type Seen struct {
	Effect  float64 `json:"effect"`
	Power   float64 `json:"power"`
	Visible bool    `json:"visible"`
}

// Outcome is one of the things that may have changed.
type Outcome struct {
	Outcome       string   `json:"outcome"`
	Difference    *float64 `json:"difference"`
	Low           *float64 `json:"low"`
	High          *float64 `json:"high"`
	P             *float64 `json:"p"`
	Exact         bool     `json:"exact"`
	TargetBefore  *float64 `json:"target_before"`
	TargetAfter   *float64 `json:"target_after"`
	ControlBefore *float64 `json:"control_before"`
	ControlAfter  *float64 `json:"control_after"`
	Placebo       *float64 `json:"placebo"`
	PlaceboP      *float64 `json:"placebo_p"`
	Trend         *float64 `json:"trend"` // points a week by which targets rose faster before
	Verdict       string   `json:"verdict"`
	Reason        *string  `json:"reason"`
}

// OnPlatform is the change on one platform; Believed after Benjamini and Hochberg over all.
type OnPlatform struct {
	Platform   string   `json:"platform"`
	Difference *float64 `json:"difference"`
	Low        *float64 `json:"low"`
	High       *float64 `json:"high"`
	P          *float64 `json:"p"`
	Believed   bool     `json:"believed"`
}

// Day is a point of the curves: rates of naming.
type Day struct {
	Day            string   `json:"day"`
	Target         *float64 `json:"target"`
	TargetLow      *float64 `json:"target_low"`
	TargetHigh     *float64 `json:"target_high"`
	Control        *float64 `json:"control"`
	TargetAnswers  int64    `json:"target_answers"`
	ControlAnswers int64    `json:"control_answers"`
}

// Publication is an order of the campaign.
type Publication struct {
	OrderID     string          `json:"order_id"`
	Media       string          `json:"media"`
	Title       string          `json:"title"`
	Status      string          `json:"status"`
	Points      int64           `json:"points"`
	URL         *string         `json:"url"`
	PublishedAt *timestamp.Time `json:"published_at"`
	FirstCited  *timestamp.Time `json:"first_cited_at"`
	Citations   int64           `json:"citations"` // answers to prompts of the campaign that cite it
	key         *string
	first       map[string]timestamp.Time // citation by platform
}

// Arrival is the time to the first citation on a platform.
type Arrival struct {
	Platform string      `json:"platform"`
	Cited    int         `json:"cited"`
	Of       int         `json:"of"`
	Median   *float64    `json:"median_days"` // nil: fewer than half are cited
	Steps    []stat.Step `json:"steps"`
}

// Dropped is a prompt that is left out, and why: edited, deleted or treated by another campaign.
type Dropped struct {
	campaign.Prompt
	Reason string `json:"reason"`
}

// Measure finds a campaign and says what became of it. Faults: NotFound.
func (e *Effects) Measure(ctx context.Context, who account.Caller, campaignID string) (out Measured, err error) {
	defer fault.Wrap(&err, "effect.Measure")

	err = e.db.View(ctx, func(q store.Querier) error {
		m := &measuring{q: q, now: e.db.Now()}
		if m.Campaign, err = e.campaigns.FindIn(ctx, q, who, campaignID); err != nil {
			return err
		}
		if err := m.gather(ctx, e); err != nil {
			return err
		}
		m.judge()
		out = m.Measured
		return nil
	})
	return out, err
}

// measuring is a measurement under way.
type measuring struct {
	q   store.Querier
	now timestamp.Time
	Measured
	targets, controls []string // that are left
	generation        int64
	start             int // day number of the first publication; 0: none
	last              int // day number
	cells             []cell
	rivals            []cell // naming of competitors on targets, their mean
}

// cell is a prompt on a platform on a day.
type cell struct {
	prompt, platform string
	day              int
	answers          float64
	named, first     float64
	own              float64
	cited, found     float64 // pages of the campaign
}

// dayNumber numbers days as 20261115 without gaps.
func dayNumber(day int64) int {
	return int(time.Date(int(day/10_000), time.Month(day/100%100), int(day%100), 0, 0, 0, 0, time.UTC).Unix() / 86_400)
}

func dayText(number int) string {
	return time.Unix(int64(number)*86_400, 0).UTC().Format(time.DateOnly)
}

func dayKey(number int) int64 {
	t := time.Unix(int64(number)*86_400, 0).UTC()
	return int64(t.Year()*10_000 + int(t.Month())*100 + t.Day())
}

// gather reads all that the judgement needs.
func (m *measuring) gather(ctx context.Context, e *Effects) (err error) {
	if m.Publications, err = publications(ctx, m.q, m.ID); err != nil {
		return err
	}
	for _, p := range m.Publications {
		if p.PublishedAt != nil {
			if day := dayNumber(finding.Day(p.PublishedAt.Time)); m.start == 0 || day < m.start {
				m.start = day
			}
		}
	}
	m.last = dayNumber(finding.Day(m.now.Time))
	if m.EndedAt != nil {
		m.last = min(m.last, dayNumber(finding.Day(m.EndedAt.Time)))
	}
	if err := m.choose(ctx, e); err != nil {
		return err
	}
	reading, err := finding.ReadingOf(ctx, m.q, m.BrandID)
	if err != nil {
		return err
	}
	if m.generation = reading.Generation; m.generation == 0 {
		return nil
	}
	if err := m.count(ctx, len(reading.Names)-1); err != nil {
		return err
	}
	if m.start == 0 {
		return nil
	}
	return m.cite(ctx)
}

// from is the first day that is looked at.
func (m *measuring) from() int {
	if m.start > 0 {
		return m.start - Before
	}
	return m.last - 2*Before + 1
}

func publications(ctx context.Context, q store.Querier, campaignID string) ([]Publication, error) {
	list, err := store.List(ctx, q, func(row store.Row) (p Publication, err error) {
		err = row.Scan(&p.OrderID, &p.Media, &p.Title, &p.Status, &p.Points, &p.URL, &p.key, &p.PublishedAt)
		p.first = map[string]timestamp.Time{}
		return p, err
	}, `SELECT o.id, m.name, r.title, o.status, o.points, o.published_url, o.published_key, o.published_at
		FROM orders o JOIN content_revisions r ON r.content_id = o.content_id AND r.revision = o.content_revision JOIN media m ON m.id = o.media_id
		WHERE o.campaign_id = $1 ORDER BY o.created_at, o.id`, campaignID)
	if list == nil {
		list = []Publication{}
	}
	return list, err
}

// choose drops prompts that are no longer what was declared, and controls that another campaign has treated.
func (m *measuring) choose(ctx context.Context, e *Effects) error {
	type pair struct{ id, text string }
	prompts, err := store.List(ctx, m.q, func(row store.Row) (p pair, err error) {
		err = row.Scan(&p.id, &p.text)
		return p, err
	}, `SELECT id, text FROM prompts WHERE brand_id = $1`, m.BrandID)
	if err != nil {
		return err
	}
	now := map[string]string{}
	for _, p := range prompts {
		now[p.id] = p.text
	}
	others, err := e.campaigns.OthersIn(ctx, m.q, m.Campaign)
	if err != nil {
		return err
	}
	treated := map[string]bool{}
	for _, o := range others {
		published, err := store.One[int64](m.q.QueryRow(ctx, `SELECT count(*) FROM orders WHERE campaign_id = $1 AND published_at IS NOT NULL`, o.ID))
		if err != nil {
			return err
		}
		if published > 0 {
			for _, p := range o.Targets {
				treated[p.PromptID] = true
			}
		}
	}
	m.Dropped = []Dropped{}
	keep := func(list []campaign.Prompt, control bool) (kept []string) {
		for _, p := range list {
			text, there := now[p.PromptID]
			switch {
			case !there:
				m.Dropped = append(m.Dropped, Dropped{p, "deleted"})
			case text != p.Text:
				m.Dropped = append(m.Dropped, Dropped{p, "edited"})
			case treated[p.PromptID] && control:
				m.Dropped = append(m.Dropped, Dropped{p, "treated"})
			default:
				kept = append(kept, p.PromptID)
			}
		}
		return kept
	}
	m.targets, m.controls = keep(m.Campaign.Targets, false), keep(m.Campaign.Controls, true)
	m.Basis = "controls"
	if len(m.controls) < 2 {
		m.Basis = "competitors"
	}
	return nil
}

// count reads the figures of the days.
func (m *measuring) count(ctx context.Context, rivals int) error {
	extent := finding.Extent{
		BrandID: m.BrandID, Generation: m.generation, From: dayKey(m.from()), To: dayKey(min(m.last, m.from()+longest)), Daily: true,
	}
	err := finding.EachCell(ctx, m.q, extent, func(at finding.Spot, k finding.CellKey, f *finding.CellFigures) {
		if f.Answers == 0 || k.Kinds != "v" && k.Kinds != "vs" || !m.about(k.Prompt) {
			return
		}
		m.cells = append(m.cells, cell{
			prompt: k.Prompt, platform: at.Platform, day: dayNumber(at.Span), answers: float64(f.Answers),
			named: float64(f.Named), first: float64(f.First), own: float64(f.OwnCited),
		})
	})
	if err != nil || rivals == 0 || m.Basis != "competitors" {
		return err
	}
	sums := map[cellAt]float64{}
	err = finding.EachRival(ctx, m.q, extent, func(at finding.Spot, k finding.RivalKey, f *finding.OtherFigures) {
		if slices.Contains(m.targets, k.Prompt) {
			sums[cellAt{k.Prompt, at.Platform, dayNumber(at.Span)}] += float64(f.Answers) / float64(rivals)
		}
	})
	for _, c := range m.cells {
		if slices.Contains(m.targets, c.prompt) {
			c.named = sums[cellAt{c.prompt, c.platform, c.day}]
			m.rivals = append(m.rivals, c)
		}
	}
	return err
}

type cellAt struct {
	prompt, platform string
	day              int
}

func (m *measuring) about(prompt string) bool {
	return slices.Contains(m.targets, prompt) || slices.Contains(m.controls, prompt)
}

// cite reads the answers in which pages that orders placed appear; they are few.
func (m *measuring) cite(ctx context.Context) error {
	index := map[cellAt]int{}
	for i, c := range m.cells {
		index[cellAt{c.prompt, c.platform, c.day}] = i
	}
	since := timestamp.Of(time.Unix(int64(m.start)*86_400-8*3600, 0))
	until := timestamp.Of(time.Unix(int64(m.last+1)*86_400-8*3600, 0))
	return store.Each(ctx, m.q, func(row store.Row) error {
		var prompt, platform, text string
		var at timestamp.Time
		if err := row.Scan(&prompt, &platform, &at, &text); err != nil {
			return err
		}
		var sources []finding.Source
		if err := json.Unmarshal([]byte(text), &sources); err != nil {
			return err
		}
		cited, found := m.appears(sources, platform, at)
		if i, ok := index[cellAt{prompt, platform, dayNumber(finding.Day(at.Time))}]; ok && found {
			m.cells[i].found++
			if cited {
				m.cells[i].cited++
			}
		}
		return nil
	}, `SELECT prompt_id, platform, at, sources FROM findings WHERE brand_id = $1 AND generation = $2 AND at >= $3 AND at < $4 AND mode = $5 AND sources LIKE '%"placed":true%'
		ORDER BY at, answer_id`, m.BrandID, m.generation, since, until, finding.SearchMode)
}

// appears tells whether an answer cites or found a page of the campaign, and notes when that was first so.
func (m *measuring) appears(sources []finding.Source, platform string, at timestamp.Time) (cited, found bool) {
	for i := range m.Publications {
		p := &m.Publications[i]
		if p.key == nil {
			continue
		}
		for _, s := range sources {
			if s.URL != "https://"+*p.key {
				continue
			}
			found = true
			if !s.Cited {
				continue
			}
			cited = true
			p.Citations++
			if _, before := p.first[platform]; !before {
				p.first[platform] = at
			}
			if p.FirstCited == nil {
				p.FirstCited = &at
			}
			break
		}
	}
	return cited, found
}
