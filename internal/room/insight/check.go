package insight

import (
	"context"
	"maps"
	"math"
	"slices"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/reading"
	"renown/internal/tool/stat"
)

// Audited is what people found who checked a sample of readings. The figure and its intervals are corrected by it.
type Audited struct {
	Answers   int64    `json:"answers"`   // that were checked
	Precision *float64 `json:"precision"` // of answers read as naming the brand, those that do
	Recall    *float64 `json:"recall"`    // of answers that name the brand, those read so
}

// Audit is what people said of a sample of readings, as counts: figures can be computed again from it.
type Audit struct {
	Brand  stat.Audit            `json:"brand"`
	Rivals map[string]stat.Audit `json:"competitors"` // by their ids
}

// CheckedReadings is how many of the places and tones that people judged were read wrongly. They are told and correct
// nothing: a no does not say which place or tone would be right.
type CheckedReadings struct {
	Answers  int64 `json:"answers"`  // that were decided
	Position Share `json:"position"` // wrong ones of those judged, which are answers read as naming the brand
	Tone     Share `json:"tone"`     // as well, as far as a tone was read
}

// AuditOf is what checks of enough readings found; nil: not enough.
func AuditOf(c reading.Checked, competitors []string) *Audit {
	if !c.Whole() {
		return nil
	}
	a := &Audit{c.Audit(""), map[string]stat.Audit{}}
	for _, id := range competitors {
		a.Rivals[id] = c.Audit(id)
	}
	return a
}

// readChecks finds out whether enough readings of the reader in use were checked. Those of an app's answers were not, and a sample
// of platforms says nothing of single questions.
func (s *Scope) readChecks(ctx context.Context) error {
	if s.Mode != reading.SearchMode || s.wanted != nil {
		return nil
	}
	checked, err := reading.CheckedOf(ctx, s.Q, s.Brand.ID, "")
	if err != nil || !checked.Whole() {
		return err
	}
	ids := []string{}
	for _, r := range s.rivals {
		ids = append(ids, r.id)
	}
	s.Audit = AuditOf(checked, ids)
	wrong := func(r reading.Right) Share { return ShareOf(r.Judged-r.Right, r.Judged) }
	s.checkedReadings = &CheckedReadings{checked.Decided, wrong(checked.Position), wrong(checked.Tone)}
	return nil
}

// of is the sample of the brand, or of a competitor by its id.
func (a *Audit) of(who string) stat.Audit {
	if who == "" {
		return a.Brand
	}
	return a.Rivals[who]
}

// Naming is what checking adds to the rate at which answers of each platform name the brand, or a competitor by its id. Nothing is
// added where it is not known.
func (a *Audit) Naming(who string, answers map[string]float64) (c stat.Correction) {
	if a != nil {
		c, _ = a.of(who).Of(answers)
	}
	return c
}

// voice is what it adds to a share of voice: mentions of so many, over the answers of platforms.
func (a *Audit) voice(who string, mentions, all float64, answers map[string]float64) (c stat.Correction) {
	if a == nil || all == 0 {
		return c
	}
	n, own := total(answers), a.Naming(who, answers)
	y, x := mentions+n*own.Add, all
	var variance float64
	for _, other := range append(slices.Sorted(maps.Keys(a.Rivals)), "") {
		add := a.Naming(other, answers)
		x += n * add.Add
		if other != who {
			variance += add.Variance
		}
	}
	if x <= 0 || y < 0 || y > x {
		return c
	}
	// By the delta method: of y ÷ x with one's own mentions in both, and those of others in x alone.
	return stat.Correction{
		Add:      y/x - mentions/all,
		Variance: n * n * ((x-y)*(x-y)*own.Variance + y*y*variance) / (x * x * x * x),
	}
}

func total(of map[string]float64) (sum float64) {
	for _, n := range of {
		sum += n
	}
	return sum
}

// answersOn are the answers of cells by platform.
func answersOn(cells []cell) map[string]float64 {
	out := map[string]float64{}
	for i := range cells {
		out[cells[i].platform] += float64(cells[i].counts[reading.Answers])
	}
	return out
}

// corrected is a rate with what checking adds.
func corrected(rate *float64, c stat.Correction) *float64 {
	if rate == nil {
		return nil
	}
	return new(min(1, max(0, *rate+c.Add)))
}

// correct puts into a rate what checking adds now and before. What was read is told beside it. The same questions on the same platforms
// are read with the same errors in both periods, so that these leave their difference.
func (s *Scope) correct(value *float64, near *Interval, wide *Wide, change *Change, now, before stat.Correction) *float64 {
	if s.Audit == nil || value == nil {
		return value
	}
	around := func(low, high *float64) (*float64, *float64) {
		if low == nil || high == nil {
			return low, high
		}
		b := now.Around(*value, stat.Interval{Low: *low, High: *high})
		return &b.Low, &b.High
	}
	near.Low, near.High = around(near.Low, near.High)
	wide.LowWide, wide.HighWide = around(wide.LowWide, wide.HighWide)
	is := corrected(value, now)
	if change.Previous = corrected(change.Previous, before); change.Change != nil {
		was := *change.Change
		change.Change = new(*is - *change.Previous)
		if p := change.Parts; p != nil {
			p.Rest += *change.Change - was
			p.Platforms = p.Rest
		}
	}
	return is
}

// indicate corrects the figures that follow from who is named.
func (s *Scope) indicate(in *Indicators, now, before []cell) {
	if s.Audit == nil {
		return
	}
	precision, recall := s.Audit.Brand.Found()
	for _, f := range []struct {
		of   *Indicator
		with func(cells []cell) stat.Correction
	}{
		{&in.Visibility, func(cells []cell) stat.Correction { return s.Audit.Naming("", answersOn(cells)) }},
		{&in.ShareOfVoice, s.heard},
	} {
		f.of.Audited = &Audited{s.Audit.Brand.Judged(), known(precision), known(recall)}
		f.of.Read = f.of.Value
		c := f.with(now)
		f.of.Value = s.correct(f.of.Value, &f.of.Interval, &f.of.Wide, &f.of.Change, c, f.with(before))
		f.of.Variance += c.Variance
	}
}

// figure corrects the same as plain numbers.
func (s *Scope) figure(f *Figures, naming, heard stat.Correction) {
	if s.Audit == nil {
		return
	}
	f.Read, f.ShareOfVoice = f.Visibility, corrected(f.ShareOfVoice, heard)
	f.Visibility = s.correct(f.Visibility, &f.Interval, &Wide{}, &Change{}, naming, naming)
}

// named corrects how often some strata name the brand.
func (s *Scope) named(n Naming, strata []stratum) Naming {
	if s.Audit == nil {
		return n
	}
	answers := map[string]float64{}
	for _, st := range strata {
		answers[st.platform] += float64(st.counts[reading.Answers])
	}
	n.Read = n.Rate
	n.Rate = s.correct(n.Rate, &n.Interval, &Wide{}, &Change{}, s.Audit.Naming("", answers), stat.Correction{})
	return n
}

// party is the brand, or a competitor by its id, with how often it is named.
type party struct {
	id string
	named
}

// cells are those of the table with its mentions, and what checking adds to them.
func (s *Scope) cells(p party, list []cell) []stat.Cell {
	out := p.named.cells(list)
	if s.Audit == nil {
		return out
	}
	add := map[string]float64{}
	for platform := range answersOn(list) {
		add[platform] = s.Audit.Naming(p.id, map[string]float64{platform: 1}).Add
	}
	for i := range out {
		out[i].Y += add[list[i].platform] * out[i].X
	}
	return out
}

// compared is by how much more often a is named than b in the same answers.
func (s *Scope) compared(list []cell, a, b party) (stat.Changed, bool) {
	c, ok := stat.Paired(beside(s.cells(a, list), s.cells(b, list)), stat.Rate)
	answers := answersOn(list)
	return c.With(s.Audit.Naming(a.id, answers).Variance + s.Audit.Naming(b.id, answers).Variance), ok
}

// heard is what checking adds to the brand's share of voice.
func (s *Scope) heard(cells []cell) stat.Correction {
	if s.Audit == nil {
		return stat.Correction{}
	}
	y, x := sumOf(voiceOf.totals(cells), nil)
	return s.Audit.voice("", y, x, answersOn(cells))
}

func known(share float64) *float64 {
	if math.IsNaN(share) {
		return nil
	}
	return &share
}

// Check is how far a brand's readings are checked, and which answer the caller is asked about next: empty when all are
// judged.
type Check struct {
	reading.Checked
	Competitors []Title // who is asked about beside the brand
	Next        string
}

// Checked tells whether enough of a brand's readings were checked.
func (i *Insights) Checked(ctx context.Context, brandID string) (_ bool, err error) {
	defer fault.Wrap(&err, "insight.Checked")

	c, err := reading.CheckedOf(ctx, i.db.Read(), brandID, "")
	return c.Whole(), err
}

// Check tells how far checking a brand's readings has come. Faults: NotFound.
func (i *Insights) Check(ctx context.Context, who account.Caller, brandID string) (c Check, err error) {
	defer fault.Wrap(&err, "insight.Check")

	err = i.db.View(ctx, func(q store.Querier) error {
		if _, err := i.brands.FindIn(ctx, q, who, brandID); err != nil {
			return err
		}
		if c.Checked, err = reading.CheckedOf(ctx, q, brandID, who.UserID); err != nil {
			return err
		}
		names, err := reading.ReadingOf(ctx, q, brandID)
		if err != nil {
			return err
		}
		for i, e := range names.Names {
			if i > 0 {
				c.Competitors = append(c.Competitors, Title{e.ID, e.Name})
			}
		}
		c.Next, err = reading.NextCheck(ctx, q, brandID, who.UserID)
		return err
	})
	return c, err
}

// BeginCheck draws the sample of a brand's answers for the reader in use, or more of it once all of it was judged. Of
// fewer than reading.CheckSize answers, which it tells, nothing is drawn. Faults: NotFound.
func (i *Insights) BeginCheck(ctx context.Context, who account.Caller, brandID string) (have int, err error) {
	defer fault.Wrap(&err, "insight.BeginCheck")

	err = i.db.InTx(ctx, func(tx *store.Tx) error {
		if _, err := i.brands.FindIn(ctx, tx, who, brandID); err != nil {
			return err
		}
		have, err = reading.DrawTx(ctx, tx, brandID)
		return err
	})
	return have, err
}

// AnswerCheck keeps what the caller says of a reading of the sample; said again it replaces what was said before.
// Faults: NotFound for a brand of another space and for an answer that is not in the sample of the reader in use.
func (i *Insights) AnswerCheck(ctx context.Context, who account.Caller, brandID string, j reading.Judged) (err error) {
	defer fault.Wrap(&err, "insight.AnswerCheck")

	return i.db.InTx(ctx, func(tx *store.Tx) error {
		if _, err := i.brands.FindIn(ctx, tx, who, brandID); err != nil {
			return err
		}
		return reading.JudgeTx(ctx, tx, brandID, who.UserID, j)
	})
}
