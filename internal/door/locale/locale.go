// Package locale holds every sentence the program says to a person, in all its languages, and shares it among the doors.
//
// A language is one YAML file beside this one; a further file is a further language, without a change in Go. Text of a page
// is keyed by its Chinese sentence, so Chinese has entries only for what is keyed otherwise. The package knows nothing of
// requests, pages or rooms: a door asks for a language, then for a sentence.
package locale

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"renown/internal/floor/fault"
)

// Language is one language the program speaks.
type Language struct {
	Code  string // of the file: zh
	Tag   string // for the browser: zh-CN
	Name  string // as its speakers call it
	Short string // for the switch

	tag     language.Tag
	large   []scale
	entries func() map[string]entry
}

// entry is a sentence: one form, or one for each of the language's plural categories.
type entry struct {
	text  string                 // the form for any number
	forms map[plural.Form]string // the others; nil for most
	by    int                    // the argument that decides, counted from 1; 0 is the first whole number
}

// T is a sentence in the language, with its arguments filled in as fmt does. A key that has no entry says itself.
func (l *Language) T(key string, args ...any) string {
	e, known := l.entries()[key]
	text := e.of(l.tag, args)
	if !known {
		text = key
		if context, sentence, found := strings.Cut(key, "|"); found && isContext(context) {
			text = sentence
		}
	}
	if len(args) == 0 {
		return text
	}
	return fmt.Sprintf(text, l.said(args)...)
}

// said puts arguments into the language: lists are joined as it does, terms are translated.
func (l *Language) said(args []any) []any {
	said := slices.Clone(args)
	for i, a := range args {
		switch a := a.(type) {
		case []string:
			said[i] = strings.Join(a, l.T("、"))
		case fault.Term:
			said[i] = l.T(string(a))
		}
	}
	return said
}

// isContext tells a context from a sentence that happens to hold a bar.
func isContext(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz") == ""
}

func (e entry) of(tag language.Tag, args []any) string {
	if len(e.forms) > 0 {
		if n, ok := e.count(args); ok {
			// MatchPlural wants the number modulo ten million; no language looks further.
			if text, ok := e.forms[plural.Cardinal.MatchPlural(tag, int(max(n, -n)%10_000_000), 0, 0, 0, 0)]; ok {
				return text
			}
		}
	}
	return e.text
}

func (e entry) count(args []any) (int64, bool) {
	if e.by > 0 && e.by <= len(args) {
		if text, ok := args[e.by-1].(string); ok { // a count as Number writes it
			n, err := strconv.ParseInt(strings.ReplaceAll(text, ",", ""), 10, 64)
			return n, err == nil
		}
		return whole(args[e.by-1])
	}
	for _, a := range args {
		if n, ok := whole(a); ok {
			return n, true
		}
	}
	return 0, false
}

func whole(v any) (int64, bool) {
	switch n := v.(type) {
	case int:
		return int64(n), true
	case int64:
		return n, true
	}
	return 0, false
}

// Spaced tells whether words stand apart in this language's script, unlike in Chinese.
func (l *Language) Spaced() bool {
	script, _ := l.tag.Script()
	return script.String() != "Hans" && script.String() != "Hant" && script.String() != "Jpan"
}

// Proper picks between the two spellings that a proper name is stored in: Chinese, and Latin, which may be empty.
func (l *Language) Proper(chinese, latin string) string {
	if base, _ := l.tag.Base(); base.String() == "zh" || latin == "" {
		return chinese
	}
	return latin
}

// scale is a unit for large counts: from this number on, so many are one, written so.
type scale struct {
	From int64   `yaml:"from"`
	Unit float64 `yaml:"unit"`
	Text string  `yaml:"text"`
}

// Large shortens a count as readers of the language do; false where it is written out.
func (l *Language) Large(n int64) (of float64, text string, shortened bool) {
	for _, s := range l.large {
		if n >= s.From {
			return float64(n) / s.Unit, s.Text, true
		}
	}
	return 0, "", false
}
