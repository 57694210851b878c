package answer

import (
	_ "embed"
	"math"
	"math/bits"
	"strconv"
	"strings"
	"sync"

	"renown/internal/tool/answer/sentiment"
)

// Confidence is how likely it is that what was read of an entity is right, from 0 to 1: whether the answer names it, what it does with it
// and how it speaks of it (also that it says nothing good or bad). The last two are 0 when it is not named.
type Confidence struct {
	Named, Stance, Tone float64
	Grounds             Grounds
}

// Grounds is the set of things that were seen when an entity was read.
type Grounds uint64

const (
	nothingStands Grounds = 1 << iota // what the answer names: no spelling of the name is there
	leftAsWord
	leftAsSource
	leftAsNamesake
	leftWithoutContext
	leftInExclusion
	onlyEchoed
	onlyUnknown
	plainName
	wordProven // an ordinary word, by how well something shows it to be the name
	wordHinted
	wordOpen
	wordWithContext
	onlyRespelled
	onlyLine
	namedAgain
	leftElsewhere // another place where the name stands does not count
	doubtedElsewhere

	isRecommended // what it does with the name
	isMentioned
	isCompared
	isAdvisedAgainst
	recommendedByRank
	recommendedWithBlame
	mentionedForChoice // though it was asked what to choose
	mentionedWithBlame
	amongOthers

	tonePositive // how it speaks of it
	toneNegative
	toneEven
	toneNone
	toneStrong
	toneFair
	toneFaint
	goodAndBad
	saidApart
	silentClause
	silentClauses
	manySentences
	saysBut
	saysNot
	saysIf
	saysReported
	saysCompared
	saysMock
	saysVery
	groundsEnd
)

const (
	namedGrounds  = doubtedElsewhere<<1 - 1
	stanceGrounds = (amongOthers<<1 - 1) &^ namedGrounds
	toneGrounds   = (groundsEnd - 1) &^ stanceGrounds &^ namedGrounds
)

// sureTable has a line for each ground: what it is about, its name and its weight. The test of this file fits and writes it.
//
//go:embed data/sure.tsv
var sureTable string

// grounds are the lines of the table, in the order of the constants, and what their sums come to.
type groundTable struct {
	names   [64]string
	weights [64]int32                 // hundredths
	sure    [2*mostWeight + 1]float64 // the logistic function of sums from -mostWeight to mostWeight, to two decimals, never certain
}

const mostWeight = 1000

var grounds = sync.OnceValue(func() *groundTable {
	t, i := &groundTable{}, 0
	for line := range strings.Lines(sureTable) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if len(fields) != 3 {
			continue
		}
		weight, err := strconv.ParseFloat(fields[2], 64)
		if err != nil {
			panic(err) // compiled in and tested
		}
		t.names[i], t.weights[i] = fields[1], int32(math.Round(100*weight))
		i++
	}
	for i := range t.sure {
		t.sure[i] = min(0.99, math.Round(100/(1+math.Exp(float64(mostWeight-i)/100)))/100)
	}
	return t
})

// Words names the grounds.
func (g Grounds) Words() []string {
	list := make([]string, 0, bits.OnesCount64(uint64(g)))
	for t := grounds(); g != 0; g &= g - 1 {
		list = append(list, t.names[bits.TrailingZeros64(uint64(g))])
	}
	return list
}

// of is the logistic function of the weights of some grounds.
func (t *groundTable) of(g Grounds) float64 {
	sum := int32(mostWeight)
	for ; g != 0; g &= g - 1 {
		sum += t.weights[bits.TrailingZeros64(uint64(g))]
	}
	return t.sure[max(0, min(sum, 2*mostWeight))]
}

func (g Grounds) confidence() Confidence {
	t := grounds()
	c := Confidence{Named: t.of(g & namedGrounds), Grounds: g}
	if g&stanceGrounds != 0 {
		c.Stance, c.Tone = t.of(g&stanceGrounds), t.of(g&toneGrounds)
	}
	return c
}

// setConfidence tells of each finding how sure it is.
func (r *Reader) setConfidence(s *scratch, mentions []candidate, list []Finding) {
	several := 0
	for i := range list {
		several += int(min(1, list[i].Position))
	}
	for i := range list {
		f := &list[i]
		g := nothingStands
		if len(f.Mentions)+len(f.Left) > 0 || f.Unknown {
			g = r.namedGrounds(mentions, int32(i), f)
		}
		if f.Position > 0 {
			g |= s.stanceGrounds(f, int32(i), several) | s.toneGrounds(f, i)
		}
		f.Confidence = g.confidence()
	}
}

func (r *Reader) namedGrounds(mentions []candidate, entity int32, f *Finding) (g Grounds) {
	if f.Position == 0 {
		switch {
		case f.Unknown:
			return onlyUnknown
		case len(f.Mentions) > 0:
			return onlyEchoed
		}
		for _, l := range f.Left {
			g |= leftGround[l.Reason]
		}
		return g
	}
	kinds, named := Grounds(0), 0
	for i := range mentions {
		m := &mentions[i]
		if m.entity != entity {
			continue
		}
		if m.state != Named {
			g |= doubtedElsewhere
			continue
		}
		named++
		kinds |= r.kindOf(m)
	}
	for _, best := range [...]Grounds{plainName, wordProven, wordWithContext, wordHinted, wordOpen, onlyLine, onlyRespelled} {
		if kinds&best != 0 {
			g |= best
			break
		}
	}
	if named > 1 {
		g |= namedAgain
	}
	if len(f.Left) > 0 {
		g |= leftElsewhere
	}
	return g
}

var leftGround = map[Reason]Grounds{
	AsWord: leftAsWord, AsSource: leftAsSource, AsOther: leftAsNamesake, NoContext: leftWithoutContext, Excluded: leftInExclusion,
}

// kindOf is the ground that one mention gives.
func (r *Reader) kindOf(m *candidate) Grounds {
	p := &r.names.patterns[m.pattern]
	switch {
	case p.slip || m.proof == respelled:
		return onlyRespelled
	case p.line:
		return onlyLine
	case p.rules&ordinaryName == 0:
		return plainName
	case m.proof == proven:
		return wordProven
	case r.context[m.entity]:
		return wordWithContext
	case m.proof == hinted:
		return wordHinted
	}
	return wordOpen
}

var stanceGround = map[Stance]Grounds{
	Recommended: isRecommended, Mentioned: isMentioned, Compared: isCompared, AdvisedAgainst: isAdvisedAgainst,
}

func (s *scratch) stanceGrounds(f *Finding, entity int32, several int) Grounds {
	g := stanceGround[f.Stance]
	e := s.entryOf(entity)
	switch {
	case f.Stance == Recommended && e != nil && e.rank != unranked:
		g |= recommendedByRank
	case f.Stance == Recommended && f.Sentiment != nil && f.Sentiment.Label != Positive:
		g |= recommendedWithBlame
	case f.Stance == Mentioned && f.Sentiment != nil && f.Sentiment.Label != Positive:
		g |= mentionedWithBlame
	case f.Stance == Mentioned && (s.asksChoice || e != nil && e.rank != unranked):
		g |= mentionedForChoice
	}
	if several > 1 {
		g |= amongOthers
	}
	return g
}

func (s *scratch) toneGrounds(f *Finding, entity int) Grounds {
	g := toneNone
	if t := f.Sentiment; t != nil {
		switch t.Label {
		case Positive:
			g = tonePositive
		case Negative:
			g = toneNegative
		default:
			g = toneEven
		}
		switch score := math.Abs(t.Score); {
		case score >= 0.6:
			g |= toneStrong
		case score >= 0.4:
			g |= toneFair
		default:
			g |= toneFaint
		}
	}
	b := s.sentiment.Basis(entity)
	return g | basisGrounds(&b)
}

func basisGrounds(b *sentiment.Basis) (g Grounds) {
	for _, c := range [...]struct {
		holds  bool
		ground Grounds
	}{
		{b.Both, goodAndBad},
		{b.Apart, saidApart},
		{b.Silent == 1, silentClause},
		{b.Silent > 1, silentClauses},
		{b.Sentences > 2, manySentences},
		{b.Turned, saysBut},
		{b.Denied, saysNot},
		{b.Supposed, saysIf},
		{b.Reported, saysReported},
		{b.Compared, saysCompared},
		{b.Mocked, saysMock},
		{b.Strengthens, saysVery},
	} {
		if c.holds {
			g |= c.ground
		}
	}
	return g
}
