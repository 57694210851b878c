package answer

// Label is the direction of a sentiment.
type Label string

const (
	Positive Label = "positive"
	Neutral  Label = "neutral"
	Negative Label = "negative"
)

// Sentiment is how an answer speaks of one entity.
type Sentiment struct {
	Label    Label
	Score    float64 // -1 to 1
	Sentence string  // what it rests on
	Judge    string  // who judged
}

// Judge tells how a text speaks of the entity that is named at target, given where others are named. Spans are bytes of
// the text, in order. It is false when it cannot tell: the entity is then unjudged, which is not neutral.
type Judge func(text string, target, others []Span) (Sentiment, bool)

func offline(string, []Span, []Span) (Sentiment, bool) { return Sentiment{}, false }

// judgeAll asks the judge about every entity that is named.
func (r *Reader) judgeAll(s *scratch, text string, mentions []candidate, entities []Finding) {
	for i := range entities {
		if len(entities[i].Mentions) == 0 {
			continue
		}
		s.target, s.others = s.target[:0], s.others[:0]
		for _, c := range mentions {
			if span := (Span{c.start, c.end}); int(c.entity) == i {
				s.target = append(s.target, span)
			} else {
				s.others = append(s.others, span)
			}
		}
		if found, ok := r.judge(text, s.target, s.others); ok {
			entities[i].Sentiment = &found
		}
	}
}
