package assistant

import "slices"

// Mode is how a question is put: with web search as the assistants' apps do, from model knowledge alone, or with deep
// thinking and search.
type Mode string

const (
	ModeSearch    Mode = "search"
	ModeChat      Mode = "chat"
	ModeReasoning Mode = "reasoning"
)

// Modes lists every mode in the order in which people are offered them.
func Modes() []Mode { return []Mode{ModeSearch, ModeChat, ModeReasoning} }

// Valid tells whether m is one of the modes.
func (m Mode) Valid() bool { return slices.Contains(Modes(), m) }

// Searches tells whether the mode asks the platform to look at the web.
func (m Mode) Searches() bool { return m != ModeChat }

// Question is put to a platform unmodified: no system prompt, no history, one fresh conversation.
type Question struct {
	Platform string // id of a catalogue entry
	Text     string
	Mode     Mode   // empty means ModeSearch
	Region   string // ISO 3166 alpha-2, sent where the platform takes a location; empty sends none
	Language string // BCP 47, kept with the answer; no platform takes it, the question's own language decides
	Subject  string // for whom it is asked; no platform is told, the simulator is
}
