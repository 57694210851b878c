package sentiment

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	conceded  = 0.35 // weight of what a "but" or an "although" takes back
	faded     = 0.7  // weight of what is told of the past and not taken back
	band      = 0.5  // sums up to this are neutral
	balance   = 0.25 // so are sums that are small beside all that was said
	softening = 1.5  // how fast the score nears 1
	maxQuote  = 400  // bytes of the sentence that is quoted
)

// Score judges the entity by the text read last. It gives false when the text
// does not name it, or has nothing but names.
func (r *Reader) Score(entity int) (Result, bool) {
	at, found := r.firstName(int32(entity))
	if !found || r.letters == 0 {
		return Result{}, false
	}
	good, bad := float32(0), float32(0)
	best, chosen := float32(0), int32(-1)
	worst, blamed := float32(0), int32(-1)
	for i := 0; i < len(r.says); {
		s := r.says[i].sentence
		sum := float32(0)
		i, sum = r.sentenceSum(i, int32(entity))
		if sum > 0 {
			good += sum
		} else {
			bad -= sum
		}
		if sum > best {
			best, chosen = sum, s
		}
		if sum < worst {
			worst, blamed = sum, s
		}
	}
	net := good - bad
	result := Result{Label: Neutral, Score: float64(net / (good + bad + softening))}
	sentence := at
	switch {
	case net > band && net >= balance*(good+bad):
		result.Label, sentence = Positive, chosen
	case -net > band && -net >= balance*(good+bad):
		result.Label, sentence = Negative, blamed
	}
	result.At = r.quote(sentence)
	result.Sentence = r.text[result.At.Start:result.At.End]
	return result, true
}

// sentenceSum adds up what is said of the entity from says[i] on in one
// sentence, and gives where the next sentence begins.
func (r *Reader) sentenceSum(i int, entity int32) (int, float32) {
	end := i
	last := int16(-1)
	firm := false
	for end < len(r.says) && r.says[end].sentence == r.says[i].sentence {
		if s := r.says[end]; s.entity == entity && s.value != 0 {
			last = max(last, s.part)
			firm = firm || !s.soft
		}
		end++
	}
	sum := float32(0)
	for _, s := range r.says[i:end] {
		if s.entity != entity {
			continue
		}
		switch {
		case s.part < last || s.soft && firm:
			sum += conceded * s.value
		case s.soft:
			sum += faded * s.value
		default:
			sum += s.value
		}
	}
	return end, sum
}

// firstName gives the sentence that names the entity first.
func (r *Reader) firstName(entity int32) (int32, bool) {
	for _, t := range r.tokens {
		if t.entity == entity {
			i, _ := slices.BinarySearchFunc(r.sentences, t.start, func(s sentence, at int32) int {
				return cmp.Compare(s.end, at+1)
			})
			return int32(i), true
		}
	}
	return 0, false
}

// quote gives the place of a sentence without the blanks and marks around it,
// cut to a length that can be shown.
func (r *Reader) quote(i int32) Span {
	start, end := int(r.sentences[i].start), int(r.sentences[i].end)
	const around = " \t\r\n*_>|-"
	start += len(r.text[start:end]) - len(strings.TrimLeft(r.text[start:end], around))
	end = start + len(strings.TrimRight(r.text[start:end], around))
	if end-start > maxQuote {
		end = start + maxQuote
		for end > start && !utf8.RuneStart(r.text[end]) {
			end--
		}
	}
	return Span{start, end}
}

// inOrder sorts mentions by place, the longer first.
func (r *Reader) inOrder(mentions []Mention) []Mention {
	before := func(a, b Mention) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End))
	}
	if slices.IsSortedFunc(mentions, before) {
		return mentions
	}
	r.sorted = append(r.sorted[:0], mentions...)
	slices.SortFunc(r.sorted, before)
	return r.sorted
}
