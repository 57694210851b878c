package insight

import (
	"cmp"
	"context"
	"math"
	"slices"

	"renown/internal/floor/store"
	"renown/internal/room/account"
)

// Voice is a judged sentence, and how many of the newest answers say just that.
type Voice struct {
	Quote
	Answers int64
}

// Voices are the distinct sentences of the newest judgements of one tone (positive, neutral, negative), the strongest
// first, each with its newest answer. Faults: NotFound, and Malformed for a period that is none.
func (i *Insights) Voices(ctx context.Context, who account.Caller, brandID, tone string, query Query) (voices []Voice, err error) {
	err = i.within(ctx, who, brandID, query, func(s *scope) error {
		f := s.found().and(forSentiment.sql())
		f.args = append(f.args, tone)
		index := map[string]int{}
		err := store.Each(ctx, s.q, func(row store.Row) error {
			var q Quote
			var score int64
			err := row.Scan(&q.Sentence, &q.Sentiment, &score, &q.Platform, &q.PromptID, &q.AnswerID, &q.AnsweredAt)
			q.Score = ptr(float64(score) / scale)
			at, known := index[q.Sentence]
			if !known {
				at = len(voices)
				index[q.Sentence] = at
				voices = append(voices, Voice{Quote: q})
			}
			voices[at].Answers++
			return err
		}, `SELECT sentence, sentiment, score, platform, prompt_id, answer_id, at FROM findings`+f.sql+` AND sentence IS NOT NULL AND sentiment = $`+itoa(len(f.args))+`
			ORDER BY at DESC, answer_id LIMIT `+itoa(quotesRead), f.args...)
		return err
	})
	slices.SortStableFunc(voices, func(a, b Voice) int { return cmp.Compare(math.Abs(*b.Score), math.Abs(*a.Score)) })
	return voices, err
}
