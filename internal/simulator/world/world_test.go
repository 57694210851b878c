package world_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"renown/internal/simulator/world"
	"renown/internal/testkit/expect"
)

var today = time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC)

// plain are the parameters without what moves by itself.
func plain() world.Parameters {
	p := world.Default()
	p.PlatformSpread, p.ModelSpread, p.Drift, p.Persistence = 0, 0, 0, 0
	return p
}

// share is how many of the days' answers name the first brand.
func share(w *world.World, question, platform string, from, days int) float64 {
	n := 0
	for day := from; day < from+days; day++ {
		q := world.Question{Text: question, Platform: platform, Day: day}
		for _, i := range w.Answer(q, w.Cell(q)).Named {
			if i == 0 {
				n++
			}
		}
	}
	return float64(n) / float64(days)
}

// Over many prompts a brand is named as often as its weight says, and each prompt as often as its cell says.
func TestRates(t *testing.T) {
	t.Parallel()
	w := world.New(plain(), world.Market{Brands: []world.Brand{
		{Name: "甲", Weight: 0.35},
		{Name: "乙", Weight: 1},
		{Name: "丙", Weight: 0.5, Terms: []string{"别的"}},
	}}, 1)
	const prompts, days = 300, 200
	mean, spread := 0.0, 0.0
	for i := range prompts {
		question := fmt.Sprint("第几问", i)
		cell := w.Cell(world.Question{Text: question, Platform: "doubao", Day: 20000})
		if cell.Named[1] != 1 || cell.Named[2] != 0 {
			t.Fatalf("chances %v", cell.Named)
		}
		mean += cell.Named[0] / prompts
		spread += cell.Named[0] * cell.Named[0] / prompts
		if got := share(w, question, "doubao", 20000,
			days); math.Abs(got-cell.Named[0]) > 4*math.Sqrt(cell.Named[0]*(1-cell.Named[0])/days)+0.01 {
			t.Errorf("%s: named in %.2f, the cell says %.2f", question, got, cell.Named[0])
		}
	}
	if math.Abs(mean-0.35) > 0.05 {
		t.Errorf("the mean of the cells is %.3f", mean)
	}
	p := world.Default()
	correlation := p.Correlation + (1-p.Correlation)*p.PlatformCorrelation
	if got := (spread - mean*mean) / (mean * (1 - mean)); math.Abs(got-correlation) > 0.07 {
		t.Errorf("the correlation within prompts is %.3f, want %.3f", got, correlation)
	}
}

// A day repeats the day before as often as the persistence says.
func TestPersistence(t *testing.T) {
	t.Parallel()
	p := plain()
	p.Persistence, p.Correlation, p.PlatformCorrelation = 0.6, 0, 0
	w := world.New(p, world.Market{Brands: []world.Brand{{Name: "甲", Weight: 0.5}}}, 3)
	const days = 3000
	same := 0
	last := -1.0
	for day := range days {
		got := share(w, "问", "doubao", 20000+day, 1)
		if got == last {
			same++
		}
		last = got
	}
	if got := float64(same) / days; math.Abs(got-0.8) > 0.04 { // repeated, or drawn anew and the same by chance
		t.Errorf("%.2f of the days are as the day before", got)
	}
}

func TestShifts(t *testing.T) {
	t.Parallel()
	p := plain()
	p.Correlation, p.PlatformCorrelation = 0, 0
	b := world.Brand{
		Name: "甲", Weight: 0.5, Platforms: map[string]float64{"kimi": -1}, Topics: []world.Topic{{Words: []string{"挂耳"}, Step: -2}},
		Shifts: []world.Shift{{From: today, Over: 10, Step: 2}},
	}
	w := world.New(p, world.Market{Brands: []world.Brand{b}}, 1)
	at := func(question, platform string, days int) float64 {
		return w.Cell(world.Question{Text: question, Platform: platform, Day: world.DayOf(today) + days}).Named[0]
	}
	for _, c := range []struct {
		question, platform string
		days               int
		want               float64
	}{
		{"咖啡", "doubao", -1, 0},
		{"咖啡", "kimi", -1, -1},
		{"挂耳", "doubao", -1, -2},
		{"挂耳", "kimi", -1, -3},
		{"咖啡", "doubao", 5, 1},
		{"咖啡", "doubao", 10, 2},
		{"咖啡", "doubao", 100, 2},
	} {
		if got := world.Logit(at(c.question, c.platform, c.days)); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s on %s after %d days: %.3f, want %.1f", c.question, c.platform, c.days, got, c.want)
		}
	}
}

// An article lifts its brand for the questions it answers, after the platform has found it, and less with time; a brand it does not
// name, a question it does not answer and a platform that does not read the outlet are left as they are.
func TestArticle(t *testing.T) {
	t.Parallel()
	p := plain()
	p.Correlation, p.PlatformCorrelation = 0, 0
	page := world.Page{
		URL: "https://outlet.example/1", Title: "挂耳咖啡怎么选", Text: "办公室喝的挂耳咖啡，推荐看烘焙日期。甲的挂耳咖啡每周烘焙。", Site: "某网",
		Published: today, Authority: 0.8, Indexed: 1,
	}
	market := world.Market{Brands: []world.Brand{{Name: "甲", Weight: 0.2}, {Name: "乙", Weight: 0.2}}, Pages: []world.Page{page}}
	w := world.New(p, market, 1)
	lift := func(w *world.World, brand int, question, platform string, days int) float64 {
		return world.Logit(w.Cell(world.Question{Text: question, Platform: platform, Day: world.DayOf(today) +
			days}).Named[brand]) - world.Logit(0.2)
	}
	const asked = "办公室喝的挂耳咖啡有哪些推荐？"
	if got := lift(w, 0, asked, "doubao", 0); math.Abs(got) > 1e-9 {
		t.Errorf("on the day of publication it lifts by %.2f", got)
	}
	early, full, late := lift(w, 0, asked, "doubao", 3), lift(w, 0, asked, "doubao", 9), lift(w, 0, asked, "doubao", 120)
	if !(early < full && late < full/2 && full > 0.5*p.Effect && full <= p.Effect) {
		t.Errorf("lifts by %.2f, %.2f and %.2f", early, full, late)
	}
	if slow, quick := p.Habit("kimi").LagDays, p.Habit("doubao").LagDays; slow <= quick || lift(w, 0, asked, "kimi", 3) > 0 {
		t.Error("a slow platform has found it")
	}
	if lift(w, 1, asked, "doubao", 9) > 1e-9 || lift(w, 0, "跑鞋一般多少钱？", "doubao", 9) > 1e-9 {
		t.Error("another brand or another question is lifted")
	}
	market.Pages[0].Indexed = 0
	if lift(world.New(p, market, 1), 0, asked, "doubao", 9) > 1e-9 {
		t.Error("a platform that does not read the outlet is lifted")
	}
}

// Articles are cited at a rate that depends on outlet and fit.
func TestRetrieve(t *testing.T) {
	t.Parallel()
	p := plain()
	page := world.Page{URL: "https://outlet.example/1", Title: "挂耳咖啡推荐", Text: "挂耳咖啡推荐甲", Published: today, Authority: 1, Indexed: 1}
	w := world.New(p, world.Market{Brands: []world.Brand{{Name: "甲", Weight: 0.2}}, Pages: []world.Page{page}}, 1)
	count := func(question string) (cited, borrowed int) {
		for day := range 300 {
			q := world.Question{Text: fmt.Sprint(question, strings.Repeat("？", day)), Platform: "doubao", Day: world.DayOf(today) + 8}
			r := w.Retrieve(q, w.Answer(q, w.Cell(q)))
			cited += len(r.Cited)
			if r.Borrowed != nil {
				borrowed++
			}
		}
		return cited, borrowed
	}
	if cited, borrowed := count("挂耳咖啡推荐"); cited < 90 || cited > 180 || borrowed == 0 {
		t.Errorf("cited %d times, borrowed %d times of 300", cited, borrowed)
	}
	if cited, borrowed := count("跑鞋怎么洗"); cited+borrowed > 0 {
		t.Errorf("cited %d times for what it does not answer, borrowed %d times", cited, borrowed)
	}
}

// The web has the same pages for everybody who asks about a thing, and outlets of the catalogue among them.
func TestWeb(t *testing.T) {
	t.Parallel()
	site := world.Site{Name: "某报", URL: "https://paper.example/food", Language: "zh", Authority: 0.5, Indexed: 1}
	w := world.New(plain(), world.Market{Brands: []world.Brand{{
		Name: "甲", Weight: 1,
		Claims: []world.Claim{{Text: "甲有 3 家店", Wrong: "甲有 9 家店", Share: 0.5}},
	}}, Sites: []world.Site{site}}, 1)
	seen, outlets, wrong, right := map[string]int{}, 0, 0, 0
	const n = 400
	for i := range n {
		q := world.Question{Text: fmt.Sprint("问", i), Platform: "doubao", Day: world.DayOf(today)}
		for _, f := range w.Web(world.Search{Question: q, About: "咖啡", Language: "zh", Pages: 6, Brands: []int{0}},
			world.NewDraw(uint64(i))) {
			seen[f.URL]++
			if !strings.Contains(f.URL, ".example/") || f.Published.After(today.AddDate(0, 0, 1)) {
				t.Fatalf("page %+v", f)
			}
			if strings.HasPrefix(f.URL, site.URL) {
				outlets++
			}
			switch w.States(&f, 0) {
			case "甲有 3 家店":
				right++
			case "甲有 9 家店":
				wrong++
			default:
				t.Fatalf("%s claims %q", f.URL, w.States(&f, 0))
			}
		}
	}
	if len(seen) > 80 || outlets < n/2 || wrong == 0 || right == 0 {
		t.Errorf("%d pages, %d times at the outlet, %d wrong and %d right", len(seen), outlets, wrong, right)
	}
}

// What is set for a name is known only where the name is.
func TestOverlay(t *testing.T) {
	t.Parallel()
	m := world.Market{Brands: []world.Brand{{Name: "甲", Terms: []string{"咖啡"}, Site: "a.example"}}}
	m.Overlay([]world.Brand{{Name: "甲", Weight: 0.7}, {Name: "乙", Weight: 0.9}})
	if len(m.Brands) != 1 || m.Brands[0].Weight != 0.7 || m.Brands[0].Terms[0] != "咖啡" || m.Brands[0].Site != "a.example" {
		t.Errorf("%+v", m.Brands)
	}
}

// Every platform of the parameters finds its channels, in both languages.
func TestParameters(t *testing.T) {
	t.Parallel()
	p := world.Default()
	w := world.New(p, world.Market{}, 1)
	for platform := range p.Platforms {
		for _, language := range []string{"zh", "en"} {
			for i := range 50 {
				q := world.Question{Text: "x", Platform: platform}
				for _, f := range w.Web(world.Search{Question: q, About: "x", Language: language, Pages: 5}, world.NewDraw(uint64(i))) {
					if f.URL == "" || f.Site == "" {
						t.Fatalf("%s has a channel that %s lacks", platform, language)
					}
				}
			}
		}
		if h := p.Habit(platform); h.Names[0] < 1 || h.Names[1] < h.Names[0] || h.Sources[0] < 3 || h.LagDays <= 0 || h.Fresh <= 0 {
			t.Errorf("%s: %+v", platform, h)
		}
	}
}

// A platform changes its model now and then, and a brand's chance with it.
func TestModels(t *testing.T) {
	t.Parallel()
	p := world.Default()
	w := world.New(p, world.Market{}, 1)
	day := world.DayOf(today)
	changes := 0
	for d := day; d < day+3*p.ModelDays; d++ {
		if w.Epoch("doubao", d) != w.Epoch("doubao", d+1) {
			changes++
			if w.EpochStart("doubao", d+1) != d+1 {
				t.Errorf("the model of day %d is said to be of %d", d+1, w.EpochStart("doubao", d+1))
			}
		}
	}
	expect.Equal(t, changes, 3, "changes")
}

// One page alone has a claim wrong; platforms come upon it once they know it, and everywhere else it is right.
func TestMistakenPage(t *testing.T) {
	t.Parallel()
	wrong := &world.Page{URL: "https://outlet.example/1", Title: "盘点", Site: "某网", Published: today, Authority: 1, Indexed: 1}
	w := world.New(plain(), world.Market{Brands: []world.Brand{{Name: "甲", Weight: 0.6, Claims: []world.Claim{
		{Text: "甲有 118 家门店", Wrong: "甲有 600 家门店", Page: wrong}, {Text: "甲创立于 2016 年"},
	}}}}, 1)
	first, met := world.DayOf(today), 0
	for day := first - 20; day < first+40; day++ {
		s := world.Search{
			Question: world.Question{Text: "推荐", Platform: "doubao", Day: day}, About: "咖啡",
			Language: "zh", Pages: 6, Brands: []int{0},
		}
		for _, f := range w.Web(s, world.NewDraw(uint64(day))) {
			mistaken := f.URL == wrong.URL
			if mistaken && day < first {
				t.Error("it was found before it was published")
			}
			if mistaken {
				met++
			}
			if len(f.Brands) > 0 && (w.States(&f, 0) == "甲有 600 家门店") != mistaken {
				t.Errorf("%s states %q", f.URL, w.States(&f, 0))
			}
		}
	}
	if met < 3 {
		t.Errorf("it was come upon %d times", met)
	}
}

// A history that ends on the origin is the same whenever that is, and its pages are as old.
func TestOrigin(t *testing.T) {
	t.Parallel()
	told := func(origin int) (out []string) {
		p := world.Default()
		p.Origin = origin
		w := world.New(p, world.Market{Brands: []world.Brand{{Name: "青禾", Weight: 0.5}, {Name: "山岚", Weight: 0.4}}}, 3)
		for ago := range 60 {
			q := world.Question{Text: "哪家好？", Platform: "kimi", Day: origin - ago}
			a := w.Answer(q, w.Cell(q))
			out = append(out, fmt.Sprint(a.Named, a.Scores, a.Cites, origin-w.EpochStart("kimi", q.Day)))
			for _, f := range w.Web(world.Search{Question: q, About: "咖啡", Language: "zh", Pages: 3}, a.Draw) {
				out = append(out, f.URL, fmt.Sprint(origin-world.DayOf(f.Published)))
			}
		}
		return out
	}
	if one, other := told(20_700), told(20_733); !slices.Equal(one, other) {
		t.Error("the history depends on the date")
	}
}
