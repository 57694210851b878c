package publishing

import (
	"context"
	"slices"
	"strings"
	"time"

	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/geo/finding"
	"renown/internal/tool/answer"
)

// watchBatch bounds a transaction that keeps counts of orders.
const watchBatch = 500

// Watch matches what assistants cited with what was published: each published order gets the number of times its article
// was cited since it came out, each outlet the figures of the last thirty days. Doing it again only brings them up to date.
func (p *Publishing) Watch(ctx context.Context) error {
	now := p.db.Now()
	articles, err := p.published(ctx)
	if err != nil {
		return err
	}
	if err := p.watchOrders(ctx, articles); err != nil {
		return err
	}
	return p.watchOutlets(ctx, now, articles)
}

// article is a published order as citations know it.
type article struct {
	orderID, mediaID, key string
	at                    timestamp.Time
	citations             int64
}

func (p *Publishing) published(ctx context.Context) ([]article, error) {
	return store.List(ctx, p.db.Read(), func(row store.Row) (a article, err error) {
		err = row.Scan(&a.orderID, &a.mediaID, &a.key, &a.at, &a.citations)
		return a, err
	}, `SELECT id, media_id, published_key, published_at, citations FROM orders WHERE published_key IS NOT NULL ORDER BY id`)
}

// watchOrders counts from the day of the oldest article on: an address that nobody published yet is cited by nobody.
func (p *Publishing) watchOrders(ctx context.Context, articles []article) error {
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
				if _, err := tx.Exec(ctx, `UPDATE orders SET citations = $2 WHERE id = $1`, a.orderID, wanted[a.key]); err != nil {
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

// watchOutlets gives a cited page to the outlet that published it for an order, else to the one whose own address it lies
// under. An address that several outlets share is nobody's.
func (p *Publishing) watchOutlets(ctx context.Context, now timestamp.Time, articles []article) error {
	since := now.Add(-(geoWindow - 1) * 24 * time.Hour)
	sites, err := p.sites(ctx)
	if err != nil {
		return err
	}
	byArticle := map[string]string{}
	for _, a := range articles {
		byArticle[a.key] = a.mediaID
	}
	counts := map[string]map[string]int64{} // by outlet and platform
	err = p.rooms.Findings.CitedPages(ctx, since, func(c finding.CitedPage) {
		key := bare(c.URL)
		mediaID, ok := byArticle[key]
		if !ok {
			mediaID = sites.owner(key)
		}
		if mediaID == "" {
			return
		}
		if counts[mediaID] == nil {
			counts[mediaID] = map[string]int64{}
		}
		counts[mediaID][c.Platform] += c.Citations
	})
	if err != nil {
		return err
	}
	all, err := p.rooms.Findings.Citations(ctx, since)
	if err != nil {
		return err
	}
	return p.Measure(ctx, now, measurements(counts, all))
}

func measurements(counts map[string]map[string]int64, all map[string]int64) []Measurement {
	total := int64(0)
	for _, n := range all {
		total += n
	}
	var list []Measurement
	for mediaID, platforms := range counts {
		m := Measurement{MediaID: mediaID}
		for platform, n := range platforms {
			m.Citations += n
			m.ByPlatform = append(m.ByPlatform, PlatformGeo{platform, n, portion(n, all[platform])})
		}
		slices.SortFunc(m.ByPlatform, func(a, b PlatformGeo) int { return strings.Compare(a.Platform, b.Platform) })
		m.CitationRate = portion(m.Citations, total)
		list = append(list, m)
	}
	slices.SortFunc(list, func(a, b Measurement) int { return strings.Compare(a.MediaID, b.MediaID) })
	return list
}

func portion(n, of int64) *float64 {
	if of == 0 {
		return nil
	}
	v := float64(n) / float64(of)
	return &v
}

// sites are outlets by their own addresses, canonical; an empty id marks one that several share.
type sites map[string]string

func (p *Publishing) sites(ctx context.Context) (sites, error) {
	s := sites{}
	_, err := store.List(ctx, p.db.Read(), func(row store.Row) (struct{}, error) {
		var id string
		var url, domain *string
		err := row.Scan(&id, &url, &domain)
		address := url
		if address == nil {
			address = domain
		}
		if err != nil || address == nil {
			return struct{}{}, err
		}
		if key, ok := answer.Canonical(*address); ok {
			if _, taken := s[key]; taken {
				id = ""
			}
			s[key] = id
		}
		return struct{}{}, nil
	}, `SELECT id, url, domain FROM media WHERE status <> 'retired' AND (url IS NOT NULL OR domain IS NOT NULL)`)
	return s, err
}

// owner finds the outlet with the longest address that a page lies under: first along its path, then up its host.
func (s sites) owner(page string) string {
	path, _, _ := strings.Cut(page, "?")
	for strings.Contains(path, "/") {
		if id, ok := s[path]; ok {
			return id
		}
		path = path[:strings.LastIndexByte(path, '/')]
	}
	for host := path; strings.Contains(host, "."); _, host, _ = strings.Cut(host, ".") {
		if id, ok := s[host]; ok {
			return id
		}
	}
	return ""
}
