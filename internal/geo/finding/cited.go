package finding

import (
	"context"

	"renown/internal/stamp"
	"renown/internal/store"
)

// CitedPage is how often a platform's answers cite a page, over all brands of the installation.
type CitedPage struct {
	URL       string // canonical, with https://
	Platform  string
	Citations int64
}

// CitedPages calls do for every page that was cited since the given moment's day. It is for those who measure outlets and
// says nothing about whose answers cited it.
func (f *Findings) CitedPages(ctx context.Context, since stamp.Time, do func(CitedPage)) error {
	_, err := store.List(ctx, f.db.Read(), func(row store.Row) (struct{}, error) {
		var p CitedPage
		err := row.Scan(&p.URL, &p.Platform, &p.Citations)
		if err == nil {
			do(p)
		}
		return struct{}{}, err
	}, `SELECT s.source, s.platform, CAST(sum(s.citations) AS BIGINT) FROM figures_source s
			JOIN readings r ON r.brand_id = s.brand_id AND r.generation = s.generation AND r.status = 'current'
		WHERE s.kind = 'url' AND s.span >= $1 GROUP BY s.source, s.platform`, Day(since.Time))
	return err
}

// Citations counts, by platform, all citations since the given moment's day.
func (f *Findings) Citations(ctx context.Context, since stamp.Time) (map[string]int64, error) {
	count := map[string]int64{}
	_, err := store.List(ctx, f.db.Read(), func(row store.Row) (struct{}, error) {
		var platform string
		var n int64
		err := row.Scan(&platform, &n)
		count[platform] = n
		return struct{}{}, err
	}, `SELECT g.platform, CAST(sum(g.citations) AS BIGINT) FROM figures g
			JOIN readings r ON r.brand_id = g.brand_id AND r.generation = g.generation AND r.status = 'current'
		WHERE g.topic_id = '' AND g.span >= $1 GROUP BY g.platform`, Day(since.Time))
	return count, err
}
