package fact

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"

	"renown/internal/floor/fault"
	"renown/internal/floor/id"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/tool/claim"
)

// Change is one row of what is saved together: a fact is created (no id), changed or deleted.
type Change struct {
	ID     string
	Change func(*Fields) // nil with Delete
	Delete bool
	Source string // of a new one: user unless it says agent

	was        *Fact // a deleted one that is put back
	unreadable error // why a row of a file holds no change
}

// Where facts come from.
const (
	FromUser  = "user"
	FromAgent = "agent"
)

// RowFault says which of several changes was refused, and why.
type RowFault struct {
	Row int // from 0
	Err error
}

// RowFaults are all changes that were refused, in their order.
type RowFaults []RowFault

func (r RowFaults) Error() string {
	if len(r) == 1 {
		return r[0].Err.Error()
	}
	return fmt.Sprintf("%d rows, the first: %v", len(r), r[0].Err)
}

// Unwrap tells why, row by row.
func (r RowFaults) Unwrap() []error {
	list := make([]error, len(r))
	for i := range r {
		list[i] = r[i].Err
	}
	return list
}

// Create adds a fact. Past the cap it is CapReached; one that overlaps another of its attribute is Malformed.
func (f *Facts) Create(ctx context.Context, who account.Caller, brandID string, fields Fields) (_ Fact, err error) {
	defer fault.Wrap(&err, "fact.Create")

	list, err := f.Save(ctx, who, brandID, []Change{{Change: func(to *Fields) { *to = fields }}})
	if err != nil {
		return Fact{}, err
	}
	return list[0], nil
}

// Update lets change alter a fact. Faults as with Create.
func (f *Facts) Update(ctx context.Context, who account.Caller, factID string, change func(*Fields)) (_ Fact, err error) {
	defer fault.Wrap(&err, "fact.Update")

	one, err := f.Find(ctx, who, factID)
	if err != nil {
		return one, err
	}
	list, err := f.Save(ctx, who, one.BrandID, []Change{{ID: factID, Change: change}})
	if err != nil {
		return one, err
	}
	return list[0], nil
}

// Delete removes a fact; what was said of it stays in the history.
func (f *Facts) Delete(ctx context.Context, who account.Caller, factID string) (err error) {
	defer fault.Wrap(&err, "fact.Delete")

	one, err := f.Find(ctx, who, factID)
	if err != nil {
		return err
	}
	_, err = f.Save(ctx, who, one.BrandID, []Change{{ID: factID, Delete: true}})
	return err
}

// Save makes several changes, all or none. It returns the facts that were created and changed, in the order of the changes. A
// refusal is RowFaults where it is about some of them.
func (f *Facts) Save(ctx context.Context, who account.Caller, brandID string, changes []Change) (saved []Fact, err error) {
	defer fault.Wrap(&err, "fact.Save")

	err = f.db.InTx(ctx, func(tx *store.Tx) error {
		s, err := f.openTx(ctx, tx, who, brandID)
		if err != nil {
			return err
		}
		if err := s.saveTx(ctx, changes); err != nil {
			return err
		}
		saved = s.saved
		return s.keepTx(ctx)
	})
	return saved, err
}

// openTx locks the plan and the brand, and reads the sheet.
func (f *Facts) openTx(ctx context.Context, tx *store.Tx, who account.Caller, brandID string) (*saving, error) {
	if _, err := f.plans.ForTx(ctx, tx, who.SpaceID); err != nil {
		return nil, err
	}
	of, err := f.brands.FindTx(ctx, tx, who, brandID)
	if err != nil {
		return nil, err
	}
	all, err := listOf(ctx, tx, brandID)
	return f.saving(tx, who, brand.Named{ID: brandID, Name: of.Name}, all), err
}

func (f *Facts) saving(tx *store.Tx, who account.Caller, of brand.Named, all []Fact) *saving {
	return &saving{
		Facts: f, tx: tx, who: who, brandID: of.ID, brandName: of.Name, all: all,
		before: slices.Clone(all), unsettled: map[string]bool{},
	}
}

func (s *saving) saveTx(ctx context.Context, changes []Change) error {
	for i, c := range changes {
		switch err := s.applyTx(ctx, c); {
		case fault.Is(err, fault.Malformed), fault.Is(err, fault.NoSuchThing):
			s.refuse(i, c.ID, err)
		case err != nil:
			return err
		}
	}
	return s.settledTx(ctx)
}

// refuse keeps why a change is not made; the others are still looked at, so that all that is wrong is told at once.
func (s *saving) refuse(row int, factID string, why error) {
	s.refused = append(s.refused, RowFault{row, why})
	s.unsettled[factID] = true
}

// saving is one transaction of Save.
type saving struct {
	*Facts
	tx        *store.Tx
	who       account.Caller
	brandID   string
	brandName string
	all       []Fact // as they will be
	before    []Fact
	saved     []Fact
	grown     int64
	changed   bool
	touched   []int // index of the change of each saved fact
	row       int
	was       sheetWas // for undoing
	refused   RowFaults
	unsettled map[string]bool // ids of the facts that refused changes are about
}

func (s *saving) applyTx(ctx context.Context, c Change) error {
	defer func() { s.row++ }()
	if c.unreadable != nil {
		return c.unreadable
	}
	if c.ID == "" {
		return s.createTx(ctx, c)
	}
	i := slices.IndexFunc(s.all, func(o Fact) bool { return o.ID == c.ID })
	if i < 0 {
		return fault.NotFound("fact", c.ID)
	}
	before := s.all[i]
	if c.Delete {
		s.all = slices.Delete(s.all, i, i+1)
		s.grown -= before.bytes()
		s.changed = true
		s.was.note(before, true)
		if _, err := s.tx.Exec(ctx, `DELETE FROM facts WHERE id = $1`, c.ID); err != nil {
			return err
		}
		return s.noteTx(ctx, c.ID, &before.Fields, nil)
	}
	after := before
	c.Change(&after.Fields)
	after.tidy(s.brandName)
	if !reflect.DeepEqual(before.Fields, after.Fields) {
		if err := after.check(); err != nil {
			return err
		}
		after.UpdatedAt = s.tx.Now
		if err := updateTx(ctx, s.tx, &after); err != nil {
			return err
		}
		if err := s.noteTx(ctx, c.ID, &before.Fields, &after.Fields); err != nil {
			return err
		}
		s.grown += after.bytes() - before.bytes()
		s.changed = true
		s.was.note(before, false)
	}
	after.Judging = after.judges()
	s.all[i] = after
	s.keep(after)
	return nil
}

func (s *saving) keep(one Fact) {
	s.saved, s.touched = append(s.saved, one), append(s.touched, s.row)
}

func (s *saving) createTx(ctx context.Context, c Change) error {
	if len(s.all) >= s.max {
		return s.full()
	}
	one := Fact{ID: id.New("fct", s.tx.Now.Time), BrandID: s.brandID, Source: FromUser, CreatedAt: s.tx.Now, UpdatedAt: s.tx.Now}
	if c.Source != "" {
		one.Source = c.Source
	}
	if c.was != nil {
		one.ID, one.Source, one.CreatedAt, one.Fields = c.was.ID, c.was.Source, c.was.CreatedAt, c.was.Fields
	} else {
		c.Change(&one.Fields)
		one.tidy(s.brandName)
		s.was.Created = append(s.was.Created, one.ID)
	}
	if err := one.check(); err != nil {
		return err
	}
	one.Judging = one.judges()
	_, err := s.tx.Exec(ctx, `INSERT INTO facts (id, brand_id, statement, subject, attribute, terms, kind, value, unit, options, wrong, valid_from, valid_to, source_url, status, source, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`, one.ID, one.BrandID, one.Statement, one.Subject, one.Attribute, one.Terms, string(one.Kind),
		one.Value, one.Unit, one.Options, one.Wrong, one.ValidFrom, one.ValidTo, one.SourceURL, string(one.Status),
		one.Source, one.CreatedAt, s.tx.Now)
	if err != nil {
		return err
	}
	if err := s.noteTx(ctx, one.ID, nil, &one.Fields); err != nil {
		return err
	}
	s.all = append(s.all, one)
	s.grown += one.bytes()
	s.changed = true
	s.keep(one)
	return nil
}

func updateTx(ctx context.Context, tx *store.Tx, f *Fact) error {
	_, err := tx.Exec(ctx, `UPDATE facts SET statement = $2, subject = $3, attribute = $4, terms = $5, kind = $6, value = $7, unit = $8, options = $9, wrong = $10, valid_from = $11,
			valid_to = $12, source_url = $13, status = $14, updated_at = $15 WHERE id = $1`,
		f.ID, f.Statement, f.Subject, f.Attribute, f.Terms, string(f.Kind), f.Value, f.Unit, f.Options, f.Wrong,
		f.ValidFrom, f.ValidTo, f.SourceURL, string(f.Status), tx.Now)
	return err
}

func (s *saving) full() error {
	return fault.New(fault.CapReached).Why("fact_cap", s.max).With("limit", s.max)
}

// admitWords answers CapReached when the sheet has grown and is compiled to more than it may be.
func (s *saving) admitWords() error {
	if now := weight(s.all); now <= s.words || now <= weight(s.before) {
		return nil
	}
	return fault.New(fault.CapReached).Why("fact_words_cap", s.words>>10).With("limit", s.words)
}

func weight(list []Fact) int {
	facts := make([]claim.Fact, len(list))
	for i := range list {
		facts[i] = list[i].claim()
	}
	return claim.Weight(facts)
}

// settledTx looks at the sheet as a whole, once all changes are made: rows may swap their periods. What overlaps a fact whose own change
// was refused is not told: that change may have made room for it.
func (s *saving) settledTx(ctx context.Context) error {
	for i, other := range clashes(s.all, s.saved) {
		if !s.unsettled[other.ID] {
			err := fault.Value("overlaps in time with fact "+other.ID, s.saved[i].Attribute, "body",
				"valid_from").Why("fact_overlap", other.Statement)
			s.refused = append(s.refused, RowFault{s.touched[i], err})
		}
	}
	if len(s.refused) > 0 {
		slices.SortFunc(s.refused, func(a, b RowFault) int { return cmp.Compare(a.Row, b.Row) })
		return s.refused
	}
	if !s.changed {
		return nil
	}
	if err := s.admitWords(); err != nil {
		return err
	}
	if err := s.trimTx(ctx); err != nil {
		return err
	}
	if err := holdTx(ctx, s.tx, s.brandID); err != nil {
		return err
	}
	if err := s.enqueueTx(ctx, s.tx, s.brandID); err != nil {
		return err
	}
	return s.plans.StoreTx(ctx, s.tx, s.who.SpaceID, s.grown)
}
