package draft

import "strings"

// plural inflects the last word of a phrase.
func plural(phrase string) string {
	head, last := splitLast(phrase)
	low := lower(last)
	if p, ok := irregular[low]; ok {
		return head + p
	}
	switch {
	case strings.HasSuffix(low, "s") || strings.HasSuffix(low, "x") || strings.HasSuffix(low, "z") ||
		strings.HasSuffix(low, "ch") || strings.HasSuffix(low, "sh"):
		return head + last + "es"
	case strings.HasSuffix(low, "y") && len(low) > 1 && !strings.ContainsRune("aeiou", rune(low[len(low)-2])):
		return head + last[:len(last)-1] + "ies"
	}
	return head + last + "s"
}

// singular undoes plural.
func singular(phrase string) string {
	head, last := splitLast(phrase)
	low := lower(last)
	for s, p := range irregular {
		if p == low {
			return head + s
		}
	}
	switch {
	case alwaysPlural(low) && !strings.HasSuffix(low, "shoes") && !strings.HasSuffix(low, "sneakers") && !strings.HasSuffix(low, "boots"):
		return head + strings.TrimSuffix(last, "s")
	case strings.HasSuffix(low, "ies") && len(low) > 4 && !pieWord[low]:
		return head + last[:len(last)-3] + "y"
	case hasAnySuffix(low, "sses", "shes", "ches", "xes", "zes"):
		return head + last[:len(last)-2]
	case looksPlural(last):
		return head + last[:len(last)-1]
	}
	return phrase
}

func splitLast(phrase string) (head, last string) {
	i := strings.LastIndexByte(phrase, ' ') + 1
	return phrase[:i], phrase[i:]
}

var irregular = map[string]string{
	"person": "people", "child": "children", "man": "men", "woman": "women", "foot": "feet", "tooth": "teeth", "mouse": "mice",
	"knife": "knives", "shelf": "shelves", "wife": "wives", "life": "lives", "leaf": "leaves", "analysis": "analyses",
	"businessman": "businessmen", "businesswoman": "businesswomen", "freshman": "freshmen", "salesperson": "salespeople",
}

var pieWord = setOf("cookies movies brownies smoothies hoodies selfies cakies newbies foodies rookies pies ties genies calories")

func hasAnySuffix(s string, list ...string) bool {
	for _, e := range list {
		if strings.HasSuffix(s, e) {
			return true
		}
	}
	return false
}

// alwaysPlural tells things that come in pairs or as a set and are asked for in the plural.
func alwaysPlural(last string) bool {
	return hasAnySuffix(lower(last), "shoes", "sneakers", "boots", "headphones", "earbuds", "glasses", "jeans", "pants", "leggings",
		"socks", "beans", "clothes", "supplies", "goods", "scissors", "trainers", "sheets", "shorts", "vitamins", "supplements", "gloves", "runners", "slippers", "sandals", "cosmetics", "toys")
}

func looksPlural(last string) bool {
	low := lower(last)
	if stem := strings.TrimSuffix(last, "s"); stem != last && len(stem) > 1 && stem == strings.ToUpper(stem) {
		return true // EVs, CRMs
	}
	return irregularPlural(low) || len(low) > 3 && strings.HasSuffix(low, "s") && !hasAnySuffix(low, "ss", "us", "is", "ics", "ous", "news", "gas", "bus", "lens", "pos", "ious")
}

func irregularPlural(low string) bool {
	for _, p := range irregular {
		if p == low {
			return true
		}
	}
	return false
}

// massEN tells nouns that take no article and no plural.
func massEN(last string) bool {
	if countedEN[lower(last)] {
		return false
	}
	return massWords[lower(last)] || hasAnySuffix(lower(last), "ware", "ness", "ity", "ment", "ance", "ence", "ics", "wear", "ship", "ing", "tion", "ism", "ogy", "graphy")
}

var countedEN = setOf("rating ring building meeting string setting ceiling wedding painting booking university city community facility activity experience audience appliance department apartment garment instrument document advertisement station option subscription promotion collection location selection")

var massWords = setOf("craftsmanship uptime accuracy knowledge bandwidth formula software coffee tea insurance equipment furniture clothing jewelry skincare makeup food wine beer milk water juice advice luggage education shipping support life encryption access sync storage service delivery wifi wi-fi breakfast parking protection security privacy data help design health care healthcare music art fashion apparel footwear money cash content research feedback leather cotton wool steel oil gas energy power electricity wood gold silver comfort grip traction performance control speed range ink fabric flour sugar salt honey meat fish cheese bread rice fruit organic seo ai sourcing wellness yoga e-commerce ecommerce code quality value transport travel traffic chocolate beauty cushioning returns checkout cancellation tracking search markdown reliability availability flexibility excel analytics reporting invoicing payroll")

// article is a or an, by sound.
func article(phrase string) string {
	low := lower(phrase)
	first, _, _ := strings.Cut(phrase, " ")
	switch {
	case low == "":
		return "a"
	case hasAnyPrefix(low, "hour", "honest", "heir", "honor"):
		return "an"
	case hasAnyPrefix(low, "uni", "use", "usa", "eu", "one", "once", "ubiq", "util", "ufo") && !hasAnyPrefix(low, "unin", "unim", "unid"):
		return "a"
	case hasAnyPrefix(low, "8", "11", "18", "80"):
		return "an"
	case spelledOut(first) && strings.ContainsRune("AEFHILMNORSX", rune(first[0])):
		return "an"
	case spelledOut(first):
		return "a"
	case strings.ContainsRune("aeiou", rune(low[0])):
		return "an"
	}
	return "a"
}

// spelledOut tells acronyms that are read letter by letter: capitals only, and short or without a vowel.
func spelledOut(word string) bool {
	word, _, _ = strings.Cut(word, "-")
	if len(word) < 2 || word != strings.ToUpper(word) || word == lower(word) {
		return false
	}
	return len(word) <= 3 || !strings.ContainsAny(word, "AEIOU")
}

func hasAnyPrefix(s string, list ...string) bool {
	for _, e := range list {
		if strings.HasPrefix(s, e) {
			return true
		}
	}
	return false
}

// gerund inflects the first word: buying, using, getting, booking with.
func gerund(verb string) string {
	first, rest, _ := strings.Cut(verb, " ")
	switch {
	case first == "get":
		first = "getting"
	case strings.HasSuffix(first, "e") && first != "see":
		first = first[:len(first)-1] + "ing"
	default:
		first += "ing"
	}
	if rest != "" {
		return first + " " + rest
	}
	return first
}
