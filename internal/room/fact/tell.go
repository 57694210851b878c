package fact

import (
	"context"
	"slices"
	"time"

	"renown/internal/floor/store"
	"renown/internal/room/alert"
)

// newFor is how old an answer may be to be news, in days: a new sheet is held against years.
const newFor = 30

// tellTx raises an alert for facts that two answers contradict by now, each once for its value.
func (f *Facts) tellTx(ctx context.Context, tx *store.Tx, of owned, s *Sheet) error {
	type seen struct{ factID, answerID, platform string }
	list, err := store.List(ctx, tx, func(row store.Row) (o seen, err error) {
		err = row.Scan(&o.factID, &o.answerID, &o.platform)
		return o, err
	}, `SELECT DISTINCT c.fact_id, c.answer_id, c.platform FROM claims c JOIN compared_answers k ON k.answer_id = c.answer_id AND k.sheet = $2
			JOIN facts f ON f.id = c.fact_id
		WHERE c.brand_id = $1 AND c.verdict = 'contradicts' AND c.judge = 'offline' AND c.answered_at > $3
		AND (f.told IS NULL OR f.told <> f.value || ' ' || f.unit)
		ORDER BY c.fact_id, c.answer_id DESC`, of.brandID, s.ID, tx.Now.Add(-newFor*24*time.Hour))
	if err != nil {
		return err
	}
	var told []alert.Contradicted
	for len(list) > 0 {
		end := slices.IndexFunc(list, func(o seen) bool { return o.factID != list[0].factID })
		if end < 0 {
			end = len(list)
		}
		of := list[:end]
		list = list[end:]
		i := slices.IndexFunc(s.Facts, func(o Fact) bool { return o.ID == of[0].factID })
		if len(of) < 2 || i < 0 {
			continue
		}
		one := alert.Contradicted{
			FactID: s.Facts[i].ID, Statement: s.Facts[i].Statement,
			Expected: s.Facts[i].Expected(), Answers: int64(len(of)), AnswerID: of[0].answerID, Platforms: []string{},
		}
		for _, o := range of {
			if !slices.Contains(one.Platforms, o.platform) {
				one.Platforms = append(one.Platforms, o.platform)
			}
		}
		slices.Sort(one.Platforms)
		told = append(told, one)
		if _, err := tx.Exec(ctx, `UPDATE facts SET told = value || ' ' || unit WHERE id = $1`, one.FactID); err != nil {
			return err
		}
	}
	if len(told) == 0 {
		return nil
	}
	return alert.ContradictedTx(ctx, tx, alert.Subject{BrandID: of.brandID, SpaceID: of.spaceID, Brand: of.name, Events: f.events}, told)
}
