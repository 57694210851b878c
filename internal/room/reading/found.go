package reading

import (
	"cmp"
	"encoding/json"
	"math"
	"strings"

	"renown/internal/floor/store"
	"renown/internal/tool/answer"
)

// Found is what was found in one answer, as it is kept and shown.
type Found struct {
	State     answer.State `json:"state"`
	Mentions  int64        `json:"mentions"`
	Position  *int64       `json:"position"` // of the brand; nil when it is not named
	Sentiment *Sentiment   `json:"sentiment"`
	Others    []Other      `json:"others"`
	Sources   []Source     `json:"sources"`
	Suggested []string     `json:"suggested"` // names in recommendation lists that are not watched
	Branded   bool         `json:"branded"`   // the question names the brand
	Unknown   bool         `json:"unknown"`   // the answer says that it does not know the brand

	Mention *string `json:"mention"`          // how the brand is mentioned: named, echoed or unknown; nil when it is not
	Watched *int64  `json:"watched_position"` // its place among the watched names; nil when it is not named
	Stance  *string `json:"stance"`           // what the answer does with the brand; nil when it is not named

	Confidence *Confidence `json:"confidence"` // nil when it is no answer, and where it was read before
}

// Confidence is how likely it is that what was read of a name is right, from 0 to 1, and what that rests on.
type Confidence struct {
	Named   float64  `json:"named"`  // that it is named, or is not
	Stance  *float64 `json:"stance"` // nil when it is not named
	Tone    *float64 `json:"tone"`   // also that nothing good or bad is said; nil when it is not named
	Grounds []string `json:"grounds"`
}

func confidenceOf(e *answer.Finding) *Confidence {
	if e.Confidence.Grounds == 0 { // no answer
		return nil
	}
	c := &Confidence{Named: e.Confidence.Named, Grounds: e.Confidence.Grounds.Words()}
	if e.Named() {
		c.Stance, c.Tone = &e.Confidence.Stance, &e.Confidence.Tone
	}
	return c
}

// Sentiment is how an answer speaks of the brand.
type Sentiment struct {
	Label    string  `json:"label"`
	Score    float64 `json:"score"` // -1 to 1, four decimals
	Sentence string  `json:"sentence"`
	Judge    string  `json:"judge"` // offline or model
}

// Other is a competitor that an answer names.
type Other struct {
	ID        string   `json:"competitor_id"`
	Name      string   `json:"name"`
	Position  int64    `json:"position"`
	Watched   int64    `json:"watched_position,omitempty"` // 0 where it was read before
	Sentiment *string  `json:"sentiment"`
	Score     *float64 `json:"score"`
	Judge     string   `json:"judge,omitempty"` // model, or nothing for offline
	Stance    string   `json:"stance,omitempty"`
}

// Source is a page behind an answer, with its class.
type Source struct {
	URL    string  `json:"url"`
	Title  *string `json:"title"`
	Domain string  `json:"domain"`
	Class  string  `json:"class"`

	Channel string `json:"channel,omitempty"` // the unit one can act on: the domain, or a part of a portal
	Cited   bool   `json:"cited"`             // the answer refers to it; else it was only retrieved
	Placed  bool   `json:"placed,omitempty"`  // by an order of the account
}

// sourcesMax bounds what one answer adds to the figures; no honest answer comes near.
const sourcesMax = 200

// arrange puts what was read into the terms in which it is kept.
func (r *namedReader) arrange(a Answered, in answer.Findings) Found {
	f := Found{State: in.State, Others: []Other{}, Sources: []Source{}, Suggested: []string{}, Branded: r.branded(a.Question)}
	for i, e := range in.Entities {
		if i == 0 {
			f.Unknown, f.Mention, f.Confidence = e.Unknown, mentionOf(&e), confidenceOf(&e)
		}
		switch {
		case !e.Named():
		case i == 0:
			position, watched := int64(e.Position), int64(e.Watched)
			f.Mentions, f.Position, f.Watched, f.Stance = int64(e.Count()), &position, &watched, new(string(e.Stance))
			if s := e.Sentiment; s != nil {
				f.Sentiment = &Sentiment{string(s.Label), s.Score, s.Sentence, s.Judge}
			}
		default:
			o := Other{
				ID: e.ID, Name: r.names[e.ID], Position: int64(e.Position), Watched: int64(e.Watched), Stance: string(e.Stance),
			}
			if s := e.Sentiment; s != nil {
				label, score := string(s.Label), s.Score
				o.Sentiment, o.Score = &label, &score
			}
			f.Others = append(f.Others, o)
		}
	}
	cited := map[string]bool{} // by what the platform returned
	for _, s := range a.Sources {
		cited[s.URL] = cited[s.URL] || s.Cited
	}
	for _, c := range in.Citations {
		if c.Engine || len(f.Sources) == sourcesMax {
			continue
		}
		s := Source{
			URL: "https://" + c.URL, Domain: c.Domain, Channel: c.Channel, Class: string(c.Class),
			Cited: c.InText || cited[c.Returned], Placed: r.placed[c.URL],
		}
		if c.Title != "" {
			s.Title = &c.Title
		}
		f.Sources = append(f.Sources, s)
	}
	if in.State.Answered() {
		f.Suggested = r.suggest(a.Text)
	}
	return f
}

// mentionOf is the best state in which an answer mentions a brand.
func mentionOf(e *answer.Finding) *string {
	state := ""
	switch {
	case e.Named():
		state = string(answer.Named)
	case e.Unknown:
		state = string(answer.Unknown)
	case len(e.Mentions) > 0:
		state = string(answer.Echoed)
	default:
		return nil
	}
	return &state
}

func number(yes bool) int64 {
	if yes {
		return 1
	}
	return 0
}

// Scale keeps scores as whole numbers, so that sums do not depend on their order.
const Scale = 10_000

func scaled(score float64) int64 { return int64(math.Round(score * Scale)) }

const insertFindings = `INSERT INTO findings (answer_id, generation, brand_id, version, state, mentions, position, sentiment, score, sentence, judge,
	others, sources, suggested, platform, prompt_id, topic_id, kinds, at, mode, unknown, mention, watched, stance, confidence)`

// rowsOf are the rows of insertFindings with what was found in each of the tasks.
func rowsOf(generation int64, tasks []Task, found []Found) [][]any {
	rows := make([][]any, len(tasks))
	for i, task := range tasks {
		f := &found[i]
		var sentiment, sentence, judge *string
		var score *int64
		if s := f.Sentiment; s != nil {
			n := scaled(s.Score)
			sentiment, score, sentence, judge = &s.Label, &n, &s.Sentence, &s.Judge
		}
		var sure *string
		if f.Confidence != nil {
			sure = new(text(f.Confidence))
		}
		rows[i] = []any{
			task.ID, generation, task.BrandID, version, string(f.State), f.Mentions, f.Position, sentiment, score, sentence, judge,
			text(f.Others), text(f.Sources), text(f.Suggested), task.Platform, task.PromptID, task.TopicID,
			kindsOf(task.Types, f.Branded), task.At, cmp.Or(task.Mode, SearchMode),
			number(f.Unknown), f.Mention, f.Watched, f.Stance, sure,
		}
	}
	return rows
}

// Columns of findings (as f) that Scan takes; all may be NULL, as when nothing was read.
const Columns = `f.state, f.mentions, f.position, f.sentiment, f.score, f.sentence, f.judge, f.others, f.sources, f.suggested, f.kinds, f.unknown, f.mention, f.watched, f.stance, f.confidence`

// columns are those of Columns as they are kept.
type columns struct {
	state, sentiment, sentence, judge, others, sources, suggested, kinds, mention, stance, confidence *string
	mentions, position, score, unknown, watched                                                       *int64
}

// after gives where a row is to be scanned whose last columns they are.
func (c *columns) after(before ...any) []any {
	return append(before, &c.state, &c.mentions, &c.position, &c.sentiment, &c.score, &c.sentence, &c.judge,
		&c.others, &c.sources, &c.suggested, &c.kinds, &c.unknown, &c.mention, &c.watched, &c.stance, &c.confidence)
}

// found is what they say; nil when there is no finding.
func (c *columns) found() (f *Found, err error) {
	if c.state == nil {
		return nil, nil
	}
	f = &Found{
		State: answer.State(*c.state), Mentions: *c.mentions, Position: c.position,
		Branded: strings.HasSuffix(*c.kinds, "b"), Unknown: *c.unknown == 1, Mention: c.mention, Watched: c.watched,
		Stance: c.stance,
	}
	if c.sentiment != nil {
		f.Sentiment = &Sentiment{*c.sentiment, float64(*c.score) / Scale, *c.sentence, *c.judge}
	}
	if c.confidence != nil {
		if err := json.Unmarshal([]byte(*c.confidence), &f.Confidence); err != nil {
			return nil, err
		}
	}
	if f.Others, err = OthersIn(*c.others); err != nil {
		return nil, err
	}
	if f.Sources, err = SourcesIn(*c.sources); err != nil {
		return nil, err
	}
	f.Suggested, err = listOf[string](*c.suggested)
	return f, err
}

// listOf reads a list that is kept as JSON; many are empty.
func listOf[T any](text string) (list []T, err error) {
	if text == "[]" {
		return []T{}, nil
	}
	err = json.Unmarshal([]byte(text), &list)
	return list, err
}

// Scan reads what was found together with other columns; nil when there is no finding.
func Scan(row store.Row, before ...any) (*Found, error) {
	var c columns
	if err := row.Scan(c.after(before...)...); err != nil {
		return nil, err
	}
	return c.found()
}

// Current joins findings f of the reading in use to answers a.
const Current = ` LEFT JOIN findings f ON f.answer_id = a.id AND f.generation = (SELECT generation FROM readings WHERE brand_id = a.brand_id AND status = 'current')`
