package assistant

import (
	"slices"
	"time"
)

// Tier says from which subscription on a platform is offered.
type Tier string

const (
	TierStandard Tier = "standard"
	TierUpper    Tier = "upper"
)

// Confidence is what a comparison with a source is worth.
type Confidence string

const (
	Documented Confidence = "documented" // the platform's own pages
	SDK        Confidence = "sdk"        // the source of the platform's own SDK
	Recorded   Confidence = "recorded"   // a real reply was read
	Unverified Confidence = "unverified" // others' code or lists
	OwnEntry   Confidence = "own"        // the operator's, or changed by the operator
)

// Platform is one entry of the catalogue.
type Platform struct {
	ID                string
	NameZH            string
	NameEN            string
	Tier              Tier
	Protocol          Protocol
	BaseURL           string
	Model             string
	KeyEnv            string
	KeyPage           string // where the platform hands out keys, for people
	Verified          string // the day on which the entry was compared with Source; empty for an operator's own
	Source            string // page or SDK
	Confidence        Confidence
	Models            string // where the platform lists its models; empty where it does not
	Successor         string // the model to name when Model goes, where one is known
	Price             *Price // nil where none is known
	Key               Secret
	Concurrency       int           // questions in flight at once, over the whole installation; the caller keeps to it
	RequestsPerMinute int           // likewise; 0 means no limit; a question may take several requests
	Timeout           time.Duration // for one question, all rounds
	Suspended         bool          // not asked until the operator says so
	AllowPrivate      bool          // the address may resolve to a private range, and may be plain http
	Options           Options

	markers markerSet
	offset  *time.Location
}

// Options is what differs between platforms that speak the same protocol.
type Options struct {
	Path           string                  // below BaseURL; {model} is replaced
	Auth           string                  // bearer, x-api-key, both, x-goog-api-key or none
	Input          string                  // responses only: text, role or message
	Zone           string                  // of dates without one, "+08:00"; default UTC
	Headers        map[string]Secret       // sent with every request
	Body           map[string]any          // merged into every request
	Modes          map[Mode]map[string]any // merged into the request of a mode; a mode that is not here is not supported
	Stream         []Mode                  // modes in which the platform answers only as a stream
	Sources        []string                // chat only: paths of the source list, the first that is there counts
	Fields         Fields                  // chat only: where a source keeps what
	Markers        []string
	Formula        string           // kimi only: the formula whose tools are called when the model asks for them
	Searched       string           // chat only: path whose presence (not 0, not false, not empty) proves a search
	Forced         bool             // search can be forced, so "not searched" does not occur in search mode
	Silent         bool             // an answer without sources does not show whether there was a search
	Cites          bool             // the platform shows which of its sources an answer rests on
	SourcesCited   bool             // chat only: everything in the source list is cited, not only retrieved
	Links          bool             // sources are also looked for in the prose
	RedirectPrefix string           // addresses that begin with it are the platform's own redirects, to be resolved
	Codes          map[string]Class // the operator's own reading of error codes
}

// Fields are paths inside one source.
type Fields struct{ URL, Title, Site, Date, Index, Snippet string }

// Capabilities is what a platform can and cannot do.
type Capabilities struct {
	Modes        []Mode
	ForcedSearch bool // search can be forced
	Citations    bool // sources come back in fields, not only in prose
	CitedKnown   bool // cited sources are told from merely retrieved ones
	Queries      bool // the platform tells what it searched for
	Dates        bool // sources carry dates
	Region       bool // a question's region reaches the platform
}

// Supports tells whether questions can be asked in this mode.
func (c Capabilities) Supports(m Mode) bool { return slices.Contains(c.Modes, m) }

// Missing says in short English phrases what the platform cannot do, for a list an operator reads.
func (c Capabilities) Missing() []string {
	var list []string
	for _, m := range Modes() {
		if !c.Supports(m) {
			list = append(list, "no mode "+string(m))
		}
	}
	for _, lack := range []struct {
		has  bool
		text string
	}{
		{c.ForcedSearch, "search cannot be forced"},
		{c.Citations, "sources only in the prose"},
		{c.CitedKnown, "cited sources not told from retrieved ones"},
		{c.Queries, "search queries not disclosed"},
		{c.Dates, "sources without dates"},
		{c.Region, "region not sent"},
	} {
		if !lack.has {
			list = append(list, lack.text)
		}
	}
	return list
}

// Capabilities follows from the entry; it is never written down twice.
func (p *Platform) Capabilities() Capabilities {
	c := Capabilities{
		ForcedSearch: p.Options.Forced,
		CitedKnown:   p.Options.Cites,
		Citations:    true,
	}
	for _, m := range Modes() {
		if fragment, ok := p.Options.Modes[m]; ok {
			c.Modes = append(c.Modes, m)
			c.Region = c.Region || mentionsRegion(fragment)
		}
	}
	if can := p.speaks().can; can != nil {
		can(p, &c)
	}
	return c
}

// Supports tells whether the platform can be asked in a mode; it is Capabilities().Supports without the rest.
func (p *Platform) Supports(m Mode) bool {
	_, ok := p.Options.Modes[m]
	return ok && slices.Contains(Modes(), m)
}

// Keyless tells whether the platform asks for no key.
func (p *Platform) Keyless() bool { return p.Options.Auth == "none" }

func (p *Platform) streams(m Mode) bool { return slices.Contains(p.Options.Stream, m) }

func (p *Platform) zone() *time.Location {
	if p.offset == nil {
		return time.UTC
	}
	return p.offset
}
