package assistant

import (
	"context"
	"net/http"
	"strings"
	"sync/atomic"
)

// State is whether a platform can be asked, as far as its entry tells.
type State string

const (
	Ready         State = "ready"
	NotConfigured State = "not_configured" // no key
	Suspended     State = "suspended"      // by the operator
)

// Settings of a client. The zero value asks for real.
type Settings struct {
	// Simulator answers in place of every platform: no keys, no limits, no network.
	Simulator http.RoundTripper
	// Watch is told of every question before it is asked, and by what it returns of how that went: for figures and traces.
	// It sees everything and must pass on no text.
	Watch func(ctx context.Context, q Question) (done func(Answer, error))
}

// Client asks the platforms of one catalogue. It is safe for concurrent use. How many questions are asked at once, how
// fast, and whether a failing platform is left alone, is the caller's decision.
type Client struct {
	catalogue *Catalogue
	targets   map[string]*target
	simulated bool
	watch     func(ctx context.Context, q Question) (done func(Answer, error))
}

// target is one platform with what is shared between questions to it.
type target struct {
	platform  *Platform
	http      *http.Client
	suspended atomic.Bool
}

// New prepares a client; no connection is made.
func New(c *Catalogue, s Settings) *Client {
	if s.Simulator != nil {
		c = c.Simulated("http://simulator")
	}
	if s.Watch == nil {
		s.Watch = func(context.Context, Question) func(Answer, error) { return func(Answer, error) {} }
	}
	client := &Client{catalogue: c, targets: make(map[string]*target, len(c.entries)), simulated: s.Simulator != nil, watch: s.Watch}
	for _, p := range c.entries {
		transport := s.Simulator
		if transport == nil {
			transport = newTransport(p)
		}
		t := &target{platform: p, http: newHTTPClient(transport)}
		t.suspended.Store(p.Suspended)
		client.targets[p.ID] = t
	}
	return client
}

// Catalogue is what the client asks from; under simulation it differs from the one given.
func (c *Client) Catalogue() *Catalogue { return c.catalogue }

// Simulated tells whether the simulator answers in place of the platforms.
func (c *Client) Simulated() bool { return c.simulated }

// Close drops idle connections. Questions in flight end by their own context.
func (c *Client) Close() {
	for _, t := range c.targets {
		t.http.CloseIdleConnections()
	}
}

// State tells whether a platform can be asked; an unknown one is not configured.
func (c *Client) State(id string) State {
	t, ok := c.targets[id]
	if !ok {
		return NotConfigured
	}
	return t.state()
}

func (t *target) state() State {
	switch {
	case t.platform.Key.Empty() && !t.platform.Keyless():
		return NotConfigured
	case t.suspended.Load():
		return Suspended
	}
	return Ready
}

// Suspend stops asking a platform, or starts again. It reports whether the platform exists.
func (c *Client) Suspend(id string, suspended bool) bool {
	t, ok := c.targets[id]
	if ok {
		t.suspended.Store(suspended)
	}
	return ok
}

// Ask puts one question to one platform, once and now. The error is a *Fault. With a recorded fault the answer holds what
// the platform returned, without text.
func (c *Client) Ask(ctx context.Context, q Question) (Answer, error) {
	if q.Mode == "" {
		q.Mode = ModeSearch
	}
	t, ok := c.targets[q.Platform]
	if !ok {
		return Answer{}, &Fault{Platform: q.Platform, Class: Unsupported, Message: "no such platform"}
	}
	done := c.watch(ctx, q)
	if c.simulated {
		ctx = context.WithValue(ctx, subjectKey{}, q.Subject)
	}
	var a Answer
	err := t.check(ctx, q)
	if err == nil {
		a, err = t.ask(ctx, q)
	}
	if err != nil {
		err = t.name(err)
	}
	done(a, err)
	return a, err
}

type subjectKey struct{}

// SubjectOf is for whom a simulated question is asked.
func SubjectOf(ctx context.Context) string {
	subject, _ := ctx.Value(subjectKey{}).(string)
	return subject
}

// check refuses what need not be sent.
func (t *target) check(ctx context.Context, q Question) error {
	switch state := t.state(); {
	case strings.TrimSpace(q.Text) == "":
		return faultf(BadRequest, "the question is empty")
	case !t.platform.Supports(q.Mode):
		return faultf(Unsupported, "mode %q", q.Mode)
	case state == NotConfigured:
		return &Fault{Class: Unavailable, State: state, Message: "no key in " + first(t.platform.KeyEnv, "the configuration")}
	case state == Suspended:
		return &Fault{Class: Unavailable, State: state}
	case ctx.Err() != nil:
		return &Fault{Class: Canceled, Cause: context.Cause(ctx)}
	}
	return nil
}

// name completes a fault and makes sure that no key is in it.
func (t *target) name(err error) error {
	f := AsFault(err)
	if f == nil {
		f = &Fault{Class: Server, Cause: err}
	}
	f.Platform = t.platform.ID
	f.Message = t.platform.scrub(shorten(f.Message, messageLimit))
	f.Code = t.platform.scrub(shorten(f.Code, 100))
	return f
}
