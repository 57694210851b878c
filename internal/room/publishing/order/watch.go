package order

import (
	"context"
	"slices"
	"strings"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/geo/finding"
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
	if err := p.watchOrders(ctx, articles); err != nil {
		return err
	}
	published := make(map[string]string, len(articles))
	for _, a := range articles {
		published[a.key] = a.mediaID
	}
	return p.rooms.Catalogue.MeasureCitations(ctx, now, published)
}

// article is a published order as citations know it.
type article struct {
	orderID, mediaID, key string
	at                    timestamp.Time
	citations             int64
}

func (p *Orders) published(ctx context.Context) ([]article, error) {
	return store.List(ctx, p.db.Read(), func(row store.Row) (a article, err error) {
		err = row.Scan(&a.orderID, &a.mediaID, &a.key, &a.at, &a.citations)
		return a, err
	}, `SELECT id, media_id, published_key, published_at, citations FROM orders WHERE published_key IS NOT NULL ORDER BY id`)
}

// watchOrders counts from the day of the oldest article on: an address that nobody published yet is cited by nobody.
func (p *Orders) watchOrders(ctx context.Context, articles []article) error {
	if len(articles) == 0 {
		return nil
	}
	oldest := slices.MinFunc(articles, func(a, b article) int { return a.at.Compare(b.at.Time) }).at
	wanted := map[string]int64{}
	for _, a := range articles {
		wanted[a.key] = 0
	}
	err := p.rooms.Findings.CitedPages(ctx, oldest, func(c finding.CitedPage) {
		if n, ok := wanted[bare(c.URL)]; ok {
			wanted[bare(c.URL)] = n + c.Citations
		}
	})
	if err != nil {
		return err
	}
	articles = slices.DeleteFunc(slices.Clone(articles), func(a article) bool { return a.citations == wanted[a.key] })
	for batch := range slices.Chunk(articles, watchBatch) {
		err := p.db.InTx(ctx, func(tx *store.Tx) error {
			for _, a := range batch {
				n, err := tx.Exec(ctx, `UPDATE orders SET citations = $2 WHERE id = $1`, a.orderID, wanted[a.key])
				if err == nil && n > 0 && a.citations == 0 && p.rooms.Events != nil {
					err = p.citedTx(ctx, tx, a.orderID, wanted[a.key])
				}
				if err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// bare is an address as orders keep it: canonical, without a scheme.
func bare(url string) string { return strings.TrimPrefix(url, "https://") }
