package order

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/floor/setting"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/plan"
	"renown/internal/room/reading"
)

// watchBatch is how many changed days, or new articles, are looked at together.
const watchBatch = 500

// Watch matches what assistants cited with what was published: each published order gets the number of answers about its brand, else
// about its space's brands, that cite its article since the day it came out, each outlet the figures of the last thirty days. It is the
// one count of an article: campaigns, pages, API and export show it. It reads the days that changed since it was last called, and for
// what was published since then those since the space's first publication. Doing it again only brings them up to date.
func (p *Orders) Watch(ctx context.Context) (err error) {
	defer fault.Wrap(&err, "order.Watch")

	if err := p.watchNew(ctx); err != nil {
		return err
	}
	var last reading.ChangedDay
	for {
		list, err := p.rooms.Findings.Changed(ctx, last, watchBatch)
		if err != nil || len(list) == 0 {
			return errors.Join(err, p.measureOutlets(ctx))
		}
		last = list[len(list)-1]
		for len(list) > 0 {
			n := slices.IndexFunc(list, func(c reading.ChangedDay) bool { return c.BrandID != list[0].BrandID })
			if n < 0 {
				n = len(list)
			}
			if err := p.fold(ctx, list[0].BrandID, list[:n]); err != nil {
				return err
			}
			list = list[n:]
		}
	}
}

// watchNew counts what cites articles that were published since the last call: those days may have been counted before.
func (p *Orders) watchNew(ctx context.Context) error {
	for {
		fresh, err := articles(ctx, p.db.Read(), ` WHERE o.published_key IS NOT NULL AND o.reach IS NULL ORDER BY o.published_at LIMIT $1`, watchBatch)
		if err != nil || len(fresh) == 0 {
			return err
		}
		spaces := map[string]pagesOf{}
		for _, a := range fresh {
			if spaces[a.spaceID] == nil {
				spaces[a.spaceID] = pagesOf{}
			}
			spaces[a.spaceID][a.orderID] = a.key
		}
		for spaceID, orders := range spaces {
			if err := p.countAnew(ctx, spaceID, orders); err != nil {
				return err
			}
		}
		if len(fresh) < watchBatch {
			return nil
		}
	}
}

// pagesOf are orders' pages by order.
type pagesOf map[string]string

// countAnew counts what all brands of a space cite, and only then its orders: one that has a reach is not counted anew.
func (p *Orders) countAnew(ctx context.Context, spaceID string, fresh pagesOf) error {
	brands, err := store.List(ctx, p.db.Read(), store.One[string], `SELECT id FROM brands WHERE space_id = $1`, spaceID)
	if err != nil {
		return err
	}
	for _, brandID := range brands {
		pages, err := p.citedBy(ctx, spaceID, []reading.ChangedDay{{BrandID: brandID}})
		if err != nil {
			return err
		}
		if err := p.db.InTx(ctx, func(tx *store.Tx) error { return pages.keepTx(ctx, tx, brandID, true) }); err != nil {
			return err
		}
	}
	return p.db.InTx(ctx, func(tx *store.Tx) error { return p.countSpaceTx(ctx, tx, spaceID, fresh) })
}

// article is a published order as citations know it.
type article struct {
	orderID, spaceID, outletID, key string
	brandID                         string // "" is any of the space
	accountID                       string // that pays
	counts                          bool   // for what is told to others
	at                              timestamp.Time
	citations                       int64
	reach                           *string
	citedOn                         *day.Day
}

func articles(ctx context.Context, q store.Querier, which string, args ...any) ([]article, error) {
	return store.List(ctx, q, func(row store.Row) (a article, err error) {
		err = row.Scan(&a.orderID, &a.spaceID, &a.brandID, &a.accountID, &a.outletID, &a.key, &a.at, &a.citations, &a.reach, &a.citedOn, &a.counts)
		return a, err
	}, `SELECT o.id, o.space_id, coalesce(o.brand_id, ''), s.owner_id, o.outlet_id, o.published_key, o.published_at, o.citations, o.reach,
			o.cited_on, `+plan.Counts+`
		FROM orders o JOIN spaces s ON s.id = o.space_id`+which, args...)
}

// measured is when outlets were last measured, and how long it took.
type measured struct {
	At   timestamp.Time `json:"at"`
	Took time.Duration  `json:"took"`
}

const (
	measuredSetting = "outlets_measured"
	// measuredShare bounds the time spent on measuring outlets: it reads a month of all brands, since which cells cite one is no sum of days.
	measuredShare = 60
)

// measureOutlets brings the figures of outlets up to date, unless that would take more than a part of the time.
func (p *Orders) measureOutlets(ctx context.Context) error {
	last, err := setting.Get[measured](ctx, p.db.Read(), measuredSetting)
	now := p.db.Now()
	if err != nil || now.Sub(last.At.Time) < measuredShare*last.Took {
		return err
	}
	list, err := articles(ctx, p.db.Read(), ` WHERE o.published_key IS NOT NULL ORDER BY o.id`)
	if err != nil {
		return err
	}
	published := make(map[string]string, len(list))
	for _, a := range list {
		published[a.key] = a.outletID
	}
	if err := p.rooms.Catalogue.MeasureCitations(ctx, now, published, placements(list, now.Time)); err != nil {
		return err
	}
	return p.db.InTx(ctx, func(tx *store.Tx) error {
		return setting.PutTx(ctx, tx, measuredSetting, measured{now, tx.Now.Sub(now.Time)})
	})
}

// bare is an address as orders keep it: canonical, without a scheme.
func bare(url string) string { return strings.TrimPrefix(url, "https://") }
