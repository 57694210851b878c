package reading

import (
	"cmp"
	"context"
	"strconv"

	"renown/internal/floor/day"
	"renown/internal/floor/store"
	"renown/internal/tool/pack"
)

// An analysis of searches reads thousands of answers, and their rows are long. So a day that is over keeps its answers packed, in a column
// that whatever changes the day empties.

// packDaysMost bounds the days that a transaction packs: others wait for it.
const packDaysMost = 7

// packSearchesTx packs the first days before today that are not packed. It tells whether there may be more. The
// caller has locked the reading.
func (t *tally) packSearchesTx(ctx context.Context, tx *store.Tx) (more bool, err error) {
	days, err := store.List(ctx, tx, store.One[day.Day], `SELECT DISTINCT day FROM days
		WHERE brand_id = $1 AND generation = $2 AND day < $3 AND answers IS NULL ORDER BY day LIMIT `+strconv.Itoa(packDaysMost),
		t.brandID, t.generation, day.Of(tx.Now.Time))
	for _, d := range days {
		if err := t.packDayTx(ctx, tx, d); err != nil {
			return false, err
		}
	}
	return len(days) == packDaysMost, err
}

// packDayTx packs the answers of a day, each platform and mode by itself.
func (t *tally) packDayTx(ctx context.Context, tx *store.Tx, d day.Day) error {
	rows, err := store.List(ctx, tx, store.One[string], `SELECT platform FROM days WHERE brand_id = $1 AND generation = $2 AND day = $3`,
		t.brandID, t.generation, d)
	if err != nil {
		return err
	}
	from, to := d.Bounds()
	by := map[string]*pack.Writer{}
	for _, row := range rows {
		by[row] = pack.NewWriter()
	}
	err = eachSearched(ctx, tx, ``, answersMost, func(s *Searched) {
		if p := by[rowOf(s.Platform, s.mode)]; p != nil {
			s.put(p)
		}
	}, t.brandID, t.generation, from, to)
	if err != nil {
		return err
	}
	for _, row := range rows {
		_, err := tx.Exec(ctx, `UPDATE days SET answers = $5 WHERE brand_id = $1 AND generation = $2 AND day = $3 AND platform = $4`,
			t.brandID, t.generation, d, row, sealed(by[row]))
		if err != nil {
			return err
		}
	}
	return nil
}

// answersMost is more than a day has.
const answersMost = 1 << 40

func (s *Searched) put(p *pack.Writer) {
	putTexts(p, s.ID, s.Platform, s.PromptID, s.TopicID, s.Kinds, s.Question)
	p.At(s.at)
	p.Count(uint64(number(s.Named) + 2*number(s.Counts)))
	p.Count(uint64(len(s.Queries)))
	putTexts(p, s.Queries...)
	p.Count(uint64(len(s.Others)))
	for _, o := range s.Others {
		putTexts(p, o.ID, o.Name)
	}
	p.Count(uint64(len(s.Channels)))
	putTexts(p, s.Channels...)
}

// searchedPart is the answers of a platform on a day, of which one is read at a time.
type searchedPart struct {
	*pack.Reader
	Searched
	ended bool
}

func (s *searchedPart) next() {
	if s.ended = !s.More(); s.ended {
		return
	}
	s.ID, s.Platform, s.PromptID, s.TopicID, s.Kinds, s.Question = s.Text(), s.Text(), s.Text(), s.Text(), s.Text(), s.Text()
	s.at = s.At()
	flags := s.Count()
	s.Named, s.Searched.Counts = flags&1 != 0, flags&2 != 0
	s.Queries, s.Others, s.Channels = s.Queries[:0], s.Others[:0], s.Channels[:0]
	for n := s.Count(); n > 0 && !s.Bad; n-- {
		s.Queries = append(s.Queries, s.Text())
	}
	for n := s.Count(); n > 0 && !s.Bad; n-- {
		s.Others = append(s.Others, NamedOther{s.Text(), s.Text()})
	}
	for n := s.Count(); n > 0 && !s.Bad; n-- {
		s.Channels = append(s.Channels, s.Text())
	}
	s.ended = s.Bad
}

// unpack takes the answers of a day in, the newest of all platforms first.
func (r *searchReader) unpack(d packedDay) error {
	parts := make([]searchedPart, len(d.parts))
	for i, part := range d.parts {
		u, err := opened(part)
		if err != nil {
			return err
		}
		parts[i] = searchedPart{Reader: u, Searched: Searched{Day: d.day, mode: r.mode()}}
		parts[i].next()
	}
	for r.left > 0 {
		var newest *searchedPart
		for i := range parts {
			if s := &parts[i]; !s.ended && (newest == nil || cmp.Or(cmp.Compare(s.at, newest.at), cmp.Compare(newest.ID, s.ID)) > 0) {
				newest = s
			}
		}
		if newest == nil {
			break
		}
		r.take(&newest.Searched)
		newest.next()
	}
	for i := range parts {
		if parts[i].Bad {
			return errSheet
		}
	}
	return nil
}
