package requestschema

import "strconv"

const (
	// failureLimit is how many failures one check collects; what follows is not looked at.
	failureLimit = 1000
	// echoLimit is how many bytes of input one rendering repeats, all failures together. An input that does not
	// fit into what is left is replaced by echoLeftOut.
	echoLimit   = 128 << 10
	echoLeftOut = "(input left out: too long to repeat)"
)

// Failure is one reason why a request is refused.
type Failure struct {
	Type string
	// Loc is the way to the value: names are strings, places in a list are ints.
	Loc []any
	Msg string
	// Input is what was sent; null where nothing was.
	Input Value
	// Ctx is a JSON object with the limits that were broken, or "".
	Ctx string
	// Limit is the bound that was broken, as the contract writes it; "" where there is none.
	Limit string
	// Reason tells the value errors apart: URLScheme, or "".
	Reason string
}

// URLScheme is the reason of a link that is neither http nor https.
const URLScheme = "url_scheme"

// Failures lists what is wrong with a request, in the order in which the contract declares things.
// It holds at most 1,000 entries.
type Failures []Failure

// AppendJSON appends the failures as a JSON array. At most 128 KiB of input are repeated in it; an input beyond
// that is replaced by a short text that says so.
func (fs Failures) AppendJSON(dst []byte) []byte {
	dst = append(dst, '[')
	left := echoLimit
	for i := range fs {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `{"type":`...)
		dst = appendText(dst, fs[i].Type)
		dst = append(dst, `,"loc":`...)
		dst = appendLoc(dst, fs[i].Loc)
		dst = append(dst, `,"msg":`...)
		dst = appendText(dst, fs[i].Msg)
		dst = append(dst, `,"input":`...)
		before := len(dst)
		if dst = fs[i].Input.AppendJSON(dst); len(dst)-before > left {
			dst = appendText(dst[:before], echoLeftOut)
		}
		left -= len(dst) - before
		if fs[i].Ctx != "" {
			dst = append(dst, `,"ctx":`...)
			dst = append(dst, fs[i].Ctx...)
		}
		dst = append(dst, '}')
	}
	return append(dst, ']')
}

func appendLoc(dst []byte, loc []any) []byte {
	dst = append(dst, '[')
	for i, step := range loc {
		if i > 0 {
			dst = append(dst, ',')
		}
		switch step := step.(type) {
		case string:
			dst = appendText(dst, step)
		case int:
			dst = strconv.AppendInt(dst, int64(step), 10)
		}
	}
	return append(dst, ']')
}
