package sentiment

// page is a text taken apart: lines of sentences of clauses of tokens. The
// slices index each other, so that a page can be used again without allocating.
type page struct {
	text      string
	tokens    []token
	clauses   []clause
	sentences []sentence
	lines     []line
	letters   int // words and characters that are no name
}

// token is a name or a word that the tables know.
type token struct {
	start, end int32
	entity     int32 // noEntity for a word
	kinds      kind
	value      float32
}

const noEntity = -1

func (t token) isName() bool { return t.entity != noEntity }

// clause is what stands between commas, or before a "but".
type clause struct {
	start, end  int32
	first, last int32 // tokens[first:last]
	kinds       kind  // of all of them
	names       int32 // how many of them are
	colon       bool  // a colon ends it
	letters     bool  // it says more than names
	cell        uint8 // column of a table row, from 0
}

type sentence struct {
	start, end  int32
	first, last int32 // clauses[first:last]
	asks        bool
}

// shape is what the Markdown of a line makes of it.
type shape uint8

const (
	plain shape = iota
	blank
	heading
	item
	row
)

type line struct {
	shape       shape
	level       int32 // depth of a heading from 1, indent of an item in columns
	first, last int32 // sentences[first:last]
	head        bool  // the first row of a table
}

// isRule tells whether a row is the line of dashes below a table's head.
func (l line) isRule() bool { return l.shape == row && l.first == l.last }

func (p *page) reset(text string) {
	p.text = text
	p.tokens = p.tokens[:0]
	p.clauses = p.clauses[:0]
	p.sentences = p.sentences[:0]
	p.lines = p.lines[:0]
	p.letters = 0
}
