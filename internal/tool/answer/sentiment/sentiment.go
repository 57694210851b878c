// Package sentiment judges how a text speaks of a named thing: well, badly or
// neither. It owns the word tables and the rules that weigh them. It finds no
// names itself (the caller says where they stand), asks no service, keeps no
// state between texts, and knows Chinese and English, also mixed.
package sentiment

// Label is the side a text takes.
type Label string

const (
	Positive Label = "positive"
	Neutral  Label = "neutral"
	Negative Label = "negative"
)

// Span is a stretch of a text in bytes, the end excluded.
type Span struct{ Start, End int }

// Mention is one place where an entity is named. Entity is the caller's number
// for it, 0 or more.
type Mention struct {
	Start, End int // bytes, the end excluded
	Entity     int
}

// Result is a judgement and what it rests on.
type Result struct {
	Label    Label
	Score    float64 // -1 to 1
	Sentence string  // part of the text, at most a few hundred characters
	At       Span    // where the sentence stands
}

// Score judges what text says about the thing named at target, where others
// are the places that name anything else. Spans are bytes of text; those that
// lie outside of it are ignored. It gives false when there is nothing to judge
// by: no name, or nothing but names. To judge several things named in one
// text, use a Reader.
func Score(text string, target, others []Span) (Result, bool) {
	mentions := make([]Mention, 0, len(target)+len(others))
	for _, s := range target {
		mentions = append(mentions, Mention{s.Start, s.End, 0})
	}
	for _, s := range others {
		mentions = append(mentions, Mention{s.Start, s.End, 1})
	}
	var r Reader
	r.Read(text, mentions)
	return r.Score(0)
}
