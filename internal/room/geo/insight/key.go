package insight

import (
	"context"

	"renown/internal/room/account"
)

// Keys are the key figures of the pages about tone and about sources, each beside that of the period before.
type Keys struct {
	Score, Positive, Neutral, Negative Indicator // of judged answers
	CitationRate                       Indicator // of answers
	Own                                Indicator // of citations
	Answers, Named                     int64     // of prompts that count for sentiment
}

// Keys analyses tone and sources in a few figures. Faults: NotFound, and Malformed for a period that is none.
func (i *Insights) Keys(ctx context.Context, who account.Caller, brandID string, query Query) (out Keys, err error) {
	err = i.within(ctx, who, brandID, query, func(s *scope) error {
		now, err := s.entries(ctx, s.span)
		if err != nil {
			return err
		}
		before, err := s.entries(ctx, s.span.before())
		if err != nil {
			return err
		}
		tone, toneWas := now.total(forSentiment), before.total(forSentiment)
		all, allWas := now.total(forBoth), before.total(forBoth)
		part := func(hits func(sums) int64) Indicator {
			return proportion(share{hits(tone), tone.judged()}, share{hits(toneWas), toneWas.judged()})
		}
		out = Keys{
			Score:        average(tone.scores(), toneWas.scores(), -1, 1),
			Positive:     part(func(s sums) int64 { return s.positive }),
			Neutral:      part(func(s sums) int64 { return s.neutral }),
			Negative:     part(func(s sums) int64 { return s.negative }),
			CitationRate: proportion(all.citing(), allWas.citing()),
			Own:          proportion(share{all.own, all.citations}, share{allWas.own, allWas.citations}),
			Answers:      tone.answers, Named: tone.named,
		}
		return nil
	})
	return out, err
}
