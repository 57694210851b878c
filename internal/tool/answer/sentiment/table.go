package sentiment

import (
	"embed"
	"fmt"
	"strconv"
	"strings"
)

// The tables zh.tsv and en.tsv are our own. vader.tsv is the part of VADER's
// lexicon that is spelt like words and rated clearly; it speaks only of words
// that our own tables are silent about.
//
//go:embed words/*.tsv
var tables embed.FS

// ratingShare turns VADER's ratings, -4 to 4, into our values, where 1.2 is a
// plain word of praise. They are kept lower: many are ordinary words here.
const ratingShare = 0.4

func readTables() (map[string]meaning, error) {
	all := make(map[string]meaning, 24<<10)
	for _, name := range [...]string{"words/zh.tsv", "words/en.tsv"} {
		if err := readTable(name, all); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	err := readRows("words/vader.tsv", 2, func(fields []string) error {
		rating, err := strconv.ParseFloat(fields[1], 32)
		if _, known := all[fields[0]]; !known {
			all[fields[0]] = meaning{kinds: valued, value: float32(rating * ratingShare)}
		}
		return err
	})
	return all, err
}

// readTable adds the rows of one of our tables: kind, value, entries separated
// by "|". A word may stand in rows of several kinds; its value is the first.
func readTable(name string, all map[string]meaning) error {
	var forms []string
	return readRows(name, 3, func(fields []string) error {
		k, known := kindNames[fields[0]]
		value, err := strconv.ParseFloat(fields[1], 32)
		if !known || err != nil {
			return fmt.Errorf("kind %q, value %q", fields[0], fields[1])
		}
		for entry := range strings.SplitSeq(fields[2], "|") {
			forms = inflect(forms[:0], entry)
			for _, form := range forms {
				m := all[form]
				if k == valued && !m.kinds.has(valued) {
					m.value = float32(value)
				}
				m.kinds |= k
				all[form] = m
			}
		}
		return nil
	})
}

// readRows calls each for the rows of a table, which have so many columns.
// Lines that begin with # are remarks.
func readRows(name string, columns int, each func(fields []string) error) error {
	file, err := tables.ReadFile(name)
	if err != nil {
		return err
	}
	number := 0
	for line := range strings.Lines(string(file)) {
		number++
		line = strings.TrimRight(line, "\r\n")
		if line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Split(line, "\t")
		if len(fields) != columns {
			return fmt.Errorf("line %d: %d columns, want %d", number, len(fields), columns)
		}
		if err := each(fields); err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
	}
	return nil
}
