package insight

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// Voice is a judged sentence, and how many of the newest answers say just that.
type Voice struct {
	Quote
	Answers int64
	Newer   int64 // of them, those in the newer half of what was read of the tone
}

// Voices are distinct sentences of the newest judgements, by tone (positive, neutral, negative): the strongest first, each
// with its newest answer.
type Voices map[string][]Voice

// tones in the order in which pages show them.
var tones = []string{"negative", "positive", "neutral"}

// voicesRead are the newest judged sentences, whatever their tone, that are looked through for some of each.
const voicesRead = 2000

// voices are of quotesRead sentences of each tone. A tone that is rarer than in one of voicesRead's is looked for by itself.
func (s *Scope) voices(ctx context.Context) (all Voices, err error) {
	quoted, err := s.book.quotes(ctx, s, voicesRead)
	if err != nil {
		return nil, err
	}
	all = Voices{}
	for _, tone := range tones {
		list := slices.DeleteFunc(slices.Clone(quoted), func(q Quote) bool { return q.Sentiment != tone })
		if len(list) < quotesRead && len(quoted) == voicesRead {
			if list, err = s.quotedIn(ctx, tone); err != nil {
				return nil, err
			}
		}
		all[tone] = voicesOf(list[:min(len(list), quotesRead)])
	}
	return all, nil
}

func (s *Scope) quotedIn(ctx context.Context, tone string) ([]Quote, error) {
	f := s.Found().and(forSentiment.sql())
	f.Args = append(f.Args, tone)
	f.SQL += ` AND sentiment = $` + itoa(len(f.Args))
	return stored{s.Q}.quoted(ctx, f, quotesRead)
}

// voicesOf joins equal sentences of a list whose newest is the first; the strongest come first.
func voicesOf(list []Quote) (voices []Voice) {
	index := map[string]int{}
	for i, q := range list {
		at, known := index[q.Sentence]
		if !known {
			at = len(voices)
			index[q.Sentence] = at
			voices = append(voices, Voice{Quote: q})
		}
		voices[at].Answers++
		if i < len(list)/2 {
			voices[at].Newer++
		}
	}
	slices.SortStableFunc(voices, func(a, b Voice) int { return cmp.Compare(math.Abs(*b.Score), math.Abs(*a.Score)) })
	return voices
}
