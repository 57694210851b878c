package draft

import (
	"regexp"
	"strings"
)

var (
	// customersEN is whom a brand serves, which says nothing of what it is.
	customersEN = regexp.MustCompile(`(?i)\bhelp(s|ing)?\s+[^.;]*?\b(with|by)\b|\bfor\s+[^.;,]+|\bto\s+[a-z]+\s+(firms|companies|teams|businesses)\b`)

	// stopsEN end a noun phrase.
	stopsEN = setOf("for that which who whose with to in on from by at of and or where when designed built made based offering providing helping serving specializing focused powered founded located since as so it we our your they you is are provides offers sells makes builds creates delivers produces designs manufactures specializes helps lets gives makes sells")

	// praiseEN stands before a category and is no part of it.
	praiseEN = setOf("leading modern best premier innovative award-winning world's world-class fast-growing new simple powerful beautiful next-generation trusted popular premium family-owned family-run global international local american british chinese european independent small large top professional full-service comprehensive revolutionary great good smart beloved largest first second only ultimate delightful friendly affordable unique young growing publicly-traded venture-backed nyc-based london-based us-based uk-based")

	// makersEN are what a company is, not what it sells.
	makersEN = setOf("company brand startup maker retailer label chain business manufacturer group vendor corporation inc shop store roaster specialist leader")
)

// headsEN finds what an introduction calls the brand: after "is a", after verbs such as "provides", or at its beginning.
func headsEN(p Profile) (sure, weak []string) {
	names := newNames(p)
	sentences := strings.FieldsFunc(p.Introduction, func(r rune) bool { return strings.ContainsRune(".!?;:\n—–|()", r) })
	for i, s := range sentences {
		if i == 4 {
			break
		}
		for _, np := range phrasesOf(names.without(s)) {
			if _, ok := derivedEN(np); ok {
				sure = append(sure, np)
			} else if _, ok := plainNounEN(np); ok && (len(sentences) == 1 || i == 0) {
				weak = append(weak, np)
			}
		}
	}
	return sure, weak
}

func phrasesOf(sentence string) []string {
	words := strings.Fields(strings.ReplaceAll(sentence, ",", " , "))
	var out []string
	for i, w := range words {
		low := lower(w)
		after := i + 1
		switch {
		case (low == "is" || low == "are") && i+1 < len(words):
			if next := lower(words[i+1]); next == "a" || next == "an" || next == "the" {
				after = i + 2
			}
		case low == "specializes" && i+1 < len(words):
			after = i + 2
		case hasAnyWord(low, "provides offers sells makes builds creates delivers produces designs manufactures provide offer sell make"):
		case i == 0:
			after = 0
			if low == "a" || low == "an" || low == "the" {
				after = 1
			}
		default:
			continue
		}
		if np := nounPhrase(words[min(after, len(words)):]); np != "" {
			out = append(out, np)
		}
	}
	return out
}

func hasAnyWord(w, list string) bool {
	for x := range strings.FieldsSeq(list) {
		if x == w {
			return true
		}
	}
	return false
}

// nounPhrase reads up to the word that ends it, and leaves out praise and the word for the company.
func nounPhrase(words []string) string {
	var np []string
	for _, w := range words {
		if w == "," && len(np) > 0 && praiseEN[lower(np[len(np)-1])] {
			continue // "a simple, fast app"
		}
		if w == "," || stopsEN[lower(w)] {
			break
		}
		np = append(np, w)
	}
	for len(np) > 1 && (praiseEN[lower(np[0])] || strings.HasSuffix(np[0], "ly") || strings.HasSuffix(np[0], ",")) {
		np = np[1:]
	}
	for len(np) > 1 && makersEN[lower(np[len(np)-1])] && !(lower(np[len(np)-1]) == "shop" || lower(np[len(np)-1]) == "store") {
		np = np[:len(np)-1]
	}
	if len(np) > 4 {
		np = np[len(np)-3:]
	}
	return strings.Join(np, " ")
}
