package finding

import (
	"context"
	"strconv"

	"renown/internal/floor/store"
	"renown/internal/tool/pack"
)

// packDaysMost bounds the days that a transaction packs: others wait for it.
const packDaysMost = 7

// packSearchesTx packs the first days before today that are not packed yet. It tells whether there may be more. The caller has locked the reading.
func (t *tally) packSearchesTx(ctx context.Context, tx *store.Tx) (more bool, err error) {
	days, err := store.List(ctx, tx, store.One[int64], `SELECT DISTINCT span FROM sheets WHERE brand_id = $1 AND generation = $2 AND span < $3
			AND span > (SELECT CASE WHEN searched > $4 THEN searched ELSE $4 END FROM readings WHERE brand_id = $1 AND generation = $2)
		ORDER BY span LIMIT `+strconv.Itoa(packDaysMost), t.brandID, t.generation, Day(tx.Now.Time), monthMax)
	if err != nil || len(days) == 0 {
		return false, err
	}
	for _, day := range days {
		if err := t.packDayTx(ctx, tx, day); err != nil {
			return false, err
		}
	}
	_, err = tx.Exec(ctx, `UPDATE readings SET searched = $3 WHERE brand_id = $1 AND generation = $2`, t.brandID, t.generation, days[len(days)-1])
	return len(days) == packDaysMost, err
}

// packDayTx packs the answers of a day, each mode by itself.
func (t *tally) packDayTx(ctx context.Context, tx *store.Tx, day int64) error {
	rows, err := store.List(ctx, tx, store.One[string], `SELECT platform FROM sheets WHERE brand_id = $1 AND generation = $2 AND span = $3`, t.brandID, t.generation, day)
	if err != nil {
		return err
	}
	for _, mode := range modesOf(rows) {
		e := t.extent(mode)
		e.From, e.To = day, day
		seals, err := e.seals(ctx, tx, day, day)
		if err != nil {
			return err
		}
		p := pack.NewWriter()
		all := searchReader{SearchedFilter{Extent: e}, tx, answersMost, func(s *Searched) { s.put(p) }}
		if err := all.each(ctx, day, day); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `INSERT INTO searched_days (brand_id, generation, mode, day, seal, answers) VALUES ($1, $2, $3, $4, $5, $6)
			ON CONFLICT (brand_id, generation, mode, day) DO UPDATE SET seal = excluded.seal, answers = excluded.answers`, t.brandID, t.generation, mode, day, seals[day], p.Bytes())
		if err != nil {
			return err
		}
	}
	return nil
}

// answersMost is more than a day has.
const answersMost = 1 << 40

func (s *Searched) put(p *pack.Writer) {
	for _, text := range []string{s.ID, s.Platform, s.PromptID, s.TopicID, s.Kinds, s.Question} {
		p.Text(text)
	}
	p.Count(uint64(number(s.Named) + 2*number(s.Counts)))
	p.Count(uint64(len(s.Queries)))
	for _, text := range s.Queries {
		p.Text(text)
	}
	p.Count(uint64(len(s.Others)))
	for _, o := range s.Others {
		p.Text(o.ID)
		p.Text(o.Name)
	}
}

// unpackSearched calls do for the answers of a day.
func unpackSearched(part []byte, do func(*Searched)) error {
	u := pack.NewReader(part)
	var s Searched
	for u.More() {
		s.ID, s.Platform, s.PromptID, s.TopicID, s.Kinds, s.Question = u.Text(), u.Text(), u.Text(), u.Text(), u.Text(), u.Text()
		flags := u.Count()
		s.Named, s.Counts = flags&1 != 0, flags&2 != 0
		s.Queries, s.Others = s.Queries[:0], s.Others[:0]
		for n := u.Count(); n > 0 && !u.Bad; n-- {
			s.Queries = append(s.Queries, u.Text())
		}
		for n := u.Count(); n > 0 && !u.Bad; n-- {
			s.Others = append(s.Others, NamedOther{u.Text(), u.Text()})
		}
		if !u.Bad {
			do(&s)
		}
	}
	if u.Bad {
		return errSheet
	}
	return nil
}
