package effect

import (
	"context"
	"maps"
	"slices"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/geo/campaign"
	"renown/internal/room/geo/finding"
	"renown/internal/tool/stat"
)

// Measure finds a campaign and says what became of it. Faults: NotFound.
func (e *Effects) Measure(ctx context.Context, who account.Caller, campaignID string) (out Measured, err error) {
	defer fault.Wrap(&err, "effect.Measure")

	err = e.db.View(ctx, func(q store.Querier) error {
		m := &measuring{q: q, now: e.db.Now()}
		if m.Campaign, err = e.campaigns.FindIn(ctx, q, who, campaignID); err != nil {
			return err
		}
		if err := m.compare(ctx, e); err != nil {
			return err
		}
		state, err := m.state(ctx)
		if err != nil {
			return err
		}
		if before, ok := e.kept.find(campaignID, state); ok && state != "" {
			out = before
			return nil
		}
		if err := m.look(ctx); err != nil {
			return err
		}
		m.judge()
		out = m.Measured
		if state != "" {
			e.kept.keep(campaignID, state, out)
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
	draws             stat.Draws
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

func dayOf(t timestamp.Time) int { return dayNumber(finding.Day(t.Time)) }

// dayStart is when a day begins, Beijing time.
func dayStart(number int) timestamp.Time {
	return timestamp.Of(time.Unix(int64(number)*86_400-8*3600, 0))
}

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
	reading, err := finding.ReadingOf(ctx, m.q, m.BrandID)
	m.generation, m.done, m.competitors = reading.Generation, reading.Done, max(0, len(reading.Names)-1)
	return err
}

// gather reads all that the judgement needs.
func (m *measuring) gather(ctx context.Context, e *Effects) error {
	if err := m.compare(ctx, e); err != nil {
		return err
	}
	return m.look(ctx)
}

// compare finds what is published and which prompts are compared.
func (m *measuring) compare(ctx context.Context, e *Effects) error {
	if err := m.open(ctx); err != nil {
		return err
	}
	return m.choose(ctx, e)
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

// from is the first day that is looked at, and judged the one on which the verdict is final: later answers change nothing in it.
func (m *measuring) from() int {
	if m.start > 0 {
		return m.start - Before
	}
	return m.last - 2*Before + 1
}

func (m *measuring) judged() int { return m.base + WashOut + After }

// end is when the time that is compared ends: on the day of judgement, or that of an end before it; else it goes on.
func (m *measuring) end() timestamp.Time {
	if m.start > 0 {
		return dayStart(min(m.last+1, m.judged()))
	}
	return dayStart(m.last + 1)
}

// until is the last day that is drawn and whose citations count.
func (m *measuring) until() int { return min(m.last, m.from()+longest) }

func publications(ctx context.Context, q store.Querier, campaignID string) ([]Publication, error) {
	list, err := store.List(ctx, q, func(row store.Row) (p Publication, err error) {
		err = row.Scan(&p.OrderID, &p.MediaID, &p.Media, &p.Title, &p.Status, &p.Points, &p.URL, &p.key, &p.PublishedAt, &p.content.id, &p.content.revision, &p.seed, &p.PlannedAt)
		p.cited = map[string]citedDays{}
		return p, err
	}, `SELECT o.id, m.id, m.name, r.title, o.status, o.points, o.published_url, o.published_key, o.published_at, o.content_id, o.content_revision, o.lot_seed, o.lot_at
		FROM orders o JOIN content_revisions r ON r.content_id = o.content_id AND r.revision = o.content_revision JOIN media m ON m.id = o.media_id
		WHERE o.campaign_id = $1 ORDER BY o.created_at, o.id`, campaignID)
	if list == nil {
		list = []Publication{}
	}
	return list, err
}

// choose drops prompts that are no longer what was declared, and those for which another campaign published within the time that is compared: what
// changed there cannot be told apart.
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
		published, err := store.One[int64](m.q.QueryRow(ctx, `SELECT count(*) FROM orders WHERE campaign_id = $1 AND published_at >= $2 AND published_at < $3`,
			o.ID, dayStart(m.from()), m.end()))
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
	keep := func(list []campaign.Prompt, target bool) (kept []string) {
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
	extent := finding.Extent{BrandID: m.BrandID, Generation: m.generation, From: dayKey(m.from()), To: dayKey(m.until()), Daily: true}
	prompts, platforms := places(m.prompts), map[string]int{}
	err := finding.EachCell(ctx, m.q, extent, func(at finding.Spot, k finding.CellKey, f *finding.CellFigures) {
		prompt, about := prompts[k.Prompt]
		if !about || f.Answers == 0 || k.Kinds != "v" && k.Kinds != "vs" {
			return
		}
		platform, known := platforms[at.Platform]
		if !known {
			platform = len(platforms)
			platforms[at.Platform] = platform
		}
		m.cells = append(m.cells, cell{
			prompt: prompt, platform: platform, day: dayNumber(at.Span), answers: float64(f.Answers),
			named: float64(f.Named), first: float64(f.First), own: float64(f.OwnCited),
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

// countRivals reads how often competitors are named, their mean, on the days that are compared.
func (m *measuring) countRivals(ctx context.Context, extent finding.Extent, prompts map[string]int) error {
	extent.To = dayKey(min(m.until(), m.judged()-1))
	platforms, rivals := places(m.platforms), make([]float64, m.spots())
	err := finding.EachRival(ctx, m.q, extent, func(at finding.Spot, k finding.RivalKey, f *finding.OtherFigures) {
		prompt, about := prompts[k.Prompt]
		platform, asked := platforms[at.Platform]
		if about && asked {
			rivals[m.spot(prompt, platform, dayNumber(at.Span))] += float64(f.Answers) / float64(m.competitors)
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
