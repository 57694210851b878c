package insight_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/brand"
	"renown/internal/room/insight"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
	"renown/internal/tool/answer"
	"renown/internal/tool/stat"
)

// expected is what the analyses must say about a period.
type expected struct {
	t       must.Tester
	w       *geotest.World
	b       *geotest.Watched
	names   []answer.Entity
	period  insight.Period
	applied insight.Filters
	now     facts
	was     facts
	months  bool // the period before is not read day by day
}

func expectedOf(t must.Tester, w *geotest.World, b *geotest.Watched, names []answer.Entity, q insight.Query) *expected {
	t.Helper()
	q = applied(t, w, b, q)
	all := history(t, w, b.ID, names).narrowed(q)
	to := w.Clock.Now().In(timestamp.Beijing)
	if q.To != "" {
		to, _ = time.Parse(time.DateOnly, q.To)
	}
	from := to.AddDate(0, 0, -29)
	if q.From != "" {
		from, _ = time.Parse(time.DateOnly, q.From)
	}
	text := func(t time.Time) string { return t.Format(time.DateOnly) }
	days := 0
	for d := from; text(d) <= text(to); d = d.AddDate(0, 0, 1) {
		days++
	}
	return &expected{
		t, w, b, names,
		insight.Period{From: text(from), To: text(to)},
		insight.Filters{Platforms: q.Platforms, TopicIDs: q.TopicIDs},
		all.between(text(from), text(to)), all.between(text(from.AddDate(0, 0, -days)), text(from.AddDate(0, 0, -1))), days > 92,
	}
}

// applied leaves out what narrows nothing: platforms and topics that there are not.
func applied(t must.Tester, w *geotest.World, b *geotest.Watched, q insight.Query) insight.Query {
	t.Helper()
	have := must.Get(w.Brands.Existing(context.Background(), b.Who, b.ID))(t)
	var platforms, topics []string
	for _, p := range q.Platforms {
		if slices.Contains(geotest.Platforms(), p) && !slices.Contains(platforms, p) {
			platforms = append(platforms, p)
		}
	}
	for _, id := range q.TopicIDs {
		if slices.ContainsFunc(have.Topics, func(t brand.Topic) bool { return t.ID == id }) && !slices.Contains(topics, id) {
			topics = append(topics, id)
		}
	}
	q.Platforms, q.TopicIDs = platforms, topics
	return q
}

func meanIf(told bool, values []float64) *float64 {
	if !told {
		return nil
	}
	return meanOf(values)
}

// meanOver is the mean of the cells of a day, each as if it had been asked once.
func meanOver(list facts, of unit) *float64 {
	var y, x float64
	for _, g := range list.cells(of) {
		n := 0.0
		for _, f := range list.counted() {
			n += one(f.prompt == g.prompt && f.platform == g.platform)
		}
		if n > 0 {
			y, x = y+g.Y/n, x+g.X/n
		}
	}
	return share(y, x)
}

func (e *expected) day(list facts) insight.Figures {
	v, s := list.visibility(), list.sentiment()
	named, _ := v.naming(0)
	f := insight.Figures{
		Answers: int64(len(v.counted())), Mentions: named, Visibility: meanOver(v, namingOf(0)),
		ShareOfVoice: meanOver(v, voiceOf(0)), NegativeShare: meanOver(s, judgedAs(answer.Negative)),
		FirstRate: meanOver(v, upTo(1)), Top3Rate: meanOver(v, upTo(3)),
		OwnCitationRate: meanOver(list, citingOwn), CitationRate: meanOver(list, citingAny),
	}
	if named >= 10 && told(plain(e.now.visibility().cells(placed))) {
		f.AveragePosition = meanOver(v, placed)
	}
	if _, judged := sumOf(s.cells(judgedScore(0))); judged >= 10 && told(plain(e.now.sentiment().cells(judgedScore(0)))) {
		f.Sentiment = meanOver(s, judgedScore(0))
	}
	if f.Visibility != nil {
		i, ok := stat.Score(*f.Visibility, float64(f.Answers))
		f.Interval = bounded(i, ok, 0, 1)
	}
	return f
}

func (e *expected) platform(p string) insight.PlatformFigures {
	on := func(list facts) facts { return list.where(func(f taken) bool { return f.platform == p }) }
	in := e.indicator(func(l facts) facts { return on(l).visibility() }, stat.Rate, 0, 1, namingOf(0))
	of := func(list facts, u unit) *float64 { return share(sumOf(on(list).cells(u))) }
	mean := func(list facts, u unit) *float64 {
		if !told(plain(on(list).cells(u))) {
			return nil
		}
		return of(list, u)
	}
	_, catalogue := e.w.Runs.Platforms()
	v, s := e.now.visibility(), e.now.sentiment()
	return insight.PlatformFigures{
		Platform: p, Name: catalogue[p], Wide: in.Wide, Change: in.Change, Standardised: e.standardised(p),
		Figures: insight.Figures{
			Answers: in.Denominator, Mentions: int64(in.Numerator), Visibility: in.Value, Interval: in.Interval,
			ShareOfVoice: of(v, voiceOf(0)), AveragePosition: mean(v, placed),
			Sentiment: mean(s, judgedScore(0)), NegativeShare: of(s, judgedAs(answer.Negative)),
			FirstRate: of(v, upTo(1)), Top3Rate: of(v, upTo(3)),
			OwnCitationRate: of(e.now, citingOwn), CitationRate: of(e.now, citingAny),
		},
	}
}

// standardised compares platforms by the prompts that all of them answered.
func (e *expected) standardised(platform string) *float64 {
	v := e.now.visibility().counted()
	platforms := keys(v, func(f taken) string { return f.platform })
	var rates []float64
	for _, prompt := range keys(v, func(f taken) string { return f.prompt }) {
		of := v.where(func(f taken) bool { return f.prompt == prompt })
		if len(keys(of, func(f taken) string { return f.platform })) < len(platforms) {
			continue
		}
		if here := of.where(func(f taken) bool { return f.platform == platform }); len(here) > 0 {
			k, _ := here.naming(0)
			rates = append(rates, float64(k)/float64(len(here)))
		}
	}
	if len(rates) < 3 {
		return nil
	}
	return meanOf(rates)
}

func (e *expected) overview() insight.Overview {
	v, s, all := facts.visibility, facts.sentiment, func(l facts) facts { return l }
	seen := e.now.visibility()
	out := insight.Overview{
		Period: e.period, Filters: e.applied, Excluded: e.now.excluded(), Mode: "search", Surface: "api",
		ModelChanges: []insight.ModelChange{}, Judges: e.now.judges(),
		Trend: []insight.OverviewDay{}, Platforms: []insight.PlatformFigures{}, SuggestedCompetitors: e.suggestions(),
		Indicators: insight.Indicators{
			Visibility:      e.indicator(v, stat.Rate, 0, 1, namingOf(0)),
			ShareOfVoice:    e.indicator(v, stat.Share, 0, 1, voiceOf(0)),
			AveragePosition: e.indicator(v, stat.Mean, 1, 1e6, placed),
			Sentiment:       e.indicator(s, stat.Mean, -1, 1, judgedScore(0)),
			OwnCitationRate: e.indicator(all, stat.Rate, 0, 1, citingOwn),
			OwnSiteRate:     e.indicator(all, stat.Rate, 0, 1, citingSite),
			PlacedRate:      e.indicator(all, stat.Rate, 0, 1, citingPlaced),
			FirstRate:       e.indicator(v, stat.Rate, 0, 1, upTo(1)),
			Top3Rate:        e.indicator(v, stat.Rate, 0, 1, upTo(3)),
			NegativeShare:   e.indicator(s, stat.Share, 0, 1, judgedAs(answer.Negative)),
			UnknownRate:     e.indicator(all, stat.Rate, 0, 1, unknown),
			CitationRate:    e.indicator(all, stat.Rate, 0, 1, citingAny),
		},
	}
	for _, day := range keys(e.now.counted(), taken.day) {
		out.Trend = append(out.Trend, insight.OverviewDay{Date: day, Figures: e.day(e.now.between(day, day))})
	}
	for _, p := range byPlatform(e.now) {
		out.Platforms = append(out.Platforms, e.platform(p))
	}
	for i := range e.names {
		k, positions := seen.naming(i)
		now, was := seen.cells(namingOf(i)), daysAway(e.was.visibility().cells(namingOf(i)))
		if i > 0 {
			now = asOften(now, seen.cells(namingOf(0)))
		}
		r := indicated(now, was, stat.Rate, 0, 1, out.Indicators.Visibility.Persistence, nil)
		at := seen.cells(placedOf(i))
		if i > 0 {
			at = daysAway(at)
		}
		out.Competitors = append(out.Competitors, insight.Standing{
			CompetitorID: e.competitor(i), Name: e.names[i].Name, IsBrand: i == 0, Answers: r.Denominator,
			Mentions: k, Visibility: r.Value, Interval: r.Interval, Wide: r.Wide, Change: r.Change,
			ShareOfVoice: ratio(k, seen.voices()), AveragePosition: meanIf(told(plain(at)), positions),
		})
	}
	slices.SortStableFunc(out.Competitors, func(a, b insight.Standing) int { return cmp.Compare(b.Mentions, a.Mentions) })
	for i := range out.Competitors {
		rank := 1
		for _, other := range out.Competitors {
			if other.Mentions > out.Competitors[i].Mentions {
				rank++
			}
		}
		out.Competitors[i].Rank = rank
	}
	e.tie(out.Competitors)
	return out
}

// tie marks who cannot be told apart from the one before, cell by cell.
func (e *expected) tie(list []insight.Standing) {
	v := e.now.visibility()
	cells := func(s insight.Standing) []gathered {
		return v.cells(namingOf(slices.IndexFunc(e.names, func(n answer.Entity) bool {
			return s.CompetitorID == nil && n.ID == e.names[0].ID || s.CompetitorID != nil && n.ID == *s.CompetitorID
		})))
	}
	for i := 1; i < len(list) && len(v.counted()) > 0; i++ {
		a, b := cells(list[i-1]), cells(list[i])
		var pairs []stat.Pair
		for j := range a {
			pairs = append(pairs, stat.Pair{Y1: a[j].Y, X1: a[j].X, Y0: b[j].Y, X0: b[j].X})
		}
		t, ok := stat.Paired(pairs, stat.Rate)
		list[i].Tied = !ok || t.Test.P >= 0.05
	}
}

func (e *expected) competitor(i int) *string {
	if i == 0 {
		return nil
	}
	return &e.names[i].ID
}

// suggestions rest on what was stored of each answer, which is tested by itself.
func (e *expected) suggestions() []insight.Suggestion {
	stored, err := store.List(context.Background(), e.w.DB.Read(), func(row store.Row) (s struct {
		id    string
		names store.Texts
	}, err error,
	) {
		err = row.Scan(&s.id, &s.names)
		return s, err
	}, `SELECT f.answer_id, f.suggested FROM findings f JOIN readings r ON r.brand_id = f.brand_id AND r.generation = f.generation
		WHERE f.brand_id = $1 AND r.status = 'current' ORDER BY f.at DESC, f.answer_id`, e.b.ID)
	must.Do(e.t, err)
	out := []insight.Suggestion{}
	for _, s := range stored {
		if !slices.ContainsFunc(e.now, func(f taken) bool { return f.id == s.id }) {
			continue
		}
		for _, name := range s.names {
			i := slices.IndexFunc(out, func(o insight.Suggestion) bool { return fold(o.Name) == fold(name) })
			if i < 0 {
				i = len(out)
				out = append(out, insight.Suggestion{Name: name, AnswerIDs: []string{}})
			}
			if out[i].Answers++; len(out[i].AnswerIDs) < 5 {
				out[i].AnswerIDs = append(out[i].AnswerIDs, s.id)
			}
		}
	}
	out = slices.DeleteFunc(out, func(s insight.Suggestion) bool { return s.Answers < 2 })
	slices.SortStableFunc(out, func(a, b insight.Suggestion) int { return cmp.Compare(b.Answers, a.Answers) })
	return out[:min(len(out), 10)]
}

// naming joins the answers of one prompt, platform, topic and stage, which is what parts of a page are added up from.
func (e *expected) naming(list facts) insight.Naming {
	n := int64(len(list))
	named, positions := list.naming(0)
	var cells, places []stat.Cell
	of := func(f taken) string {
		return strings.Join([]string{f.prompt, f.platform, f.topic, f.stage, fmt.Sprint(f.s)}, " ")
	}
	for _, key := range keys(list, of) {
		here := list.where(func(f taken) bool { return of(f) == key })
		k, _ := here.naming(0)
		places = append(places, plain(here.cells(placed))...)
		cells = append(cells, stat.Cell{
			Y: float64(k), X: float64(len(here)),
			DaysAsked: float64(len(keys(here, taken.day))), Dispersion: e.dispersion(),
		})
	}
	u, ok := stat.Estimate(cells, stat.Rate, e.persistence())
	return insight.Naming{
		Answers: n, Mentions: named, Rate: ratio(named, n), Interval: bounded(u.Near, ok, 0, 1),
		AveragePosition: meanIf(told(places), positions),
	}
}

// item is the same for one prompt on one platform.
func (e *expected) item(list facts) insight.Naming {
	out := e.naming(list)
	asked := float64(len(keys(list, taken.day)))
	u, ok := stat.Estimate([]stat.Cell{{
		Y: float64(out.Mentions), X: float64(out.Answers), DaysAsked: asked,
		Dispersion: e.dispersion(),
	}}, stat.Rate, e.persistence())
	out.Interval = bounded(u.Near, ok, 0, 1)
	return out
}

// persistence is that of the overview's visibility.
func (e *expected) persistence() float64 {
	if rho := e.indicator(facts.visibility, stat.Rate, 0, 1, namingOf(0)).Persistence; rho != nil {
		return *rho
	}
	return 0
}

func (e *expected) dispersion() float64 {
	return stat.Dispersion(plain(e.now.visibility().cells(namingOf(0))))
}

func (e *expected) visibility() insight.Visibility {
	v := e.now.visibility().counted()
	out := insight.Visibility{
		Period: e.period, Filters: e.applied, Excluded: e.now.visibility().excluded(),
		Items: []insight.VisibilityItem{}, ByTopic: []insight.TopicFigures{}, ByStage: []insight.StageFigures{},
	}
	have := must.Get(e.w.Brands.Existing(context.Background(), e.b.Who, e.b.ID))(e.t)
	texts, topics := map[string]string{}, map[string]string{}
	for _, p := range have.Prompts {
		texts[p.ID] = p.Text
	}
	for _, t := range have.Topics {
		topics[t.ID] = t.Name
	}
	prompts := keys(v, func(f taken) string { return f.prompt })
	slices.Reverse(prompts)
	for _, prompt := range prompts {
		of := v.where(func(f taken) bool { return f.prompt == prompt })
		for _, platform := range byPlatform(of) {
			list := of.where(func(f taken) bool { return f.platform == platform })
			last := newest(list)
			text, ok := texts[prompt]
			if !ok {
				text = last.question
			}
			item := insight.VisibilityItem{
				PromptID: prompt, Text: text, TopicID: last.topic, Platform: platform, Naming: e.item(list),
				Last: &insight.LastAnswer{
					AnsweredAt: timestamp.Of(last.at), AnswerID: last.id,
					Mentioned: ptrOf(last.us()) != nil, Position: ptrOf(last.us()),
				},
			}
			out.Items = append(out.Items, item)
		}
	}
	out.Total, out.ByPlatform = len(out.Items), map[string]insight.Naming{}
	for _, platform := range byPlatform(v) {
		out.ByPlatform[platform] = e.naming(v.where(func(f taken) bool { return f.platform == platform }))
	}
	for _, topic := range keys(v, func(f taken) string { return f.topic }) {
		out.ByTopic = append(out.ByTopic, insight.TopicFigures{
			TopicID: topic, Name: topics[topic],
			Naming: e.naming(v.where(func(f taken) bool { return f.topic == topic })),
		})
	}
	for _, stage := range keys(v, func(f taken) string { return f.stage }) {
		out.ByStage = append(out.ByStage, insight.StageFigures{
			Stage:  stage,
			Naming: e.naming(v.where(func(f taken) bool { return f.stage == stage })),
		})
	}
	return out
}

func ptrOf(f *answer.Finding) *int64 {
	if !f.Named() {
		return nil
	}
	return some(int64(f.Position))
}
