package insight

import "renown/internal/floor/day"

// shared is the variance that the change of a figure has because a platform's answers rise and fall together (another
// index, a roll-out): by the figure's name, and of visibility on a platform by the platform's.
type shared map[string]float64

// lasting is by how much such a rise, as it lasts for weeks, makes two months differ more than the weeks within one do. By theory it is
// 3.2 for rises that keep 0.9 a day; this was set on such worlds, so that a true rise is still found (docs/statistics.md).
const lasting = 1.5

// sharedOf estimates it from how cells move together within each period, whatever changed between the two.
func (s *Scope) sharedOf(now, before *table) shared {
	out := shared{}
	for _, f := range keyFigures {
		if f.watched {
			out[f.name] = f.platformWeek(now.cells(f.of, ""), before.cells(f.of, ""))
		}
	}
	for _, p := range now.platforms(s) {
		out[p] = visibilityOf.platformWeek(now.cells(forVisibility, p), before.cells(forVisibility, p))
	}
	return out
}

// weekSums is by how much a platform's cells are off their own ratios in a week: sums over cells of what they are off and
// of what they count, and of the squares of both.
type weekSums struct{ off, offs, size, sizes float64 }

// platformWeek is the moment estimator of the variance component of a platform's week, from products of different cells,
// as it enters the difference of two months.
func (m measure) platformWeek(now, before []cell) float64 {
	var products, pairs, all, squares float64
	on := map[string]float64{}
	for _, period := range [][]cell{now, before} {
		for platform, weeks := range m.weeks(period) {
			for _, w := range weeks {
				products += w.off*w.off - w.offs
				pairs += (w.size*w.size - w.sizes) * (1 - 1/float64(len(weeks)))
				on[platform] += w.size
				all += w.size
			}
		}
	}
	for _, size := range on {
		squares += size * size
	}
	if pairs <= 0 || products <= 0 {
		return 0
	}
	return lasting * products / pairs * 2 / weeksEither * squares / (all * all)
}

// weeks are those of each platform's cells in a period.
func (m measure) weeks(period []cell) map[string][]weekSums {
	first, last := day.Day(1<<62), day.Day(0)
	for i := range period {
		if of := period[i].days; of != nil && len(of.days) > 0 {
			first, last = min(first, of.days[0]), max(last, of.days[len(of.days)-1])
		}
	}
	out := map[string][]weekSums{}
	for i := range period {
		c := &period[i]
		x := m.x.of(&c.counts)
		if c.days == nil || x == 0 {
			continue
		}
		if out[c.platform] == nil {
			out[c.platform] = make([]weekSums, (last-first)/week+1)
		}
		sums := make([][2]float64, (last-first)/week+1)
		for at, d := range c.days.days {
			k, sum := c.days.counts(at), &sums[(d-first)/week]
			sum[0], sum[1] = sum[0]+m.y.of(&k), sum[1]+m.x.of(&k)
		}
		for w, sum := range sums {
			off, to := sum[0]-m.y.of(&c.counts)/x*sum[1], &out[c.platform][w]
			*to = weekSums{to.off + off, to.offs + off*off, to.size + sum[1], to.sizes + sum[1]*sum[1]}
		}
	}
	return out
}
