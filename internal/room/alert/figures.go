package alert

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"slices"
)

// Figures are what an alert rests on and is said by. Which are there follows from its kind.
type Figures struct {
	Changes   []Change       `json:"changes,omitempty"`   // SignificantChange
	Passed    []Passing      `json:"passed,omitempty"`    // CompetitorPassed
	RunID     string         `json:"run_id,omitempty"`    // RunFailed
	SubTasks  int64          `json:"sub_tasks,omitempty"` // RunFailed
	Platforms []string       `json:"platforms,omitempty"` // PlatformSkipped
	RunIDs    []string       `json:"run_ids,omitempty"`   // PlatformSkipped: the later first
	Retired   []Retired      `json:"retired,omitempty"`   // PlatformSkipped: those of Platforms whose model is gone
	Conflicts []Conflict     `json:"conflicts,omitempty"` // NameConflict
	Facts     []Contradicted `json:"facts,omitempty"`     // FactContradicted
	// ByChance is how often such an alert would arise in a quarter if nothing changed, measured by reshuffling the
	// weeks of the brand's own history: SignificantChange, CompetitorPassed.
	ByChance *float64 `json:"by_chance_per_quarter,omitempty"`
}

// Retired is a platform's model that is gone, and what to name instead, "" where nothing is known.
type Retired struct {
	Platform  string `json:"platform"`
	Model     string `json:"model"`
	Successor string `json:"successor"`
}

// Empty tells whether there is nothing to say.
func (f Figures) Empty() bool {
	return f.RunID == "" && len(f.Changes)+len(f.Passed)+len(f.Platforms)+len(f.Conflicts)+len(f.Facts) == 0
}

// severity is how bad it is: a failed run is critical, changes to the brand's advantage are good to know.
func (f Figures) severity(kind string) string {
	switch {
	case kind == RunFailed:
		return Critical
	case kind == SignificantChange && !slices.ContainsFunc(f.Changes, func(c Change) bool { return !c.Good() }):
		return Info
	}
	return Warning
}

// Indicator is a key figure that changed.
type Indicator string

const (
	Visibility      Indicator = "visibility"
	ShareOfVoice    Indicator = "share_of_voice"
	AveragePosition Indicator = "average_position"
	Sentiment       Indicator = "sentiment"
	OwnCitationRate Indicator = "own_citation_rate"
	FirstRate       Indicator = "first_rate"
	Top3Rate        Indicator = "top3_rate"
)

// Change is one significant change.
type Change struct {
	Indicator   Indicator `json:"indicator"`
	Platform    *string   `json:"platform"` // nil: all platforms
	Previous    float64   `json:"previous"`
	Value       float64   `json:"value"`
	Denominator int64     `json:"denominator"`
	Low         *float64  `json:"low,omitempty"` // of the value's interval
	High        *float64  `json:"high,omitempty"`
	Matched     *float64  `json:"same,omitempty"` // the part over the same prompts and platforms, which was tested
}

// Rises tells in which direction the figure went. A position that rises is a worse one.
func (c Change) Rises() bool {
	if c.Matched != nil {
		return *c.Matched > 0
	}
	return c.Value > c.Previous
}

// Good tells whether the change is to the brand's advantage.
func (c Change) Good() bool { return c.Rises() != (c.Indicator == AveragePosition) }

// Same tells whether two changes say the same, if by other figures.
func (c Change) Same(d Change) bool {
	return c.Indicator == d.Indicator && c.Rises() == d.Rises() && (c.Platform == nil) == (d.Platform == nil) &&
		(c.Platform == nil || *c.Platform == *d.Platform)
}

// Passing is a competitor that came to stand before the brand.
type Passing struct {
	CompetitorID string  `json:"competitor_id"`
	Name         string  `json:"name"`
	Theirs       float64 `json:"competitor_visibility"`
	Ours         float64 `json:"brand_visibility"`
	Denominator  int64   `json:"denominator"`
}

// Conflict is a spelling that two share: a mention of it counts for both.
type Conflict struct {
	Spelling string   `json:"spelling"`
	Names    []string `json:"names"`
}

// Contradicted is a fact that several answers contradict.
type Contradicted struct {
	FactID    string   `json:"fact_id"`
	Statement string   `json:"statement"`
	Expected  string   `json:"expected"`
	Answers   int64    `json:"answers"` // that contradicted it when it was told
	Platforms []string `json:"platforms"`
	AnswerID  string   `json:"answer_id"` // the newest
}

// Scan reads what Value wrote.
func (f *Figures) Scan(v any) error {
	switch text := v.(type) {
	case string:
		return json.Unmarshal([]byte(text), f)
	case []byte:
		return json.Unmarshal(text, f)
	}
	return fmt.Errorf("figures are kept as JSON text, not %T", v)
}

// Value is the figures as JSON.
func (f Figures) Value() (driver.Value, error) {
	text, err := json.Marshal(f)
	return string(text), err
}
