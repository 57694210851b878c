package campaign

import (
	"context"
	"maps"
	"slices"

	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/reading"
	"renown/internal/tool/stat"
)

// Measure finds a campaign and says what became of it. What it answers with is shared with others who ask: it is never
// changed. Faults: NotFound.
func (c *Campaigns) Measure(ctx context.Context, who account.Caller, campaignID string) (out Measured, err error) {
	defer fault.Wrap(&err, "campaign.Measure")

	err = c.db.View(ctx, func(q store.Querier) error {
		m := &measuring{q: q, now: c.db.Now()}
		if m.Campaign, err = find(ctx, q, who, campaignID, ""); err != nil {
			return err
		}
		if err := m.compare(ctx); err != nil {
			return err
		}
		state, err := m.state()
		if err != nil {
			return err
		}
		if before, ok := c.kept.Find(state); ok {
			out = before
			return nil
		}
		if err := m.look(ctx); err != nil {
			return err
		}
		m.judge()
		if out = m.Measured; state != "" {
			c.kept.Keep(state, out)
		}
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
	done              int64 // answers of the reading
	competitors       int
	start             int             // day number of the first publication; 0: none
	last              int             // day number
	base              int             // day number from which all is placed: that of the last order by lot, else start
	about             map[string]bool // prompts that are left: whether each is a target
	prompts           []string        // the same, sorted; cells have their numbers
	treated           []bool          // by prompt
	platforms         []string        // that asked some of them, sorted, as well
	cells             []cell
	trace             trace
	list              []stat.Observed // of observed
}

// cell is a prompt on a platform on a day.
type cell struct {
	prompt, platform int
	day              int
	answers          float64
	named, first     float64
	own              float64
	traced
	rivals float64 // naming of competitors, their mean
}

func dayOf(t timestamp.Time) int { return int(day.Of(t.Time)) }

func dayText(number int) string { return day.Day(number).String() }

// open finds what is published and when.
func (m *measuring) open(ctx context.Context) (err error) {
	if m.Publications, err = publications(ctx, m.q, m.ID); err != nil {
		return err
	}
	for i := range m.Publications {
		if day := m.Publications[i].day(); day > 0 && (m.start == 0 || day < m.start) {
			m.start = day
		}
	}
	m.base = m.start
	for _, p := range m.Publications {
		if m.start > 0 && p.PlannedAt != nil && (m.Judged == nil || p.PlannedAt.Before(m.Judged.At.Time)) { // what joins afterwards moves no day of judgement
			m.base = max(m.base, dayOf(*p.PlannedAt))
		}
	}
	m.last = dayOf(m.now)
	if m.EndedAt != nil {
		m.last = min(m.last, dayOf(*m.EndedAt)-1) // whole days count: on that of the end, answers may come after it
	}
	reading, err := reading.ReadingOf(ctx, m.q, m.BrandID)
	m.generation, m.done, m.competitors = reading.Generation, reading.Done, max(0, len(reading.Names)-1)
	return err
}

// compare finds what is published and which prompts are compared.
func (m *measuring) compare(ctx context.Context) error {
	if err := m.open(ctx); err != nil {
		return err
	}
	return m.choose(ctx)
}

// look reads what answers show.
func (m *measuring) look(ctx context.Context) error {
	if m.generation == 0 {
		return nil
	}
	if err := m.count(ctx); err != nil || m.start == 0 {
		return err
	}
	return m.recall(ctx)
}

// from is the first day that is read: what can be promised rests on twice the time that is compared. compared is the
// first day of that, and judged the one on which the verdict is final: later answers change nothing in it.
func (m *measuring) from() int {
	if m.start > 0 {
		return m.start - 2*Before
	}
	return m.last - 2*Before + 1
}

func (m *measuring) compared() int {
	if m.start > 0 {
		return m.start - Before
	}
	return m.from()
}

func (m *measuring) judged() int { return m.base + WashOut + After }

// end is when the time that is compared ends: on the day of judgement, or that of an end before it; else it goes on.
func (m *measuring) end() timestamp.Time {
	if m.start > 0 {
		return day.Day(min(m.last+1, m.judged())).Begin()
	}
	return day.Day(m.last + 1).Begin()
}

// until is the last day that is drawn and whose citations count.
func (m *measuring) until() int { return min(m.last, m.compared()+longest) }

func publications(ctx context.Context, q store.Querier, campaignID string) ([]Publication, error) {
	list, err := store.List(ctx, q, func(row store.Row) (p Publication, err error) {
		err = row.Scan(&p.OrderID, &p.OutletID, &p.Outlet, &p.Title, &p.Status, &p.Points, &p.URL, &p.key,
			&p.PublishedAt, &p.content.id, &p.content.revision, &p.seed, &p.PlannedAt, &p.Citations)
		p.cited = map[string]citedDays{}
		return p, err
	}, `SELECT o.id, m.id, m.name, r.title, o.status, o.points, o.published_url, o.published_key, o.published_at, o.content_id, o.content_revision, o.lot_seed, o.lot_at, o.citations
		FROM orders o JOIN content_revisions r ON r.content_id = o.content_id AND r.revision = o.content_revision JOIN outlets m ON m.id = o.outlet_id
		WHERE o.campaign_id = $1 ORDER BY o.created_at, o.id`, campaignID)
	if list == nil {
		list = []Publication{}
	}
	return list, err
}

// choose drops prompts that are no longer what was declared, and those for which another campaign published within the
// time that is compared: what changed there cannot be told apart.
func (m *measuring) choose(ctx context.Context) error {
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
	others, err := store.List(ctx, m.q, scan, selectCampaign+` WHERE brand_id = $1 AND id <> $2`, m.BrandID, m.ID)
	if err != nil {
		return err
	}
	treated := map[string]bool{}
	for _, o := range others {
		published, err := store.One[int64](m.q.QueryRow(ctx,
			`SELECT count(*) FROM orders WHERE campaign_id = $1 AND published_at >= $2 AND published_at < $3`,
			o.ID, day.Day(m.compared()).Begin(), m.end()))
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
	m.about = map[string]bool{}
	keep := func(list []Prompt, target bool) (kept []string) {
		for _, p := range list {
			text, there := now[p.PromptID]
			switch {
			case !there:
				m.Dropped = append(m.Dropped, Dropped{p, "deleted"})
			case text != p.Text:
				m.Dropped = append(m.Dropped, Dropped{p, "edited"})
			case treated[p.PromptID]:
				m.Dropped = append(m.Dropped, Dropped{p, "treated"})
			default:
				kept = append(kept, p.PromptID)
				m.about[p.PromptID] = target
			}
		}
		return kept
	}
	m.targets, m.controls = keep(m.Campaign.Targets, true), keep(m.Campaign.Controls, false)
	m.Basis = "controls"
	if len(m.controls) < 2 {
		m.Basis = "competitors"
	}
	return nil
}

// number sorts the prompts that are left: the same data are always compared in the same way.
func (m *measuring) number() {
	m.prompts = slices.Sorted(maps.Keys(m.about))
	for _, id := range m.prompts {
		m.treated = append(m.treated, m.about[id])
	}
}

// count reads the figures of the days.
func (m *measuring) count(ctx context.Context) error {
	m.number()
	extent := reading.Extent{BrandID: m.BrandID, Generation: m.generation, From: day.Day(m.from()), To: day.Day(m.until()), Daily: true}
	prompts, platforms := places(m.prompts), map[string]int{}
	audit, err := m.audit(ctx)
	if err != nil {
		return err
	}
	err = reading.EachCell(ctx, m.q, extent, func(at reading.Spot, k reading.CellKey, f *reading.CellFigures) {
		prompt, about := prompts[k.Prompt]
		if !about || f.Counts[reading.Answers] == 0 || k.Kinds != "v" && k.Kinds != "vs" {
			return
		}
		platform, known := platforms[at.Platform]
		if !known {
			platform = len(platforms)
			platforms[at.Platform] = platform
		}
		answers := float64(f.Counts[reading.Answers])
		add, _ := audit.Of(map[string]float64{at.Platform: 1})
		m.cells = append(m.cells, cell{
			prompt: prompt, platform: platform, day: int(at.Day), answers: answers,
			named: float64(f.Counts[reading.Named]) + add.Add*answers,
			first: float64(f.Counts[reading.First]), own: float64(f.Counts[reading.OwnCited]),
		})
	})
	m.platforms = slices.Sorted(maps.Keys(platforms))
	sorted := make([]int, len(platforms))
	for i, id := range m.platforms {
		sorted[platforms[id]] = i
	}
	for i := range m.cells {
		m.cells[i].platform = sorted[m.cells[i].platform]
	}
	if err != nil || m.competitors == 0 || m.start == 0 {
		return err
	}
	return m.countRivals(ctx, extent, prompts)
}

// audit is what people said of how the brand is read, which is added to each platform's answers; nil: too little. It drops out of the
// change of a platform, and so does its error.
func (m *measuring) audit(ctx context.Context) (stat.Audit, error) {
	checked, err := reading.CheckedOf(ctx, m.q, m.BrandID, "")
	if err != nil || !checked.Whole() {
		return nil, err
	}
	return checked.Audit(""), nil
}

// countRivals reads how often competitors are named, their mean, on the days that are compared.
func (m *measuring) countRivals(ctx context.Context, extent reading.Extent, prompts map[string]int) error {
	extent.To = day.Day(min(m.until(), m.judged()-1))
	platforms, rivals := places(m.platforms), make([]float64, m.spots())
	err := reading.EachRival(ctx, m.q, extent, func(at reading.Spot, k reading.RivalKey, c *reading.Counts) {
		prompt, about := prompts[k.Prompt]
		platform, asked := platforms[at.Platform]
		if about && asked {
			rivals[m.spot(prompt, platform, int(at.Day))] += float64(c[reading.Answers]) / float64(m.competitors)
		}
	})
	for i := range m.cells {
		c := &m.cells[i]
		c.rivals = rivals[m.spot(c.prompt, c.platform, c.day)]
	}
	return err
}

// spots are the places of prompts on platforms on days, and spot is one of them.
func (m *measuring) spots() int {
	return len(m.prompts) * len(m.platforms) * (m.until() - m.from() + 1)
}

func (m *measuring) spot(prompt, platform, day int) int {
	return (prompt*len(m.platforms)+platform)*(m.until()-m.from()+1) + day - m.from()
}

func places(sorted []string) map[string]int {
	at := make(map[string]int, len(sorted))
	for i, id := range sorted {
		at[id] = i
	}
	return at
}
