package insight

import "context"

// Keys are the key figures of the pages about tone and about sources, each beside that of the period before.
type Keys struct {
	Score, Positive, Neutral, Negative Indicator // of judged answers
	CitationRate                       Indicator // of answers
	Own                                Indicator // of citations
	Answers, Named                     int64     // of prompts that count for sentiment
}

func (s *scope) keys(ctx context.Context) (out Keys, err error) {
	now, err := s.entries(ctx, s.span)
	if err != nil {
		return out, err
	}
	before, err := s.entries(ctx, s.span.before())
	if err != nil {
		return out, err
	}
	tone, toneWas := now.total(forSentiment), before.total(forSentiment)
	all, allWas := now.total(forBoth), before.total(forBoth)
	part := func(hits func(sums) int64) Indicator {
		return proportion(share{hits(tone), tone.judged()}, share{hits(toneWas), toneWas.judged()})
	}
	return Keys{
		Score:        average(tone.scores(), toneWas.scores(), -1, 1),
		Positive:     part(func(s sums) int64 { return s.Positive }),
		Neutral:      part(func(s sums) int64 { return s.Neutral }),
		Negative:     part(func(s sums) int64 { return s.Negative }),
		CitationRate: proportion(all.citing(), allWas.citing()),
		Own:          proportion(share{all.Own, all.Citations}, share{allWas.Own, allWas.Citations}),
		Answers:      tone.Answers, Named: tone.Named,
	}, nil
}
