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

// Judge tells how a text speaks of the entity that is named at target, given where others are named. Spans are bytes of
// the text, in order. It is false when it cannot tell; what the offline judge found then stands, which may be nothing:
// unjudged is not neutral.
type Judge func(text string, target, others []Span) (Sentiment, bool)

// judgeAll judges every entity that is named. The offline judge takes the text apart once for all of them.
func (r *Reader) judgeAll(s *scratch, text string, mentions []candidate, entities []Finding) {
	if len(mentions) == 0 {
		return
	}
	s.named = s.named[:0]
	for _, c := range mentions {
		s.named = append(s.named, sentiment.Mention{Start: c.start, End: c.end, Entity: int(c.entity)})
	}
	s.sentiment.Read(text, s.named)
	for i := range entities {
		f := &entities[i]
		if len(f.Mentions) == 0 {
			continue
		}
		if found, ok := s.sentiment.Score(i); ok {
			f.Sentiment = &Sentiment{found.Label, math.Round(found.Score*1e4) / 1e4, found.Sentence, OfflineJudge}
		}
		if r.judge == nil {
			continue
		}
		target, others := s.spans(mentions, i)
		if found, ok := r.judge(text, target, others); ok {
			f.Sentiment = &found
		}
	}
}

// spans parts the mentions of one entity from those of all others.
func (s *scratch) spans(mentions []candidate, entity int) (target, others []Span) {
	s.target, s.others = s.target[:0], s.others[:0]
	for _, c := range mentions {
		if span := (Span{c.start, c.end}); int(c.entity) == entity {
			s.target = append(s.target, span)
		} else {
			s.others = append(s.others, span)
		}
	}
	return s.target, s.others
}
