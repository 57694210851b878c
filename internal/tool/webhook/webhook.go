// Package webhook hands an article to an outlet's endpoint and understands what the outlet says of it.
//
// It owns the wire form: a signed POST after the Standard Webhooks specification, and the small report by which an outlet
// answers, at once or later. It asks once. It refuses to know what an order costs, whether to ask again, and what a
// verdict means for it; but it says plainly when it does not know whether the article was taken.
package webhook

import (
	"context"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"renown/internal/tool/egress"
)

const (
	// DefaultTimeout bounds a whole call: name, connection, request, answer.
	DefaultTimeout = 30 * time.Second

	answerLimit = 64 << 10 // bytes of an answer's body
)

// Options of a sender. The zero value calls the public internet alone.
type Options struct {
	Networks []netip.Prefix // private networks that may be called as well, over plain http too
	Timeout  time.Duration  // DefaultTimeout when 0
}

// Sender calls endpoints. It is safe for concurrent use.
type Sender struct {
	policy  egress.Policy
	timeout time.Duration
	secure  *http.Client
	plain   *http.Client // for http: it reaches the allowed networks and nothing else
}

// New prepares a sender; no connection is made.
func New(o Options) *Sender {
	if o.Timeout <= 0 {
		o.Timeout = DefaultTimeout
	}
	policy := egress.Policy{Networks: o.Networks}
	inside := policy
	inside.Inside = true
	return &Sender{policy: policy, timeout: o.Timeout, secure: newClient(policy), plain: newClient(inside)}
}

// newClient follows no redirect: an article and its token go to the address the operator entered and nowhere else.
func newClient(p egress.Policy) *http.Client {
	transport := p.Transport()
	transport.DisableCompression = true // answers are small; nothing is unpacked
	transport.DisableKeepAlives = true  // calls are rare, and a connection that went stale would leave a doubt
	return &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// CheckAddress refuses an endpoint's address that could never be called, and returns it as it is to be kept.
func (s *Sender) CheckAddress(raw string) (string, error) {
	u, err := s.policy.Address(raw)
	if err != nil {
		return "", err
	}
	return u.String(), nil
}

// Endpoint is where an outlet takes articles, and the secret it shares with this installation.
type Endpoint struct {
	URL    string
	Secret Secret
}

// Send makes one call and says what came of it. It never fails: what is not known is Doubt.
func (s *Sender) Send(ctx context.Context, to Endpoint, m Message) Result {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	u, err := s.policy.Address(to.URL)
	if err != nil {
		return Result{Verdict: Doubt, Note: "the endpoint's address: " + err.Error()}
	}
	if to.Secret.Empty() {
		return Result{Verdict: Doubt, Note: "the endpoint has no secret"}
	}
	client := s.secure
	if u.Scheme == "http" {
		client = s.plain
	}
	result := post(ctx, client, u, signed{m, to.Secret})
	result.hide(append(strings.Fields(to.Secret.Reveal()), m.Hidden...))
	return result
}
