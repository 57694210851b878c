package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"renown/internal/tool/address"
	"renown/internal/tool/answer"
)

// readInput is a line of the input.
type readInput struct {
	Text      *string         `json:"text"`
	Question  string          `json:"question"`
	Citations []readSource    `json:"citations"`
	Entities  json.RawMessage `json:"entities"`
}

type readEntity struct {
	ID         string   `json:"id"`
	Name       string   `json:"name"`
	Aliases    []string `json:"aliases"`
	Exclusions []string `json:"exclusions"`
	Contexts   []string `json:"contexts"`
	Domains    []string `json:"domains"`

	ProductLines []string `json:"product_lines"`
	Placed       []string `json:"-"` // no name
}

// readSource is an address, alone or with a title.
type readSource struct {
	URL   string `json:"url"`
	Title string `json:"title"`
}

func (s *readSource) UnmarshalJSON(raw []byte) error {
	if len(raw) > 0 && raw[0] == '"' {
		return json.Unmarshal(raw, &s.URL)
	}
	type plain readSource
	return json.Unmarshal(raw, (*plain)(s))
}

func (in *readInput) sources() []answer.Source {
	list := make([]answer.Source, len(in.Citations))
	for i, s := range in.Citations {
		list[i] = answer.Source(s)
	}
	return list
}

// readOutput is a line of the output.
type readOutput struct {
	State     answer.State   `json:"state"`
	Entities  []readFinding  `json:"entities"`
	Citations []readCitation `json:"citations"`
}

type readFinding struct {
	ID          string         `json:"id"`
	Mentions    int            `json:"mentions"`
	FirstOffset *int           `json:"first_offset"`
	Position    *int           `json:"position"`
	Watched     *int           `json:"watched_position"`
	Stance      *answer.Stance `json:"stance"`
	Visible     bool           `json:"visible"`
	Unknown     bool           `json:"unknown"`
	Places      []readPlace    `json:"places"`
	LeftOut     []readLeft     `json:"left_out,omitempty"`
	Sentiment   *readSentiment `json:"sentiment"`
	Confidence  *readSure      `json:"confidence"`
}

// readSure is how likely it is that a finding is right; of what is no answer there is none.
type readSure struct {
	Named   float64  `json:"named"`
	Stance  *float64 `json:"stance"`
	Tone    *float64 `json:"tone"`
	Grounds []string `json:"grounds"`
}

// readPlace is a mention.
type readPlace struct {
	Start       int                 `json:"start"`
	End         int                 `json:"end"`
	State       answer.MentionState `json:"state"`
	ProductLine bool                `json:"product_line"`
}

// readLeft is a place where the name stands and does not count.
type readLeft struct {
	Start  int           `json:"start"`
	End    int           `json:"end"`
	Reason answer.Reason `json:"reason"`
}

type readSentiment struct {
	Label    answer.Label `json:"label"`
	Score    float64      `json:"score"`
	Sentence string       `json:"sentence"`
}

type readCitation struct {
	URL    string        `json:"url"`
	Domain string        `json:"domain"`
	Class  address.Class `json:"class"`
}

func outputOf(f answer.Findings) readOutput {
	out := readOutput{State: f.State, Entities: make([]readFinding, len(f.Entities)), Citations: make([]readCitation, len(f.Citations))}
	for i := range f.Entities {
		e := &f.Entities[i]
		o := &out.Entities[i]
		*o = readFinding{
			ID: e.ID, Mentions: e.Count(), Visible: e.Named(), Unknown: e.Unknown,
			Places: make([]readPlace, len(e.Mentions)), LeftOut: make([]readLeft, len(e.Left)),
		}
		if f.State.Answered() {
			o.Confidence = &readSure{Named: e.Confidence.Named, Grounds: e.Confidence.Grounds.Words()}
		}
		for j, m := range e.Mentions {
			o.Places[j] = readPlace{m.Start, m.End, m.State, m.Line}
		}
		for j, l := range e.Left {
			o.LeftOut[j] = readLeft{l.Start, l.End, l.Reason}
		}
		if first, ok := e.FirstOffset(); ok {
			o.FirstOffset, o.Position, o.Watched, o.Stance = &first, &e.Position, &e.Watched, &e.Stance
			if o.Confidence != nil {
				o.Confidence.Stance, o.Confidence.Tone = &e.Confidence.Stance, &e.Confidence.Tone
			}
		}
		if s := e.Sentiment; s != nil {
			out.Entities[i].Sentiment = &readSentiment{s.Label, s.Score, s.Sentence}
		}
	}
	for i, c := range f.Citations {
		out.Citations[i] = readCitation{c.URL, c.Domain, c.Class}
	}
	return out
}

// plainJSON says what is wrong without naming types of this program.
func plainJSON(err error) error {
	var wrong *json.UnmarshalTypeError
	if !errors.As(err, &wrong) {
		return err
	}
	if wrong.Field == "" {
		return fmt.Errorf("a JSON %s is not what belongs here", wrong.Value)
	}
	return fmt.Errorf("%s must not be a JSON %s", wrong.Field, wrong.Value)
}
