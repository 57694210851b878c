package insight

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/reading"
	"renown/internal/tool/stat"
)

// Audited is what people found who checked a sample of readings, and the rate that follows. The intervals of such a
// figure are those of the corrected value.
type Audited struct {
	Answers   int64   `json:"answers"`   // that were checked
	Precision float64 `json:"precision"` // of answers read as naming the brand, those that do
	Recall    float64 `json:"recall"`    // of answers that name the brand, those read so
	Value     float64 `json:"value"`     // corrected by both (Rogan and Gladen)
}

// ReaderAccuracy is what was checked of how well answers are read, as counts: figures can be computed again from it.
type ReaderAccuracy struct {
	Yes      int64   `json:"read_named"`
	YesRight int64   `json:"read_named_right"`
	No       int64   `json:"read_not_named"`
	NoWrong  int64   `json:"read_not_named_wrong"`
	Share    float64 `json:"share_read_named"`
}

// CheckedReadings is how many of the places and tones that people judged were read wrongly. They are told and correct
// nothing: a no does not say which place or tone would be right.
type CheckedReadings struct {
	Answers  int64 `json:"answers"`  // that were decided
	Position Share `json:"position"` // wrong ones of those judged, which are answers read as naming the brand
	Tone     Share `json:"tone"`     // as well, as far as a tone was read
}

// readChecks finds out whether enough readings of the reader in use were checked.
func (s *Scope) readChecks(ctx context.Context) error {
	checked, err := reading.CheckedOf(ctx, s.Q, s.Brand.ID, "")
	if err == nil && checked.Whole() {
		a := ReaderAccuracy(checked.Named)
		s.ReaderAccuracy = &a
		wrong := func(r reading.Right) Share { return ShareOf(r.Judged-r.Right, r.Judged) }
		s.checkedReadings = &CheckedReadings{checked.Decided, wrong(checked.Position), wrong(checked.Tone)}
	}
	return err
}

// corrected puts what checking found into a rate of answers that name the brand.
func (s *Scope) corrected(in *Indicator) {
	if s.ReaderAccuracy == nil || in.Value == nil {
		return
	}
	a := stat.Accuracy(*s.ReaderAccuracy)
	in.Audited = &Audited{a.Yes + a.No, a.Precision(), a.Recall(), a.Corrected(*in.Value)}
	s.widen(*in.Value, &in.Interval, &in.Wide)
}

// widen is corrected for bounds alone.
func (s *Scope) widen(value float64, near *Interval, wide *Wide) {
	if s.ReaderAccuracy == nil {
		return
	}
	a := stat.Accuracy(*s.ReaderAccuracy)
	of := func(low, high *float64) (*float64, *float64) {
		if low == nil || high == nil {
			return low, high
		}
		b := a.Widen(value, stat.Interval{Low: *low, High: *high})
		return &b.Low, &b.High
	}
	near.Low, near.High = of(near.Low, near.High)
	wide.LowWide, wide.HighWide = of(wide.LowWide, wide.HighWide)
}

// Check is how far a brand's readings are checked, and which answer the caller is asked about next: empty when all are
// judged.
type Check struct {
	reading.Checked
	Next string
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
		c.Next, err = reading.NextCheck(ctx, q, brandID, who.UserID)
		return err
	})
	return c, err
}

// BeginCheck draws the sample of a brand's answers for the reader in use, unless there is one. Of fewer than
// reading.CheckSize answers, which it tells, nothing is drawn. Faults: NotFound.
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
