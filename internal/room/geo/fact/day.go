package fact

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/geo/finding"
	"renown/internal/tool/pack"
)

// A day that is over, and whose answers are all checked, is kept as sums: an analysis of a year reads one row for each day. Whoever changes what
// is kept of an answer deletes its day, in the same transaction, and the job that ends the checking adds it up again.

// heldKey is a prompt on a platform.
type heldKey struct{ Prompt, Platform, Mode, Topic string }

// heldSums are what its checked answers of a day add up to.
type heldSums struct {
	answers, contradicted, judged int64
	byModel, modelContradicted    int64               // answers that a model has looked at, and those in which it found a contradiction
	models, last                  string              // of the answers
	facts                         map[string]*factSum // by id
	sheets                        map[string]int64    // answers by the sheet that they were held against
}

// factSum are answers that speak of a fact, as rules read them, and sentences that contradict it, as rules and as a model judged.
type factSum struct{ answers, contradicted, claims, modelClaims int64 }

type day map[heldKey]*heldSums

func (d day) at(k heldKey) *heldSums {
	s := d[k]
	if s == nil {
		s = &heldSums{facts: map[string]*factSum{}, sheets: map[string]int64{}}
		d[k] = s
	}
	return s
}

func (h *heldSums) fact(id string) *factSum {
	f := h.facts[id]
	if f == nil {
		f = &factSum{}
		h.facts[id] = f
	}
	return f
}

// dayFormat is the first number of a packed day; another program may write another one.
const dayFormat = 1

func (d day) pack() []byte {
	p := pack.NewWriter()
	p.Count(dayFormat)
	for k, s := range d {
		for _, text := range []string{k.Prompt, k.Platform, k.Mode, k.Topic, s.models, s.last} {
			p.Text(text)
		}
		for _, n := range []int64{s.answers, s.contradicted, s.judged, s.byModel, s.modelContradicted, int64(len(s.sheets)), int64(len(s.facts))} {
			p.Number(n)
		}
		for id, n := range s.sheets {
			p.Text(id)
			p.Number(n)
		}
		for id, f := range s.facts {
			p.Text(id)
			for _, n := range []int64{f.answers, f.contradicted, f.claims, f.modelClaims} {
				p.Number(n)
			}
		}
	}
	return p.Bytes()
}

// heldReader takes a day in, cell by cell; what it is given is its own only until it returns.
type heldReader interface {
	cell(day int64, k *heldKey, s *heldSums) (wanted bool)
	sheet(id string, answers int64)
	fact(k *heldKey, id string, f factSum)
}

func (d day) tell(number int64, to heldReader) {
	for k, s := range d {
		if !to.cell(number, &k, s) {
			continue
		}
		for id, n := range s.sheets {
			to.sheet(id, n)
		}
		for id, f := range s.facts {
			to.fact(&k, id, *f)
		}
	}
}

// tellPacked does the same from what pack wrote.
func tellPacked(number int64, part []byte, to heldReader) error {
	u := pack.NewReader(part)
	if format := u.Count(); format != dayFormat {
		return fmt.Errorf("checked answers are summed in format %d and this program reads %d", format, dayFormat)
	}
	var k heldKey
	var s heldSums
	for u.More() {
		k = heldKey{u.Text(), u.Text(), u.Text(), u.Text()}
		s.models, s.last = u.Text(), u.Text()
		s.answers, s.contradicted, s.judged, s.byModel, s.modelContradicted = u.Number(), u.Number(), u.Number(), u.Number(), u.Number()
		sheets, facts := u.Number(), u.Number()
		wanted := !u.Bad && to.cell(number, &k, &s)
		for range sheets {
			id, n := u.Text(), u.Number()
			if u.Bad {
				break
			}
			if wanted {
				to.sheet(id, n)
			}
		}
		for range facts {
			id, f := u.Text(), factSum{u.Number(), u.Number(), u.Number(), u.Number()}
			if u.Bad {
				break
			}
			if wanted {
				to.fact(&k, id, f)
			}
		}
	}
	if u.Bad {
		return errors.New("a day of checked answers cannot be read")
	}
	return nil
}

// collect adds up the checked answers of a brand from one moment until before another, by their days.
func collect(ctx context.Context, q store.Querier, brandID string, from, to timestamp.Time) (map[int64]day, error) {
	days := map[int64]day{}
	said, err := collectClaims(ctx, q, brandID, from, to)
	if err != nil {
		return nil, err
	}
	err = store.Each(ctx, q, func(row store.Row) error {
		var id, sheet, model, judge string
		var k heldKey
		var at timestamp.Time
		var agreed, contradicted, byModel int64
		if err := row.Scan(&id, &sheet, &k.Platform, &k.Prompt, &k.Mode, &k.Topic, &model, &at, &agreed, &contradicted, &judge, &byModel); err != nil {
			return err
		}
		number := finding.Day(at.Time)
		if days[number] == nil {
			days[number] = day{}
		}
		s := days[number].at(k)
		s.answers++
		s.contradicted += min(1, contradicted)
		s.judged += min(1, agreed+contradicted)
		s.models, s.last = finding.JoinModels(s.models, model), max(s.last, id)
		s.sheets[sheet]++
		if judge != "" {
			s.byModel++
			s.modelContradicted += min(1, byModel)
		}
		for factID, f := range said[id] {
			sum := s.fact(factID)
			sum.answers, sum.contradicted = sum.answers+f.answers, sum.contradicted+min(1, f.claims)
			sum.claims, sum.modelClaims = sum.claims+f.claims, sum.modelClaims+f.modelClaims
		}
		return nil
	}, `SELECT c.answer_id, c.sheet, c.platform, c.prompt_id, c.mode, a.topic_id, c.model, c.answered_at, c.agreed, c.contradicted, c.judged_by, c.model_contradicted
		FROM checked_answers c JOIN answers a ON a.id = c.answer_id WHERE c.brand_id = $1 AND c.answered_at >= $2 AND c.answered_at < $3`, brandID, from, to)
	return days, err
}

// collectClaims are the facts that answers speak of, by answer, each counted as one answer where rules read it.
func collectClaims(ctx context.Context, q store.Querier, brandID string, from, to timestamp.Time) (map[string]map[string]*factSum, error) {
	said := map[string]map[string]*factSum{}
	for _, verdict := range []string{"agrees", "contradicts"} { // the index has the verdict before the time
		err := store.Each(ctx, q, func(row store.Row) error {
			var answerID, factID, judge string
			if err := row.Scan(&answerID, &factID, &judge); err != nil {
				return err
			}
			if said[answerID] == nil {
				said[answerID] = map[string]*factSum{}
			}
			if said[answerID][factID] == nil {
				said[answerID][factID] = &factSum{}
			}
			switch f := said[answerID][factID]; {
			case judge == OfflineJudge && verdict == "contradicts":
				f.answers, f.claims = 1, f.claims+1
			case judge == OfflineJudge:
				f.answers = 1
			case verdict == "contradicts":
				f.modelClaims++
			}
			return nil
		}, `SELECT answer_id, fact_id, judge FROM claims WHERE brand_id = $1 AND verdict = $2 AND answered_at >= $3 AND answered_at < $4 AND fact_id IS NOT NULL`, brandID, verdict, from, to)
		if err != nil {
			return nil, err
		}
	}
	return said, nil
}

// each tells of all days of an extent, those that are kept as sums and the rest from their answers.
func (e Extent) each(ctx context.Context, q store.Querier, to heldReader) error {
	summed, err := e.summed(ctx, q, to)
	if err != nil {
		return err
	}
	begin := e.From
	rest := func(end timestamp.Time) error { // what lies between days that are kept
		if !begin.Before(end.Time) {
			return nil
		}
		days, err := collect(ctx, q, e.BrandID, begin, end)
		for number, d := range days {
			d.tell(number, to)
		}
		return err
	}
	for _, number := range summed {
		midnight := midnightOf(number)
		if err := rest(midnight); err != nil {
			return err
		}
		begin = timestamp.Of(midnight.AddDate(0, 0, 1))
	}
	return rest(e.To)
}

// summed tells of the days that are kept as sums, and returns them in order. There are none where an older program has written since.
func (e Extent) summed(ctx context.Context, q store.Querier, to heldReader) (days []int64, err error) {
	err = store.Each(ctx, q, func(row store.Row) error {
		var number int64
		var part []byte
		if err := row.Scan(&number, &part); err != nil {
			return err
		}
		days = append(days, number)
		return tellPacked(number, part, to)
	}, `SELECT d.day, d.sums FROM checked_days d JOIN fact_sheets s ON s.brand_id = d.brand_id AND s.summed = s.changes
		WHERE d.brand_id = $1 AND d.day >= $2 AND d.day <= $3 ORDER BY d.day`, e.BrandID, finding.Day(e.From.Time), finding.Day(e.To.Add(-1).Time))
	return days, err
}

// midnightOf is when a day as 20261115 begins in Beijing.
func midnightOf(day int64) timestamp.Time {
	return timestamp.Of(time.Date(int(day/10_000), time.Month(day/100%100), int(day%100), 0, 0, 0, 0, timestamp.Beijing))
}

// sum adds up the days that are over and are not kept yet. It can be interrupted at any point, and done twice at a time.
func (f *Facts) sum(ctx context.Context, brandID string) error {
	today, _ := timestamp.Day(f.db.Now().Time)
	kept, err := store.List(ctx, f.db.Read(), store.One[int64], `SELECT d.day FROM checked_days d JOIN fact_sheets s ON s.brand_id = d.brand_id AND s.summed = s.changes
		WHERE d.brand_id = $1 ORDER BY d.day`, brandID)
	if err != nil {
		return err
	}
	for at := midnightOf(20000101); ; {
		next, err := store.One[*timestamp.Time](f.db.Read().QueryRow(ctx, `SELECT min(answered_at) FROM checked_answers WHERE brand_id = $1 AND answered_at >= $2`, brandID, at))
		if err != nil || next == nil || !next.Before(today.Time) {
			return err
		}
		number := finding.Day(next.Time)
		if _, ok := slices.BinarySearch(kept, number); !ok { // a day that somebody drops meanwhile is added up by them
			if err := f.db.InTx(ctx, func(tx *store.Tx) error { return sumTx(ctx, tx, brandID, number) }); err != nil {
				return err
			}
		}
		at = timestamp.Of(midnightOf(number).AddDate(0, 0, 1))
	}
}

// sumTx adds up a day, unless it is kept. It holds the brand's row, so that nothing of the day changes meanwhile.
func sumTx(ctx context.Context, tx *store.Tx, brandID string, number int64) error {
	var changes, summed int64
	err := tx.QueryRow(ctx, `SELECT changes, summed FROM fact_sheets WHERE brand_id = $1`+tx.ForUpdate(), brandID).Scan(&changes, &summed)
	if errors.Is(err, store.ErrNoRows) { // the brand is gone
		return nil
	}
	if err != nil {
		return err
	}
	if changes != summed {
		for _, sql := range []string{`DELETE FROM checked_days WHERE brand_id = $1`, `UPDATE fact_sheets SET summed = changes WHERE brand_id = $1`} {
			if _, err := tx.Exec(ctx, sql, brandID); err != nil {
				return err
			}
		}
	}
	kept, err := store.One[int64](tx.QueryRow(ctx, `SELECT count(*) FROM checked_days WHERE brand_id = $1 AND day = $2`, brandID, number))
	if err != nil || kept > 0 {
		return err
	}
	begin := midnightOf(number)
	days, err := collect(ctx, tx, brandID, begin, timestamp.Of(begin.AddDate(0, 0, 1)))
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO checked_days (brand_id, day, sums) VALUES ($1, $2, $3)`, brandID, number, days[number].pack())
	return err
}

// dropTx forgets the sums of days in which something changes. The caller holds the brand's row.
func dropTx(ctx context.Context, tx *store.Tx, brandID string, list []unchecked) error {
	days := map[int64]bool{}
	for _, a := range list {
		days[finding.Day(a.at.Time)] = true
	}
	for _, number := range slices.Sorted(maps.Keys(days)) {
		if _, err := tx.Exec(ctx, `DELETE FROM checked_days WHERE brand_id = $1 AND day = $2`, brandID, number); err != nil {
			return err
		}
	}
	return nil
}
