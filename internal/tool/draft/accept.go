package draft

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// Sizes that a drafted text may have, in code points. What is longer is not a question as people type it.
const (
	acceptedText  = 200
	acceptedTopic = 64
	acceptedName  = 64
	maxRivals     = 8
)

// foreign is a draft that was written elsewhere.
type foreign struct {
	Topics []struct {
		Name    string `json:"name"`
		Stage   string `json:"stage"`
		Prompts []struct {
			Text string `json:"text"`
		} `json:"prompts"`
	} `json:"topics"`
	Competitors []struct {
		Name    string   `json:"name"`
		Aliases []string `json:"aliases"`
	} `json:"competitors"`
}

// Accept keeps of a draft written elsewhere, as JSON, what Offline itself could have answered: exactly count prompts that
// repeat nothing, of which at most a third name the brand. Whether one does is judged here, not by its author. When there
// are too few, the error says what was wrong with the others.
func Accept(p Profile, count int, have Existing, answer []byte) (Draft, error) {
	if count < 1 || count > MaxCount {
		return Draft{}, fmt.Errorf("%w, got %d", ErrCount, count)
	}
	var from foreign
	if err := json.Unmarshal(answer, &from); err != nil {
		return Draft{}, errors.New("it is not a JSON object of the required form")
	}
	a := newAcceptance(p, count, have)
	for _, t := range from.Topics {
		topic := Topic{Name: cutRunes(clean(t.Name), acceptedTopic), Region: a.lexicon.region, Language: a.lexicon.language, Stage: t.Stage}
		if !slices.Contains([]string{Awareness, Consideration, Comparison, Decision, Usage}, topic.Stage) {
			topic.Stage = Awareness
		}
		for _, q := range t.Prompts {
			if prompt, ok := a.admit(q.Text, topic.Stage); ok && topic.Name != "" {
				topic.Prompts = append(topic.Prompts, prompt)
			}
		}
		if len(topic.Prompts) > 0 {
			a.draft.Topics = append(a.draft.Topics, topic)
		}
	}
	if a.taken < count {
		return Draft{},
			fmt.Errorf("only %d of %d questions are usable: %d repeat existing ones, %d are too long or empty, %d name the brand beyond a third",
				a.taken, count, a.repeated, a.unfit, a.branding)
	}
	for _, c := range from.Competitors {
		a.rival(c.Name, c.Aliases)
	}
	return a.draft, nil
}

// acceptance counts what is taken and why the rest is not.
type acceptance struct {
	lexicon *lexicon
	names   names
	seen    map[string]bool // folded prompts
	rivals  map[string]bool // folded names
	draft   Draft

	count, taken, branded     int
	repeated, unfit, branding int
}

func newAcceptance(p Profile, count int, have Existing) *acceptance {
	a := &acceptance{lexicon: lexica[language(p)](), names: newNames(p), seen: map[string]bool{}, rivals: map[string]bool{}, count: count}
	for _, text := range have.Prompts {
		a.seen[Fold(text)] = true
	}
	for _, name := range slices.Concat(have.Competitors, a.names.shown) {
		a.rivals[Fold(name)] = true
	}
	return a
}

func (a *acceptance) admit(text, stage string) (Prompt, bool) {
	text = clean(text)
	folded := Fold(text)
	branded := a.names.in(text, folded)
	switch {
	case a.taken == a.count:
		return Prompt{}, false
	case folded == "" || size(text) > acceptedText:
		a.unfit++
		return Prompt{}, false
	case a.seen[folded]:
		a.repeated++
		return Prompt{}, false
	case branded && a.branded == a.count/3:
		a.branding++
		return Prompt{}, false
	}
	a.seen[folded] = true
	a.taken++
	if branded {
		a.branded++
		return Prompt{Text: text, Types: []string{Sentiment}, Stage: stage, Branded: true}, true
	}
	return Prompt{Text: text, Types: []string{Visibility}, Stage: stage}, true
}

func (a *acceptance) rival(name string, aliases []string) {
	name = clean(name)
	if f := Fold(name); f == "" || a.rivals[f] || size(name) > acceptedName || len(a.draft.Competitors) == maxRivals {
		return
	}
	a.rivals[Fold(name)] = true
	c := Competitor{Name: name}
	for _, alias := range aliases {
		alias = clean(alias)
		if f := Fold(alias); f != "" && !a.rivals[f] && size(alias) <= acceptedName && len(c.Aliases) < maxRivals {
			a.rivals[f] = true
			c.Aliases = append(c.Aliases, alias)
		}
	}
	a.draft.Competitors = append(a.draft.Competitors, c)
}

func cutRunes(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n])
	}
	return s
}
