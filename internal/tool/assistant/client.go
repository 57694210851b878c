package assistant

import (
	"context"
	"net/http"
	"strings"
	"sync/atomic"
)

// Settings of a client. The zero value asks for real.
type Settings struct {
	// Simulator answers in place of every platform: no keys, no limits, no network.
	Simulator http.RoundTripper
	// Circuit defaults to DefaultCircuit.
	Circuit CircuitPolicy
	// Changed is told when a platform's circuit opens (CircuitOpen, with the class) or closes (Ready). It is called
	// with a lock held: it may log and count, not ask.
	Changed func(platform string, state State, cause Class)
	// Watch is told of every question before it is asked, and by what it returns of how that went: for figures and traces.
	// It sees everything and must pass on no text.
	Watch func(ctx context.Context, q Question) (done func(Answer, error))
}

// Client asks the platforms of one catalogue. It is safe for concurrent use.
type Client struct {
	catalogue *Catalogue
	lines     map[string]*line
	watch     func(ctx context.Context, q Question) (done func(Answer, error))
}

// line is one platform with everything that is shared between questions to it.
type line struct {
	platform  *Platform
	http      *http.Client
	gate      gate
	circuit   *circuit
	suspended atomic.Bool
	simulated bool
}

// New prepares a client; no connection is made.
func New(c *Catalogue, s Settings) *Client {
	if s.Circuit == (CircuitPolicy{}) {
		s.Circuit = DefaultCircuit
	}
	if s.Changed == nil {
		s.Changed = func(string, State, Class) {}
	}
	if s.Simulator != nil {
		c = c.Simulated("http://simulator")
	}
	return build(c, s, s.Simulator)
}

func build(c *Catalogue, s Settings, given http.RoundTripper) *Client {
	if s.Watch == nil {
		s.Watch = func(context.Context, Question) func(Answer, error) { return func(Answer, error) {} }
	}
	client := &Client{catalogue: c, lines: make(map[string]*line, len(c.entries)), watch: s.Watch}
	for _, p := range c.entries {
		transport := given
		if transport == nil {
			transport = newTransport(p)
		}
		l := &line{platform: p, http: newHTTPClient(transport), gate: newGate(p.Concurrency, p.RequestsPerMinute), simulated: s.Simulator != nil}
		l.circuit = newCircuit(p.ID, s.Circuit, func(state State, cause Class) { s.Changed(p.ID, state, cause) })
		l.suspended.Store(p.Suspended)
		client.lines[p.ID] = l
	}
	return client
}

// Catalogue is what the client asks from; under simulation it differs from the one given.
func (c *Client) Catalogue() *Catalogue { return c.catalogue }

// Close drops idle connections. Questions in flight end by their own context.
func (c *Client) Close() {
	for _, l := range c.lines {
		l.http.CloseIdleConnections()
	}
}

// Status tells whether a platform can be asked; an unknown one is not configured.
func (c *Client) Status(id string) Status {
	l, ok := c.lines[id]
	if !ok {
		return Status{State: NotConfigured}
	}
	s := Status{State: Ready, Simulated: l.simulated}
	switch {
	case l.platform.Key.Empty() && !l.platform.Keyless():
		s.State = NotConfigured
	case l.suspended.Load():
		s.State = Suspended
	default:
		if o := l.circuit.open(); o != nil {
			s.State, s.Cause, s.Since, s.Until = CircuitOpen, o.cause, o.at, o.at.Add(l.circuit.cooldown)
		}
	}
	return s
}

// Suspend stops asking a platform, or starts again. It reports whether the platform exists.
func (c *Client) Suspend(id string, suspended bool) bool {
	l, ok := c.lines[id]
	if ok {
		l.suspended.Store(suspended)
	}
	return ok
}

// Ask puts one question to one platform, once. The error is a *Fault. With a recorded fault the answer holds what the
// platform returned, without text. It waits for a free place as long as ctx allows; the entry's timeout begins after.
func (c *Client) Ask(ctx context.Context, q Question) (Answer, error) {
	if q.Mode == "" {
		q.Mode = ModeSearch
	}
	l, ok := c.lines[q.Platform]
	if !ok {
		return Answer{}, &Fault{Platform: q.Platform, Class: Unsupported, Message: "no such platform"}
	}
	done := c.watch(ctx, q)
	a, err := l.guard(ctx, q)
	if err != nil {
		err = l.name(err)
	}
	done(a, err)
	return a, err
}

func (l *line) guard(ctx context.Context, q Question) (Answer, error) {
	if strings.TrimSpace(q.Text) == "" {
		return Answer{}, faultf(BadRequest, "the question is empty")
	}
	if _, ok := l.platform.Options.Modes[q.Mode]; !ok {
		return Answer{}, faultf(Unsupported, "mode %q", q.Mode)
	}
	if l.platform.Key.Empty() && !l.platform.Keyless() {
		return Answer{}, &Fault{Class: Unavailable, State: NotConfigured, Message: "no key in " + first(l.platform.KeyEnv, "the configuration")}
	}
	if l.suspended.Load() {
		return Answer{}, &Fault{Class: Unavailable, State: Suspended}
	}
	if l.circuit.open() != nil { // before queueing behind questions that will fail as well
		return Answer{}, l.circuit.refusal()
	}
	leave, err := l.gate.enter(ctx)
	if err != nil {
		return Answer{}, err
	}
	defer leave()
	return l.circuit.run(func() (Answer, error) { return l.ask(ctx, q) })
}

// name completes a fault and makes sure that no key is in it.
func (l *line) name(err error) error {
	f := AsFault(err)
	if f == nil {
		f = &Fault{Class: Server, Cause: err}
	}
	f.Platform = l.platform.ID
	f.Message = l.platform.Key.scrub(shorten(f.Message, messageLimit))
	f.Code = l.platform.Key.scrub(shorten(f.Code, 100))
	return f
}
