package answer

import (
	"math"

	"renown/internal/tool/answer/sentiment"
)

// Label is the direction of a sentiment.
type Label = sentiment.Label

const (
	Positive = sentiment.Positive
	Neutral  = sentiment.Neutral
	Negative = sentiment.Negative
)

// Sentiment is how an answer speaks of one entity.
type Sentiment struct {
	Label    Label
	Score    float64 // -1 to 1
	Sentence string  // what it rests on
	Judge    string  // who judged
}

// OfflineJudge is the name of the judge that is built in.
const OfflineJudge = "offline"

// judgeAll judges every entity that is named and takes the text apart once for all of them. Unjudged is not neutral.
func judgeAll(s *scratch, text string, mentions []candidate, entities []Finding) {
	if len(mentions) == 0 {
		return
	}
	s.named = s.named[:0]
	for _, c := range mentions {
		if c.state != Named {
			continue
		}
		s.named = append(s.named, sentiment.Mention{Start: c.start, End: c.end, Entity: int(c.entity)})
	}
	s.sentiment.Read(text, s.named)
	for i := range entities {
		f := &entities[i]
		if !f.Named() {
			continue
		}
		if found, ok := s.sentiment.Score(i); ok {
			f.Sentiment = &Sentiment{found.Label, math.Round(found.Score*1e4) / 1e4, found.Sentence, OfflineJudge}
		}
	}
}
