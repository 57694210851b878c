package order

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"math"
	"slices"

	"renown/internal/floor/day"
	"renown/internal/floor/store"
	"renown/internal/room/reading"
)

// cited is what the answers about a brand cite, of one page or of any.
type cited struct {
	Days  map[day.Day]cites
	Cells map[string]day.Day // by platform and prompt: the last day
}

type cites struct{ Citations, Answers int64 }

func newCited() *cited { return &cited{map[day.Day]cites{}, map[string]day.Day{}} }

// add takes in what a platform's answers of a day cite.
func (c *cited) add(d *reading.CitedDay, citations, answers int64, prompts []string) {
	of := c.Days[d.Day]
	c.Days[d.Day] = cites{of.Citations + citations, of.Answers + answers}
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
	f[""].add(d, d.Citations, d.Answers, d.Prompts)
	for _, page := range d.Pages {
		key := bare(page.URL)
		if f[key] == nil {
			f[key] = newCited()
		}
		f[key].add(d, page.Citations, page.Answers, page.Prompts)
	}
}

// fold counts changed days of a brand, and what follows for the orders of its space and for those whose pages it cites.
func (p *Orders) fold(ctx context.Context, brandID string, changed []reading.ChangedDay) error {
	q := p.db.Read()
	spaceID, err := store.One[string](q.QueryRow(ctx, `SELECT space_id FROM brands WHERE id = $1`, brandID))
	if errors.Is(err, store.ErrNoRows) {
		return p.db.InTx(ctx, func(tx *store.Tx) error { return p.rooms.Findings.CountedTx(ctx, tx, changed) })
	}
	if err != nil {
		return err
	}
	pages, whole := folded{}, changed[0].Day == 0
	for _, c := range changed {
		from, to := c.Day, c.Day
		if whole {
			if from, err = p.oldest(ctx); err != nil {
				return err
			}
			to = day.Of(p.db.Now().Time)
		}
		if err := p.rooms.Findings.CitedOn(ctx, brandID, from, to, pages.add); err != nil {
			return err
		}
		if whole {
			break
		}
	}
	if err := pages.onlyPublished(ctx, q, spaceID); err != nil {
		return err
	}
	return p.db.InTx(ctx, func(tx *store.Tx) error {
		touched, err := pages.keepTx(ctx, tx, brandID, whole)
		if err != nil {
			return err
		}
		if err := p.rooms.Findings.CountedTx(ctx, tx, changed); err != nil {
			return err
		}
		if err := p.countSpaceTx(ctx, tx, spaceID, touched); err != nil {
			return err
		}
		return p.countOthersTx(ctx, tx, spaceID, slices.Sorted(maps.Keys(touched)))
	})
}

// oldest is the day of the first publication; tomorrow while there is none.
func (p *Orders) oldest(ctx context.Context) (day.Day, error) {
	list, err := articles(ctx, p.db.Read(), ` WHERE o.published_key IS NOT NULL ORDER BY o.published_at LIMIT 1`)
	if err != nil || len(list) == 0 {
		return day.Of(p.db.Now().Time) + 1, err
	}
	return day.Of(list[0].at.Time), nil
}

// onlyPublished leaves out pages that no order published, and what is cited at all where the space published nothing.
func (f folded) onlyPublished(ctx context.Context, q store.Querier, spaceID string) error {
	keys := slices.DeleteFunc(slices.Collect(maps.Keys(f)), func(key string) bool { return key == "" })
	known, err := store.KnownTo(ctx, q, keys, `SELECT published_key FROM orders WHERE published_key IS NOT NULL AND published_key`)
	if err != nil {
		return err
	}
	any, err := store.List(ctx, q, store.One[string],
		`SELECT id FROM orders WHERE space_id = $1 AND published_key IS NOT NULL LIMIT 1`, spaceID)
	if len(any) > 0 {
		known = append(known, "")
	}
	maps.DeleteFunc(f, func(key string, _ *cited) bool { return !slices.Contains(known, key) })
	return err
}

// keepTx adds to what is kept of a brand, or puts itself in its place, and tells whose figures change.
func (f folded) keepTx(ctx context.Context, tx *store.Tx, brandID string, whole bool) (touched map[string]bool, err error) {
	touched = map[string]bool{}
	for page := range f {
		touched[page] = true
	}
	if whole {
		gone, err := store.List(ctx, tx, store.One[string], `DELETE FROM cited WHERE brand_id = $1 RETURNING page`, brandID)
		if err != nil {
			return nil, err
		}
		for _, page := range gone {
			touched[page] = true
		}
	}
	var rows [][]any
	for pages := range slices.Chunk(slices.Sorted(maps.Keys(f)), store.AmongMost) {
		marks, args := store.Among(pages, 1)
		err := eachCited(ctx, tx, `brand_id = $1 AND page`+marks, func(page string, kept *cited) {
			kept.replace(f[page])
			f[page] = kept
		}, append([]any{brandID}, args...)...)
		if err != nil {
			return nil, err
		}
		for _, page := range pages {
			days, err := json.Marshal(f[page].Days)
			if err != nil {
				return nil, err
			}
			cells, err := json.Marshal(f[page].Cells)
			if err != nil {
				return nil, err
			}
			rows = append(rows, []any{brandID, page, string(days), string(cells)})
		}
	}
	delete(touched, "")
	return touched, store.UpsertRows(ctx, tx, `INSERT INTO cited (brand_id, page, days, cells)`,
		` ON CONFLICT (brand_id, page) DO UPDATE SET days = excluded.days, cells = excluded.cells`, rows)
}

func eachCited(ctx context.Context, q store.Querier, which string, do func(page string, c *cited), args ...any) error {
	return store.Each(ctx, q, func(row store.Row) error {
		var page, days, cells string
		if err := row.Scan(&page, &days, &cells); err != nil {
			return err
		}
		c := newCited()
		err := errors.Join(json.Unmarshal([]byte(days), &c.Days), json.Unmarshal([]byte(cells), &c.Cells))
		do(page, c)
		return err
	}, `SELECT page, days, cells FROM cited WHERE `+which, args...)
}

// countSpaceTx brings a space's orders up to date with what is kept of its brands; how often those of some pages are cited too.
func (p *Orders) countSpaceTx(ctx context.Context, tx *store.Tx, spaceID string, touched map[string]bool) error {
	list, err := articles(ctx, tx, ` WHERE o.space_id = $1 AND o.published_key IS NOT NULL ORDER BY o.id`, spaceID)
	if err != nil || len(list) == 0 {
		return err
	}
	own := map[string][]*cited{} // by page, one for each brand
	err = eachCited(ctx, tx, `brand_id IN (SELECT id FROM brands WHERE space_id = $1)`, func(page string, c *cited) {
		own[page] = append(own[page], c)
	}, spaceID)
	if err != nil {
		return err
	}
	for _, a := range list {
		reach, err := json.Marshal(reachOf(own[a.key], own[""], day.Of(a.at.Time)))
		if err != nil {
			return err
		}
		if err := p.countTx(ctx, tx, a, string(reach), a.reach == nil || touched[a.key]); err != nil {
			return err
		}
	}
	return nil
}

// countOthersTx counts how often pages are cited that orders of other spaces published.
func (p *Orders) countOthersTx(ctx context.Context, tx *store.Tx, spaceID string, pages []string) error {
	for keys := range slices.Chunk(pages, store.AmongMost) {
		marks, args := store.Among(keys, 1)
		list, err := articles(ctx, tx, ` WHERE o.space_id <> $1 AND o.published_key IS NOT NULL AND o.reach IS NOT NULL AND o.published_key`+marks+
			` ORDER BY o.id`, append([]any{spaceID}, args...)...)
		if err != nil {
			return err
		}
		for _, a := range list {
			if err := p.countTx(ctx, tx, a, *a.reach, true); err != nil {
				return err
			}
		}
	}
	return nil
}

// countTx keeps what an article has reached, and how often it is cited in all since it came out, where that may have changed.
func (p *Orders) countTx(ctx context.Context, tx *store.Tx, a article, reach string, touched bool) error {
	citations, citedOn := a.citations, a.citedOn
	if touched {
		since, first := day.Of(a.at.Time), day.Day(math.MaxInt)
		citations, citedOn = 0, nil
		err := eachCited(ctx, tx, `page = $1 AND page <> ''`, func(_ string, c *cited) {
			for d, n := range c.Days {
				if d >= since && n.Citations > 0 {
					citations += n.Citations
					first = min(first, d)
				}
			}
		}, a.key)
		if err != nil {
			return err
		}
		if citations > 0 {
			citedOn = &first
		}
	}
	if a.reach != nil && *a.reach == reach && citations == a.citations {
		return nil
	}
	_, err := tx.Exec(ctx, `UPDATE orders SET citations = $2, reach = $3, cited_on = $4 WHERE id = $1`, a.orderID, citations, reach, citedOn)
	if err == nil && a.citations == 0 && citations > 0 && p.rooms.Events != nil {
		err = p.citedTx(ctx, tx, a.orderID, citations)
	}
	return err
}

// Reach is how widely the answers about the account's own brands cite an article, since the day it came out.
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
			if d >= since && n.Answers > 0 {
				on[d] = true
				answers += n.Answers
			}
		}
	}
	return cells, int64(len(on)), answers
}
