package assistant

import (
	"strings"
	"time"
)

// Retrieval says what is known about the web search behind an answer. "Did not search" and "searched and cited
// nothing" read alike in the text and mean opposite things for a brand.
type Retrieval string

const (
	// RetrievalNone: the platform answered from the model's knowledge.
	RetrievalNone Retrieval = "not_searched"
	// RetrievalUncited: it searched, and the answer cites none of what it found.
	RetrievalUncited Retrieval = "searched_none_cited"
	// RetrievalSources: it searched and returned sources, but never says which of them the answer rests on.
	RetrievalSources Retrieval = "searched_citation_undisclosed"
	// RetrievalUnknown: a search was asked for and the platform gives no sign whether it made one.
	RetrievalUnknown Retrieval = "unknown"
	// RetrievalCited: it searched, and the answer cites at least one source.
	RetrievalCited Retrieval = "cited"
)

// Finish is why the platform stopped writing. Filtered answers are faults and never reach an Answer's Finish.
type Finish string

const (
	FinishStop    Finish = "stop"
	FinishLength  Finish = "length"  // cut, at the token limit or where a page stopped; the text is what arrived
	FinishRefusal Finish = "refusal" // the model declined in words
	FinishOther   Finish = "other"
)

// Origin is where in the reply a citation was found, from the most to the least trustworthy.
type Origin string

const (
	OriginAnnotation Origin = "annotation"  // tied to the text by the platform
	OriginGrounding  Origin = "grounding"   // tied to the text by byte segments
	OriginToolResult Origin = "tool_result" // result of a search the model ran
	OriginSearchList Origin = "search_list" // list beside the text, tied by markers
	OriginText       Origin = "text"        // a link found in the prose
)

// Answer is what a platform said, decoded and normalised. Everything in it is foreign data.
type Answer struct {
	Platform    string
	Mode        Mode
	ModelAsked  string
	ModelServed string // from the reply only, never copied from the configuration
	Text        string // citation markers removed
	TextRaw     string // exactly as returned
	Reasoning   string
	Citations   []Citation // cited first, then only retrieved
	Queries     []string   // searches the platform ran, where it tells
	Retrieval   Retrieval
	Finish      Finish
	FinishRaw   string
	Usage       Usage
	Latency     Latency
	RegionSent  bool // the question's region reached the platform
	RequestID   string
	Rounds      int      // requests it took
	Raw         []byte   // reply as received, valid UTF-8; with several rounds a JSON array of them
	Warnings    []string // oddities worth counting, e.g. a marker without a source
}

// Simulated tells whether the answer came from the simulator.
func (a *Answer) Simulated() bool { return IsSimulated(a.ModelServed) }

// SimulatedMark begins the model name of every simulated answer.
const SimulatedMark = "simulated/"

// IsSimulated tells whether a served model name is the simulator's.
func IsSimulated(model string) bool { return strings.HasPrefix(model, SimulatedMark) }

// Citation is one source of an answer.
type Citation struct {
	URL          string // as returned
	Canonical    string // without tracking, www and fragment; after a platform's own redirect
	Title        string
	Site         string
	Domain       string // registrable domain
	Index        int    // as the platform numbers it, from 1; 0 when it does not
	Cited        bool   // the answer rests on it; otherwise it was only retrieved
	PublishedAt  time.Time
	PublishedRaw string // as returned, kept because many dates are free text
	Snippet      string // from the search engine
	Quote        string // words the platform says it took from the source
	Extents      []Extent
	Origin       Origin
}

// Extent is a stretch of Answer.Text in runes, end exclusive: what the citation supports, or, where Start equals End,
// the place its marker stood.
type Extent struct{ Start, End int }

// Usage is what the platform says it counted; 0 where it says nothing.
type Usage struct {
	Input, Output, Reasoning, Total int // tokens
	Searches                        int
	CostUSD                         float64 // 0 where the platform does not tell
}

// Plus is the sum of both.
func (u Usage) Plus(v Usage) Usage {
	u.add(v)
	return u
}

func (u *Usage) add(v Usage) {
	u.Input += v.Input
	u.Output += v.Output
	u.Reasoning += v.Reasoning
	u.Total += v.Total
	u.Searches += v.Searches
	u.CostUSD += v.CostUSD
}

// Latency is time on the network.
type Latency struct {
	FirstByte time.Duration // of the last round
	Total     time.Duration // all rounds
}
