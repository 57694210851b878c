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
	hanFirst   = 0x4E00
)

// hanWord is a word of the dictionary; what it is shorter than the longest is 0.
type hanWord [hanLongest]uint16

var hanScores = sync.OnceValue(func() map[hanWord]uint8 {
	scores := make(map[hanWord]uint8, 1<<16)
	rest := hanFile
	for length := 1; length <= hanLongest; length++ {
		count := int(rest[0])<<24 | int(rest[1])<<16 | int(rest[2])<<8 | int(rest[3])
		rest = rest[4:]
		for range count {
			var word hanWord
			for i := range length {
				word[i] = uint16(rest[2*i])<<8 | uint16(rest[2*i+1])
			}
			scores[word] = rest[2*length]
			rest = rest[2*length+1:]
		}
	}
	return scores
})

// hanScore is the frequency of a word as the dictionary writes it; 0 when it is not there.
func hanScore(word []rune) int {
	if len(word) == 0 || len(word) > hanLongest {
		return 0
	}
	var key hanWord
	for i, r := range word {
		if r > 0xFFFF {
			return 0
		}
		key[i] = uint16(r)
	}
	return int(hanScores()[key])
}
