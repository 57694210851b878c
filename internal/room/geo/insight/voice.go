package insight

import (
	"cmp"
	"context"
	"math"
	"slices"

	"renown/internal/floor/store"
)

// Voice is a judged sentence, and how many of the newest answers say just that.
type Voice struct {
	Quote
	Answers int64
}

// Voices are distinct sentences of the newest judgements, by tone (positive, neutral, negative): the strongest first, each
// with its newest answer.
type Voices map[string][]Voice

// tones in the order in which pages show them.
var tones = []string{"negative", "positive", "neutral"}

// quotesRead of each tone are read.
func (s *Scope) voices(ctx context.Context) (Voices, error) {
	all := Voices{}
	for _, tone := range tones {
		list, err := s.voicesOf(ctx, tone)
		if err != nil {
			return nil, err
		}
		all[tone] = list
	}
	return all, nil
}

func (s *Scope) voicesOf(ctx context.Context, tone string) (voices []Voice, err error) {
	f := s.Found().and(forSentiment.sql())
	f.Args = append(f.Args, tone)
	index := map[string]int{}
	err = store.Each(ctx, s.Q, func(row store.Row) error {
		var q Quote
		var score int64
		err := row.Scan(&q.Sentence, &q.Sentiment, &score, &q.Judge, &q.Platform, &q.PromptID, &q.AnswerID, &q.AnsweredAt)
		q.Score = ptr(float64(score) / scale)
		at, known := index[q.Sentence]
		if !known {
			at = len(voices)
			index[q.Sentence] = at
			voices = append(voices, Voice{Quote: q})
		}
		voices[at].Answers++
		return err
	}, `SELECT sentence, sentiment, score, judge, platform, prompt_id, answer_id, at FROM findings`+f.SQL+` AND sentence IS NOT NULL AND sentiment = $`+itoa(len(f.Args))+`
		ORDER BY at DESC, answer_id LIMIT `+itoa(quotesRead), f.Args...)
	slices.SortStableFunc(voices, func(a, b Voice) int { return cmp.Compare(math.Abs(*b.Score), math.Abs(*a.Score)) })
	return voices, err
}
