package draft

import (
	"slices"
	"strings"
	"unicode"
)

// audienceEN lists one group of people.
func (r *reading) audienceEN(s string) {
	for _, lead := range []string{"primarily ", "mainly ", "especially ", "mostly ", "for ", "targeting ", "including ", "the "} {
		if len(s) > len(lead) && strings.EqualFold(s[:len(lead)], lead) {
			s = s[len(lead):]
		}
	}
	s = commonCase(s)
	words := strings.Fields(s)
	if len(words) == 0 || len(words) > 6 || len(s) < 3 || len(s) > 40 || !plain(s) || hasHan(s) || hasAnyWord(lower(words[0]), "we our you your all everyone anybody") {
		return
	}
	end := slices.IndexFunc(words, func(w string) bool {
		return hasAnyWord(lower(w), "who that in aged with from at looking on over under age ages between") || w != "" && unicode.IsDigit(rune(w[0]))
	})
	head, tail := s, ""
	if end == 0 {
		return
	}
	if end > 0 {
		head, tail = strings.Join(words[:end], " "), " "+strings.Join(words[end:], " ")
	}
	if !groupEN(head) && !(tail != "" && lower(head) == "people") {
		return
	}
	if !looksPlural(head[strings.LastIndexByte(head, ' ')+1:]) {
		head = plural(head)
	}
	r.add("who", head+tail)
}

// groupEN tells whether a phrase can be a group of people or organisations: one to four plain words.
func groupEN(head string) bool {
	words := strings.Fields(lower(head))
	return len(words) > 0 && len(words) <= 4 && !slices.ContainsFunc(words, func(w string) bool { return functionEN[w] && w != "all" }) && !vagueEN[words[len(words)-1]]
}

var orgsEN = setOf("firms companies businesses teams startups agencies schools nonprofits organizations retailers manufacturers clinics hotels restaurants brands enterprises shops stores smbs smes factories studios")

// rolesEN are the other places in a sentence that a group can take: people as a subject, person and org as one speaker.
func rolesEN(s string) map[string]string {
	roles := map[string]string{"people": s}
	last := lower(s[strings.LastIndexByte(s, ' ')+1:])
	words := strings.Fields(s)
	if slices.ContainsFunc(words, func(w string) bool { return helplessEN[lower(w)] }) {
		return nil
	}
	switch {
	case !looksPlural(last) || len(words) > 4 || slices.ContainsFunc(words, func(w string) bool { return functionEN[lower(w)] || lower(w) == "people" }):
	case orgsEN[last]:
		roles["org"] = singular(s)
	case !crowdEN[last]:
		roles["person"] = singular(s)
	}
	return roles
}

// helplessEN are bought for and choose nothing themselves.
var helplessEN = setOf("newborns babies twins puppies kittens dogs cats pets eaters kids children toddlers teens")

// crowdEN are groups that nobody is one of, or not alone.
var crowdEN = setOf("people families kids children women men couples groups babies pets teens households newborns twins eaters dogs puppies kittens chains adults")
