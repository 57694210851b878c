package webhook

import (
	"bytes"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Verdict is what a call means for the order.
type Verdict string

const (
	Published Verdict = "published" // the outlet says so, with an address
	Accepted  Verdict = "accepted"  // the outlet has it and reports later
	Declined  Verdict = "declined"  // the outlet says that it will not publish it
	Refused   Verdict = "refused"   // this call was turned away; it says nothing of earlier ones
	Doubt     Verdict = "doubt"     // the outcome is unknown: ask again, with the same id
)

// Result is what came of a call.
type Result struct {
	Verdict Verdict
	Outcome Outcome       // for Published, Accepted and Declined
	Sent    bool          // the outlet may have seen the call
	Status  int           // of HTTP; 0 without an answer
	Wait    time.Duration // how long the outlet asks to be left alone; 0 when it does not say
	Note    string        // what happened, for the operator: never a secret, never the whole address
}

// hide takes secrets out of what an outlet may have echoed. An address with one in it makes the whole result Doubt.
func (r *Result) hide(secrets []string) {
	for _, s := range secrets {
		if s == "" {
			continue
		}
		for _, field := range []*string{&r.Note, &r.Outcome.Reason, &r.Outcome.Reference} {
			*field = strings.ReplaceAll(*field, s, "[redacted]")
		}
		if strings.Contains(r.Outcome.URL, s) {
			r.Verdict, r.Outcome, r.Note = Doubt, Outcome{}, r.Note+": the article's address holds a secret"
		}
	}
}

// judge reads an answer. cut says that body is not all of it.
func judge(status int, body []byte, cut bool) Result {
	result := Result{Sent: true, Status: status, Note: "HTTP " + strconv.Itoa(status)}
	report, err := ReadOutcome(body)
	understood := err == nil && !cut
	switch {
	case status >= 200 && status < 300 && understood:
		result.Outcome, result.Verdict = report, verdictOf(report)
		return result
	case status >= 200 && status < 300 && !cut && len(bytes.TrimSpace(body)) == 0:
		// How most receivers of webhooks say that they have it.
		result.Outcome, result.Verdict = Outcome{Status: SaysAccepted}, Accepted
		return result
	case refusal(status) && understood && verdictOf(report) == Declined:
		result.Outcome, result.Verdict = report, Declined
		return result
	case refusal(status):
		result.Verdict = Refused
		return result
	}
	result.Verdict = Doubt
	switch {
	case status >= 300 && status < 400:
		result.Note += ": redirects are not followed"
	case status >= 200 && status < 300 && cut:
		result.Note += ": the answer is too long or was cut off"
	case status >= 200 && status < 300:
		result.Note += ": the answer was not understood: " + err.Error()
	}
	return result
}

func verdictOf(r Outcome) Verdict {
	switch r.Status {
	case SaysPublished:
		return Published
	case SaysAccepted:
		return Accepted
	}
	return Declined
}

// refusal tells whether a status turns a call away for good. Those that speak of time, pace or a clash with an earlier
// call do not.
func refusal(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusConflict, http.StatusLocked, http.StatusTooEarly, http.StatusTooManyRequests:
		return false
	}
	return status >= 400 && status < 500
}
