package assistant

import (
	"errors"
	"sync/atomic"
	"time"

	"github.com/sony/gobreaker/v2"
)

// State is whether a platform can be asked.
type State string

const (
	Ready         State = "ready"
	NotConfigured State = "not_configured" // no key
	Suspended     State = "suspended"      // by the operator
	CircuitOpen   State = "circuit_open"   // faults closed it to us for a while
)

// Status is a platform's state with what is known about it.
type Status struct {
	State     State
	Cause     Class     // with CircuitOpen: what opened it
	Since     time.Time // with CircuitOpen
	Until     time.Time // with CircuitOpen: when it is tried again
	Simulated bool
}

// CircuitPolicy says when a platform is left alone, and how long.
type CircuitPolicy struct {
	Failures int           // in a row, of the kind that may pass
	Cooldown time.Duration // then one question is let through to see
}

// DefaultCircuit leaves a platform alone for a minute after five failures in a row, or one that concerns the account.
var DefaultCircuit = CircuitPolicy{Failures: 5, Cooldown: time.Minute}

// opening is why and when a circuit opened.
type opening struct {
	cause Class
	at    time.Time
}

// circuit counts a platform's faults. The breaker calls IsExcluded, IsSuccessful and ReadyToTrip one after the other
// under its own lock, so last needs none.
type circuit struct {
	breaker  *gobreaker.CircuitBreaker[Answer]
	cooldown time.Duration
	last     Class
	opened   atomic.Pointer[opening]
}

func newCircuit(id string, policy CircuitPolicy, changed func(State, Class)) *circuit {
	c := &circuit{cooldown: policy.Cooldown}
	c.breaker = gobreaker.NewCircuitBreaker[Answer](gobreaker.Settings{
		Name:    id,
		Timeout: policy.Cooldown,
		IsExcluded: func(err error) bool {
			class := ClassOf(err)
			return err != nil && !class.OpensCircuit() && !properties[class].counts
		},
		IsSuccessful: func(err error) bool {
			c.last = ClassOf(err)
			return err == nil
		},
		ReadyToTrip: func(n gobreaker.Counts) bool {
			return c.last.OpensCircuit() || int(n.ConsecutiveFailures) >= policy.Failures
		},
		OnStateChange: func(_ string, _, to gobreaker.State) {
			switch to {
			case gobreaker.StateOpen:
				c.opened.Store(&opening{c.last, time.Now()})
				changed(CircuitOpen, c.last)
			case gobreaker.StateClosed:
				changed(Ready, "")
			}
		},
	})
	return c
}

// open returns why the circuit is open, or nil. Half open is not open: somebody has to try.
func (c *circuit) open() *opening {
	if c.breaker.State() != gobreaker.StateOpen {
		return nil
	}
	return c.opened.Load()
}

func (c *circuit) run(call func() (Answer, error)) (Answer, error) {
	a, err := c.breaker.Execute(call)
	if errors.Is(err, gobreaker.ErrOpenState) || errors.Is(err, gobreaker.ErrTooManyRequests) {
		return Answer{}, c.refusal()
	}
	return a, err
}

func (c *circuit) refusal() *Fault {
	f := &Fault{Class: Unavailable, State: CircuitOpen}
	if o := c.opened.Load(); o != nil {
		f.Message = "stopped asking after: " + string(o.cause)
		f.RetryAfter = max(0, c.cooldown-time.Since(o.at))
	}
	return f
}
