package answer

import "strings"

// state says what kind of answer it is. A name outside the words of refusal makes it an answer, however it begins.
func (r *Reader) state(text string, mentions []candidate, entities []Finding) State {
	if !strings.ContainsFunc(text, readable) {
		return Empty
	}
	if refused(text, mentions) {
		return Refused
	}
	if len(mentions) == 0 {
		return NamesNobody
	}
	if entities[0].Named() {
		return NamesUs
	}
	return NamesOthers
}
