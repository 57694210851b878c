package finding

import (
	"context"
	"hash/fnv"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
)

// CitedDay is what a platform's answers about a brand cite on a day.
type CitedDay struct {
	BrandID, Platform string
	Day               int64
	Citations         int64    // in all
	Answers           int64    // that cite anything
	Prompts           []string // whose answers cite anything
	Pages             []CitedPage
}

// CitedPage is how often a page is cited on a day.
type CitedPage struct {
	URL                string // canonical, with https://
	Citations, Answers int64
	Prompts            []string // whose answers cite it; none where an older program wrote the figures
}

// CitedDays calls do for what was cited since the given moment's day, for every brand, platform, mode and day. It is for those who measure
// outlets and published articles.
func (f *Findings) CitedDays(ctx context.Context, since timestamp.Time, do func(*CitedDay)) (err error) {
	defer fault.Wrap(&err, "finding.CitedDays")

	return store.Each(ctx, f.db.Read(), func(row store.Row) error {
		day := &CitedDay{}
		var parts [4][]byte
		if err := row.Scan(&day.BrandID, &day.Platform, &day.Day, &parts[0], &parts[1], &parts[2], &parts[3]); err != nil {
			return err
		}
		spot := spotOf(0, day.Platform)
		if surface, _ := OfKey(spot.Mode); surface != SurfaceAPI { // figures of two surfaces are never added up
			return nil
		}
		day.Platform = spot.Platform
		if err := day.take(parts); err != nil {
			return err
		}
		do(day)
		return nil
	}, `SELECT s.brand_id, s.platform, s.span, s.figures, s.sources, s.cells, s.reach FROM sheets s
		JOIN readings r ON r.brand_id = s.brand_id AND r.generation = s.generation AND r.status = 'current' WHERE s.span >= $1`, Day(since.Time))
}

// take reads figures, sources, cells and reach of a row.
func (d *CitedDay) take(parts [4][]byte) error {
	err := figuresCode.each(parts[0], func(_ FigureKey, f *Figures) {
		d.Citations += f.Citations
		d.Answers += f.Cited
	})
	if err != nil {
		return err
	}
	if cells, whole := cellsIn(parts[0], parts[2]); whole {
		err := cellsCode.each(cells, func(k CellKey, f *CellFigures) {
			if f.Cited > 0 {
				d.Prompts = append(d.Prompts, k.Prompt)
			}
		})
		if err != nil {
			return err
		}
	}
	index := map[string]int{}
	err = sourcesCode.each(parts[1], func(k SourceKey, f *SourceFigures) {
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
	err = eachReach(parts[3], func(k ReachKey, _ *ReachFigures) { prompts[k.Page] = append(prompts[k.Page], k.Prompt) })
	for i := range d.Pages {
		d.Pages[i].Prompts = prompts[pageNumber(d.Pages[i].URL)]
	}
	return err
}

// eachReach reads a part that an older program leaves out.
func eachReach(part []byte, do func(ReachKey, *ReachFigures)) error {
	if len(part) == 0 {
		return nil
	}
	return reachCode.each(part, do)
}

// pageNumber stands for an address where it would be kept a second time.
func pageNumber(url string) int64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(url))
	return int64(h.Sum64())
}
