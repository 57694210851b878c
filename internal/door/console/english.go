package console

import (
	"context"
	"fmt"
	"regexp"
	"strings"
)

// english is the dictionary: each Chinese sentence of the console with its translation. Pages keep their own part beside
// themselves and are listed here; a test holds it complete and without leftovers.
//
// In a translation, [s] is written unless the first number is 1, and [one|many] picks by it.
var english = dictionary(wordParts)

var wordParts = []words{
	publishWords, contentWords, orderWords, operatorWords, jobWords,
	shellWords, loginWords, accountWords, brandWords, promptWords, competitorWords, runWords,
	keyWords, planWords, teamWords, manualWords,
	analysisWords,
}

type words map[string]string

func dictionary(parts []words) words {
	all := words{}
	for _, part := range parts {
		for zh, en := range part {
			all[zh] = en
		}
	}
	return all
}

// key marks a sentence of the dictionary that is translated later, where it is shown.
func key(zh string) string { return zh }

// t translates a sentence and fills in its arguments, as fmt does.
func t(ctx context.Context, zh string, args ...any) string { return viewOf(ctx).t(zh, args...) }

func (v *view) t(zh string, args ...any) string {
	text := zh
	if v.english {
		if en, ok := english[zh]; ok {
			text = plural(en, args)
		}
	}
	if len(args) == 0 {
		return text
	}
	return fmt.Sprintf(text, args...)
}

var choice = regexp.MustCompile(`\[([^\[\]|]*)(\|[^\[\]]*)?\]`)

func plural(text string, args []any) string {
	if !strings.Contains(text, "[") {
		return text
	}
	one := false
	for _, a := range args {
		if n, ok := whole(a); ok {
			one = n == 1
			break
		}
	}
	return choice.ReplaceAllStringFunc(text, func(found string) string {
		first, second, both := strings.Cut(found[1:len(found)-1], "|")
		switch {
		case both && one:
			return first
		case both:
			return second
		case one:
			return ""
		}
		return first
	})
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
