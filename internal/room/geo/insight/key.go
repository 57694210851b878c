package insight

import "context"

// Keys are the key figures of the pages about tone and about sources, each beside that of the period before.
type Keys struct {
	Score, Positive, Neutral, Negative Indicator // of judged answers
	CitationRate, OwnCitationRate      Indicator // of answers
	Own                                Indicator // of citations
	Answers, Named                     int64     // of prompts that count for sentiment
}

func (s *Scope) keys(ctx context.Context) (out Keys, err error) {
	now, before, err := s.tables(ctx)
	if err != nil {
		return out, err
	}
	of := func(m measure) Indicator { return m.indicator(now.cells(m.of, ""), before.cells(m.of, "")) }
	tone := now.total(forSentiment, "")
	return Keys{
		Score: of(toneOfBrand), Positive: of(positiveOf), Neutral: of(neutralOf), Negative: of(negativeOf),
		CitationRate: of(citationRateOf), OwnCitationRate: of(ownCitedOf), Own: of(ownShareOf),
		Answers: tone.answers, Named: tone.named,
	}, nil
}
