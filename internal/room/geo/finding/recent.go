package finding

import (
	"context"
	"strconv"

	"renown/internal/floor/store"
)

// The sources of the month under way are kept added up until yesterday, by topic: a day has hundreds of them, and those who ask for a period
// would read up to thirty days. The sum is brought up to date when a day begins; when one of its days changes later, it is made anew the day after.

// recent is such a sum. seal adds up the checksums of the figures of its days: with another one a day has changed since.
type recent struct {
	row         string // the platform
	until, seal int64  // the last day
	sources     []byte
}

func scanRecent(row store.Row) (r recent, err error) {
	err = row.Scan(&r.row, &r.until, &r.seal, &r.sources)
	return r, err
}

// first is the day before the first of the month.
func (r recent) first() int64 { return r.until / 100 * 100 }

const selectRecent = `SELECT r.platform, r.until, r.seal, r.sources FROM recent_sources r WHERE r.brand_id = $1 AND r.generation = $2 AND r.until BETWEEN $3 AND $4`

// recentTx brings the sum of a platform up to yesterday. The caller has locked the reading.
func (t *tally) recentTx(ctx context.Context, tx *store.Tx, row string) error {
	today := Day(tx.Now.Time)
	was := recent{row: row, until: today / 100 * 100}
	sum := map[SourceKey]*SourceFigures{}
	join := func(k SourceKey, f *SourceFigures) { at(sum, k).Join(f) }
	kept, err := store.List(ctx, tx, scanRecent, selectRecent+` AND r.platform = $5`, t.brandID, t.generation, was.until, today, row)
	if err != nil {
		return err
	}
	e := Extent{BrandID: t.brandID, Generation: t.generation, From: was.until, To: today - 1}
	if len(kept) == 1 {
		seals, err := e.seals(ctx, tx, kept)
		if err != nil {
			return err
		}
		if seals[row] == kept[0].seal {
			was = kept[0]
			if err := sourcesCode.each(was.sources, join); err != nil {
				return err
			}
		}
	}
	until := was.until
	err = store.Each(ctx, tx, func(line store.Row) error {
		var figures, sources []byte
		if err := line.Scan(&was.until, &figures, &sources); err != nil {
			return err
		}
		was.seal += sealOf(figures)
		return sourcesCode.each(sources, join)
	}, `SELECT span, figures, sources FROM sheets WHERE brand_id = $1 AND generation = $2 AND platform = $3 AND span > $4 AND span < $5 ORDER BY span`, t.brandID, t.generation, row, until, today)
	if err != nil || was.until == until {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO recent_sources (brand_id, generation, platform, until, seal, sources) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (brand_id, generation, platform) DO UPDATE SET until = excluded.until, seal = excluded.seal, sources = excluded.sources`,
		t.brandID, t.generation, row, was.until, was.seal, sourcesCode.pack(sum))
	return err
}

// recentsTx does so for every platform that was asked this month.
func (t *tally) recentsTx(ctx context.Context, tx *store.Tx) error {
	today := Day(tx.Now.Time)
	rows, err := store.List(ctx, tx, store.One[string], `SELECT DISTINCT platform FROM sheets WHERE brand_id = $1 AND generation = $2 AND span > $3 AND span < $4`, t.brandID, t.generation, today/100*100, today)
	if err != nil {
		return err
	}
	for _, row := range rows {
		if err := t.recentTx(ctx, tx, row); err != nil {
			return err
		}
	}
	return nil
}

// seals adds up the checksums of the days that sums stand for, by platform.
func (e Extent) seals(ctx context.Context, q store.Querier, list []recent) (map[string]int64, error) {
	until, sums := map[string]recent{}, map[string]int64{}
	from, to := list[0].first(), list[0].until
	for _, r := range list {
		until[r.row] = r
		from, to = min(from, r.first()), max(to, r.until)
	}
	s := e.sheets("figures, NULL", from, to)
	err := store.Each(ctx, q, func(row store.Row) error {
		var span int64
		var platform string
		var figures, none []byte
		err := row.Scan(&span, &platform, &figures, &none)
		if r, ok := until[platform]; ok && span > r.first() && span <= r.until {
			sums[platform] += sealOf(figures)
		}
		return err
	}, s.sql, s.args...)
	return sums, err
}

// recents are the sums that may stand for days of the extent. A month that is kept as one needs none.
func (e Extent) recents(ctx context.Context, q store.Querier) (list []recent, err error) {
	if e.Daily {
		return nil, nil
	}
	s := e.statement(selectRecent+` AND NOT EXISTS (SELECT 1 FROM sheets m WHERE m.brand_id = r.brand_id AND m.generation = r.generation AND m.platform = r.platform AND m.span = r.until / 100)`, "r", e.From, e.To)
	all, err := store.List(ctx, q, scanRecent, s.sql, s.args...)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	seals, err := e.seals(ctx, q, all)
	for _, r := range all {
		if e.takes(spotOf(0, r.row)) && r.first() >= e.From-1 && seals[r.row] == r.seal {
			list = append(list, r)
		}
	}
	return list, err
}

// besides leaves out the days that a sum stands for.
func (s statement) besides(list []recent) statement {
	for _, r := range list {
		s.args = append(s.args, r.row)
		s.sql += ` AND NOT (s.platform = $` + strconv.Itoa(len(s.args)) + ` AND s.span BETWEEN ` + strconv.FormatInt(r.first(), 10) + ` AND ` + strconv.FormatInt(r.until, 10) + `)`
	}
	return s
}
