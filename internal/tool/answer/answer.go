package answer

// Version changes whenever the same input may give other findings. It is stored with them: findings of another version
// are read again.
const Version = 1

// Entity is somebody an answer may name. Every spelling in Name and Aliases counts.
type Entity struct {
	ID         string
	Name       string
	Aliases    []string
	Exclusions []string // phrases in which a spelling does not count
	Contexts   []string // when given, one of them must be present: the spellings are ordinary words
	Domains    []string // hosts or addresses of its own
}

// Source is a page that the platform says the answer rests on.
type Source struct{ URL, Title string }

// State says what kind of answer it is. Refused and empty ones count in no rate.
type State string

const (
	NamesUs     State = "names_us"     // the brand, perhaps competitors too
	NamesOthers State = "names_others" // competitors only
	NamesNobody State = "names_nobody"
	Refused     State = "refused" // the assistant declines to answer
	Empty       State = "empty"   // nothing to read
)

// Answered tells whether the answer may enter a denominator.
func (s State) Answered() bool { return s == NamesUs || s == NamesOthers || s == NamesNobody }

// Findings is what was read. Entities are in the order in which they were given.
type Findings struct {
	Version   int
	State     State
	Entities  []Finding
	Citations []Citation
}

// Finding is what an answer says of one entity.
type Finding struct {
	ID        string
	Mentions  []Mention  // in order; nil when not named
	Position  int        // order of first mention among the named entities, 1 first; 0 when not named
	ListRank  int        // item of the answer's list that it heads, 1 first; 0 when there is none
	Sentiment *Sentiment // nil when not named or unjudged
}

// Named tells whether the answer names the entity.
func (f *Finding) Named() bool { return len(f.Mentions) > 0 }

// FirstOffset is where the entity is first named, in code points; false when it is not.
func (f *Finding) FirstOffset() (int, bool) {
	if len(f.Mentions) == 0 {
		return 0, false
	}
	return f.Mentions[0].Start, true
}

// Extent is a stretch of text, end exclusive.
type Extent struct{ Start, End int }

// Mention is one place where an entity is named, in code points.
type Mention struct {
	Extent
	Echo bool // it stands in a repetition of the question
}
