package insight_test

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/geo/insight"
	"renown/internal/testkit/geotest"
	"renown/internal/tool/answer"
)

// expected is what the analyses must say about a period.
type expected struct {
	t      geotest.T
	w      *geotest.World
	b      *geotest.Watched
	names  []answer.Entity
	period insight.Period
	now    facts
	was    facts
}

func expect(t geotest.T, w *geotest.World, b *geotest.Watched, names []answer.Entity, q insight.Query) *expected {
	t.Helper()
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
		all.between(text(from), text(to)), all.between(text(from.AddDate(0, 0, -days)), text(from.AddDate(0, 0, -1))),
	}
}

func (e *expected) figures(list facts) insight.Figures {
	v := list.visibility()
	n := int64(len(v.counted()))
	named, positions := v.naming(0)
	tone, _ := list.sentiment().tone(0)
	return insight.Figures{
		Answers: n, Mentions: named, Visibility: ratio(named, n), Interval: wilson(named, n), ShareOfVoice: ratio(named, v.voices()),
		AveragePosition: meanOf(positions), Sentiment: tone.Score, CitationRate: ratio(list.citing(), int64(len(list.counted()))),
	}
}

func (e *expected) overview() insight.Overview {
	v, v0 := e.now.visibility(), e.was.visibility()
	n, n0 := int64(len(v.counted())), int64(len(v0.counted()))
	named, positions := v.naming(0)
	named0, positions0 := v0.naming(0)
	_, scores := e.now.sentiment().tone(0)
	_, scores0 := e.was.sentiment().tone(0)
	out := insight.Overview{
		Period: e.period, Excluded: e.now.excluded(),
		Trend: []insight.OverviewDay{}, Platforms: []insight.PlatformFigures{}, SuggestedCompetitors: e.suggestions(),
		Indicators: insight.Indicators{
			Visibility:      rateIndicator(named, n, named0, n0),
			ShareOfVoice:    rateIndicator(named, v.voices(), named0, v0.voices()),
			AveragePosition: meanIndicator(positions, positions0, 1, math.Inf(1)),
			Sentiment:       meanIndicator(scores, scores0, -1, 1),
			CitationRate:    rateIndicator(e.now.citing(), int64(len(e.now.counted())), e.was.citing(), int64(len(e.was.counted()))),
		},
	}
	for _, day := range keys(e.now.counted(), fact.day) {
		out.Trend = append(out.Trend, insight.OverviewDay{Date: day, Figures: e.figures(e.now.between(day, day))})
	}
	_, catalogue := e.w.Runs.Platforms()
	for _, p := range byPlatform(e.now) {
		of := func(f fact) bool { return f.platform == p }
		k, _ := v.where(of).naming(0)
		k0, _ := v0.where(of).naming(0)
		change := rateIndicator(k, int64(len(v.where(of).counted())), k0, int64(len(v0.where(of).counted()))).Change
		out.Platforms = append(out.Platforms, insight.PlatformFigures{Platform: p, Name: catalogue[p], Figures: e.figures(e.now.where(of)), Change: change})
	}
	for i := range e.names {
		k, positions := v.naming(i)
		k0, _ := v0.naming(i)
		r := rateIndicator(k, n, k0, n0)
		out.Competitors = append(out.Competitors, insight.Standing{
			CompetitorID: e.competitor(i), Name: e.names[i].Name, IsBrand: i == 0, Answers: n, Mentions: k, Visibility: r.Value, Interval: r.Interval, Change: r.Change,
			ShareOfVoice: ratio(k, v.voices()), VoiceBounds: wilson(k, v.voices()), AveragePosition: meanOf(positions),
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
	return out
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
	geotest.Must(e.t, err)
	out := []insight.Suggestion{}
	for _, s := range stored {
		if !slices.ContainsFunc(e.now, func(f fact) bool { return f.id == s.id }) {
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

func (e *expected) naming(list facts) insight.Naming {
	n := int64(len(list))
	named, positions := list.naming(0)
	return insight.Naming{Answers: n, Mentions: named, Rate: ratio(named, n), Interval: wilson(named, n), AveragePosition: meanOf(positions)}
}

func (e *expected) visibility() insight.Visibility {
	v := e.now.visibility().counted()
	out := insight.Visibility{
		Period: e.period, Excluded: e.now.visibility().excluded(), Items: []insight.VisibilityItem{}, ByTopic: []insight.TopicFigures{}, ByStage: []insight.StageFigures{},
	}
	have, err := e.w.Brands.Existing(context.Background(), e.b.Who, e.b.ID)
	geotest.Must(e.t, err)
	texts, topics := map[string]string{}, map[string]string{}
	for _, p := range have.Prompts {
		texts[p.ID] = p.Text
	}
	for _, t := range have.Topics {
		topics[t.ID] = t.Name
	}
	prompts := keys(v, func(f fact) string { return f.prompt })
	slices.Reverse(prompts)
	for _, prompt := range prompts {
		of := v.where(func(f fact) bool { return f.prompt == prompt })
		for _, platform := range byPlatform(of) {
			list := of.where(func(f fact) bool { return f.platform == platform })
			last := newest(list)
			text, ok := texts[prompt]
			if !ok {
				text = last.question
			}
			item := insight.VisibilityItem{
				PromptID: prompt, Text: text, TopicID: last.topic, Platform: platform, Naming: e.naming(list),
				Last: &insight.LastAnswer{AnsweredAt: timestamp.Of(last.at), AnswerID: last.id, Mentioned: ptrOf(last.us()) != nil, Position: ptrOf(last.us())},
			}
			out.Items = append(out.Items, item)
		}
	}
	out.Total, out.ByPlatform = len(out.Items), map[string]insight.Naming{}
	for _, platform := range byPlatform(v) {
		out.ByPlatform[platform] = e.naming(v.where(func(f fact) bool { return f.platform == platform }))
	}
	for _, topic := range keys(v, func(f fact) string { return f.topic }) {
		out.ByTopic = append(out.ByTopic, insight.TopicFigures{TopicID: topic, Name: topics[topic], Naming: e.naming(v.where(func(f fact) bool { return f.topic == topic }))})
	}
	for _, stage := range keys(v, func(f fact) string { return f.stage }) {
		out.ByStage = append(out.ByStage, insight.StageFigures{Stage: stage, Naming: e.naming(v.where(func(f fact) bool { return f.stage == stage }))})
	}
	return out
}

func ptrOf(f *answer.Finding) *int64 {
	if !f.Named() {
		return nil
	}
	return some(int64(f.Position))
}
