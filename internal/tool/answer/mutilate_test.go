package answer_test

import (
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"renown/internal/tool/answer"
)

// Texts that are cut, joined and repeated at any byte are read, whatever they say, and nothing is found outside them.
func TestMutilatedTexts(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join("testdata", "hard", "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatal(len(files), err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	last, read := "", 0
	for _, file := range files {
		for _, c := range hardCases(t, strings.TrimSuffix(filepath.Base(file), ".jsonl")) {
			if len(c.Entities) == 0 || c.Text == "" {
				continue
			}
			reader := answer.NewReader(c.entities())
			for range 8 {
				text := mutilated(random, c.Text, last)
				length := utf8.RuneCountInString(text)
				for _, e := range reader.Read(text, c.Question, nil).Entities {
					for _, m := range e.Mentions {
						if m.Start < 0 || m.Start >= m.End || m.End > length {
							t.Fatalf("%q: %s stands at %d to %d of %d", text, e.ID, m.Start, m.End, length)
						}
					}
				}
				read++
			}
			last = c.Text
		}
	}
	if read < 5000 {
		t.Errorf("only %d texts were read", read)
	}
}

// mutilated changes a text in one to three ways.
func mutilated(random *rand.Rand, text, other string) string {
	const longest = 1 << 14
	for range 1 + random.IntN(3) {
		at := random.IntN(len(text) + 1)
		switch random.IntN(6) {
		case 0:
			text = text[at:]
		case 1:
			text = text[:at]
		case 2:
			text = text[:at] + other + text[at:]
		case 3:
			text = text[:at] + strings.Repeat(text[at:], 1+random.IntN(20))
		case 4:
			text = text[:at] + []string{"\n", "，", " however ", "\n1. ", "|", "不", "\xe4", "："}[random.IntN(8)] + text[at:]
		case 5:
			text += strings.Repeat("a和，", random.IntN(300)) + text
		}
		text = text[:min(len(text), longest)]
	}
	return text
}
