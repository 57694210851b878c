package answer

import (
	_ "embed"
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

// hanSection is the words of one length, with the number of the first word for every 16 first characters.
type hanSection struct {
	words string
	index [(lastHan-hanFirst)>>4 + 2]uint16
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
		block := 0
		for i := range n {
			first := int(s.words[i*size])<<8 | int(s.words[i*size+1])
			for ; block <= (first-hanFirst)>>4; block++ {
				s.index[block] = uint16(i)
			}
		}
		for ; block < len(s.index); block++ {
			s.index[block] = uint16(n)
		}
	}
	return &sections
})

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

// hanScore is the frequency of a word as the dictionary writes it; 0 when it is not there. The search is in place: the
// dictionary takes hardly any memory but its own bytes.
func hanScore(word []rune) int {
	if len(word) == 0 || len(word) > hanLongest || word[0] < hanFirst || word[0] > lastHan {
		return 0
	}
	if len(word) > 1 && !hanPairs().has(word[0], word[1]) {
		return 0
	}
	section := &hanSections()[len(word)]
	size := 2*len(word) + 1
	block := (word[0] - hanFirst) >> 4
	low, high := int(section.index[block]), int(section.index[block+1])
	for low < high {
		middle := (low + high) / 2
		switch c := hanCompare(section.words[middle*size:], word); {
		case c == 0:
			return int(section.words[middle*size+size-1])
		case c < 0:
			low = middle + 1
		default:
			high = middle
		}
	}
	return 0
}

func hanCompare(record string, word []rune) int {
	for i, r := range word {
		if c := int(record[2*i])<<8 | int(record[2*i+1]) - int(r); c != 0 {
			return c
		}
	}
	return 0
}
