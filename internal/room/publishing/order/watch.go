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

// Watch matches what assistants cited with what was published: each published order gets the number of answers about its
// brand that cite its article since the day it came out, each outlet the figures of the last thirty days. It is
// the one count of an article: campaigns, pages, API and export show it. Doing it again only brings it up to date.
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
	orderID, scope, outletID, key string // scope is the brand that it is for, else the space
	accountID                     string // that pays
	counts                        bool   // for what is told to others
	at                            timestamp.Time
	citations                     int64
	reach                         *string
}

func (p *Orders) published(ctx context.Context) ([]article, error) {
	return store.List(ctx, p.db.Read(), func(row store.Row) (a article, err error) {
		err = row.Scan(&a.orderID, &a.scope, &a.accountID, &a.outletID, &a.key, &a.at, &a.citations, &a.reach, &a.counts)
		return a, err
	}, `SELECT o.id, coalesce(o.brand_id, o.space_id), s.owner_id, o.outlet_id, o.published_key, o.published_at, o.citations, o.reach, `+plan.Counts+`
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
		of := w.reachOf(a)
		reach, err := json.Marshal(of)
		if err != nil {
			return w, err
		}
		if of.Answers != a.citations || a.reach == nil || *a.reach != string(reach) {
			changed = append(changed, counted{a, of.Answers, string(reach)})
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

// watched is what was cited: of each article, and by scope in all.
type watched struct {
	spaces map[string]string // by brand
	pages  map[pageKey]*reading.Spread
	all    map[string]*reading.Spread  // by scope
	days   map[string]map[day.Day]bool // by the article's address: on which it is cited, in any space
}

// pageKey is an article in the answers about a brand, or about a space's brands.
type pageKey struct{ scope, key string }

func (p *Orders) watched(ctx context.Context, articles []article) (w watched, err error) {
	oldest := slices.MinFunc(articles, func(a, b article) int { return a.at.Compare(b.at.Time) }).at
	w = watched{
		map[string]string{},
		map[pageKey]*reading.Spread{},
		map[string]*reading.Spread{},
		map[string]map[day.Day]bool{},
	}
	for _, a := range articles {
		w.days[a.key] = map[day.Day]bool{}
		w.pages[pageKey{a.scope, a.key}], w.all[a.scope] = reading.NewSpread(), reading.NewSpread()
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
	scopes := [...]string{on.BrandID, w.spaces[on.BrandID]}
	for _, scope := range scopes {
		if all := w.all[scope]; all != nil && on.Answers > 0 {
			all.Add(on, on.Prompts, on.Answers)
		}
	}
	for _, page := range on.Pages {
		key := bare(page.URL)
		if w.days[key] == nil {
			continue
		}
		w.days[key][on.Day] = true
		for _, scope := range scopes {
			if spread := w.pages[pageKey{scope, key}]; spread != nil {
				spread.Add(on, page.Prompts, page.Answers)
			}
		}
	}
}

// Reach is how widely the answers about its brand, else about the space's brands, cite an article since the day it came out.
type Reach struct {
	Answers int64 `json:"answers"`
	reading.Reach
}

func (w *watched) reachOf(a article) Reach {
	spread, since := w.pages[pageKey{a.scope, a.key}], day.Of(a.at.Time)
	return Reach{spread.Answers(since), spread.Within(w.all[a.scope], since)}
}

// bare is an address as orders keep it: canonical, without a scheme.
func bare(url string) string { return strings.TrimPrefix(url, "https://") }
