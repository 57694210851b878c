// Package claim finds statements of fact in a text (prices, numbers with units, dates, places, features, members of a closed
// set) and holds those about a known subject against a sheet of facts. It is a pure function of its input: no clock, no
// network, no model. It owns the words by which attributes are spoken of, the units that can be compared and the rules by
// which a claim agrees or contradicts. It refuses to know what a brand is, where a text comes from and how verdicts are kept.
//
// Chinese and English are read with the same rules. When in doubt a claim is unjudged: a contradiction that is none costs more
// than one that is missed. Offsets count Unicode code points.
package claim

// Version changes whenever the same text and sheet may give other claims.
const Version = 4

// Kind is how a fact's value is read and compared.
type Kind string

const (
	Number  Kind = "number"  // a number or a range, with a unit
	Price   Kind = "price"   // an amount of a currency, perhaps per something
	Date    Kind = "date"    // a year, a month or a day
	Place   Kind = "place"   // a city
	Feature Kind = "feature" // there or not
	Choice  Kind = "choice"  // one of Options
	Text    Kind = "text"    // anything else: it agrees where it stands, and only known wrong variants contradict
)

// Verdict is what a claim is when it is held against the sheet.
type Verdict string

const (
	Agrees      Verdict = "agrees"
	Contradicts Verdict = "contradicts"
	Unsupported Verdict = "unsupported" // no fact speaks of it
	Unjudged    Verdict = "unjudged"    // a fact does, but the two cannot be compared, see Reason
)

// Reason says more of a verdict; empty where there is nothing to say.
type Reason string

const (
	Hearsay     Reason = "hearsay"      // reported, not said
	Supposed    Reason = "supposed"     // asked, supposed or planned
	Partial     Reason = "partial"      // of a part, or a change
	Vague       Reason = "vague"        // "hundreds of"
	OtherUnit   Reason = "other_unit"   // units that cannot be compared
	OtherTime   Reason = "other_time"   // about a time for which there is no fact
	Outdated    Reason = "outdated"     // the value of a fact that is no longer valid
	KnownWrong  Reason = "known_wrong"  // a variant that the sheet names as wrong
	Unclear     Reason = "unclear"      // the words do not say it clearly
	NotOffline  Reason = "not_offline"  // needs more than rules
	BadlyValued Reason = "badly_valued" // the fact's own value cannot be read
)

// Fact is one row of a sheet.
type Fact struct {
	Subject   string // one of the spellings of a Subject, or a name of its own
	Attribute string
	Terms     []string // other words for the attribute
	Kind      Kind
	Value     string // "412", "2016-05", "58", "250-300", "yes", "成都"
	Unit      string // "家", "元/袋", "mL"
	Options   []string
	Wrong     []string
	From, To  string // YYYY-MM-DD, both days included; empty: open
}

// Subject is what or whom facts are about, in all its spellings.
type Subject struct{ Spellings []string }

// Claim is one statement found in a text.
type Claim struct {
	Start, End           int // of the sentence
	ValueStart, ValueEnd int // of what it says
	Kind                 Kind
	Subject              int // index; -1: about no known subject
	Fact                 int // index of the fact it was held against; -1
	Verdict              Verdict
	Reason               Reason
}
