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

// Extent is a stretch of a text in bytes, the end excluded.
type Extent struct{ Start, End int }

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
	At       Extent  // where the sentence stands
}
