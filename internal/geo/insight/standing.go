package insight

import (
	"cmp"
	"context"
	"slices"

	"renown/internal/stat"
	"renown/internal/store"
)

// Standing is the brand or a competitor in the ranking.
type Standing struct {
	Rank         int      `json:"rank"`
	CompetitorID *string  `json:"competitor_id"` // nil for the brand
	Name         string   `json:"name"`
	IsBrand      bool     `json:"is_brand"`
	Answers      int64    `json:"answers"`
	Mentions     int64    `json:"mentions"`
	Visibility   *float64 `json:"visibility"`
	Interval
	Change
	ShareOfVoice    *float64 `json:"share_of_voice"`
	AveragePosition *float64 `json:"average_position"`
}

// standings rank the brand and its competitors by visibility.
func (s *scope) standings(ctx context.Context, seen, was sums) ([]Standing, error) {
	now, err := s.rivals(ctx, s.span, forVisibility)
	if err != nil {
		return nil, err
	}
	before, err := s.rivals(ctx, s.span.before(), forVisibility)
	if err != nil {
		return nil, err
	}
	competitors, err := s.competitors(ctx)
	if err != nil {
		return nil, err
	}
	stand := func(st Standing, r, r0 rival) Standing {
		p := proportion(share{r.answers, seen.answers}, share{r0.answers, was.answers})
		st.Answers, st.Mentions, st.Visibility, st.Interval, st.Change = seen.answers, r.answers, p.Value, p.Interval, p.Change
		st.ShareOfVoice = rate(r.answers, seen.named+seen.others)
		st.AveragePosition = mean(stat.Sample{N: int(r.answers), Sum: float64(r.positionSum)})
		return st
	}
	list := []Standing{stand(Standing{Name: s.brand.Name, IsBrand: true}, rival{answers: seen.named, positionSum: seen.positionSum}, rival{answers: was.named})}
	for _, c := range competitors {
		list = append(list, stand(Standing{CompetitorID: &c.id, Name: c.name}, now[c.id], before[c.id]))
	}
	slices.SortStableFunc(list, func(a, b Standing) int { return cmp.Compare(b.Mentions, a.Mentions) })
	for i := range list {
		list[i].Rank = i + 1
		if i > 0 && list[i].Mentions == list[i-1].Mentions {
			list[i].Rank = list[i-1].Rank
		}
	}
	return list, nil
}

// rival is a competitor's sums.
type rival struct {
	answers, positionSum                                     int64
	positive, neutral, negative, unjudged, scoreSum, scoreSq int64
}

// tone is the rival's in the form of the brand's.
func (r rival) tone() sums {
	return sums{positive: r.positive, neutral: r.neutral, negative: r.negative, unjudged: r.unjudged, scoreSum: r.scoreSum, scoreSq: r.scoreSq}
}

var rivalColumns = added("answers", "position_sum", "positive", "neutral", "negative", "unjudged", "score_sum", "score_sq")

func (s *scope) rivals(ctx context.Context, span span, k kind) (map[string]rival, error) {
	f := s.added(span).and(k.sql())
	out := map[string]rival{}
	_, err := store.List(ctx, s.q, func(row store.Row) (struct{}, error) {
		var id string
		var r rival
		err := row.Scan(&id, &r.answers, &r.positionSum, &r.positive, &r.neutral, &r.negative, &r.unjudged, &r.scoreSum, &r.scoreSq)
		out[id] = r
		return struct{}{}, err
	}, `SELECT competitor_id, `+rivalColumns+` FROM figures_other`+f.sql+` GROUP BY competitor_id`, f.args...)
	return out, err
}

type competitor struct{ id, name string }

func (s *scope) competitors(ctx context.Context) ([]competitor, error) {
	return store.List(ctx, s.q, func(row store.Row) (c competitor, err error) {
		err = row.Scan(&c.id, &c.name)
		return c, err
	}, `SELECT id, name FROM competitors WHERE brand_id = $1 ORDER BY created_at, id`, s.brand.ID)
}
