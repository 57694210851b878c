package sentiment

// Basis is what the rules saw when they judged an entity: what a judgement's certainty follows from.
type Basis struct {
	Both        bool // good and bad
	Apart       bool // in a sentence that does not name it
	Sentences   int  // that name it or speak of it
	Silent      int  // clauses of them that say more than names, of which no word is known
	Turned      bool // "but", "though"
	Denied      bool
	Supposed    bool // conditions, wishes, "perhaps"
	Reported    bool // worries, claims and what came of them
	Compared    bool // with another
	Mocked      bool // words of irony, rhetorical questions, praise in quotation marks
	Strengthens bool // "very", "too"
}

// Basis tells what the judgement of an entity of the text read last rests on. Only the first sentences that speak of it are looked at.
func (r *Reader) Basis(entity int) (b Basis) {
	const most = 8
	v := r.verdict(int32(entity))
	b.Both = v.good > 0 && v.bad > 0
	at := int32(0) // the sentence of a token
	last := int32(-1)
	for i := range r.tokens {
		t := &r.tokens[i]
		if t.entity != int32(entity) {
			continue
		}
		for at+1 < int32(len(r.sentences)) && r.sentences[at].end <= t.start {
			at++
		}
		if at != last && b.Sentences < most {
			b.addSentence(r, at)
		}
		last = at
	}
	last = -1
	for i := range r.says {
		s := &r.says[i]
		if s.entity != int32(entity) || s.sentence == last || b.Sentences >= most {
			continue
		}
		if last = s.sentence; !r.namedIn(s.sentence, s.entity) {
			b.Apart = true
			b.addSentence(r, s.sentence)
		}
	}
	return b
}

// namedIn tells whether a sentence names an entity.
func (r *Reader) namedIn(sentence, entity int32) bool {
	s := &r.sentences[sentence]
	for i := s.first; i < s.last; i++ {
		for _, t := range r.tokens[r.clauses[i].first:r.clauses[i].last] {
			if t.entity == entity {
				return true
			}
		}
	}
	return false
}

func (b *Basis) addSentence(r *Reader, sentence int32) {
	s := &r.sentences[sentence]
	for i := s.first; i < s.last; i++ {
		b.add(&r.clauses[i])
	}
	b.Sentences++
	b.Mocked = b.Mocked || s.asks
}

func (b *Basis) add(c *clause) {
	k := c.kinds
	if c.letters && !k.has(valued|rising|falling|attrGood|attrBad|size|beats|loses|choice|expected) {
		b.Silent++
	}
	b.Turned = b.Turned || k.has(but|though|mend)
	b.Denied = b.Denied || k.has(negator|few|scarce|instead|away)
	b.Supposed = b.Supposed || k.has(condition|whether|wish|hedge|ifEnd)
	b.Reported = b.Reported || k.has(doubt|refute|report|denies|claim|confirm|tested|past|ignorance|search)
	b.Compared = b.Compared || k.has(beats|loses|rivals|than|versus|shift|substitute|latter|former)
	b.Mocked = b.Mocked || k.has(mock|rhetoric)
	b.Strengthens = b.Strengthens || k.has(strong|toomuch)
}
