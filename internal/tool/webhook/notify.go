package webhook

import (
	"context"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"renown/internal/tool/egress"
)

// What kept a notification from a receiver, as codes.
const (
	Forbidden  = "forbidden"  // the address may not be called, or its certificate is not good
	TimedOut   = "timed_out"  // no whole answer in time
	NoLink     = "no_link"    // no connection: the name or the machine is unknown, or the port is closed
	BrokenLink = "broken"     // the connection broke
	NotTaken   = "not_taken"  // an answer, and not of the kind that takes it
	Throttling = "throttling" // the receiver asks for fewer
	Gone       = "gone"       // the receiver says that it is no more
)

// answerKept is how many bytes of an answer are read and kept: enough to see what the receiver says. What follows is never read, so
// that an endless answer ends here.
const answerKept = 1 << 10

// Receipt is what became of a notification.
type Receipt struct {
	Status int           // of HTTP; 0 without an answer
	Answer string        // its beginning
	Reason string        // a code; "" when it was taken
	Wait   time.Duration // how long the receiver asks to be left alone; 0 when it does not say
	Took   time.Duration
}

// Taken tells whether the receiver has it.
func (r Receipt) Taken() bool { return r.Reason == "" }

// Notify posts a signed message to a receiver that reports nothing back: whatever is answered with 2xx is taken. It never fails.
func (s *Sender) Notify(ctx context.Context, to Endpoint, m Message) Receipt {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	began := time.Now()
	receipt := s.notify(ctx, to, m)
	receipt.Took = time.Since(began)
	receipt.Answer = Shown(receipt.Answer, strings.Fields(to.Secret.Reveal())...)
	return receipt
}

func (s *Sender) notify(ctx context.Context, to Endpoint, m Message) Receipt {
	u, err := s.policy.Address(to.URL)
	if err != nil || to.Secret.Empty() {
		return Receipt{Reason: Forbidden}
	}
	client := s.secure
	if u.Scheme == "http" {
		client = s.plain
	}
	request, err := signed{m, to.Secret}.request(ctx, u)
	if err != nil {
		return Receipt{Reason: Forbidden}
	}
	response, err := client.Do(request)
	if err != nil {
		return Receipt{Reason: egress.Reason(err)}
	}
	defer response.Body.Close()
	answer, _ := io.ReadAll(io.LimitReader(response.Body, answerKept)) // what came before it broke is worth seeing
	r := Receipt{Status: response.StatusCode, Answer: string(answer), Wait: egress.RetryAfter(response.Header, m.At)}
	switch status := response.StatusCode; {
	case status >= 200 && status < 300:
	case status == 410:
		r.Reason = Gone
	case status == 429 || status == 502 || status == 503 || status == 504:
		r.Reason = Throttling
	default:
		r.Reason = NotTaken
	}
	return r
}

// Shown is an answer fit to be kept and shown: valid text of a bounded length, without the secrets that the receiver may have echoed.
func Shown(answer string, secrets ...string) string {
	for _, s := range secrets {
		if s != "" {
			answer = strings.ReplaceAll(answer, s, "[redacted]")
		}
	}
	answer = strings.ReplaceAll(strings.ToValidUTF8(answer, "\uFFFD"), "\x00", "\uFFFD")
	for len(answer) > answerKept {
		_, size := utf8.DecodeLastRuneInString(answer)
		answer = answer[:len(answer)-size]
	}
	return answer
}
