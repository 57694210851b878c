package insight

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"

	"renown/internal/floor/fault"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/reading"
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
	Judges      Judges         `json:"judges"`
	Revision    string         `json:"-"` // see Insights.Revision
}

// Tone counts judgements of one judge; the score is the mean over those made.
type Tone struct {
	Positive int64    `json:"positive"`
	Neutral  int64    `json:"neutral"`
	Negative int64    `json:"negative"`
	Unjudged int64    `json:"unjudged"`
	Score    *float64 `json:"score"`
	Interval
	NegativeShare   *float64 `json:"negative_share"`   // of judged answers
	JudgedOtherwise int64    `json:"judged_otherwise"` // by the other judge: in no mean and no share
}

func toneOf(c counts, score *float64, bounds Interval) Tone {
	return Tone{
		c[reading.Positive], c[reading.Neutral], c[reading.Negative], c[reading.Unjudged], score, bounds,
		rate(c[reading.Negative], c.judged()), c[ofOtherwise],
	}
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
	Judge      string         `json:"judge"`
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

	err = i.Analyse(ctx, who, brandID, query, Made("sentiment", &out, (*Scope).Sentiment))
	return out, err
}

func (s *Scope) Sentiment(ctx context.Context) (out Sentiment, err error) {
	defer fault.Wrap(&err, "insight.Sentiment")

	now, before, err := s.tables(ctx)
	if err != nil {
		return out, err
	}
	all := now.total(forSentiment, "")
	score := toneOfBrand.indicator(now.cells(forSentiment, ""), before.cells(forSentiment, ""))
	out = Sentiment{
		Revision: s.Revision, Period: s.Period(), Filters: s.Filters(),
		Totals: toneOf(all, score.Value, score.Interval), Excluded: all.excluded(), Trend: now.toneTrend(),
		Platforms: s.tonePlatforms(now, before),
		Judges:    now.judges,
	}
	if out.Quotes, err = s.quotes(ctx); err != nil {
		return out, err
	}
	out.Competitors, err = s.toneRivals(ctx, now)
	return out, err
}

// toneTrend has an entry for each day that has answers. Counts are of all answers; mean and share weigh each cell
// once, as in the overview's trend.
func (t *table) toneTrend() []ToneDay {
	curve, means := t.measured(toneOfBrand), t.dayMeans()
	days := sum(curve.dates, daysOf(t.cells(forSentiment, "")))
	list := []ToneDay{}
	for i, day := range days.days {
		total := days.counts(i)
		if total[reading.Answers] == 0 {
			continue
		}
		tone, m := toneOf(total, nil, Interval{}), &means[i]
		tone.NegativeShare = ratio(m.negative, m.judged)
		if x := float64(total.judged()); curve.tells(x) {
			tone.Score = ratio(m.score, m.judged)
			tone.Interval = curve.around(stat.Day{Y: *tone.Score * x, X: x}).Interval
		}
		list = append(list, ToneDay{day.String(), tone})
	}
	return list
}

func (s *Scope) tonePlatforms(now, before *table) []TonePlatform {
	list := []TonePlatform{}
	for _, p := range now.platforms(s) {
		total := now.total(forSentiment, p)
		if total == (counts{}) {
			continue // no prompt that counts here
		}
		in := toneOfBrand.on(p, now, before)
		list = append(list, TonePlatform{p, s.PlatformName(p), toneOf(total, in.Value, in.Interval), in.Change})
	}
	return list
}

// toneRivals ranks the brand and its competitors by score; those without one come last. All are judged by prompts that do not
// name the brand: in the others competitors turn up only as alternatives to it.
func (s *Scope) toneRivals(ctx context.Context, now *table) ([]ToneRival, error) {
	rivals, err := s.rivalsOf(ctx, s.dates, unbranded)
	if err != nil {
		return nil, err
	}
	rivals.judgeBy(now.judges)
	ours := toneOfBrand.indicator(now.cells(unbranded, ""), nil)
	list := []ToneRival{{Name: s.Brand.Name, IsBrand: true, Tone: toneOf(now.total(unbranded, ""), ours.Value, ours.Interval)}}
	for _, c := range s.rivals {
		r := rivals.of(c.id)
		score, bounds := r.score()
		list = append(list, ToneRival{CompetitorID: &c.id, Name: c.name, Tone: toneOf(r.tone, score, bounds)})
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

// score is a competitor's mean with its interval, by how cells differ.
func (r *rival) score() (*float64, Interval) {
	var cells []stat.Cell
	for _, at := range slices.SortedFunc(maps.Keys(r.judged), cellKey.compare) { // in order, so that rounding is always the same
		c := r.judged[at]
		cells = append(cells, stat.Cell{Y: toneOfBrand.y.of(c), X: toneOfBrand.x.of(c)})
	}
	u, ok := stat.Estimate(cells, stat.Mean, 0)
	if !ok {
		return nil, Interval{}
	}
	value := float64(r.tone[reading.Score]) / scale / float64(r.tone.judged())
	return &value, IntervalOf(u.Near, true).within(-1, 1).holding(value)
}

// quotes are the strongest of the newest judged sentences about the brand.
func (s *Scope) quotes(ctx context.Context) ([]Quote, error) {
	list, err := s.book.quotes(ctx, s, quotesRead)
	slices.SortStableFunc(list, func(a, b Quote) int { return cmp.Compare(math.Abs(*b.Score), math.Abs(*a.Score)) })
	return append([]Quote{}, list[:min(len(list), quotesShown)]...), err
}
