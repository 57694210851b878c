package order

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/plan"
	"renown/internal/room/reading"
)

// watchBatch bounds a transaction that keeps counts of orders.
const watchBatch = 500

// Watch matches what assistants cited with what was published: each published order gets the number of times its article
// was cited since it came out, each outlet the figures of the last thirty days. Doing it again only brings them up to date.
func (p *Orders) Watch(ctx context.Context) (err error) {
	defer fault.Wrap(&err, "order.Watch")

	now := p.db.Now()
	articles, err := p.published(ctx)
	if err != nil {
		return err
	}
	w, err := p.watchOrders(ctx, articles)
	if err != nil {
		return err
	}
	published := make(map[string]string, len(articles))
	for _, a := range articles {
		published[a.key] = a.outletID
	}
	return p.rooms.Catalogue.MeasureCitations(ctx, now, published, placements(articles, w, now.Time))
}

// article is a published order as citations know it.
type article struct {
	orderID, spaceID, outletID, key string
	accountID                       string // that pays
	counts                          bool   // for what is told to others
	at                              timestamp.Time
	citations                       int64
	reach                           *string
}

func (p *Orders) published(ctx context.Context) ([]article, error) {
	return store.List(ctx, p.db.Read(), func(row store.Row) (a article, err error) {
		err = row.Scan(&a.orderID, &a.spaceID, &a.accountID, &a.outletID, &a.key, &a.at, &a.citations, &a.reach, &a.counts)
		return a, err
	}, `SELECT o.id, o.space_id, s.owner_id, o.outlet_id, o.published_key, o.published_at, o.citations, o.reach, `+plan.Counts+`
		FROM orders o JOIN spaces s ON s.id = o.space_id WHERE o.published_key IS NOT NULL ORDER BY o.id`)
}

// watchOrders counts from the day of the oldest article on: an address that was not published yet is not cited.
func (p *Orders) watchOrders(ctx context.Context, articles []article) (w watched, err error) {
	if len(articles) == 0 {
		return w, nil
	}
	if w, err = p.watched(ctx, articles); err != nil {
		return w, err
	}
	type counted struct {
		article
		citations int64
		reach     string
	}
	var changed []counted
	for _, a := range articles {
		reach, err := json.Marshal(w.reachOf(a))
		if err != nil {
			return w, err
		}
		if n := w.citations[a.key]; n != a.citations || a.reach == nil || *a.reach != string(reach) {
			changed = append(changed, counted{a, n, string(reach)})
		}
	}
	for batch := range slices.Chunk(changed, watchBatch) {
		err := p.db.InTx(ctx, func(tx *store.Tx) error {
			for _, c := range batch {
				n, err := tx.Exec(ctx, `UPDATE orders SET citations = $2, reach = $3 WHERE id = $1`, c.orderID, c.citations, c.reach)
				if err == nil && n > 0 && c.article.citations == 0 && c.citations > 0 && p.rooms.Events != nil {
					err = p.citedTx(ctx, tx, c.orderID, c.citations)
				}
				if err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return w, err
		}
	}
	return w, nil
}

// watched is what was cited: of each article, and by space in all.
type watched struct {
	spaces    map[string]string // by brand
	citations map[string]int64  // by the article's address, over all spaces
	pages     map[pageKey]*reading.Spread
	all       map[string]*reading.Spread  // by space
	days      map[string]map[day.Day]bool // on which an article is cited, in any space
}

// pageKey is an article in the answers about one space's brands.
type pageKey struct{ spaceID, key string }

func (p *Orders) watched(ctx context.Context, articles []article) (w watched, err error) {
	oldest := slices.MinFunc(articles, func(a, b article) int { return a.at.Compare(b.at.Time) }).at
	w = watched{
		map[string]string{},
		map[string]int64{},
		map[pageKey]*reading.Spread{},
		map[string]*reading.Spread{},
		map[string]map[day.Day]bool{},
	}
	for _, a := range articles {
		w.citations[a.key] = 0
		w.pages[pageKey{a.spaceID, a.key}], w.all[a.spaceID] = reading.NewSpread(), reading.NewSpread()
	}
	err = store.Each(ctx, p.db.Read(), func(row store.Row) error {
		var brandID, spaceID string
		err := row.Scan(&brandID, &spaceID)
		w.spaces[brandID] = spaceID
		return err
	}, `SELECT id, space_id FROM brands`)
	if err != nil {
		return w, err
	}
	return w, p.rooms.Findings.CitedDays(ctx, day.Of(oldest.Time), w.add)
}

func (w *watched) add(on *reading.CitedDay) {
	spaceID := w.spaces[on.BrandID]
	if all := w.all[spaceID]; all != nil && on.Answers > 0 {
		all.Add(on, on.Prompts, on.Answers)
	}
	for _, page := range on.Pages {
		key := bare(page.URL)
		if _, ok := w.citations[key]; !ok {
			continue
		}
		w.citations[key] += page.Citations
		if w.days[key] == nil {
			w.days[key] = map[day.Day]bool{}
		}
		w.days[key][on.Day] = true
		if spread := w.pages[pageKey{spaceID, key}]; spread != nil {
			spread.Add(on, page.Prompts, page.Answers)
		}
	}
}

// Reach is how widely the answers about the account's own brands cite an article, since the day it came out.
type Reach struct {
	Answers int64 `json:"answers"`
	reading.Reach
}

func (w *watched) reachOf(a article) Reach {
	spread, since := w.pages[pageKey{a.spaceID, a.key}], day.Of(a.at.Time)
	return Reach{spread.Answers(since), spread.Within(w.all[a.spaceID], since)}
}

// bare is an address as orders keep it: canonical, without a scheme.
func bare(url string) string { return strings.TrimPrefix(url, "https://") }
