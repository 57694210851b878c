package answer

import "strings"

// state says what kind of answer it is. A name outside the words of refusal makes it an answer, however it begins.
func (r *Reader) state(text string, mentions []candidate, entities []Finding) State {
	if !strings.ContainsFunc(text, readable) {
		return Empty
	}
	for i := range entities {
		if entities[i].Unknown { // to know nothing is an answer
			return whoIsNamed(entities)
		}
	}
	if broken(text, entities) {
		return Broken
	}
	if refused(text, mentions) {
		return Refused
	}
	return whoIsNamed(entities)
}

func whoIsNamed(entities []Finding) State {
	for i := range entities {
		switch {
		case !entities[i].Named():
		case i == 0:
			return NamesUs
		default:
			return NamesOthers
		}
	}
	return NamesNobody
}
