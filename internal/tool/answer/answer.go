package answer

// Version changes whenever the same input may give other findings. It is stored with them: findings of another version
// are read again.
const Version = 13

// Entity is what an answer may name. Every spelling in Name and Aliases counts.
type Entity struct {
	ID         string
	Name       string
	Aliases    []string
	Exclusions []string // phrases in which a spelling does not count
	Contexts   []string // when given, one of them must be present: the spellings are ordinary words
	Domains    []string // hosts or addresses of its own

	ProductLines []string // naming one names the entity: iPhone

	// Placed are pages on sites of others that it had published, canonical and without a scheme. The reader leaves them alone: on
	// such a site they make nothing else its own.
	Placed []string `json:",omitempty"`
}

// Source is a page that the platform says the answer rests on.
type Source struct{ URL, Title string }

// State says what kind of answer it is. Refused, broken and empty ones count in no rate.
type State string

const (
	NamesUs     State = "names_us"     // the brand, perhaps competitors too
	NamesOthers State = "names_others" // competitors only
	NamesNobody State = "names_nobody"
	Refused     State = "refused" // the assistant declines to answer
	Empty       State = "empty"   // nothing to read
	Broken      State = "broken"  // the service's own words: busy, filtered, an error, no access to the web
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
	Mentions  []Mention  // in order, in whatever state
	Left      []Left     // where its name stands and does not count, in order
	Unknown   bool       // the answer says that the entity is not known, and does not name it otherwise
	Position  int        // place among all names that the answer recommends, 1 first, ties share it; 0 when not named
	Watched   int        // place among the entities; 0 when not named
	Stance    Stance     // nothing when not named
	Sentiment *Sentiment // nil when not named, or when nothing is said that could be judged

	Confidence Confidence // nothing where State says that there is no answer
}

// Named tells whether the answer names the entity: otherwise than by repeating the question, and not to say that it is unknown.
func (f *Finding) Named() bool {
	for i := range f.Mentions {
		if f.Mentions[i].State == Named {
			return true
		}
	}
	return false
}

// Count is how often the answer names the entity.
func (f *Finding) Count() (n int) {
	for i := range f.Mentions {
		if f.Mentions[i].State == Named {
			n++
		}
	}
	return n
}

// FirstOffset is where the entity is first named, in code points; false when it is not.
func (f *Finding) FirstOffset() (int, bool) {
	for i := range f.Mentions {
		if f.Mentions[i].State == Named {
			return f.Mentions[i].Start, true
		}
	}
	return 0, false
}

// Extent is a stretch of text, end exclusive.
type Extent struct{ Start, End int }

// MentionState says what a mention is worth. Only a named one makes visible, places and has a tone.
type MentionState string

const (
	Named   MentionState = "named"
	Echoed  MentionState = "echoed"  // the answer repeats the question
	Unknown MentionState = "unknown" // the assistant says that it knows nothing of it
)

// Stance is what an answer does with a name.
type Stance string

const (
	Recommended    Stance = "recommended"     // put forward as a choice
	Mentioned      Stance = "mentioned"       // named and no more
	Compared       Stance = "compared"        // only what others are held against
	AdvisedAgainst Stance = "advised_against" // the answer says not to take it
)

// Reason is why a name that stands in an answer does not count.
type Reason string

const (
	AsWord    Reason = "word"      // used as the ordinary word
	AsSource  Reason = "source"    // in the title or the credit of a source
	AsOther   Reason = "namesake"  // the answer calls it something else
	NoContext Reason = "context"   // none of its context terms is there
	Excluded  Reason = "exclusion" // within a phrase in which it does not count
)

// Left is one place where a name stands and does not count, in code points.
type Left struct {
	Extent
	Reason Reason
}

// Mention is one place where an entity is mentioned, in code points.
type Mention struct {
	Extent
	State MentionState
	Line  bool // a product line stands for the entity
}
