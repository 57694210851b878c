package analysis

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"renown/internal/door/console/kit"
	"renown/internal/door/message"
	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/room/fact"
	"renown/internal/room/insight"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/tool/address"
)

// accuracy is how far answers agree with the fact sheet.
type accuracy struct {
	lens
	insight.Truth
	brand   string
	by      string // errors, platforms or prompts
	which   fact.Which
	figure  kit.Figure
	days    []errorDay
	errors  []wrongValue
	correct []insight.FactTruth
	outlets map[string]catalogue.Publisher // by cited page
}

// errorDay is a column of the chart: the answers of a day that are wrong.
type errorDay struct {
	day, x, width, y, height string
	answers                  int
}

// wrongValue is one wrong value of a fact, with the pages that answers cite for it.
type wrongValue struct {
	fact.Contradiction // the newest
	said               string
	answers, of        int64 // of: that speak of the fact
	on                 []namedCount
	pages              []wrongPage
	trend              string // a path in a box of 100 × 100
	ids                map[string]time.Time
}

// wrongPage is a page that wrong answers cite; without an address those that cite none.
type wrongPage struct {
	id, url, title, site, path string
	own                        bool
	answers                    int
	on                         []namedCount
	text                       string
	asked                      *fact.Correction
	newest                     string // answer
	ids                        map[string]bool
}

// namedCount is how many answers a platform gave.
type namedCount struct {
	name string
	n    int
}

const (
	contradictionsRead = 300 // newest of the period that are grouped
	errorsShown        = 4   // before the rest is folded
	errorPages         = 3
	factsRight         = 5
	promptsListed      = 30
)

func (pages *Pages) showAccuracy(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	p := accuracy{brand: v.Brand.Name, by: v.URL.Query().Get("by")}
	if v.URL.Query().Get("judge") == fact.ModelJudge {
		p.which.Judge = fact.ModelJudge
	}
	var err error
	if p.lens, err = pages.lensOf(ctx, v); err != nil {
		return kit.Reply{}, err
	}
	p.Truth, err = pages.Insights.Accuracy(ctx, v.Caller, v.Brand.ID, p.asked(), p.which,
		fact.Paging{Number: 1, Size: contradictionsRead})
	if err != nil {
		return kit.Reply{}, err
	}
	if p.outlets, err = pages.Catalogue.Publishers(ctx, fact.Pages(p.Contradictions)); err != nil {
		return kit.Reply{}, err
	}
	asked, err := pages.Facts.Corrections(ctx, v.Caller, v.Brand.ID)
	if err != nil {
		return kit.Reply{}, err
	}
	p.figure = kit.NewFigure(ctx, kit.Key("说错的回答"), "", kit.AsBadRate, p.Contradicted)
	p.group(ctx, asked)
	p.chart()
	for _, f := range p.Facts {
		if f.Numerator == 0 && f.Denominator > 0 && len(p.correct) < factsRight {
			p.correct = append(p.correct, f)
		}
	}
	return kit.Show(kit.Page{Title: kit.Key("准确度"), Entry: "accuracy", Bar: lensBar(p.lens), Body: accuracyBody(p), Status: p.status()})
}

// noteCorrection keeps that a page was asked to correct itself, or did.
func (pages *Pages) noteCorrection(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	one, err := pages.Facts.Find(ctx, v.Caller, v.PostForm.Get("fact_id"))
	if err == nil && one.BrandID != v.Brand.ID {
		err = fault.NotFound("fact", one.ID)
	}
	if err == nil {
		err = pages.Facts.Ask(ctx, v.Caller, one.ID, v.PostForm.Get("page"), v.PostForm.Get("state") == "corrected")
	}
	if err != nil {
		return kit.Reply{}, err
	}
	v.Say("已记下")
	return backTo(v, "accuracy")
}

// group joins contradictions by fact and wrong value, and those by page; the most answers first.
func (p *accuracy) group(ctx context.Context, asked []fact.Correction) {
	at := map[[2]string]int{}
	for _, c := range p.Contradictions {
		said := ""
		if c.Said != nil {
			said = strings.Join(strings.Fields(*c.Said), " ")
		}
		key := [2]string{c.FactID, said}
		i, known := at[key]
		if !known {
			i = len(p.errors)
			at[key] = i
			p.errors = append(p.errors, wrongValue{Contradiction: c, said: said, ids: map[string]time.Time{}})
		}
		p.errors[i].add(ctx, p, c)
	}
	slices.SortStableFunc(p.errors, func(a, b wrongValue) int { return cmp.Compare(b.answers, a.answers) })
	for i := range p.errors {
		e := &p.errors[i]
		for _, f := range p.Facts {
			if f.FactID == e.FactID {
				e.of = f.Denominator
			}
		}
		slices.SortStableFunc(e.pages, func(a, b wrongPage) int { return cmp.Compare(b.answers, a.answers) })
		for j := range e.pages {
			e.pages[j].id = "ask-" + strconv.Itoa(i) + "-" + strconv.Itoa(j)
			if at := slices.IndexFunc(asked, func(c fact.Correction) bool { return c.FactID == e.FactID && c.Page == e.pages[j].path }); at >= 0 {
				e.pages[j].asked = &asked[at]
			}
		}
		e.trend = p.trendOf(e.ids)
	}
}

// add takes a contradiction of the value in.
func (e *wrongValue) add(ctx context.Context, p *accuracy, c fact.Contradiction) {
	if _, counted := e.ids[c.AnswerID]; !counted {
		e.ids[c.AnswerID] = c.At.Time
		e.answers++
		e.on = withOne(e.on, p.name(c.Platform))
	}
	if len(c.Citations) == 0 {
		e.page("").add(p, c)
	}
	for _, s := range c.Citations {
		key, ok := address.Canonical(s.URL)
		if !ok {
			continue
		}
		page := e.page("https://" + key)
		if page.answers == 0 {
			page.url, page.title, page.own = s.URL, kit.OrEmpty(s.Title), s.Class == string(address.Own)
			page.site = kit.OrElse(p.outlets[s.URL].Name, s.Channel)
			if c.Said != nil {
				page.text = message.Correction(kit.ViewOf(ctx).Lang, p.brand, s.URL, &c)
			}
		}
		page.add(p, c)
	}
}

func (e *wrongValue) page(path string) *wrongPage {
	i := slices.IndexFunc(e.pages, func(w wrongPage) bool { return w.path == path })
	if i < 0 {
		i = len(e.pages)
		e.pages = append(e.pages, wrongPage{path: path, ids: map[string]bool{}})
	}
	return &e.pages[i]
}

func (w *wrongPage) add(p *accuracy, c fact.Contradiction) {
	if w.ids[c.AnswerID] {
		return
	}
	w.ids[c.AnswerID] = true
	w.answers++
	w.on = withOne(w.on, p.name(c.Platform))
	w.newest = kit.OrElse(w.newest, c.AnswerID)
}

// withOne adds one to a name.
func withOne(list []namedCount, name string) []namedCount {
	i := slices.IndexFunc(list, func(o namedCount) bool { return o.name == name })
	if i < 0 {
		return append(list, namedCount{name, 1})
	}
	list[i].n++
	return list
}

// countsText is platforms with how many answers each gave, the most first.
func countsText(list []namedCount) string {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b namedCount) int { return cmp.Compare(b.n, a.n) })
	parts := make([]string, len(list))
	for i, o := range list {
		parts[i] = o.name + " " + strconv.Itoa(o.n)
	}
	return strings.Join(parts, " · ")
}

// trendParts is into how many parts of the period a small curve divides it.
const trendParts = 12

// trendOf is how many answers there are in each part of the period, as a path.
func (p *accuracy) trendOf(ids map[string]time.Time) string {
	var counts [trendParts]int
	most := 1
	for _, at := range ids {
		i := int(at.Sub(p.from).Hours() / max(1, p.to.AddDate(0, 0, 1).Sub(p.from).Hours()) * trendParts)
		i = min(max(i, 0), trendParts-1)
		counts[i]++
		most = max(most, counts[i])
	}
	return countPath(counts[:], most)
}

// countPath draws counts in a box of 100 × 100.
func countPath(counts []int, most int) string {
	var b strings.Builder
	for i, n := range counts {
		b.WriteString(map[bool]string{true: "M", false: " L"}[i == 0])
		b.WriteString(kit.Rounded(float64(i)*100/float64(max(1, len(counts)-1)), 1) + " " + kit.Rounded(100-float64(n)*100/float64(most), 1))
	}
	return b.String()
}

// chart counts the wrong answers of each day. It is left out where not all sentences of the period were read.
func (p *accuracy) chart() {
	if p.Total > contradictionsRead || p.Total == 0 {
		return
	}
	counts := map[string]map[string]bool{}
	most := 1
	for _, c := range p.Contradictions {
		on := day.Of(c.At.Time).String()
		if counts[on] == nil {
			counts[on] = map[string]bool{}
		}
		counts[on][c.AnswerID] = true
		most = max(most, len(counts[on]))
	}
	length := int(p.to.Sub(p.from).Hours()/24) + 1
	across, up := kit.Interval{Max: float64(length)}, kit.Interval{Max: float64(most)}
	for i := range length {
		on := p.from.AddDate(0, 0, i).Format(time.DateOnly)
		if n := len(counts[on]); n > 0 {
			p.days = append(p.days, errorDay{
				on, across.At(float64(i) + 0.15), across.At(0.7), up.At(float64(most - n)), up.At(float64(n)), n,
			})
		}
	}
}

// most is the height of the chart.
func (p accuracy) most() (most int) {
	for _, d := range p.days {
		most = max(most, d.answers)
	}
	return most
}

// accuracyScope says which answers were checked; without facts none were.
func accuracyScope(ctx context.Context, p accuracy) string {
	if p.Judging == 0 {
		return ""
	}
	return kit.T(ctx, "对照你的事实，核对每条提到%s的回答", kit.Spaced(ctx, p.brand))
}

// expectedText is the true value with its unit where the statement gives it.
func expectedText(c fact.Contradiction) string { return kit.OrElse(c.Expected, c.Statement) }
