package insight

import (
	"cmp"
	"context"
	"math"
	"slices"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/tool/stat"
)

// Sentiment is in which tone answers speak of the brand.
type Sentiment struct {
	Period      Period         `json:"period"`
	Filters     Filters        `json:"filters"`
	Totals      Tone           `json:"totals"`
	Trend       []ToneDay      `json:"trend"`
	Platforms   []TonePlatform `json:"platforms"`
	Quotes      []Quote        `json:"quotes"`
	Competitors []ToneRival    `json:"competitors"`
	Excluded    Excluded       `json:"excluded"`
	Revision    string         `json:"-"` // see Insights.Revision
}

// Tone counts judgements; the score is the mean over those made.
type Tone struct {
	Positive int64    `json:"positive"`
	Neutral  int64    `json:"neutral"`
	Negative int64    `json:"negative"`
	Unjudged int64    `json:"unjudged"`
	Score    *float64 `json:"score"`
	Interval
}

func toneOf(s sums) Tone {
	return Tone{s.Positive, s.Neutral, s.Negative, s.Unjudged, mean(s.scores()), interval(s.scores().Interval()).within(-1, 1)}
}

// ToneDay is one day of the trend.
type ToneDay struct {
	Date string `json:"date"`
	Tone
}

// TonePlatform is the tone on one platform.
type TonePlatform struct {
	Platform string `json:"platform"`
	Name     string `json:"name"`
	Tone
	Change
}

// ToneRival is the tone towards the brand or a competitor.
type ToneRival struct {
	CompetitorID *string `json:"competitor_id"` // nil for the brand
	Name         string  `json:"name"`
	IsBrand      bool    `json:"is_brand"`
	Tone
}

// Quote is a sentence that a judgement rests on.
type Quote struct {
	Sentence   string         `json:"sentence"`
	Sentiment  string         `json:"sentiment"`
	Score      *float64       `json:"score"`
	Platform   string         `json:"platform"`
	PromptID   string         `json:"prompt_id"`
	AnswerID   string         `json:"answer_id"`
	AnsweredAt timestamp.Time `json:"answered_at"`
}

const (
	quotesRead  = 300 // newest judged sentences of the period
	quotesShown = 50
)

// Sentiment analyses the tone towards a brand. Faults: NotFound, and Malformed for a period that is none.
func (i *Insights) Sentiment(ctx context.Context, who account.Caller, brandID string, query Query) (out Sentiment, err error) {
	defer fault.Wrap(&err, "insight.Sentiment")

	err = i.ask(ctx, who, brandID, query, want("sentiment", &out, (*scope).sentiment))
	return out, err
}

func (s *scope) sentiment(ctx context.Context) (out Sentiment, err error) {
	now, err := s.entries(ctx, s.span)
	if err != nil {
		return out, err
	}
	before, err := s.totals(ctx, s.span.before())
	if err != nil {
		return out, err
	}
	all := now.total(forSentiment)
	out = Sentiment{
		Revision: s.revision, Period: s.span.period(), Filters: s.filters(), Totals: toneOf(all), Excluded: all.excluded(), Trend: toneTrend(now), Platforms: s.tonePlatforms(now, before),
	}
	if out.Quotes, err = s.quotes(ctx); err != nil {
		return out, err
	}
	out.Competitors, err = s.toneRivals(ctx, all)
	return out, err
}

func toneTrend(now entries) []ToneDay {
	list := []ToneDay{}
	for _, day := range parted(now, byDay) {
		if total := day.total(forSentiment); total.Answers > 0 {
			list = append(list, ToneDay{dayText(day.key), toneOf(total)})
		}
	}
	return list
}

func (s *scope) tonePlatforms(now, before entries) []TonePlatform {
	was := map[string]stat.Sample{}
	for _, p := range parted(before, byPlatform) {
		was[p.key] = p.total(forSentiment).scores()
	}
	list := []TonePlatform{}
	for _, p := range s.ordered(parted(now, byPlatform)) {
		total := p.total(forSentiment)
		if total == (sums{}) {
			continue // no prompt that counts here
		}
		t := toneOf(total)
		test, ok := stat.Welch(total.scores(), was[p.key])
		list = append(list, TonePlatform{p.key, s.name(p.key), t, changed(t.Score, mean(was[p.key]), test, ok)})
	}
	return list
}

// toneRivals ranks the brand and its competitors by score; those without one come last.
func (s *scope) toneRivals(ctx context.Context, ours sums) ([]ToneRival, error) {
	rivals, err := s.rivalsOf(ctx, s.span, forSentiment)
	if err != nil {
		return nil, err
	}
	list := []ToneRival{{Name: s.brand.Name, IsBrand: true, Tone: toneOf(ours)}}
	for _, c := range s.rivals {
		list = append(list, ToneRival{CompetitorID: &c.id, Name: c.name, Tone: toneOf(rivals[c.id].tone)})
	}
	rank := func(t ToneRival) float64 {
		if t.Score == nil {
			return math.Inf(-1)
		}
		return *t.Score
	}
	slices.SortStableFunc(list, func(a, b ToneRival) int { return cmp.Compare(rank(b), rank(a)) })
	return list, nil
}

// quotes are the strongest of the newest judged sentences about the brand.
func (s *scope) quotes(ctx context.Context) ([]Quote, error) {
	f := s.found().and(forSentiment.sql())
	list, err := store.List(ctx, s.q, func(row store.Row) (q Quote, err error) {
		var score int64
		err = row.Scan(&q.Sentence, &q.Sentiment, &score, &q.Platform, &q.PromptID, &q.AnswerID, &q.AnsweredAt)
		q.Score = ptr(float64(score) / scale)
		return q, err
	}, `SELECT sentence, sentiment, score, platform, prompt_id, answer_id, at FROM findings`+f.sql+` AND sentence IS NOT NULL
		ORDER BY at DESC, answer_id LIMIT `+itoa(quotesRead), f.args...)
	slices.SortStableFunc(list, func(a, b Quote) int { return cmp.Compare(math.Abs(*b.Score), math.Abs(*a.Score)) })
	return list[:min(len(list), quotesShown)], err
}
