package answer

// Steps is how much of a text and of its parts is looked at when it is read, however fast.
func (r *Reader) Steps(text string) int {
	s := new(scratch)
	s.markup.scan(text)
	r.mentions(s, text, "")
	return s.markup.steps + s.steps + s.token.steps
}

// Masks gives the stretches that are not read as prose, in bytes.
func Masks(text string) []Span {
	var m markup
	m.scan(text)
	return m.masks
}

// Fold gives the folded form of a rune.
var Fold = foldRune

// IsListed tells whether an English word is on the list of ordinary ones.
var IsListed = ordinary
