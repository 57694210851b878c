package finding

import (
	"cmp"
	"slices"
	"strings"

	"renown/internal/tool/pack"
)

// summed is a sum with all that it adds up.
type summed struct {
	sum
	mode    string
	by      map[string]*Sheet // by platform: cells and competitors alone
	days    map[string][]byte // by platform, as packDays writes them; of a month alone
	sources map[placedSource]*summedSource
	added   map[string][]datedCells // days that sheets were added of, by platform
	partial bool                    // an older program added answers that cells lack: it is of no use
}

// placedSource is a site on a platform, or a page.
type placedSource struct {
	SourceKey
	platform string // of a site
}

type summedSource struct {
	SourceFigures
	on []string // platforms of a page
}

func newSummed(s sum, mode string) *summed {
	return &summed{sum: s, mode: mode, by: map[string]*Sheet{}, days: map[string][]byte{}, added: map[string][]datedCells{}, sources: map[placedSource]*summedSource{}}
}

func (s *summed) sheet(platform string) *Sheet {
	if s.by[platform] == nil {
		s.by[platform] = newSheet()
	}
	return s.by[platform]
}

// source adds a site on a platform, or a page on some of them.
func (s *summed) source(platforms string, k SourceKey, f *SourceFigures) {
	key := placedSource{SourceKey: k}
	if !k.Page {
		key.platform = platforms
	}
	one := at(s.sources, key)
	one.Join(f)
	if !k.Page {
		return
	}
	for platform := range strings.SplitSeq(platforms, "\n") {
		if !slices.Contains(one.on, platform) {
			one.on = append(one.on, platform)
			slices.Sort(one.on)
		}
	}
}

// addDays packs the days that were added behind those that were.
func (s *summed) addDays() error {
	for platform, added := range s.added {
		days := map[int64]map[CellKey]*CellFigures{}
		if kept := s.days[platform]; kept != nil {
			err := eachDay(s.span, kept, func(day int64, k CellKey, f *CellFigures) {
				if days[day] == nil {
					days[day] = map[CellKey]*CellFigures{}
				}
				one := *f
				days[day][k] = &one
			})
			if err != nil {
				return err
			}
		}
		list := added
		for day, cells := range days {
			list = append(list, datedCells{day, cells})
		}
		slices.SortFunc(list, func(a, b datedCells) int { return cmp.Compare(a.day, b.day) })
		s.days[platform] = packDays(list)
	}
	return nil
}

// parts are the sum as it is kept.
func (s *summed) parts() map[string][]byte {
	cells, rivals := pack.NewWriter(), pack.NewWriter()
	for platform, sheet := range s.by {
		for k, f := range sheet.Cells {
			cellsCode.putOn(cells, platform, k, f)
		}
		for k, f := range sheet.Rivals {
			rivalsCode.putOn(rivals, platform, k, f)
		}
	}
	out := map[string][]byte{cellsPart: cellsCode.marked(cells), rivalsPart: rivalsCode.marked(rivals)}
	if s.span > quarterMax {
		days := pack.NewWriter()
		for platform, list := range s.days {
			days.Text(platform)
			days.Part(list)
		}
		out[daysPart] = days.Bytes()
	}
	all := newSummed(s.sum, s.mode) // over topics
	by := map[string]*pack.Writer{}
	for k, f := range s.sources {
		if by[k.Topic] == nil {
			by[k.Topic] = pack.NewWriter()
		}
		f.put(by[k.Topic], k)
		platforms := strings.Join(f.on, "\n") + k.platform // one of them is empty
		all.source(platforms, SourceKey{k.Page, "", k.Source}, &f.SourceFigures)
	}
	sources := pack.NewWriter()
	for k, f := range all.sources {
		f.put(sources, k)
	}
	out[sourcesPart] = sourcesCode.marked(sources)
	for topic, p := range by {
		out[topic] = sourcesCode.marked(p)
	}
	return out
}

func (f *summedSource) put(p *pack.Writer, k placedSource) {
	sourcesCode.putOn(p, strings.Join(f.on, "\n")+k.platform, k.SourceKey, &f.SourceFigures)
}
