package answer

import (
	"context"
	"sync"

	"renown/internal/tool/address"
)

// Steps is how much of a text and of its parts is looked at when it is read, however fast.
func (r *Reader) Steps(text string) int {
	s := new(scratch)
	s.markup.scan(text)
	_, _ = r.mentions(context.Background(), s, text, "", nil)
	return s.markup.steps + s.steps + s.token.steps
}

// Masks gives the stretches that are not read as prose, in bytes.
func Masks(text string) []Extent {
	var m markup
	m.scan(text)
	return m.masks
}

// Fold gives the folded form of a rune.
var Fold = foldRune

// IsListed tells whether an English word is on the list of ordinary ones.
var IsListed = ordinary

// Addresses lists the canonical forms of all addresses in a text, each once, those of local hosts included.
func Addresses(text string) []string {
	var m markup
	m.scan(text)
	list := []string{}
	seen := map[string]bool{}
	for _, a := range m.addresses {
		if url, ok := address.Canonical(text[a.Start:a.End]); ok && !seen[url] {
			seen[url] = true
			list = append(list, url)
		}
	}
	return list
}

// Mentions counts how often each entity is named, and reads nothing else.
func (r *Reader) Mentions(text string) []int {
	s := scratches.Get().(*scratch)
	defer s.release()
	s.markup.scan(text)
	counts := make([]int, len(r.ids))
	mentions, _ := r.mentions(context.Background(), s, text, "", nil)
	for _, c := range mentions {
		counts[c.entity]++
	}
	return counts
}

// ForgetMemory makes the next reading begin without memory of earlier ones. No reading may run meanwhile.
func ForgetMemory() { scratches = &sync.Pool{New: scratches.New} }
