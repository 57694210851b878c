package insight

import (
	"cmp"
	"context"
	"slices"

	"renown/internal/floor/fault"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/reading"
	"renown/internal/tool/stat"
)

// Visibility is how often each prompt brings up the brand on each platform.
type Visibility struct {
	Period   Period           `json:"period"`
	Filters  Filters          `json:"filters"`
	Items    []VisibilityItem `json:"items"`
	Total    int              `json:"total"`
	ByTopic  []TopicFigures   `json:"by_topic"`
	ByStage  []StageFigures   `json:"by_stage"`
	Excluded Excluded         `json:"excluded"`

	ByPlatform map[string]Naming `json:"-"` // over all prompts
	ByPrompt   map[string]Naming `json:"-"` // over all platforms
	Changes    Shifts            `json:"-"`
}

// Shifts are changes against the period before, over all platforms: by prompt, by topic and by stage.
type Shifts struct{ Prompts, Topics, Stages map[string]Change }

// Naming is how often the brand is named.
type Naming struct {
	Answers  int64    `json:"answers"`
	Mentions int64    `json:"mentions"`
	Rate     *float64 `json:"rate"`
	Read     *float64 `json:"read,omitempty"` // the rate before it was corrected; nil of a single prompt: the sample is of platforms
	Interval
	AveragePosition *float64 `json:"average_position"`
}

// VisibilityItem is one prompt on one platform.
type VisibilityItem struct {
	PromptID string `json:"prompt_id"`
	Text     string `json:"text"`
	TopicID  string `json:"topic_id"`
	Platform string `json:"platform"`
	Naming
	Last *LastAnswer `json:"last"`

	Cell stat.Cell `json:"-"` // that the rate is of
}

// LastAnswer is the newest answer of a cell.
type LastAnswer struct {
	AnsweredAt timestamp.Time `json:"answered_at"`
	Mentioned  bool           `json:"mentioned"`
	Position   *int64         `json:"position"`
	AnswerID   string         `json:"answer_id"`
}

// TopicFigures are the figures of a topic.
type TopicFigures struct {
	TopicID string `json:"topic_id"`
	Name    string `json:"name"`
	Naming
}

// StageFigures are the figures of a stage of the buyer's journey.
type StageFigures struct {
	Stage string `json:"stage"`
	Naming
}

// dependence is how much answers repeat each other: from one day to the next (persistence), and within a day (dispersion).
type dependence struct{ persistence, dispersion float64 }

// cell is a stratum in the terms of the formulas.
func (d dependence) cell(st stratum) stat.Cell {
	return stat.Cell{
		Y: float64(st.counts[reading.Named]), X: float64(st.counts[reading.Answers]),
		DaysAsked: float64(st.daysAsked), Dispersion: d.dispersion,
	}
}

// shown is how often some strata name the brand. One cell has no prompts to compare: its interval is that of its own
// answers.
func (d dependence) shown(list ...stratum) Naming {
	var total counts
	var places stat.Variety
	cells := make([]stat.Cell, len(list))
	for i := range list {
		total.add(&list[i].counts)
		places.Join(list[i].places)
		cells[i] = d.cell(list[i])
	}
	u, ok := stat.Estimate(cells, stat.Rate, d.persistence)
	out := Naming{
		total[reading.Answers], total[reading.Named], rate(total[reading.Named], total[reading.Answers]), nil,
		IntervalOf(u.Near, ok), nil,
	}
	if places.Told() {
		out.AveragePosition = rate(total[reading.Positions], total[reading.Named])
	}
	return out
}

// Visibility analyses a brand prompt by prompt. Faults: NotFound, and Malformed for a period that is none.
func (i *Insights) Visibility(ctx context.Context, who account.Caller, brandID string, query Query) (out Visibility, err error) {
	defer fault.Wrap(&err, "insight.Visibility")

	err = i.Analyse(ctx, who, brandID, query, Made("visibility", &out, (*Scope).Visibility))
	return out, err
}

// Named is the analysis with a word for topics that were deleted: answers stay in the history, their topic's name does not.
func (v Visibility) Named(deleted string) Visibility {
	v.ByTopic = slices.Clone(v.ByTopic)
	for i := range v.ByTopic {
		v.ByTopic[i].Name = cmp.Or(v.ByTopic[i].Name, deleted)
	}
	return v
}

func (s *Scope) Visibility(ctx context.Context) (out Visibility, err error) {
	defer fault.Wrap(&err, "insight.Visibility")

	t, before, repeats, err := s.seen(ctx)
	if err != nil {
		return out, err
	}
	total := t.total(forVisibility, "")
	out = Visibility{
		Period: s.Period(), Filters: s.Filters(), ByTopic: []TopicFigures{}, ByStage: []StageFigures{},
		Excluded: total.excluded(),
	}
	strata := t.visible()
	if out.Items, err = s.items(ctx, strata, repeats); err != nil {
		return out, err
	}
	out.Total, out.ByPlatform, out.ByPrompt = len(out.Items), map[string]Naming{}, map[string]Naming{}
	out.Changes = Shifts{
		shifts(t, before, func(c stratum) string { return c.prompt }), shifts(t, before, func(c stratum) string { return c.topic }),
		shifts(t, before, func(c stratum) string { return c.stage }),
	}
	for _, g := range grouped(strata, func(c stratum) string { return c.prompt }) {
		out.ByPrompt[g.key] = repeats.shown(g.strata...)
	}
	names, err := s.TopicNames(ctx)
	if err != nil {
		return out, err
	}
	for _, g := range grouped(strata, func(c stratum) string { return c.topic }) {
		out.ByTopic = append(out.ByTopic, TopicFigures{g.key, names[g.key], s.named(repeats.shown(g.strata...), g.strata)})
	}
	for _, g := range grouped(strata, func(c stratum) string { return c.platform }) {
		out.ByPlatform[g.key] = s.named(repeats.shown(g.strata...), g.strata)
	}
	for _, g := range grouped(strata, func(c stratum) string { return c.stage }) {
		out.ByStage = append(out.ByStage, StageFigures{g.key, s.named(repeats.shown(g.strata...), g.strata)})
	}
	return out, nil
}

// seen reads the period and the one before, and how answers repeat each other in both.
func (s *Scope) seen(ctx context.Context) (now, before *table, d dependence, err error) {
	if now, before, err = s.tables(ctx); err != nil {
		return nil, nil, d, err
	}
	now.countDays()
	return now, before, dependenceOf(now, before), nil
}

func dependenceOf(now, before *table) (d dependence) {
	days := new([]stat.Day)
	cells, was := visibilityOf.statCells(now.cells(forVisibility, ""), days), visibilityOf.statCells(before.cells(forVisibility, ""), days)
	d.dispersion = stat.Dispersion(cells)
	d.persistence, _ = stat.Persistence(append(cells, was...))
	return d
}

// visible are the strata of prompts that count for visibility and were answered.
func (t *table) visible() (list []stratum) {
	for _, st := range t.strata {
		if forVisibility.takes(st.kinds) && st.counts[reading.Answers] > 0 {
			list = append(list, st)
		}
	}
	return list
}

func lastOf(f *reading.CellFigures) LastAnswer {
	last := LastAnswer{AnsweredAt: moment(f.LastAt), AnswerID: f.LastAnswer}
	if position := f.LastPosition; position > 0 {
		last.Mentioned, last.Position = true, &position
	}
	return last
}

func (l LastAnswer) before(at timestamp.Time, id string) bool {
	return l.AnsweredAt.Before(at.Time) || l.AnsweredAt.Equal(at.Time) && l.AnswerID < id
}

// items joins strata of one prompt and platform, whatever topics it was under; the newest counts.
func (s *Scope) items(ctx context.Context, strata []stratum, repeats dependence) ([]VisibilityItem, error) {
	joined := map[cellKey]stratum{}
	for _, c := range strata {
		k := cellKey{c.prompt, c.platform}
		if j, ok := joined[k]; ok {
			c.add(&j.counts)
			c.daysAsked += j.daysAsked
			c.places.Join(j.places)
			if c.last.before(j.last.AnsweredAt, j.last.AnswerID) {
				c.last, c.topic = j.last, j.topic
			}
		}
		joined[k] = c
	}
	texts, err := s.PromptTexts(ctx)
	if err != nil {
		return nil, err
	}
	items := []VisibilityItem{}
	for _, c := range joined {
		if _, ok := texts[c.prompt]; !ok { // deleted: as it was last asked
			if texts[c.prompt], err = s.book.asked(ctx, c.last.AnswerID); err != nil {
				return nil, err
			}
		}
		items = append(items, VisibilityItem{c.prompt, texts[c.prompt], c.topic, c.platform, repeats.shown(c), &c.last, repeats.cell(c)})
	}
	slices.SortFunc(items, func(a, b VisibilityItem) int {
		return cmp.Or(cmp.Compare(b.PromptID, a.PromptID), cmp.Compare(s.rank(a.Platform), s.rank(b.Platform)),
			cmp.Compare(a.Platform, b.Platform))
	})
	return items, nil
}

type group struct {
	key    string
	strata []stratum
}

// grouped parts strata by a key, in the order of the keys.
func grouped(strata []stratum, key func(stratum) string) []group {
	index := map[string][]stratum{}
	for _, c := range strata {
		index[key(c)] = append(index[key(c)], c)
	}
	list := []group{}
	for k, of := range index {
		list = append(list, group{k, of})
	}
	slices.SortFunc(list, func(a, b group) int { return cmp.Compare(a.key, b.key) })
	return list
}
