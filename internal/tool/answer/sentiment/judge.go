package sentiment

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	conceded  = 0.35 // weight of what a "but" or an "although" takes back
	undecided = 0.2  // and of praise where it is not known what it says instead
	faded     = 0.7  // weight of what is told of the past and not taken back
	band      = 0.5  // sums up to this are neutral
	balance   = 0.25 // so are sums that are small beside all that was said
	softening = 1.5  // how slowly the score nears 1
	maxQuote  = 400  // bytes of the sentence that is quoted
)

// verdict adds up what a text says of one entity.
type verdict struct {
	good, bad     float32
	best, worst   float32 // of a single sentence
	praise, fault evidence
}

// evidence is a sentence and where in it the strongest words stand.
type evidence struct{ sentence, at int32 }

// Score judges the entity by the text read last. It gives false when the text
// does not name it, or says nothing good or bad of it, nor that both are even:
// to have no opinion is not to be neutral.
func (r *Reader) Score(entity int) (Result, bool) {
	basis, found := r.firstName(int32(entity))
	if !found || r.letters == 0 {
		return Result{}, false
	}
	v := r.verdict(int32(entity))
	net, all := v.good-v.bad, v.good+v.bad
	if all == 0 && !r.evens() && !r.told(int32(entity)) {
		return Result{}, false
	}
	result := Result{Label: Neutral, Score: float64(net / (all + softening))}
	switch {
	case net > band && net >= balance*all:
		result.Label, basis = Positive, v.praise
	case -net > band && -net >= balance*all:
		result.Label, basis = Negative, v.fault
	}
	result.At = r.quote(basis)
	result.Sentence = r.original[result.At.Start:result.At.End]
	return result, true
}

// evens tells whether the text calls something as good as bad.
func (r *Reader) evens() bool {
	for _, t := range r.tokens {
		if t.kinds.has(mixed) {
			return true
		}
	}
	return false
}

// told tells whether the text says something good or bad of the entity, though it add up to nothing.
func (r *Reader) told(entity int32) bool {
	return slices.ContainsFunc(r.says, func(s said) bool { return s.entity == entity && s.value != 0 })
}

func (r *Reader) verdict(entity int32) verdict {
	var v verdict
	for i := 0; i < len(r.says); {
		if r.says[i].entity != entity {
			i++
			continue
		}
		end, sum, at := r.sentenceSum(i, entity)
		found := evidence{r.says[i].sentence, at}
		v.good += max(sum, 0)
		v.bad -= min(sum, 0)
		if sum > v.best {
			v.best, v.praise = sum, found
		}
		if sum < v.worst {
			v.worst, v.fault = sum, found
		}
		i = end
	}
	return v
}

// sentenceSum adds up what is said of the entity from says[i] on in one
// sentence, and gives where the next sentence begins and where in the text the
// strongest word of this one stands.
func (r *Reader) sentenceSum(i int, entity int32) (end int, sum float32, at int32) {
	last, opened := int16(-1), int16(-1)
	firm := false
	for end = i; end < len(r.says) && r.says[end].sentence == r.says[i].sentence; end++ {
		switch s := r.says[end]; {
		case s.entity != entity:
		case s.open:
			opened = s.part
		case s.value != 0:
			last = max(last, s.part)
			firm = firm || !s.soft
		}
	}
	if last < 0 { // nothing, or nothing that counts
		return end, 0, 0
	}
	strongest := float32(0)
	for _, s := range r.says[i:end] {
		if s.entity != entity {
			continue
		}
		value := s.value
		switch {
		case value > 0 && s.part < opened, s.soft && s.part < last:
			value *= undecided // conceded, or past, and taken back
		case s.part < last || s.soft && firm:
			value *= conceded
		case s.soft:
			value *= faded
		}
		sum += value
		if value = max(value, -value); value > strongest {
			strongest, at = value, s.at
		}
	}
	return end, sum, at
}

// firstName gives the sentence that names the entity first.
func (r *Reader) firstName(entity int32) (evidence, bool) {
	for _, t := range r.tokens {
		if t.entity == entity {
			i, _ := slices.BinarySearchFunc(r.sentences, t.start, func(s sentence, at int32) int {
				return cmp.Compare(s.end, at+1)
			})
			return evidence{int32(i), t.start}, true
		}
	}
	return evidence{}, false
}

// quote gives the place of a sentence without the blanks and cell marks around
// it. Of one that is too long to be shown it gives the part that counts.
func (r *Reader) quote(e evidence) Extent {
	start, end := int(r.sentences[e.sentence].start), int(r.sentences[e.sentence].end)
	if end-start > maxQuote {
		start = int(e.at)
		end = min(end, start+maxQuote)
		for end > start && end < len(r.text) && !utf8.RuneStart(r.text[end]) {
			end--
		}
	}
	const around = " \t\r\n>|"
	start += len(r.text[start:end]) - len(strings.TrimLeft(r.text[start:end], around))
	end = start + len(strings.TrimRight(r.text[start:end], around))
	return Extent{start, end}
}
