package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Words longer than longest characters never decide how a name of two or three
// characters is to be cut; rarer ones than rarest would cost more than they tell.
const (
	longest = 4
	rarest  = 25 // occurrences in the 60 million words that the dictionary counted
)

// han writes, for each length from 1 to longest, the number of words as four
// bytes, then the words in order: two bytes a character, one for the frequency
// (twelve times its binary logarithm). All numbers are big-endian.
func han(in io.Reader, out io.Writer) error {
	var sections [longest + 1][][]byte
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) < 2 {
			return fmt.Errorf("not a line of the dictionary: %q", lines.Text())
		}
		count, err := strconv.Atoi(fields[1])
		if err != nil {
			return fmt.Errorf("no count in %q", lines.Text())
		}
		if record := hanRecord(fields[0], count); record != nil {
			length := len(record) / 2
			sections[length] = append(sections[length], record)
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	var b bytes.Buffer
	for _, words := range sections[1:] {
		slices.SortFunc(words, bytes.Compare)
		n := len(words)
		b.Write([]byte{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)})
		for _, w := range words {
			b.Write(w)
		}
	}
	_, err := out.Write(b.Bytes())
	return err
}

func hanRecord(word string, count int) []byte {
	var record []byte
	for _, r := range word {
		if r < 0x4E00 || r > 0x9FFF {
			return nil
		}
		record = append(record, byte(r>>8), byte(r))
	}
	if count < rarest || len(record) > 2*longest {
		return nil
	}
	return append(record, byte(math.Round(12*math.Log2(float64(count)))))
}
