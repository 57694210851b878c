package insight

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/fact"
	"renown/internal/room/reading"
	"renown/internal/tool/stat"
)

// Truth is how far the answers that name a brand agree with its facts.
type Truth struct {
	Period         Period               `json:"period"`
	Filters        Filters              `json:"filters"`
	Contradicted   Indicator            `json:"contradicted"` // of the answers that name the brand: those that contradict a fact
	Judged         Indicator            `json:"judged"`       // of them: those that say something of a fact
	Pending        int64                `json:"pending"`      // answers that are being read again, after a change of facts or names
	ByModel        *Fraction            `json:"by_model"`     // of those that a model has looked at: those in which it found one that rules left open; nil: it has at none
	Judging        int64                `json:"judging"`      // facts that texts are held against
	Platforms      []PlatformTruth      `json:"platforms"`
	Prompts        []PromptTruth        `json:"prompts"`
	Facts          []FactTruth          `json:"facts"`
	Contradictions []fact.Contradiction `json:"contradictions"`
	Total          int64                `json:"total"`
	Page           int64                `json:"page"`
	PageSize       int64                `json:"page_size"`
	HasMore        bool                 `json:"has_more"`

	sums *fact.Sums
}

// PlatformTruth is the share of answers that contradict, by platform.
type PlatformTruth struct {
	Platform string `json:"platform"`
	Indicator
}

// Fraction is a share of some answers, with both its intervals.
type Fraction struct {
	Value *float64 `json:"value"`
	Interval
	Wide
	Numerator   int64 `json:"numerator"`
	Denominator int64 `json:"denominator"`
}

// PromptTruth is the same by prompt.
type PromptTruth struct {
	PromptID string `json:"prompt_id"`
	Text     string `json:"text"`
	Fraction
}

// FactTruth is how often a fact is contradicted among the answers that speak of it.
type FactTruth struct {
	FactID    string `json:"fact_id"`
	Statement string `json:"statement"`
	Subject   string `json:"subject"`
	Attribute string `json:"attribute"`
	Expected  string `json:"expected"`
	Fraction
}

// Checked answers are counted as answers; those that contradict a fact as named, those that say something of one as judged.
var (
	contradictedOf = rateOf(forBoth, whole(reading.Named), whole(reading.Answers))
	spokenOf       = rateOf(forBoth, whole(reading.Others), whole(reading.Answers))
)

const (
	promptsMost = 100
	factsMost   = 200
)

// Accuracy tells how far the answers of a period agree with a brand's facts, with a page of the sentences that
// contradict one, as rules or a model judged. Faults: as Overview.
func (i *Insights) Accuracy(ctx context.Context, who account.Caller, brandID string, query Query, which fact.Which,
	page store.Paging,
) (out Truth, err error) {
	defer fault.Wrap(&err, "insight.Accuracy")

	err = i.Within(ctx, who, brandID, query, func(s *Scope) error {
		sheet, err := fact.Open(ctx, s.Q, i.brands, brandID)
		if err != nil {
			return err
		}
		figures := Made("accuracy", &out, func(s *Scope, ctx context.Context) (Truth, error) { return s.truth(ctx, sheet) })
		if err := i.AnalyseIn(ctx, s, figures); err != nil {
			return err
		}
		// Sentences are read each time: when a text is forgotten, no revision tells.
		out.Page, out.PageSize = page.Number, page.Size
		out.Contradictions, err = sheet.Contradictions(ctx, s.Q, s.checkedIn(s.dates), which, page)
		out.Total = out.sums.Contradictions(which)
		out.HasMore = page.Offset() < out.Total-page.Size
		return err
	})
	return out, err
}

// facts tells of each fact how often the answers of the period contradict it.
func (s *Scope) facts(ctx context.Context, brands *brand.Brands) ([]FactTruth, error) {
	sheet, err := fact.Open(ctx, s.Q, brands, s.Brand.ID)
	if err != nil {
		return nil, err
	}
	sums, err := s.checkedSums(ctx, false)
	if err != nil {
		return nil, err
	}
	return factTruths(sums, sheet), nil
}

// Contradictions are the newest sentences of a period that contradict a fact, at most so many. Faults: as Overview.
func (i *Insights) Contradictions(ctx context.Context, who account.Caller, brandID string, query Query,
	most int64,
) (list []fact.Contradiction, err error) {
	defer fault.Wrap(&err, "insight.Contradictions")

	err = i.Within(ctx, who, brandID, query, func(s *Scope) error {
		sheet, err := fact.Open(ctx, s.Q, i.brands, brandID)
		if err != nil {
			return err
		}
		list, err = sheet.Contradictions(ctx, s.Q, s.checkedIn(s.dates), fact.Which{}, store.Paging{Number: 1, Size: most})
		return err
	})
	return list, err
}

// truth is the figures.
func (s *Scope) truth(ctx context.Context, sheet *fact.Sheet) (out Truth, err error) {
	sums, now, before, err := s.checked(ctx, false)
	if err != nil {
		return out, err
	}
	out = Truth{
		Period: s.Period(), Filters: s.Filters(), Platforms: []PlatformTruth{}, Judging: int64(len(sheet.Facts)),
		Pending: sheet.Pending(sums), Facts: factTruths(sums, sheet), sums: sums,
	}
	cells, was := now.cells(forBoth, ""), before.cells(forBoth, "")
	out.Contradicted, out.Judged = contradictedOf.indicator(cells, was), spokenOf.indicator(cells, was)
	for _, p := range now.platforms(s) {
		out.Platforms = append(out.Platforms, PlatformTruth{p, contradictedOf.indicator(now.cells(forBoth, p), before.cells(forBoth, p))})
	}
	if len(sums.Model) > 0 { // a figure of its own: rules and a model do not measure the same
		out.ByModel = new(fractionOf(contradictedOf.totals(checkedTable(sums.Model, false).cells(forBoth, ""))))
	}
	out.Prompts, err = s.promptTruths(ctx, cells, sums.Cells)
	return out, err
}

// contradicted is the figure alone; nil while no answer was held against a fact.
func (s *Scope) contradicted(ctx context.Context) (*Indicator, error) {
	_, now, before, err := s.checked(ctx, true)
	if err != nil || len(now.strata)+len(before.strata) == 0 {
		return nil, err
	}
	return new(contradictedOf.indicator(now.cells(forBoth, ""), before.cells(forBoth, ""))), nil
}

func (s *Scope) checkedIn(span day.Span) fact.Extent {
	from, to := span.Bounds()
	return fact.Extent{BrandID: s.Brand.ID, From: from, To: to, Platforms: s.Query.Platforms, TopicIDs: s.Query.TopicIDs, Mode: s.Mode}
}

// checkedSums are those of the period.
func (s *Scope) checkedSums(ctx context.Context, cellsOnly bool) (*fact.Sums, error) {
	e := s.checkedIn(s.dates)
	e.CellsOnly = cellsOnly
	return fact.Sum(ctx, s.Q, e, s.checkedDaily())
}

func (s *Scope) checkedDaily() bool { return s.dates.Days() <= dailyMost }

// checked reads the cells of the period and of the one before.
func (s *Scope) checked(ctx context.Context, cellsOnly bool) (sums *fact.Sums, now, before *table, err error) {
	if sums, err = s.checkedSums(ctx, cellsOnly); err != nil {
		return nil, nil, nil, err
	}
	daily, then := s.checkedDaily(), s.checkedIn(s.dates.Before())
	then.CellsOnly = true
	was, err := fact.Sum(ctx, s.Q, then, daily)
	if err != nil {
		return nil, nil, nil, err
	}
	return sums, checkedTable(sums.Cells, daily), checkedTable(was.Cells, daily), nil
}

// checkedTable joins the days of each prompt on each platform; they come in this order.
func checkedTable(list []fact.Cell, daily bool) *table {
	t := newTable()
	for _, c := range list {
		if n := len(t.strata); n == 0 || t.strata[n-1].prompt != c.PromptID || t.strata[n-1].platform != c.Platform {
			t.strata = append(t.strata, stratum{prompt: c.PromptID, platform: c.Platform})
		}
		to, add := &t.strata[len(t.strata)-1], counts{reading.Answers: c.Answers, reading.Named: c.Contradicted, reading.Others: c.Judged}
		to.add(&add)
		to.models = reading.JoinModels(to.models, c.Models)
		if daily {
			if to.days == nil {
				to.days = &series{}
			}
			to.days.room(1, dailyMost)
			to.days.add(c.Day, &add)
		}
	}
	return t
}

// promptTruths are those with the most contradictions first, under the texts that were asked last.
func (s *Scope) promptTruths(ctx context.Context, now []cell, all []fact.Cell) ([]PromptTruth, error) {
	list, of, last := []PromptTruth{}, map[string][]cell{}, map[string]string{}
	for _, c := range now {
		c.cluster = 0 // the only one
		of[c.prompt] = append(of[c.prompt], c)
	}
	for id, cells := range of {
		list = append(list, PromptTruth{PromptID: id, Fraction: fractionOf(contradictedOf.statCells(cells, new([]stat.Day)))})
	}
	for _, c := range all {
		last[c.PromptID] = max(last[c.PromptID], c.LastID)
	}
	slices.SortFunc(list, func(a, b PromptTruth) int {
		return cmp.Or(cmp.Compare(b.Numerator, a.Numerator), cmp.Compare(b.Denominator, a.Denominator),
			strings.Compare(a.PromptID, b.PromptID))
	})
	list = list[:min(len(list), promptsMost)]
	for i := range list {
		var err error
		if list[i].Text, err = store.One[string](s.Q.QueryRow(ctx, `SELECT question FROM answers WHERE id = $1`,
			last[list[i].PromptID])); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func factTruths(sums *fact.Sums, sheet *fact.Sheet) []FactTruth {
	byFact, last := map[string][]stat.Cell{}, map[string]string{}
	for _, c := range sums.Facts {
		of, number := byFact[c.FactID], 0
		if len(of) > 0 {
			number = of[len(of)-1].Cluster
			if last[c.FactID] != c.PromptID {
				number++
			}
		}
		last[c.FactID] = c.PromptID
		byFact[c.FactID] = append(of, stat.Cell{Cluster: number, Y: float64(c.Contradicted), X: float64(c.Answers)})
	}
	list := []FactTruth{}
	for i := range sheet.Facts {
		o := &sheet.Facts[i]
		list = append(list, FactTruth{o.ID, o.Statement, o.Subject, o.Attribute, o.Expected(), fractionOf(byFact[o.ID])})
	}
	slices.SortStableFunc(list, func(a, b FactTruth) int {
		return cmp.Or(cmp.Compare(b.Numerator, a.Numerator), cmp.Compare(b.Denominator, a.Denominator))
	})
	return list[:min(len(list), factsMost)]
}

// fractionOf estimates a share.
func fractionOf(cells []stat.Cell) Fraction {
	y, x := sumOf(cells, nil)
	p := Fraction{Numerator: int64(y), Denominator: int64(x)}
	rho, _ := stat.Persistence(cells)
	if u, ok := stat.Estimate(cells, stat.Rate, rho); ok {
		p.Value, p.Interval = &u.Value, IntervalOf(u.Near, u.NearOK)
		if u.WideOK {
			p.Wide = Wide{new(u.Wide.Low), new(u.Wide.High), new(u.Effective)}
		}
	}
	return p
}
