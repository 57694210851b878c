package campaign

import (
	"renown/internal/floor/timestamp"
	"renown/internal/tool/stat"
)

// Days of a measurement.
const (
	Before  = 28 // that are compared
	WashOut = 7  // after the first publication: an article is found some days later. Where a platform's usual lag is known, that
	After   = 28 // until the verdict counts as final
	least   = 7  // days after the wash-out before there is any verdict
	longest = 180
)

// Outcomes that are kept apart.
const (
	Named      = "named"         // the brand is named
	NamedFirst = "named_first"   // and before all others
	PageCited  = "page_cited"    // a page of the campaign is cited
	PageFound  = "page_found"    // or only retrieved
	SiteCited  = "channel_cited" // any page of a channel in which the campaign has published
	Absorbed   = "absorbed"      // the answer repeats stretches of an article that no answer held before, cited or not
	OwnCited   = "own_cited"     // any page of the brand's own, or placed by an order
)

// Verdicts.
const (
	Effective  = "effective"
	NotVisible = "not_visible" // the interval says how large an effect could be
	Early      = "too_early"
	Impossible = "not_identifiable"
)

// Reasons, one for each verdict.
const (
	AboveControls = "above_controls" // effective: targets rose significantly more than controls as low
	LowerBound    = "lower_bound"    // effective: as well, and controls' answers cite its pages, so that they rose by it too
	WithinChance  = "within_chance"  // not visible
	Exposed       = "controls_exposed"
	BelowControls = "below_controls" // not visible: targets changed significantly less
	Unpublished   = "unpublished"    // too early: nothing of the campaign is published yet
	FewDays       = "few_days"       // too early
	FewTargets    = "few_targets"    // not identifiable, as the others: that were asked before and after
	FewControls   = "few_controls"
	NoHistory     = "no_history"
	Diverging     = "placebo" // targets and controls moved apart before
)

// Measured is a campaign with what became of it.
type Measured struct {
	Campaign
	Basis        string          `json:"basis"`   // controls or competitors
	Verdict      string          `json:"verdict"` // of naming
	Reason       *string         `json:"reason"`
	BaselineGap  *float64        `json:"baseline_gap"` // of targets' level before from that of the controls, in standard deviations
	FarBelow     bool            `json:"far_below"`    // targets that were not drawn by lot lie so far below that adjusting is a guess
	Final        bool            `json:"final"`        // all days have passed, or it has ended
	JudgedOn     *string         `json:"judged_on"`    // the day on which all will have
	StartedOn    *string         `json:"started_on"`   // of the first publication
	ReadAt       *timestamp.Time `json:"read_at"`      // when texts and sources of answers were last read; nil: just now
	Promise      *Promise        `json:"promise"`      // nil: too little history
	Outcomes     []Outcome       `json:"outcomes"`
	Competitors  *Beside         `json:"competitors"` // the change of naming less that of competitors, as a second control; nil: none
	Platforms    []OnPlatform    `json:"platforms"`   // of naming
	Curve        []Day           `json:"curve"`
	Publications []Publication   `json:"publications"`
	Arrivals     []Arrival       `json:"arrivals"`
	Outlets      []OutletCited   `json:"outlets"`
	Absorption   *Absorption     `json:"absorption"` // nil: nothing is published
	Experiment   *Experiment     `json:"experiment"` // nil: not placed in random order
	Dropped      []Dropped       `json:"dropped"`
}

// Promise is what the campaign could see, by the brand's own history.
type Promise struct {
	Days     int     `json:"days"`
	Smallest float64 `json:"smallest"` // effect that is found four times out of five
	Effects  []Seen  `json:"effects"`
}

// Seen is how often an effect of that size would be found.
type Seen struct {
	Effect  float64 `json:"effect"`
	Power   float64 `json:"power"`
	Visible bool    `json:"visible"`
}

// Outcome is one of the things that may have changed.
type Outcome struct {
	Outcome       string   `json:"outcome"`
	Difference    *float64 `json:"difference"`
	Low           *float64 `json:"low"`
	High          *float64 `json:"high"`
	P             *float64 `json:"p"`
	Exact         bool     `json:"exact"` // false: by Student's distribution
	TargetBefore  *float64 `json:"target_before"`
	TargetAfter   *float64 `json:"target_after"`
	ControlBefore *float64 `json:"control_before"`
	ControlAfter  *float64 `json:"control_after"`
	Placebo       *float64 `json:"placebo"`
	PlaceboP      *float64 `json:"placebo_p"`
	Trend         *float64 `json:"trend"` // points a week by which targets rose faster before, by the placebo
	Verdict       string   `json:"verdict"`
	Reason        *string  `json:"reason"`
}

// OnPlatform is the change on one platform; Believed after Benjamini and Hochberg over all.
type OnPlatform struct {
	Platform   string   `json:"platform"`
	Difference *float64 `json:"difference"`
	Low        *float64 `json:"low"`
	High       *float64 `json:"high"`
	P          *float64 `json:"p"`
	Believed   bool     `json:"believed"`
}

// Beside is a difference that is held against another.
type Beside struct {
	Difference float64  `json:"difference"`
	Low        *float64 `json:"low"`
	High       *float64 `json:"high"`
	P          *float64 `json:"p"` // nil: too few prompts
}

// Day is a point of the curves: rates of naming.
type Day struct {
	Day            string   `json:"day"`
	Target         *float64 `json:"target"`
	TargetLow      *float64 `json:"target_low"`
	TargetHigh     *float64 `json:"target_high"`
	Control        *float64 `json:"control"`
	ControlLow     *float64 `json:"control_low"`
	ControlHigh    *float64 `json:"control_high"`
	TargetAnswers  int64    `json:"target_answers"`
	ControlAnswers int64    `json:"control_answers"`
}

// Publication is an order of the campaign.
type Publication struct {
	OrderID     string          `json:"order_id"`
	OutletID    string          `json:"media_id"`
	Outlet      string          `json:"media"`
	Title       string          `json:"title"`
	Status      string          `json:"status"`
	Points      int64           `json:"points"`
	URL         *string         `json:"url"`
	PlannedAt   *timestamp.Time `json:"planned_at"` // by lot: not handed over before; nil: at once
	PublishedAt *timestamp.Time `json:"published_at"`
	FirstCited  *timestamp.Time `json:"first_cited_at"`
	FirstAnswer *string         `json:"first_answer_id"` // that cited it first
	Citations   int64           `json:"citations"`       // answers about the brand that cite it, as of its order
	key         *string
	content     article
	seed        *int64
	cited       map[string]citedDays // by platform
}

// citedDays are the days of the first and the last citation.
type citedDays struct{ first, last int }

func (p *Publication) day() int {
	if p.PublishedAt == nil {
		return 0
	}
	return dayOf(*p.PublishedAt)
}

// Arrival is the time to the first citation on a platform, and how long citations go on.
type Arrival struct {
	Platform string `json:"platform"`
	CitedTimes
}

// OutletCited is the same for an outlet. What is counted there is each article on each platform.
type OutletCited struct {
	OutletID  string `json:"media_id"`
	Outlet    string `json:"media"`
	Articles  int    `json:"articles"`
	Points    int64  `json:"points"`
	Citations int64  `json:"citations"` // answers
	CitedTimes
}

// CitedTimes is how many were cited, when and for how long. What has not been cited yet, or still is, is censored.
type CitedTimes struct {
	Cited    int         `json:"cited"`
	Of       int         `json:"of"`
	Median   *float64    `json:"median_days"`    // nil: fewer than half are cited
	HalfLife *float64    `json:"half_life_days"` // after the first citation; nil: more than half still are
	Steps    []stat.Step `json:"steps"`
}

// Absorption is how much of the articles' own wording answers repeat.
type Absorption struct {
	Stretches int    `json:"stretches"` // of the articles that no answer held before they were published
	Repeated  int    `json:"repeated"`  // of those, by any answer since
	Answers   int    `json:"answers"`   // that repeat enough of them
	Uncited   int    `json:"uncited"`   // of those, without citing the article
	Examples  []Echo `json:"examples"`
	Sentences []Said `json:"sentences"` // of the articles that answers repeat, those that most do first
	Unsaid    int    `json:"unsaid"`    // sentences that none does
}

// Said is a sentence of an article that answers repeat.
type Said struct {
	Sentence  string `json:"sentence"`
	Declared  bool   `json:"declared"`  // it says what the campaign wants to become known
	Stretches int    `json:"stretches"` // of it that no answer held before
	Answers   int    `json:"answers"`   // that repeat three of these, or all
	Uncited   int    `json:"uncited"`
	Examples  []Echo `json:"examples"`
}

// Echo is an answer that repeats an article.
type Echo struct {
	AnswerID  string `json:"answer_id"`
	Platform  string `json:"platform"`
	PromptID  string `json:"prompt_id"`
	Day       string `json:"day"`
	Stretches int    `json:"stretches"`
	Cited     bool   `json:"cited"`
}

// Dropped is a prompt that is left out, and why: edited, deleted or treated by another campaign.
type Dropped struct {
	Prompt
	Reason string `json:"reason"`
}
