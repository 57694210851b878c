package sentiment

import "strings"

// inflect adds the forms an entry of a table stands for: "crash~" the
// forms of a verb, "drop~~" those of a verb that doubles its last letter,
// "fast^" and "big^^" the degrees of an adjective. The mark may stand after
// the first word of a phrase: "edge~ out". Braces hold what may stand in one
// place: "{no,hardly a} fault{,s}".
func inflect(forms []string, entry string) []string {
	if head, rest, found := strings.Cut(entry, "{"); found {
		choices, tail, _ := strings.Cut(rest, "}")
		for choice := range strings.SplitSeq(choices, ",") {
			forms = inflect(forms, head+choice+tail)
		}
		return forms
	}
	at := strings.IndexAny(entry, "~^")
	if at < 0 {
		return append(forms, entry)
	}
	stem, mark := entry[:at], entry[at]
	tail := entry[at+1:]
	last := ""
	if tail != "" && tail[0] == mark {
		last, tail = stem[len(stem)-1:], tail[1:]
	}
	endings := []string{"s", "ed", "ing"}
	if mark == '^' {
		endings = []string{"er", "est"}
	}
	forms = append(forms, stem+tail)
	for _, ending := range endings {
		forms = append(forms, join(stem, last, ending)+tail)
	}
	return forms
}

// join spells a regular English ending.
func join(stem, doubled, ending string) string {
	end := stem[len(stem)-1]
	afterVowel := len(stem) > 1 && strings.IndexByte("aeiou", stem[len(stem)-2]) >= 0
	switch {
	case ending == "s" && (strings.HasSuffix(stem, "ch") || strings.HasSuffix(stem, "sh") || strings.IndexByte("sxz", end) >= 0):
		return stem + "es"
	case ending == "s" && end == 'y' && !afterVowel:
		return stem[:len(stem)-1] + "ies"
	case ending == "s":
		return stem + "s"
	case end == 'e':
		return stem[:len(stem)-1] + ending
	case end == 'y' && !afterVowel && ending != "ing":
		return stem[:len(stem)-1] + "i" + ending
	}
	return stem + doubled + ending
}
