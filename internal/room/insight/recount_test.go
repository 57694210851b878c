package insight_test

import (
	"cmp"
	"context"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"time"

	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/insight"
	"renown/internal/room/reading"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
	"renown/internal/tool/address"
	"renown/internal/tool/answer"
	"renown/internal/tool/stat"
)

// What follows counts everything anew, straight from the answers and sub-tasks, one plain loop for each figure. It shares
// the reader and the formulas of intervals with the program, and nothing of how the program adds up.

// taken is one sub-task that has come to an end, read.
type taken struct {
	id, platform, prompt, topic, stage, question string
	v, s                                         bool
	at                                           time.Time
	failed, cut, branded                         bool
	model                                        string
	read                                         answer.Findings
	cited                                        []answer.Citation
	placed                                       []string // pages of others' that the brand had published
}

func (f taken) counts() bool             { return !f.failed && !f.cut && f.read.State.Answered() }
func (f taken) us() *answer.Finding      { return &f.read.Entities[0] }
func (f taken) rivals() []answer.Finding { return f.read.Entities[1:] }

type facts []taken

// namesNow are the brand and its competitors as the reader takes them, and what they are called.
func namesNow(t must.Tester, w *geotest.World, b *geotest.Watched) []answer.Entity {
	t.Helper()
	have := must.Get(w.Brands.Existing(context.Background(), b.Who, b.ID))(t)
	domains := func(url *string) []string {
		if url == nil {
			return nil
		}
		return []string{*url}
	}
	p := have.Brand
	list := []answer.Entity{{
		ID: p.ID, Name: p.Name, Aliases: p.Aliases, Exclusions: p.Exclusions,
		Contexts: p.Contexts, Domains: domains(p.HomepageURL),
	}}
	for _, c := range have.Competitors {
		list = append(list, answer.Entity{
			ID: c.ID, Name: c.Name, Aliases: c.Aliases, Exclusions: c.Exclusions,
			Contexts: c.Contexts, Domains: domains(c.WebsiteURL),
		})
	}
	return list
}

// history reads every sub-task of a brand with these names.
func history(t must.Tester, w *geotest.World, brandID string, names []answer.Entity) facts {
	t.Helper()
	reader := answer.NewReader(names)
	placed := must.Get(store.List(context.Background(), w.DB.Read(), store.One[string],
		`SELECT page FROM placed_pages WHERE brand_id = $1`, brandID))(t)
	list, err := store.List(context.Background(), w.DB.Read(), func(row store.Row) (f taken, err error) {
		var types store.Texts
		var status string
		var text, citations, model, finish *string
		var ended timestamp.Time
		err = row.Scan(&f.id, &f.platform, &f.prompt, &f.topic, &f.stage, &f.question, &types, &status, &ended, &text,
			&citations, &model, &finish)
		if err != nil {
			return f, err
		}
		f.v, f.s, f.at = slices.Contains(types, "visibility"), slices.Contains(types, "sentiment"), ended.Time
		if f.failed = status == "failed"; f.failed {
			return f, nil
		}
		f.model, f.cut, f.placed = *model, *finish == "length", placed
		about := reader.Read(f.question, "", nil)
		f.branded = about.Entities[0].Named()
		f.v = f.v && !f.branded
		return f, f.find(reader, *text, *citations)
	}, `SELECT t.id, t.platform, t.prompt_id, t.topic_id, t.stage, t.prompt_text, t.types, t.status, COALESCE(a.answered_at, t.ended_at), x.text, a.citations, a.model, a.finish
		FROM tasks t JOIN runs r ON r.id = t.run_id LEFT JOIN answers a ON a.id = t.id`+reading.Texts+`
		WHERE r.brand_id = $1 AND t.status IN ('answered', 'failed')`, brandID)
	must.Do(t, err)
	return list
}

func (f *taken) find(reader *answer.Reader, text, citations string) error {
	var returned []struct {
		URL, Title string
		Cited      bool
	}
	if err := json.Unmarshal([]byte(citations), &returned); err != nil {
		return err
	}
	var sources []answer.Source
	for _, r := range returned {
		sources = append(sources, answer.Source{URL: r.URL, Title: r.Title})
	}
	f.read = reader.Read(text, f.question, sources)
	for _, c := range f.read.Citations {
		cited := c.InText
		for _, r := range returned {
			if page, ok := address.Canonical(r.URL); ok && page == c.URL && r.Cited {
				cited = true
			}
		}
		if cited && !c.Engine {
			f.cited = append(f.cited, c)
		}
	}
	return nil
}

var beijing = time.FixedZone("UTC+8", 8*3600)

func (f taken) day() string { return f.at.In(beijing).Format(time.DateOnly) }

func (list facts) where(take func(taken) bool) facts {
	var out facts
	for _, f := range list {
		if take(f) {
			out = append(out, f)
		}
	}
	return out
}

func (list facts) counted() facts    { return list.where(taken.counts) }
func (list facts) visibility() facts { return list.where(func(f taken) bool { return f.v }) }
func (list facts) sentiment() facts  { return list.where(func(f taken) bool { return f.s }) }

func (list facts) between(from, to string) facts {
	return list.where(func(f taken) bool { return f.day() >= from && f.day() <= to })
}

func (list facts) narrowed(q insight.Query) facts {
	return list.where(func(f taken) bool {
		return (len(q.Platforms) == 0 || slices.Contains(q.Platforms, f.platform)) &&
			(len(q.TopicIDs) == 0 || slices.Contains(q.TopicIDs, f.topic))
	})
}

func (list facts) excluded() (out insight.Excluded) {
	for _, f := range list {
		switch {
		case f.failed:
			out.Failed++
		case f.read.State == answer.Empty:
			out.Empty++
		case f.read.State == answer.Refused:
			out.Refused++
		case f.cut:
			out.Cut++
		}
	}
	return out
}

// naming counts the answers that name an entity, and collects where.
func (list facts) naming(entity int) (n int64, positions []float64) {
	for _, f := range list.counted() {
		if e := f.read.Entities[entity]; e.Named() {
			n++
			positions = append(positions, float64(e.Position))
		}
	}
	return n, positions
}

// voices counts, over all entities, the answers that name each.
func (list facts) voices() (n int64) {
	for _, f := range list.counted() {
		for _, e := range f.read.Entities {
			if e.Named() {
				n++
			}
		}
	}
	return n
}

func (list facts) citing() (n int64) {
	for _, f := range list.counted() {
		if len(f.cited) > 0 {
			n++
		}
	}
	return n
}

func (list facts) tone(entity int) (out insight.Tone, scores []float64) {
	for _, f := range list.counted() {
		e := f.read.Entities[entity]
		switch {
		case !e.Named():
			continue
		case e.Sentiment == nil:
			out.Unjudged++
			continue
		case e.Sentiment.Label == answer.Positive:
			out.Positive++
		case e.Sentiment.Label == answer.Negative:
			out.Negative++
		default:
			out.Neutral++
		}
		scores = append(scores, e.Sentiment.Score)
	}
	if told(plain(list.cells(judgedScore(entity)))) {
		out.Score = meanOf(scores)
	}
	out.NegativeShare = ratio(out.Negative, int64(len(scores)))
	out.Interval = list.bounds(stat.Mean, -1, 1, judgedScore(entity))
	return out, scores
}

// judges are who judged; no model does in these worlds.
func (list facts) judges() (out insight.Judges) {
	_, scores := list.sentiment().tone(0)
	if out.Offline = int64(len(scores)); out.Offline > 0 {
		out.Used = some("offline")
	}
	return out
}

func some[E any](v E) *E { return &v }

func ratio(k, n int64) *float64 {
	if n == 0 {
		return nil
	}
	return some(float64(k) / float64(n))
}

func meanOf(values []float64) *float64 {
	if len(values) == 0 {
		return nil
	}
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return some(sum / float64(len(values)))
}

// unit is what an answer adds to a ratio.
type unit func(f taken) (y, x float64)

func one(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

func namingOf(entity int) unit {
	return func(f taken) (float64, float64) { return one(f.read.Entities[entity].Named()), 1 }
}

func voiceOf(entity int) unit {
	return func(f taken) (float64, float64) {
		all := 0.0
		for _, e := range f.read.Entities {
			all += one(e.Named())
		}
		return one(f.read.Entities[entity].Named()), all
	}
}

func judgedScore(entity int) unit {
	return func(f taken) (float64, float64) {
		e := f.read.Entities[entity]
		if !e.Named() || e.Sentiment == nil {
			return 0, 0
		}
		return e.Sentiment.Score, 1
	}
}

func judgedAs(label answer.Label) unit {
	return func(f taken) (float64, float64) {
		_, judged := judgedScore(0)(f)
		return one(judged > 0 && f.us().Sentiment.Label == label), judged
	}
}

func placedOf(entity int) unit {
	return func(f taken) (float64, float64) {
		e := &f.read.Entities[entity]
		return float64(e.Position), one(e.Named())
	}
}

func placed(f taken) (float64, float64) { return placedOf(0)(f) }

func upTo(place int) unit {
	return func(f taken) (float64, float64) { return one(f.us().Named() && f.us().Position <= place), 1 }
}

func citingAny(f taken) (float64, float64) { return one(len(f.cited) > 0), 1 }

func citingSite(f taken) (float64, float64) {
	return one(slices.ContainsFunc(f.cited, func(c answer.Citation) bool { return c.Class == address.Own })), 1
}

func citingPlaced(f taken) (float64, float64) {
	return one(slices.ContainsFunc(f.cited, func(c answer.Citation) bool { return slices.Contains(f.placed, c.URL) })), 1
}

// citingOwn is either, or both.
func citingOwn(f taken) (float64, float64) {
	site, _ := citingSite(f)
	page, _ := citingPlaced(f)
	return max(site, page), 1
}

func unknown(f taken) (float64, float64) { return one(f.us().Unknown), 1 }

// gathered is a cell: a prompt on a platform.
type gathered struct {
	prompt, platform, models string
	stat.Cell
}

// cells adds answers up by prompt and platform, and by day within.
func (list facts) cells(of unit) (out []gathered) {
	for n, prompt := range keys(list.where(func(f taken) bool { return !f.failed }), func(f taken) string { return f.prompt }) {
		asked := list.where(func(f taken) bool { return !f.failed && f.prompt == prompt })
		for _, platform := range keys(asked, func(f taken) string { return f.platform }) {
			here := asked.where(func(f taken) bool { return f.platform == platform })
			g := gathered{prompt, platform, strings.Join(keys(here, func(f taken) string { return f.model }), "\n"), stat.Cell{Cluster: n}}
			for _, day := range keys(here.counted(), taken.day) {
				var d stat.Day
				for _, f := range here.counted().between(day, day) {
					y, x := of(f)
					d.Y, d.X = d.Y+y, d.X+x
				}
				g.Y, g.X, g.Days = g.Y+d.Y, g.X+d.X, append(g.Days, d)
			}
			out = append(out, g)
		}
	}
	return out
}

// told tells whether a mean over cells is told: of ten at least, not all alike.
func told(cells []stat.Cell) bool {
	n, low, high := 0.0, math.Inf(1), math.Inf(-1)
	for _, c := range cells {
		days := c.Days
		if len(days) == 0 {
			days = []stat.Day{{Y: c.Y, X: c.X}}
		}
		for _, d := range days {
			if d.X > 0 {
				n, low, high = n+d.X, min(low, d.Y/d.X), max(high, d.Y/d.X)
			}
		}
	}
	return n >= 10 && high-low > 1e-9
}

func plain(list []gathered) (out []stat.Cell) {
	for _, g := range list {
		out = append(out, g.Cell)
	}
	return out
}

func daysAway(list []gathered) (out []gathered) {
	for _, g := range list {
		g.Days = nil
		out = append(out, g)
	}
	return out
}

// asOften are cells of a competitor, of which no days are read: asked as often as the brand's, and as much alike on one day.
func asOften(list, ours []gathered) (out []gathered) {
	for i, g := range daysAway(list) {
		g.DaysAsked, g.Dispersion = float64(len(ours[i].Days)), stat.Dispersion(plain(ours))
		out = append(out, g)
	}
	return out
}

func sumOf(list []gathered) (y, x float64) {
	for _, g := range list {
		y, x = y+g.Y, x+g.X
	}
	return y, x
}

func share(y, x float64) *float64 {
	if x == 0 {
		return nil
	}
	return some(y / x)
}

func bounded(i stat.Interval, ok bool, low, high float64) (out insight.Interval) {
	if ok {
		out = insight.Interval{Low: some(max(i.Low, low)), High: some(min(i.High, high))}
	}
	return out
}

// bounds is the interval for these questions, with the days of this period alone.
func (list facts) bounds(kind stat.Kind, low, high float64, of unit) insight.Interval {
	cells := plain(list.cells(of))
	rho, _ := stat.Persistence(cells)
	u, ok := stat.Estimate(cells, kind, rho)
	return bounded(u.Near, ok && u.NearOK, low, high)
}

// indicated is a figure with all that belongs to it.
func indicated(now, was []gathered, kind stat.Kind, low, high float64, persistence *float64, all []stat.Cell) insight.Indicator {
	y, x := sumOf(now)
	in := insight.Indicator{Numerator: y, Denominator: int64(x), Persistence: persistence}
	rho := 0.0
	if persistence != nil {
		rho = *persistence
	}
	u, ok := stat.Estimate(plain(now), kind, rho)
	if kind == stat.Mean {
		u, in.Persistence, ok = stat.EstimateMean(plain(now), all, persistence)
	}
	if ok {
		in.Value, in.Interval = &u.Value, bounded(u.Near, u.NearOK, low, high)
		if u.WideOK {
			w := bounded(u.Wide, true, low, high)
			in.Wide = insight.Wide{LowWide: w.Low, HighWide: w.High, EffectiveN: &u.Effective}
		}
	}
	in.Change = versus(now, was, kind)
	return in
}

func (e *expected) indicator(take func(facts) facts, kind stat.Kind, low, high float64, of unit) insight.Indicator {
	now, was := e.both(take, of)
	all := append(plain(now), plain(was)...)
	return indicated(now, was, kind, low, high, persistence(all), all)
}

// on is the indicator of a part, of which the mean of few borrows from the whole.
func (e *expected) on(part, whole func(facts) facts, low, high float64, of unit) insight.Indicator {
	now, was := e.both(part, of)
	all, allWas := e.both(whole, of)
	return indicated(now, was, stat.Mean, low, high, persistence(append(plain(now), plain(was)...)), append(plain(all), plain(allWas)...))
}

// both are the cells of the period and of the one before; of one so long, days are not read.
func (e *expected) both(take func(facts) facts, of unit) (now, was []gathered) {
	now, was = take(e.now).cells(of), take(e.was).cells(of)
	if e.months {
		was = daysAway(was)
	}
	return now, was
}

func persistence(cells []stat.Cell) *float64 {
	if rho, ok := stat.Persistence(cells); ok {
		return &rho
	}
	return nil
}

// versus compares each cell with itself.
func versus(now, was []gathered, kind stat.Kind) (c insight.Change) {
	y, x := sumOf(now)
	y0, x0 := sumOf(was)
	c.PreviousDenominator = int64(x0)
	if kind == stat.Mean && !told(plain(was)) {
		return c
	}
	c.Previous = share(y0, x0)
	if x == 0 || x0 == 0 || kind == stat.Mean && !told(plain(now)) {
		return c
	}
	c.Change = some(y/x - y0/x0)
	var all, same []stat.Pair
	var sum, sum0 float64
	prompts := map[string]bool{}
	for _, a := range now {
		for _, b := range was {
			if a.prompt != b.prompt || a.platform != b.platform || a.X == 0 || b.X == 0 {
				continue
			}
			p := stat.Pair{Y1: a.Y, X1: a.X, Y0: b.Y, X0: b.X}
			all = append(all, p)
			if a.models == b.models {
				same = append(same, p)
				prompts[a.prompt] = true
				sum, sum0 = sum+a.X, sum0+b.X
			}
		}
	}
	whole, _ := stat.Difference(all)
	part, _ := stat.Difference(same)
	if len(same) == len(all) {
		part = whole
	}
	rest := onlyIn(now, was) - onlyIn(was, now)
	c.Parts = &insight.ChangeParts{
		Same: part, Model: whole - part, Prompts: rest, Rest: *c.Change - whole - rest,
		Platforms: *c.Change - whole - rest,
	}
	if t, ok := stat.Paired(same, kind); ok {
		c.Parts.SameLow, c.Parts.SameHigh = &t.Interval.Low, &t.Interval.High
		c.ChangeLow, c.ChangeHigh, c.SmallestChange = &t.Interval.Low, &t.Interval.High, some(stat.Smallest(t.Error, t.Test.Freedom))
		if sum >= 30 && sum0 >= 30 && len(prompts) >= 3 {
			c.Significant, c.P = some(t.Test.P < 0.05), &t.Test.P
		}
	}
	return c
}

// onlyIn is what prompts that the other period does not have add to a ratio.
func onlyIn(list, other []gathered) float64 {
	y, x := sumOf(list)
	var ky, kx float64
	for _, g := range list {
		if slices.ContainsFunc(other, func(o gathered) bool { return o.prompt == g.prompt && o.X > 0 }) {
			ky, kx = ky+g.Y, kx+g.X
		}
	}
	if kx == 0 {
		return 0
	}
	return y/x - ky/kx
}

// keys lists the different values of facts in the order of their letters.
func keys(list facts, of func(taken) string) []string {
	var out []string
	for _, f := range list {
		if k := of(f); !slices.Contains(out, k) {
			out = append(out, k)
		}
	}
	slices.Sort(out)
	return out
}

// byPlatform lists platforms in the catalogue's order.
func byPlatform(list facts) []string {
	platforms := keys(list, func(f taken) string { return f.platform })
	slices.SortStableFunc(platforms, func(a, b string) int {
		return cmp.Compare(slices.Index(geotest.Platforms(), a), slices.Index(geotest.Platforms(), b))
	})
	return platforms
}

func later(a, b taken) bool { return a.at.After(b.at) || a.at.Equal(b.at) && a.id > b.id }

func newest(list facts) taken {
	best := list[0]
	for _, f := range list {
		if later(f, best) {
			best = f
		}
	}
	return best
}

func fold(name string) string { return strings.ToLower(name) }
