package reading

import (
	"context"
	"hash/fnv"

	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
)

// CitedDay is what a platform's answers about a brand cite on a day.
type CitedDay struct {
	BrandID, Platform string
	Day               day.Day
	Citations         int64    // in all
	Answers           int64    // that cite anything
	Prompts           []string // whose answers cite anything
	Pages             []CitedPage
}

// CitedPage is how often a page is cited on a day.
type CitedPage struct {
	URL                string // canonical, with https://
	Citations, Answers int64
	Prompts            []string // whose answers cite it
}

// CitedDays calls do for what was cited since a day, for every brand, platform, mode and day. It is for those who measure
// outlets and published articles.
func (f *Findings) CitedDays(ctx context.Context, since day.Day, do func(*CitedDay)) (err error) {
	defer fault.Wrap(&err, "reading.CitedDays")

	return store.Each(ctx, f.db.Read(), func(row store.Row) error {
		d := &CitedDay{}
		var cells, sources, reach []byte
		if err := row.Scan(&d.BrandID, &d.Platform, &d.Day, &cells, &sources, &reach); err != nil {
			return err
		}
		spot := spotOf(d.Day, d.Platform)
		if surface, _ := OfKey(spot.Mode); surface != SurfaceAPI { // figures of two surfaces are never added up
			return nil
		}
		d.Platform = spot.Platform
		if err := d.take(cells, sources, reach); err != nil {
			return err
		}
		do(d)
		return nil
	}, `SELECT d.brand_id, d.platform, d.day, d.cells, d.sources, d.reach FROM days d
		JOIN readings r ON r.brand_id = d.brand_id AND r.generation = d.generation AND r.status = 'current' WHERE d.day >= $1`, since)
}

// take reads the parts of a row.
func (d *CitedDay) take(cells, sources, reach []byte) error {
	err := cellsCode.each(cells, func(k CellKey, f *CellFigures) {
		d.Citations += f.Counts[Citations]
		d.Answers += f.Counts[Cited]
		if f.Counts[Cited] > 0 {
			d.Prompts = append(d.Prompts, k.Prompt)
		}
	})
	if err != nil {
		return err
	}
	index := map[string]int{}
	err = sourcesCode.each(sources, func(k SourceKey, f *SourceFigures) {
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
	err = reachCode.each(reach, func(k ReachKey, _ *ReachFigures) { prompts[k.Page] = append(prompts[k.Page], k.Prompt) })
	for i := range d.Pages {
		d.Pages[i].Prompts = prompts[pageNumber(d.Pages[i].URL)]
	}
	return err
}

// pageNumber stands for an address where it would be kept a second time.
func pageNumber(url string) int64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(url))
	return int64(h.Sum64())
}
