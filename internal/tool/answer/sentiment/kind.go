package sentiment

// kind is a set of the parts a word can play. One word may play several:
// "complaints" is bad by itself, and an attribute that is good when it falls.
type kind uint64

const (
	valued     kind = 1 << iota // good or bad in itself
	negator                     // turns what follows
	expected                    // says nothing, unless it is denied: "does not support"
	strong                      // makes the next word weigh more
	slight                      // makes the next word weigh less
	toomuch                     // bad before a size: "too heavy"
	size                        // a measure with no side of its own
	rising                      // a direction: up
	falling                     // a direction: down
	attrGood                    // an attribute that is good when high
	attrBad                     // an attribute that is bad when high
	beats                       // what stands left of it wins over what stands right
	loses                       // what stands left of it loses to what stands right
	rivals                      // as loses, but only when denied: "comes close to"
	than                        // what stands right of it is only the measure
	versus                      // as than, for a phrase that may stand first
	passive                     // turns beats round
	instead                     // the name right of it is the one rejected
	shift                       // names left of it are left, names right of it are taken
	substitute                  // the name right of it is the one to be replaced
	but                         // what comes after weighs more than what came before
	though                      // the clause is conceded, it weighs less
	condition                   // the clause says nothing that is so
	whether                     // the clause leaves open what it says
	past                        // the clause tells how it was
	doubt                       // a worry or a rumour
	refute                      // denies the worry
	mend                        // takes the sting out of a bad word
	ignorance                   // the writer says that nothing is known
	pros                        // heads a list of advantages
	cons                        // heads a list of disadvantages
	prosAt                      // an advantage follows in the same clause
	consAt                      // a disadvantage follows
	speed                       // praise, but only more of it after blame: "wears out fast"
	as                          // the first or second of "as good as"
	away                        // sends the reader to something else
	fedUp                       // rejects the name after it even in a question
	search                      // nothing was found; ignorance if information was sought
	info                        // what is sought: data, reviews
	gap                         // the names before it lie apart: the first is behind
	rhetoric                    // a question that expects no answer but a bad one
	mixed                       // as much good as bad
	ifEnd                       // ends a condition: what came before is not said to be so
	wish                        // what follows is wanted, not found
	few                         // turns the word it counts: "few faults", "优点太少"
	scarce                      // before a share: as good as a denial
	latter                      // the second of two names
	former                      // the first of two names
	deflate                     // denies the praise of the sentence
	tested                      // tells what came of a worry
	hedge                       // says "perhaps"
	claim                       // how it is said to be: soft as the past, and no praise when practice tells otherwise
	confirm                     // tells that a worry came true
	now                         // how it is today, against how it was
	choice                      // praise of one name alone: "choose A for this and B for that" praises neither
	even                        // "not even": what is denied after it is the least one may ask for
	report                      // tells what is said of a thing, which the sentence may deny: "calling A safe"
	denies                      // denies what is reported, and is read as it stands where nothing is
	mock                        // praise that is meant the other way round beside blame: 可真, "bravo"
	shielded                    // nothing: keeps a part of it from being read
)

// kindNames are the first column of the word tables.
var kindNames = map[string]kind{
	"good": valued, "bad": valued, "not": negator, "expect": expected,
	"very": strong, "slight": slight, "toomuch": toomuch, "size": size,
	"up": rising, "down": falling, "attr+": attrGood, "attr-": attrBad,
	"beats": beats, "loses": loses, "rivals": rivals, "than": than, "versus": versus, "passive": passive,
	"instead": instead, "shift": shift, "substitute": substitute,
	"but": but, "though": though, "if": condition, "whether": whether, "past": past,
	"doubt": doubt, "refute": refute, "mend": mend, "ignorance": ignorance,
	"pros": pros, "cons": cons, "pros at": prosAt, "cons at": consAt, "scarce": scarce,
	"speed": speed, "as": as, "away": away, "fed up": fedUp, "search": search, "info": info,
	"gap": gap, "rhetoric": rhetoric, "mixed": mixed, "if end": ifEnd, "wish": wish, "few": few,
	"latter": latter, "former": former, "shield": shielded,
	"deflate": deflate, "tested": tested, "hedge": hedge, "now": now, "confirm": confirm, "choice": choice, "claim": claim, "even": even,
	"report": report, "denies": denies, "mock": mock,
}

func (k kind) has(other kind) bool { return k&other != 0 }
