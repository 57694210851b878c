package world

import (
	"bytes"
	_ "embed"
	"sync"

	"go.yaml.in/yaml/v3"
)

// Parameters are the numbers of the model. docs/simulator.md explains them; world.yaml holds the ones that are used.
type Parameters struct {
	Correlation         float64   `yaml:"correlation"`          // of the answers to one prompt
	PlatformCorrelation float64   `yaml:"platform_correlation"` // of the answers of one prompt on one platform, beside that
	Persistence         float64   `yaml:"persistence"`          // chance that a day repeats the day before
	PlatformSpread      float64   `yaml:"platform_spread"`      // standard deviation of a platform's lasting taste, logistic
	ModelSpread         float64   `yaml:"model_spread"`         // of that part of its taste which goes with its model
	ModelDays           int       `yaml:"model_days"`           // between two models of a platform
	Drift               float64   `yaml:"drift"`                // height of each slow wave, logistic
	DriftDays           []float64 `yaml:"drift_days"`           // their periods
	PlaceWeight         float64   `yaml:"place_weight"`         // how much a brand's chance decides about its place
	ToneMean            float64   `yaml:"tone_mean"`
	ToneSpread          float64   `yaml:"tone_spread"` // between prompts
	ToneNoise           float64   `yaml:"tone_noise"`  // between answers
	OwnRate             float64   `yaml:"own_rate"`    // answers that cite a named brand's own site, of those that cite

	Effect       float64 `yaml:"effect"`      // what a fitting article at a first-rate outlet adds to its brand's chance, logistic
	EffectMost   float64 `yaml:"effect_most"` // of all articles together
	RiseDays     float64 `yaml:"rise_days"`   // until it is whole
	HalfLifeDays float64 `yaml:"half_life_days"`
	CiteRate     float64 `yaml:"cite_rate"`   // answers that cite such an article
	BorrowRate   float64 `yaml:"borrow_rate"` // that use a sentence of it without citing it
	FitLeast     float64 `yaml:"fit_least"`   // share of a question's words from which on an article answers it
	FitFull      float64 `yaml:"fit_full"`    // and from which on it answers it wholly

	OutletShare float64 `yaml:"outlet_share"` // of the pages found, on outlets of the catalogue
	HardRate    float64 `yaml:"hard_rate"`    // answers with a turn that is hard to read
	ClaimRate   float64 `yaml:"claim_rate"`   // statements about a brand that repeat what a page claims of it
	MistakeRate float64 `yaml:"mistake_rate"` // searches that come upon the only page that has a claim wrong, while it is new

	Kinds     map[string]float64 `yaml:"kinds"` // step for questions of a kind, logistic
	Usual     Habit              `yaml:"usual"`
	Platforms map[string]Habit   `yaml:"platforms"`

	// Origin is a day that draws the numbers of StillTime's, and its neighbours those of the neighbours: a history that ends there is
	// the same whenever it is made. 0: every day draws its own.
	Origin int `yaml:"-"`
}

// Drawn is the day whose numbers a day draws.
func (p *Parameters) Drawn(day int) int {
	if p.Origin == 0 || day == 0 {
		return day
	}
	return day - p.Origin + stillDay
}

// Habit is how a platform answers. What is missing is as usual.
type Habit struct {
	Names    [2]int   `yaml:"names"`    // in a list, at least and at most
	Sources  [2]int   `yaml:"sources"`  // found
	Queries  [2]int   `yaml:"queries"`  // searches run
	Searches float64  `yaml:"searches"` // share of answers that search when they may
	Cites    float64  `yaml:"cites"`    // share of those that cite
	Refuses  float64  `yaml:"refuses"`
	Unknown  float64  `yaml:"unknown"` // that a weak brand which is asked for is not known
	Echoes   float64  `yaml:"echoes"`  // that the question is repeated first
	Table    float64  `yaml:"table"`   // that a comparison is a table
	Heading  float64  `yaml:"heading"` // that a list has headings
	Extra    float64  `yaml:"extra"`   // that an item has a second sentence
	Listing  float64  `yaml:"listing"` // that the sources are printed at the end
	LagDays  float64  `yaml:"lag_days"`
	Fresh    float64  `yaml:"fresh"` // half-life of a page's attraction, in days
	Channels []string `yaml:"channels"`
}

//go:embed world.yaml
var parameterFile []byte

// Default are the embedded parameters.
var Default = sync.OnceValue(func() Parameters {
	var p Parameters
	decoder := yaml.NewDecoder(bytes.NewReader(parameterFile))
	decoder.KnownFields(true)
	if err := decoder.Decode(&p); err != nil {
		panic(err) // a test reads it
	}
	for id, h := range p.Platforms {
		p.Platforms[id] = h.or(p.Usual)
	}
	return p
})

// Habit is a platform's.
func (p *Parameters) Habit(platform string) Habit {
	if h, ok := p.Platforms[platform]; ok {
		return h
	}
	return p.Usual
}

func (h Habit) or(usual Habit) Habit {
	for _, pair := range [][2]*[2]int{{&h.Names, &usual.Names}, {&h.Sources, &usual.Sources}, {&h.Queries, &usual.Queries}} {
		if pair[0][1] == 0 {
			*pair[0] = *pair[1]
		}
	}
	for _, pair := range [][2]*float64{
		{&h.Searches, &usual.Searches},
		{&h.Cites, &usual.Cites},
		{&h.Refuses, &usual.Refuses},
		{&h.Unknown, &usual.Unknown},
		{&h.Echoes, &usual.Echoes},
		{&h.Table, &usual.Table},
		{&h.Heading, &usual.Heading},
		{&h.Extra, &usual.Extra},
		{&h.Listing, &usual.Listing},
		{&h.LagDays, &usual.LagDays},
		{&h.Fresh, &usual.Fresh},
	} {
		if *pair[0] == 0 {
			*pair[0] = *pair[1]
		}
	}
	if h.Channels == nil {
		h.Channels = usual.Channels
	}
	return h
}
