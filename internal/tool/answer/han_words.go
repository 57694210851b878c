package answer

import (
	_ "embed"
	"math/bits"
	"sync"
)

// hanFile is a Chinese dictionary of words of one to four characters with their frequencies, made from jieba's: for each
// length the number of words, then the words in order, two bytes a character and one for twelve times the binary
// logarithm of the frequency.
//
//go:embed data/words_zh.bin
var hanFile string

const (
	hanLongest = 4
	hanTotal   = 310 // twelve times the binary logarithm of all words that were counted
)

// hanSection is the words of one length, with a hash table of their numbers from 1 on: a search by halves would take many steps,
// none of which a processor foresees.
type hanSection struct {
	words string
	table []uint16
}

const hanFirst = 0x4E00

var hanSections = sync.OnceValue(func() *[hanLongest + 1]hanSection {
	var sections [hanLongest + 1]hanSection
	rest := hanFile
	for length := 1; length <= hanLongest; length++ {
		n := int(rest[0])<<24 | int(rest[1])<<16 | int(rest[2])<<8 | int(rest[3])
		size := 2*length + 1
		s := &sections[length]
		s.words, rest = rest[4:4+n*size], rest[4+n*size:]
		s.table = make([]uint16, 1<<bits.Len(uint(n+n/2)))
		for i := range n {
			at := s.at(hanHash(s.words[i*size:], length))
			for s.table[at] != 0 {
				at = s.at(at + 1)
			}
			s.table[at] = uint16(i + 1)
		}
	}
	return &sections
})

func (s *hanSection) at(hash uint32) uint32 { return hash & uint32(len(s.table)-1) }

// hanHash is the hash of a word as the dictionary writes it.
func hanHash(record string, length int) (hash uint32) {
	for i := range length {
		hash = hanStep(hash, rune(record[2*i])<<8|rune(record[2*i+1]))
	}
	return hash
}

func hanStep(hash uint32, r rune) uint32 {
	hash = (hash ^ uint32(r)) * 0x9E3779B1
	return hash ^ hash>>15
}

// hanPairSet tells of most pairs of characters that no word begins with them, much cheaper than a search.
type hanPairSet [1 << 14]uint64

func (s *hanPairSet) at(a, b rune) (word, bit uint32) {
	h := (uint32(a)<<16 | uint32(b)&0xFFFF) * 0x9E3779B1
	return h >> 18, h >> 12 & 63
}

func (s *hanPairSet) has(a, b rune) bool {
	word, bit := s.at(a, b)
	return s[word]>>bit&1 != 0
}

var hanPairs = sync.OnceValue(func() *hanPairSet {
	var set hanPairSet
	for length := 2; length <= hanLongest; length++ {
		words, size := hanSections()[length].words, 2*length+1
		for at := 0; at < len(words); at += size {
			word, bit := set.at(rune(words[at])<<8|rune(words[at+1]), rune(words[at+2])<<8|rune(words[at+3]))
			set[word] |= 1 << bit
		}
	}
	return &set
})

// hanScore is the frequency of a word as the dictionary writes it; 0 when it is not there.
func hanScore(word []rune) int {
	if len(word) == 0 || len(word) > hanLongest || word[0] < hanFirst || word[0] > lastHan {
		return 0
	}
	if len(word) > 1 && !hanPairs().has(word[0], word[1]) {
		return 0
	}
	hash := uint32(0)
	for _, r := range word {
		hash = hanStep(hash, r)
	}
	section := &hanSections()[len(word)]
	size := 2*len(word) + 1
	for at := section.at(hash); section.table[at] != 0; at = section.at(at + 1) {
		if record := section.words[(int(section.table[at])-1)*size:][:size]; isHanWord(record, word) {
			return int(record[size-1])
		}
	}
	return 0
}

func isHanWord(record string, word []rune) bool {
	for i, r := range word {
		if rune(record[2*i])<<8|rune(record[2*i+1]) != r {
			return false
		}
	}
	return true
}
