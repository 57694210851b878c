package insight

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/geo/fact"
	"renown/internal/room/geo/finding"
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
	contradictedOf = rateOf(forBoth, whole(ofNamed), whole(ofAnswers))
	spokenOf       = rateOf(forBoth, whole(ofOthers), whole(ofAnswers))
)

const (
	promptsMost = 100
	factsMost   = 200
)

// Accuracy tells how far the answers of a period agree with a brand's facts, with a page of the sentences that contradict one, as rules or
// a model judged. Faults: as Overview.
func (i *Insights) Accuracy(ctx context.Context, who account.Caller, brandID string, query Query, which fact.Which, page store.Paging) (out Truth, err error) {
	defer fault.Wrap(&err, "insight.Accuracy")

	err = i.Within(ctx, who, brandID, query, func(s *Scope) error {
		sheet, err := fact.Open(ctx, s.Q, i.brands, brandID)
		if err != nil {
			return err
		}
		figures := Want("accuracy", &out, func(s *Scope, ctx context.Context) (Truth, error) { return s.truth(ctx, sheet) })
		if err := i.Tell(ctx, s, figures); err != nil {
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

// Contradicted tells of each fact how often the answers of a period contradict it: the part of Accuracy that needs no cells. Faults: as Overview.
func (i *Insights) Contradicted(ctx context.Context, who account.Caller, brandID string, query Query) (facts []FactTruth, err error) {
	defer fault.Wrap(&err, "insight.Contradicted")

	err = i.Ask(ctx, who, brandID, query, i.facts(&facts))
	return facts, err
}

func (i *Insights) facts(out *[]FactTruth) Wanted {
	return Want("facts", out, func(s *Scope, ctx context.Context) ([]FactTruth, error) {
		sheet, err := fact.Open(ctx, s.Q, i.brands, s.Brand.ID)
		if err != nil {
			return nil, err
		}
		sums, err := s.checkedSums(ctx, false)
		if err != nil {
			return nil, err
		}
		return factTruths(sums, sheet), nil
	})
}

// Contradictions are the newest sentences of a period that contradict a fact, at most so many. Faults: as Overview.
func (i *Insights) Contradictions(ctx context.Context, who account.Caller, brandID string, query Query, most int64) (list []fact.Contradiction, err error) {
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
	out = Truth{Period: s.Period(), Filters: s.Filters(), Judging: int64(len(sheet.Facts)), Pending: sheet.Pending(sums), Facts: factTruths(sums, sheet), sums: sums}
	out.Contradicted, out.Judged = contradictedOf.indicator(now, before), spokenOf.indicator(now, before)
	out.Platforms = s.platformTruths(now, before)
	if len(sums.Model) > 0 { // a figure of its own: rules and a model do not measure the same
		out.ByModel = ptr(fractionOf(contradictedOf.totals(cellsOf(sums.Model, false))))
	}
	out.Prompts, err = s.promptTruths(ctx, now)
	return out, err
}

// contradicted is the figure alone; nil while no answer was held against a fact.
func (s *Scope) contradicted(ctx context.Context) (*Indicator, error) {
	_, now, before, err := s.checked(ctx, true)
	if err != nil || len(now)+len(before) == 0 {
		return nil, err
	}
	return ptr(contradictedOf.indicator(now, before)), nil
}

func (s *Scope) checkedIn(span dateRange) fact.Extent {
	from, to := span.moments()
	return fact.Extent{BrandID: s.Brand.ID, From: from, To: to, Platforms: s.Query.Platforms, TopicIDs: s.Query.TopicIDs, Mode: s.Mode}
}

// checkedSums are those of the period.
func (s *Scope) checkedSums(ctx context.Context, cellsOnly bool) (_ *fact.Sums, err error) {
	if s.sums != nil {
		return s.sums, nil
	}
	e := s.checkedIn(s.dates)
	e.CellsOnly = cellsOnly
	sums, err := fact.Sum(ctx, s.Q, e, s.checkedDaily())
	if err == nil && !cellsOnly {
		s.sums = sums
	}
	return sums, err
}

func (s *Scope) checkedDaily() bool { return s.dates.days() <= dailyMost }

// checked reads the cells of the period and of the one before.
func (s *Scope) checked(ctx context.Context, cellsOnly bool) (sums *fact.Sums, now, before []cell, err error) {
	if sums, err = s.checkedSums(ctx, cellsOnly); err != nil {
		return nil, nil, nil, err
	}
	daily, then := s.checkedDaily(), s.checkedIn(s.dates.before())
	then.CellsOnly = true
	was, err := fact.Sum(ctx, s.Q, then, daily)
	if err != nil {
		return nil, nil, nil, err
	}
	return sums, cellsOf(sums.Cells, daily), cellsOf(was.Cells, daily), nil
}

// cellsOf joins the days of each prompt on each platform; they come in this order.
func cellsOf(list []fact.Cell, daily bool) (out []cell) {
	clusters := -1
	for _, c := range list {
		if n := len(out); n == 0 || out[n-1].prompt != c.PromptID {
			clusters++
		}
		if n := len(out); n == 0 || out[n-1].prompt != c.PromptID || out[n-1].platform != c.Platform {
			out = append(out, cell{prompt: c.PromptID, platform: c.Platform, cluster: clusters})
		}
		to, add := &out[len(out)-1], counts{answers: c.Answers, named: c.Contradicted, others: c.Judged}
		to.add(&add)
		to.last = max(to.last, c.LastID)
		to.models = finding.JoinModels(to.models, c.Models)
		if daily {
			if to.days == nil {
				to.days = &series{}
			}
			to.days.room(1, dailyMost)
			to.days.add(c.Day, &add)
		}
	}
	return out
}

func (s *Scope) platformTruths(now, before []cell) []PlatformTruth {
	list := []PlatformTruth{}
	for _, c := range now {
		if !slices.ContainsFunc(list, func(p PlatformTruth) bool { return p.Platform == c.platform }) {
			list = append(list, PlatformTruth{Platform: c.platform})
		}
	}
	slices.SortFunc(list, func(a, b PlatformTruth) int {
		return cmp.Or(cmp.Compare(s.rank(a.Platform), s.rank(b.Platform)), strings.Compare(a.Platform, b.Platform))
	})
	for i := range list {
		other := func(c cell) bool { return c.platform != list[i].Platform }
		list[i].Indicator = contradictedOf.indicator(renumbered(slices.DeleteFunc(slices.Clone(now), other)), renumbered(slices.DeleteFunc(slices.Clone(before), other)))
	}
	return list
}

// renumbered counts the prompts of cells from 0 on without gaps.
func renumbered(list []cell) []cell {
	for i := range list {
		switch {
		case i == 0:
			list[i].cluster = 0
		case list[i].prompt == list[i-1].prompt:
			list[i].cluster = list[i-1].cluster
		default:
			list[i].cluster = list[i-1].cluster + 1
		}
	}
	return list
}

// promptTruths are those with the most contradictions first, under the texts that were asked last.
func (s *Scope) promptTruths(ctx context.Context, now []cell) ([]PromptTruth, error) {
	list := []PromptTruth{}
	last := map[string]string{}
	for len(now) > 0 {
		end := slices.IndexFunc(now, func(c cell) bool { return c.prompt != now[0].prompt })
		if end < 0 {
			end = len(now)
		}
		of := now[:end]
		now = now[end:]
		list = append(list, PromptTruth{PromptID: of[0].prompt, Fraction: fractionOf(contradictedOf.statCells(renumbered(slices.Clone(of)), new([]stat.Day)))})
		last[of[0].prompt] = slices.MaxFunc(of, func(a, b cell) int { return strings.Compare(a.last, b.last) }).last
	}
	slices.SortStableFunc(list, func(a, b PromptTruth) int {
		return cmp.Or(cmp.Compare(b.Numerator, a.Numerator), cmp.Compare(b.Denominator, a.Denominator), strings.Compare(a.PromptID, b.PromptID))
	})
	list = list[:min(len(list), promptsMost)]
	for i := range list {
		var err error
		if list[i].Text, err = store.One[string](s.Q.QueryRow(ctx, `SELECT question FROM answers WHERE id = $1`, last[list[i].PromptID])); err != nil {
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
			p.Wide = Wide{ptr(u.Wide.Low), ptr(u.Wide.High), ptr(u.Effective)}
		}
	}
	return p
}
