package webhook

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What an outlet says of an order.
const (
	SaysPublished = "published" // it is on the web, at URL
	SaysAccepted  = "accepted"  // it will be; a report follows
	SaysRejected  = "rejected"  // it will not be, the outlet does not want it
	SaysFailed    = "failed"    // it will not be, the outlet could not
)

const (
	urlLimit       = 2000 // bytes
	referenceLimit = 200  // characters, of what is kept
	reasonLimit    = 500
)

// Outcome is an outlet's word on an order: the answer to a call, or sent later.
type Outcome struct {
	Status    string
	URL       string // of the article; only when published
	Reference string // the outlet's own name for the order
	Reason    string // for the customer
}

// OutcomeError names the field of a report that is wrong.
type OutcomeError struct{ Field, Rule string }

func (e *OutcomeError) Error() string {
	if e.Field == "" {
		return e.Rule
	}
	return e.Field + ": " + e.Rule
}

// ReadOutcome reads a report: a JSON object with status, url, reference, reason. Other fields are ignored. The error is a
// *OutcomeError.
func ReadOutcome(body []byte) (Outcome, error) {
	var raw struct {
		Status    text `json:"status"`
		URL       text `json:"url"`
		Reference text `json:"reference"`
		Reason    text `json:"reason"`
	}
	if err := json.Unmarshal(body, &raw); err != nil || !utf8.Valid(body) {
		return Outcome{}, &OutcomeError{"", "not a JSON object of status, url, reference and reason"}
	}
	r := Outcome{
		Status: string(raw.Status), Reference: tidy(string(raw.Reference), referenceLimit),
		Reason: tidy(string(raw.Reason), reasonLimit),
	}
	switch r.Status {
	case SaysAccepted, SaysRejected, SaysFailed:
	case SaysPublished:
		if err := checkPage(string(raw.URL)); err != nil {
			return Outcome{}, &OutcomeError{"url", err.Error()}
		}
		r.URL = strings.TrimSpace(string(raw.URL))
	default:
		return Outcome{}, &OutcomeError{"status", "none of published, accepted, rejected, failed"}
	}
	return r, nil
}

// checkPage refuses what cannot be the address of a published article. Nothing is ever fetched from it.
func checkPage(raw string) error {
	raw = strings.TrimSpace(raw)
	u, err := url.Parse(raw)
	switch {
	case raw == "":
		return errors.New("missing: a published article has an address")
	case len(raw) > urlLimit:
		return fmt.Errorf("over %d bytes", urlLimit)
	case err != nil, u.Scheme != "http" && u.Scheme != "https", !strings.Contains(u.Hostname(), "."), u.User != nil,
		strings.ContainsFunc(raw, func(r rune) bool { return unicode.IsControl(r) || unicode.IsSpace(r) }):
		return errors.New("not an http:// or https:// address of a page")
	}
	return nil
}

// text is a string, or a number where an outlet's ids are numbers.
type text string

func (t *text) UnmarshalJSON(raw []byte) error {
	if len(raw) > 0 && (raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9') {
		*t = text(raw)
		return nil
	}
	return json.Unmarshal(raw, (*string)(t))
}

// tidy makes foreign text fit to be stored and shown: one line, bounded, no control characters.
func tidy(s string, limit int) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == utf8.RuneError {
			return -1
		}
		return r
	}, s)
	s = strings.Join(strings.Fields(s), " ")
	if utf8.RuneCountInString(s) > limit {
		s = string([]rune(s)[:limit-1]) + "…"
	}
	return s
}
