package main

import (
	"bufio"
	"io"
	"slices"
	"strings"
)

// english writes the base forms of 3 to 10 letters, one on a line, in order.
// The reader takes the endings off a name itself.
func english(in io.Reader, out io.Writer) error {
	words := map[string]bool{}
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		if w := lines.Text(); len(w) >= 3 && len(w) <= 10 && plain(w) {
			words[w] = true
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	var kept []string
	for w := range words {
		if !derived(w, words) {
			kept = append(kept, w)
		}
	}
	slices.Sort(kept)
	_, err := io.WriteString(out, strings.Join(kept, "\n")+"\n")
	return err
}

func plain(w string) bool {
	return !strings.ContainsFunc(w, func(r rune) bool { return r < 'a' || r > 'z' })
}

// derived tells whether a word is another with a common ending.
func derived(w string, words map[string]bool) bool {
	for _, ending := range []string{"s", "es", "d", "ed", "ing", "ings", "ly", "ness", "est"} {
		base, ok := strings.CutSuffix(w, ending)
		n := len(base)
		if !ok || n < 3 {
			continue
		}
		if words[base] || words[base+"e"] ||
			n > 3 && base[n-1] == base[n-2] && words[base[:n-1]] ||
			base[n-1] == 'i' && words[base[:n-1]+"y"] {
			return true
		}
	}
	return false
}
