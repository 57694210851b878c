package reading

import (
	"context"
	"hash/fnv"
	"slices"

	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
)

// CitedDay is what a platform's answers about a brand cite on a day.
type CitedDay struct {
	BrandID, Platform string
	Day               day.Day
	Citations         int64    // in all
	Answers           int64    // that cite anything
	Prompts           []string // whose answers cite anything
	Pages             []CitedPage
}

// CitedPage is how often a page is cited on a day.
type CitedPage struct {
	URL                string // canonical, with https://
	Citations, Answers int64
	Prompts            []string // whose answers cite it
}

// CitedDays calls do for what was cited since a day, for every brand, platform, mode and day. It is for those who measure
// outlets and published articles. Beyond one brand after the other it is not of one moment.
func (f *Findings) CitedDays(ctx context.Context, since day.Day, do func(*CitedDay)) (err error) {
	defer fault.Wrap(&err, "reading.CitedDays")

	last := ""
	for {
		brands, err := store.List(ctx, f.db.Read(), store.One[string],
			`SELECT brand_id FROM readings WHERE status = 'current' AND brand_id > $1 ORDER BY brand_id LIMIT $2`, last, store.AmongMost)
		if err != nil || len(brands) == 0 {
			return err
		}
		for some := range slices.Chunk(brands, citedBrands) {
			marks, args := store.Among(some, 1)
			if err := eachCited(ctx, f.db.Read(), `r.brand_id`+marks+` AND d.day >= $1`, do, append([]any{since}, args...)...); err != nil {
				return err
			}
		}
		last = brands[len(brands)-1]
	}
}

// citedBrands are read by one statement: more of them may be read by going through all days.
const citedBrands = 20

// CitedOn is CitedDays for a brand from one day to another, both included.
func (f *Findings) CitedOn(ctx context.Context, brandID string, from, to day.Day, do func(*CitedDay)) (err error) {
	defer fault.Wrap(&err, "reading.CitedOn")

	return eachCited(ctx, f.db.Read(), `r.brand_id = $1 AND d.day >= $2 AND d.day <= $3`, do, brandID, from, to)
}

func eachCited(ctx context.Context, q store.Querier, which string, do func(*CitedDay), args ...any) error {
	return store.Each(ctx, q, func(row store.Row) error {
		d := &CitedDay{}
		var cells, sources, reach []byte
		if err := row.Scan(&d.BrandID, &d.Platform, &d.Day, &cells, &sources, &reach); err != nil {
			return err
		}
		spot := spotOf(d.Day, d.Platform)
		if surface, _ := OfKey(spot.Mode); surface != SurfaceAPI { // figures of two surfaces are never added up
			return nil
		}
		d.Platform = spot.Platform
		if err := d.take(cells, sources, reach); err != nil {
			return err
		}
		do(d)
		return nil
	}, `SELECT d.brand_id, d.platform, d.day, d.cells, d.sources, d.reach FROM readings r
		JOIN days d ON d.brand_id = r.brand_id AND d.generation = r.generation WHERE r.status = 'current' AND `+which, args...)
}

// ChangedDay is a day of a brand on which figures changed. Day 0: any may have, the history was read again.
type ChangedDay struct {
	BrandID string
	Day     day.Day
	changes int64
}

// Changed lists changed days that were not taken away, those of a brand together: the first so many behind one.
func (f *Findings) Changed(ctx context.Context, last ChangedDay, most int) (_ []ChangedDay, err error) {
	defer fault.Wrap(&err, "reading.Changed")

	return store.List(ctx, f.db.Read(), func(row store.Row) (c ChangedDay, err error) {
		err = row.Scan(&c.BrandID, &c.Day, &c.changes)
		return c, err
	}, `SELECT brand_id, day, changes FROM changed_days WHERE (brand_id, day) > ($1, $2) ORDER BY brand_id, day LIMIT $3`,
		last.BrandID, last.Day, most)
}

// CountedTx takes changed days away that did not change again since they were listed.
func (f *Findings) CountedTx(ctx context.Context, tx *store.Tx, list []ChangedDay) (err error) {
	defer fault.Wrap(&err, "reading.CountedTx")

	for _, c := range list {
		if _, err := tx.Exec(ctx, `DELETE FROM changed_days WHERE brand_id = $1 AND day = $2 AND changes = $3`, c.BrandID, c.Day, c.changes); err != nil {
			return err
		}
	}
	return nil
}

// changedTx notes that figures of a day changed.
func changedTx(ctx context.Context, tx *store.Tx, brandID string, d day.Day) error {
	_, err := tx.Exec(ctx, `INSERT INTO changed_days (brand_id, day, changes) VALUES ($1, $2, 1)
		ON CONFLICT (brand_id, day) DO UPDATE SET changes = changed_days.changes + 1`, brandID, d)
	return err
}

// take reads the parts of a row.
func (d *CitedDay) take(cells, sources, reach []byte) error {
	err := cellsCode.each(cells, func(k CellKey, f *CellFigures) {
		d.Citations += f.Counts[Citations]
		d.Answers += f.Counts[Cited]
		if f.Counts[Cited] > 0 {
			d.Prompts = append(d.Prompts, k.Prompt)
		}
	})
	if err != nil {
		return err
	}
	index := map[string]int{}
	err = sourcesCode.each(sources, func(k SourceKey, f *SourceFigures) {
		if !k.Page {
			return
		}
		i, ok := index[k.Source]
		if !ok {
			i = len(d.Pages)
			index[k.Source] = i
			d.Pages = append(d.Pages, CitedPage{URL: k.Source})
		}
		d.Pages[i].Citations += f.Citations
		d.Pages[i].Answers += f.Answers
	})
	if err != nil {
		return err
	}
	prompts := map[int64][]string{}
	err = reachCode.each(reach, func(k ReachKey, _ *ReachFigures) { prompts[k.Page] = append(prompts[k.Page], k.Prompt) })
	for i := range d.Pages {
		d.Pages[i].Prompts = prompts[pageNumber(d.Pages[i].URL)]
	}
	return err
}

// pageNumber stands for an address where it would be kept a second time.
func pageNumber(url string) int64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(url))
	return int64(h.Sum64())
}
