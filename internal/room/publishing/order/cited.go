package order

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/reading"
)

// cited is how many answers about a brand cite one page, or any.
type cited struct {
	Days  map[day.Day]int64
	Cells map[string]day.Day // by platform and prompt: the last day
}

func newCited() *cited { return &cited{map[day.Day]int64{}, map[string]day.Day{}} }

// add takes in what a platform's answers of a day cite.
func (c *cited) add(d *reading.CitedDay, answers int64, prompts []string) {
	c.Days[d.Day] += answers
	for _, prompt := range prompts {
		cell := d.Platform + " " + prompt
		c.Cells[cell] = max(c.Cells[cell], d.Day)
	}
}

// replace takes whole days in, in place of what was known of them.
func (c *cited) replace(by *cited) {
	maps.Copy(c.Days, by.Days)
	for cell, last := range by.Cells {
		c.Cells[cell] = max(c.Cells[cell], last)
	}
}

// folded is what changed days of a brand cite, by page; under "" anything at all.
type folded map[string]*cited

func (f folded) add(d *reading.CitedDay) {
	if f[""] == nil {
		f[""] = newCited()
	}
	f[""].add(d, d.Answers, d.Prompts)
	for _, page := range d.Pages {
		key := bare(page.URL)
		if f[key] == nil {
			f[key] = newCited()
		}
		f[key].add(d, page.Answers, page.Prompts)
	}
}

// fold counts changed days of a brand, and what follows for the orders of its space; a day 0 stands for all.
func (p *Orders) fold(ctx context.Context, brandID string, changed []reading.ChangedDay) error {
	spaceID, err := store.One[string](p.db.Read().QueryRow(ctx, `SELECT space_id FROM brands WHERE id = $1`, brandID))
	if errors.Is(err, store.ErrNoRows) {
		return p.db.InTx(ctx, func(tx *store.Tx) error { return p.rooms.Findings.CountedTx(ctx, tx, changed) })
	}
	if err != nil {
		return err
	}
	pages, err := p.citedBy(ctx, spaceID, changed)
	if err != nil {
		return err
	}
	return p.db.InTx(ctx, func(tx *store.Tx) error {
		if err := pages.keepTx(ctx, tx, brandID, changed[0].Day == 0); err != nil {
			return err
		}
		if err := p.rooms.Findings.CountedTx(ctx, tx, changed); err != nil {
			return err
		}
		return p.countSpaceTx(ctx, tx, spaceID, nil)
	})
}

// citedBy is what changed days of a brand cite of what its space published.
func (p *Orders) citedBy(ctx context.Context, spaceID string, changed []reading.ChangedDay) (folded, error) {
	pages, whole := folded{}, changed[0].Day == 0
	for _, c := range changed {
		from, to := c.Day, c.Day
		if whole {
			var err error
			if from, err = p.oldest(ctx, spaceID); err != nil {
				return nil, err
			}
			to = day.Of(p.db.Now().Time)
		}
		if err := p.rooms.Findings.CitedOn(ctx, c.BrandID, from, to, pages.add); err != nil {
			return nil, err
		}
		if whole {
			break
		}
	}
	return pages, pages.onlyPublished(ctx, p.db.Read(), spaceID)
}

// oldest is the day of a space's first publication; tomorrow while there is none.
func (p *Orders) oldest(ctx context.Context, spaceID string) (day.Day, error) {
	list, err := articles(ctx, p.db.Read(), ` WHERE o.space_id = $1 AND o.published_key IS NOT NULL ORDER BY o.published_at LIMIT 1`, spaceID)
	if err != nil || len(list) == 0 {
		return day.Of(p.db.Now().Time) + 1, err
	}
	return day.Of(list[0].at.Time), nil
}

// onlyPublished leaves out pages that the space did not publish; where it published nothing, everything.
func (f folded) onlyPublished(ctx context.Context, q store.Querier, spaceID string) error {
	known, err := store.List(ctx, q, store.One[string],
		`SELECT DISTINCT published_key FROM orders WHERE space_id = $1 AND published_key IS NOT NULL`, spaceID)
	if len(known) > 0 {
		known = append(known, "")
	}
	maps.DeleteFunc(f, func(key string, _ *cited) bool { return !slices.Contains(known, key) })
	return err
}

// keepTx adds to what is kept of a brand, or puts itself in its place.
func (f folded) keepTx(ctx context.Context, tx *store.Tx, brandID string, whole bool) error {
	if whole {
		if _, err := tx.Exec(ctx, `DELETE FROM cited WHERE brand_id = $1`, brandID); err != nil {
			return err
		}
	}
	var rows [][]any
	for pages := range slices.Chunk(slices.Sorted(maps.Keys(f)), store.AmongMost) {
		marks, args := store.Among(pages, 1)
		err := eachCited(ctx, tx, `brand_id = $1 AND page`+marks, func(_, page string, kept *cited) {
			kept.replace(f[page])
			f[page] = kept
		}, append([]any{brandID}, args...)...)
		if err != nil {
			return err
		}
		for _, page := range pages {
			days, err := json.Marshal(f[page].Days)
			if err != nil {
				return err
			}
			cells, err := json.Marshal(f[page].Cells)
			if err != nil {
				return err
			}
			rows = append(rows, []any{brandID, page, string(days), string(cells)})
		}
	}
	return store.UpsertRows(ctx, tx, `INSERT INTO cited (brand_id, page, days, cells)`,
		` ON CONFLICT (brand_id, page) DO UPDATE SET days = excluded.days, cells = excluded.cells`, rows)
}

func eachCited(ctx context.Context, q store.Querier, which string, do func(brandID, page string, c *cited), args ...any) error {
	return store.Each(ctx, q, func(row store.Row) error {
		var brandID, page, days, cells string
		if err := row.Scan(&brandID, &page, &days, &cells); err != nil {
			return err
		}
		c := newCited()
		err := errors.Join(json.Unmarshal([]byte(days), &c.Days), json.Unmarshal([]byte(cells), &c.Cells))
		do(brandID, page, c)
		return err
	}, `SELECT brand_id, page, days, cells FROM cited WHERE `+which, args...)
}

// citedPage is a page in the answers about a brand; "" for both are any.
type citedPage struct{ brandID, page string }

// countSpaceTx brings a space's orders up to date with what is kept of its brands. Those without a reach wait, unless they are among
// the fresh: what is kept may lack their pages.
func (p *Orders) countSpaceTx(ctx context.Context, tx *store.Tx, spaceID string, fresh pagesOf) error {
	list, err := articles(ctx, tx, ` WHERE o.space_id = $1 AND o.published_key IS NOT NULL ORDER BY o.id`, spaceID)
	if err != nil || len(list) == 0 {
		return err
	}
	by := map[citedPage][]*cited{}
	err = eachCited(ctx, tx, `brand_id IN (SELECT id FROM brands WHERE space_id = $1)`, func(brandID, page string, c *cited) {
		for _, of := range [...]citedPage{{brandID, page}, {"", page}} {
			by[of] = append(by[of], c)
		}
	}, spaceID)
	if err != nil {
		return err
	}
	for _, a := range list {
		if a.reach == nil && fresh[a.orderID] != a.key {
			continue
		}
		if err := p.countTx(ctx, tx, a, by[citedPage{a.brandID, a.key}], by[citedPage{a.brandID, ""}]); err != nil {
			return err
		}
	}
	return nil
}

// BrandGoneTx counts the articles of a space from which a brand was just deleted: none counts its answers any more, and its own, of no
// brand now, count those of the others.
func (p *Orders) BrandGoneTx(ctx context.Context, tx *store.Tx, spaceID string) (err error) {
	defer fault.Wrap(&err, "order.BrandGoneTx")

	return p.countSpaceTx(ctx, tx, spaceID, nil)
}

// countTx keeps what an article has reached since it came out, where that has changed.
func (p *Orders) countTx(ctx context.Context, tx *store.Tx, a article, page, all []*cited) error {
	since := day.Of(a.at.Time)
	of, first := reachOf(page, all, since), firstDay(page, since)
	reach, err := json.Marshal(of)
	if err != nil || (a.reach != nil && *a.reach == string(reach) && of.Answers == a.citations && is(a.citedOn, first)) {
		return err
	}
	// Not where it was assigned, moved or published anew since it was read.
	changed, err := tx.Exec(ctx, `UPDATE orders SET citations = $2, reach = $3, cited_on = $4
		WHERE id = $1 AND space_id = $5 AND coalesce(brand_id, '') = $6 AND published_key = $7`,
		a.orderID, of.Answers, string(reach), first, a.spaceID, a.brandID, a.key)
	if err == nil && changed > 0 && a.citations == 0 && of.Answers > 0 && p.rooms.Events != nil {
		err = p.citedTx(ctx, tx, a.orderID, of.Answers)
	}
	return err
}

func is(a, b *day.Day) bool { return a == b || a != nil && b != nil && *a == *b }

// firstDay is the first from since on; nil: there is none.
func firstDay(list []*cited, since day.Day) (first *day.Day) {
	for _, c := range list {
		for d, answers := range c.Days {
			if d >= since && answers > 0 && (first == nil || d < *first) {
				first = &d
			}
		}
	}
	return first
}

// Reach is how widely the answers about its brand, else about the space's brands, cite an article since the day it came out.
type Reach struct {
	Answers int64 `json:"answers"`
	reading.Reach
}

// reachOf is the reach of a page beside everything that is cited, in both cases by brand, from a day on.
func reachOf(page, all []*cited, since day.Day) (r Reach) {
	r.Cells, r.Days, r.Answers = sumSince(page, since)
	r.CellsCiting, r.DaysCiting, r.AnswersCiting = sumSince(all, since)
	return r
}

func sumSince(list []*cited, since day.Day) (cells, days, answers int64) {
	on := map[day.Day]bool{}
	for _, c := range list {
		for _, last := range c.Cells {
			if last >= since {
				cells++
			}
		}
		for d, n := range c.Days {
			if d >= since && n > 0 {
				on[d] = true
				answers += n
			}
		}
	}
	return cells, int64(len(on)), answers
}
