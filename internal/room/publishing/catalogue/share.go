package catalogue

import "renown/internal/tool/stat"

// Share is the share of cells (prompts on platforms) whose answers cite the outlet, of those that cite anything, with its 95 % interval,
// from 0 to 1. A cell counts once however often it was asked: citations of one prompt repeat each other.
type Share struct {
	Rate, Low, High float64
	Of              int64 // cells that cite anything
}

// Share tells how widely the outlet is cited; false where that was not measured, or nothing was found.
func (g Geo) Share() (Share, bool) {
	if g.Reach == nil {
		return Share{}, false
	}
	return shareOf(g.Reach.Cells, g.Reach.CellsCiting)
}

// Share is that of the outlet on one platform.
func (g PlatformGeo) Share() (Share, bool) { return shareOf(g.Cells, g.CellsCiting) }

func shareOf(cells, of int64) (Share, bool) {
	if cells <= 0 || of < cells {
		return Share{}, false
	}
	i, ok := stat.Wilson(int(cells), int(of))
	return Share{float64(cells) / float64(of), i.Low, i.High, of}, ok
}
