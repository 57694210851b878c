package simulator

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Outcome is what happens to one request.
type Outcome string

const (
	Normal Outcome = "ok" // whatever follows from seed, platform and question

	// Shapes of an answer.
	Cited       Outcome = "cited"
	Uncited     Outcome = "uncited"      // searched, cited nothing
	NotSearched Outcome = "not_searched" // answered from memory although a search was asked for
	Refusal     Outcome = "refusal"      // declines in words
	Dangling    Outcome = "dangling"     // one marker names no source

	// Refusals in the platform's own codes.
	RateLimit    Outcome = "429"
	Server       Outcome = "500"
	Overload     Outcome = "503"
	BadRequest   Outcome = "400"
	Auth         Outcome = "401"
	Config       Outcome = "404"
	Balance      Outcome = "balance"
	Quota        Outcome = "quota"
	Retired      Outcome = "410"
	Filter       Outcome = "filter"
	SearchFailed Outcome = "search_failed" // anthropic shape only

	// What goes wrong on the way.
	Hang      Outcome = "hang"      // never answers
	Slow      Outcome = "slow"      // dribbles the body until the caller gives up
	Cut       Outcome = "cut"       // closes the connection in the body
	Garbage   Outcome = "garbage"   // bytes that are no text
	HTML      Outcome = "html"      // a page instead of JSON
	Truncated Outcome = "truncated" // JSON that ends early in a complete body
	Foreign   Outcome = "foreign"   // JSON of another protocol
	Empty     Outcome = "empty"     // a well-formed answer of 0 characters
	Huge      Outcome = "huge"      // a body without end
	Redirect  Outcome = "redirect"  // to another host
)

// Outcomes lists every outcome that can be scripted.
func Outcomes() []Outcome {
	return []Outcome{
		Normal, Cited, Uncited, NotSearched, Refusal, Dangling,
		RateLimit, Server, Overload, BadRequest, Auth, Config, Balance, Quota, Retired, Filter, SearchFailed,
		Hang, Slow, Cut, Garbage, HTML, Truncated, Foreign, Empty, Huge, Redirect,
	}
}

// aliases are other ways to write an outcome on a command line.
var aliases = map[string]Outcome{"402": Balance, "403": Config, "529": Overload, "502": Server, "504": Overload}

func parseOutcome(name string) (Outcome, error) {
	if o, ok := aliases[name]; ok {
		return o, nil
	}
	if o := Outcome(name); slices.Contains(Outcomes(), o) {
		return o, nil
	}
	return "", fmt.Errorf("unknown outcome %q", name)
}

// Faults is how often things go wrong: outcomes with their shares of all requests.
type Faults []Share

// Share is one outcome's part.
type Share struct {
	Do   Outcome
	Rate float64 // 0..1
}

// ParseFaults reads "429=0.05,500=0.02,hang=0.01,garbage=0.01,cut=0.01"; "" is none.
func ParseFaults(text string) (Faults, error) {
	var f Faults
	total := 0.0
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		name, value, _ := strings.Cut(part, "=")
		do, err := parseOutcome(strings.TrimSpace(name))
		if err != nil {
			return nil, fmt.Errorf("fault %q: %w", part, err)
		}
		rate, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		if err != nil || !(rate >= 0 && rate <= 1) {
			return nil, fmt.Errorf("fault %q: the share must be a number from 0 to 1", part)
		}
		total += rate
		f = append(f, Share{do, rate})
	}
	if total > 1.000001 {
		return nil, fmt.Errorf("fault %q: the shares add up to more than 1", text)
	}
	return f, nil
}

// String is what ParseFaults reads.
func (f Faults) String() string {
	parts := make([]string, len(f))
	for i, s := range f {
		parts[i] = string(s.Do) + "=" + strconv.FormatFloat(s.Rate, 'g', -1, 64)
	}
	return strings.Join(parts, ",")
}

// pick chooses an outcome for a draw from [0,1).
func (f Faults) pick(draw float64) Outcome {
	for _, s := range f {
		if draw < s.Rate {
			return s.Do
		}
		draw -= s.Rate
	}
	return Normal
}
