package finding

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
)

// CitedPage is how often a platform's answers cite a page, over all brands of the installation.
type CitedPage struct {
	URL       string // canonical, with https://
	Platform  string
	Citations int64
}

// CitedPages calls do for every page that was cited since the given moment's day, more than once where days, brands or
// topics differ. It is for those who measure outlets and
// says nothing about whose answers cited it.
func (f *Findings) CitedPages(ctx context.Context, since timestamp.Time, do func(CitedPage)) (err error) {
	defer fault.Wrap(&err, "finding.CitedPages")

	return eachCurrent(ctx, f.db.Read(), since, sourcesCode, func(platform string, k SourceKey, s *SourceFigures) {
		if k.Page {
			do(CitedPage{k.Source, platform, s.Citations})
		}
	})
}

// Citations counts, by platform, all citations since the given moment's day.
func (f *Findings) Citations(ctx context.Context, since timestamp.Time) (_ map[string]int64, err error) {
	defer fault.Wrap(&err, "finding.Citations")

	count := map[string]int64{}
	err = eachCurrent(ctx, f.db.Read(), since, figuresCode, func(platform string, _ FigureKey, s *Figures) { count[platform] += s.Citations })
	return count, err
}

// eachCurrent calls do for figures of all brands since a moment's day, day by day.
func eachCurrent[K comparable, V any](ctx context.Context, q store.Querier, since timestamp.Time, c code[K, V], do func(platform string, k K, v *V)) error {
	err := store.Each(ctx, q, func(row store.Row) error {
		var platform string
		var part []byte
		if err := row.Scan(&platform, &part); err != nil {
			return err
		}
		platform = spotOf(0, platform).Platform
		return c.each(part, func(k K, v *V) { do(platform, k, v) })
	}, `SELECT s.platform, s.`+c.column+` FROM sheets s JOIN readings r ON r.brand_id = s.brand_id AND r.generation = s.generation AND r.status = 'current'
		WHERE s.span >= $1`, Day(since.Time))
	return err
}
