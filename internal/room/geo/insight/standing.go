package insight

import (
	"cmp"
	"context"
	"slices"

	"renown/internal/room/geo/finding"
	"renown/internal/tool/stat"
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
	VoiceBounds     Interval `json:"-"` // of the share of voice
	AveragePosition *float64 `json:"average_position"`
}

// standings rank the brand and its competitors by visibility.
func (s *scope) standings(ctx context.Context, seen, was sums) ([]Standing, error) {
	now, err := s.rivalsOf(ctx, s.span, forVisibility)
	if err != nil {
		return nil, err
	}
	before, err := s.rivalsOf(ctx, s.span.before(), forVisibility)
	if err != nil {
		return nil, err
	}
	stand := func(st Standing, r, r0 rival) Standing {
		p := proportion(share{r.answers, seen.Answers}, share{r0.answers, was.Answers})
		st.Answers, st.Mentions, st.Visibility, st.Interval, st.Change = seen.Answers, r.answers, p.Value, p.Interval, p.Change
		st.ShareOfVoice, st.VoiceBounds = rate(r.answers, seen.Named+seen.Others), wilson(r.answers, seen.Named+seen.Others)
		st.AveragePosition = mean(stat.Sample{N: int(r.answers), Sum: float64(r.positionSum)})
		return st
	}
	list := []Standing{stand(Standing{Name: s.brand.Name, IsBrand: true}, rival{answers: seen.Named, positionSum: seen.Positions}, rival{answers: was.Named})}
	for _, c := range s.rivals {
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
	answers, positionSum int64
	tone                 sums // in the form of the brand's
}

// rivalsOf adds up competitors by their ids.
func (s *scope) rivalsOf(ctx context.Context, span span, k kind) (map[string]rival, error) {
	out := map[string]rival{}
	err := finding.EachOther(ctx, s.q, s.extent(span, false), func(_ finding.Spot, key finding.OtherKey, f *finding.OtherFigures) {
		if !s.about(key.Topic) || !k.takes(key.Kinds) {
			return
		}
		r := out[key.Competitor]
		r.answers += f.Answers
		r.positionSum += f.Positions
		r.tone = r.tone.plus(sums{Figures: finding.Figures{Tone: f.Tone}})
		out[key.Competitor] = r
	})
	return out, err
}
