package insight

import (
	"fmt"
	"testing"
	"time"

	"renown/internal/floor/day"
	"renown/internal/room/reading"
	"renown/internal/simulator"
	"renown/internal/simulator/world"
	"renown/internal/tool/answer"
)

// recoveredPrompts are what a customer asks; some are answered without a list.
var recoveredPrompts = []string{
	"挂耳咖啡哪个品牌好喝？", "有哪些值得推荐的连锁咖啡品牌？", "上班族每天喝的咖啡推荐哪家？",
	"一杯15元以内的咖啡推荐", "挑咖啡主要看什么？", "外卖的冰咖啡多久喝完比较好？",
}

var (
	recoveredBrands    = []world.Brand{{Name: "青禾咖啡", Weight: 0.4}, {Name: "山岚咖啡", Weight: 0.5}, {Name: "栗里咖啡", Weight: 0.25}}
	recoveredPlatforms = []string{"doubao", "deepseek", "kimi"}
)

const recoveredDays = 14

// What the world holds comes back out of the analysis: answers are written, read as those of real assistants are, counted and
// analysed, and the interval of the brand's visibility covers the truth as often as it promises, whatever the seed.
func TestWorldIsRecovered(t *testing.T) {
	t.Parallel()
	var entities []answer.Entity
	for _, b := range recoveredBrands {
		entities = append(entities, answer.Entity{ID: b.Name, Name: b.Name})
	}
	reader := answer.NewReader(entities)
	const worlds = 16
	covered, bias := 0, 0.0
	for seed := range uint64(worlds) {
		truth, table := readWorld(seed, reader)
		got := visibilityOf.indicator(table.cells(forVisibility, ""), nil)
		if within(got.Interval, truth) {
			covered++
		}
		bias += (*got.Value - truth) / worlds
	}
	if covered < 12 { // of 16 at 95 %: fewer in one of 4,000 trials
		t.Errorf("the interval covers the truth in %d of %d worlds", covered, worlds)
	}
	if bias < -0.03 || bias > 0.03 {
		t.Errorf("the figure is off by %+.3f on the average", bias)
	}
}

// readWorld asks all prompts every day, and gives the true rate beside what was read.
func readWorld(seed uint64, reader *answer.Reader) (truth float64, t *table) {
	now := time.Date(2026, 10, 1, 9, 0, 0, 0, time.UTC)
	sim := simulator.New(simulator.Options{Seed: seed, Brands: recoveredBrands, Clock: func() time.Time { return now }})
	w := world.New(world.Default(), world.Market{Brands: recoveredBrands}, seed)
	t = newTable()
	n := 0.0
	for i, text := range recoveredPrompts {
		for _, platform := range recoveredPlatforms {
			st := stratum{prompt: fmt.Sprint("pmt_", i), platform: platform, kinds: "vs", days: &series{}}
			for on := range day.Day(recoveredDays) {
				now = time.Date(2026, 10, 1+int(on), 9, 0, 0, 0, time.UTC)
				draft := sim.Draft(platform, text, true)
				if draft.Refused {
					continue
				}
				q := world.Question{Text: text, Platform: platform, Day: world.DayOf(now), Lean: w.Kinds[string(draft.Kind)]}
				truth += w.Cell(q).Named[0]
				n++
				one := counts{reading.Answers: 1}
				found := reader.Read(draft.Text(), text, nil)
				for k := range found.Entities {
					if !found.Entities[k].Named() {
						continue
					}
					if found.Entities[k].ID == recoveredBrands[0].Name {
						one[reading.Named] = 1
					} else {
						one[reading.Others]++
					}
				}
				st.days.add(on, &one)
				st.add(&one)
			}
			t.strata = append(t.strata, st)
		}
	}
	return truth / n, t
}
