package sentiment

// Reader takes a text apart once and judges any number of the things it
// names. It is scratch space: reading the next text forgets the last one. The
// zero value is ready; one goroutine may use it at a time.
type Reader struct {
	page
	events    []event
	denials   []denial
	attribute owner // of the clause: the last one read, as an index into it
	groups    []group
	says      []said
	outline   outline
	holder    owner   // spoken of at the end of the last line
	carry     float32 // and how much of it is left
	sorted    []Mention
}

// said is a judgement with the entity it is about.
type said struct {
	entity   int32
	sentence int32
	part     int16 // how many "but"s came before it in the sentence
	soft     bool  // conceded, or told of the past
	value    float32
}

// Read takes the text apart. The mentions may come in any order; those that
// lie outside of the text or inside of another one are ignored.
func (r *Reader) Read(text string, mentions []Mention) {
	r.scan(text, r.inOrder(mentions))
	r.says = r.says[:0]
	r.outline.reset()
	r.holder, r.carry = owner{}, 1
	for _, l := range r.lines {
		r.readLine(l)
	}
}
