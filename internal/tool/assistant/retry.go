package assistant

import (
	"math/rand/v2"
	"time"
)

// Policy decides whether and when a failed question is asked again.
type Policy struct {
	Attempts int           // calls in all, the first included
	Base     time.Duration // the first wait is drawn from [0, Base)
	Cap      time.Duration // no wait of our own is longer
	Patience time.Duration // a platform that wants a longer wait than this is not asked again
}

// DefaultPolicy asks at most three times.
var DefaultPolicy = Policy{Attempts: 3, Base: 2 * time.Second, Cap: time.Minute, Patience: 10 * time.Minute}

// Again is asked after the attempt-th call (from 1) failed with err. The wait is drawn by full jitter, so that a crowd
// refused together does not come back together; a wait the platform asked for is a lower bound.
func (p Policy) Again(attempt int, err error) (time.Duration, bool) {
	f := AsFault(err)
	if f == nil || !f.Retryable() || attempt >= p.Attempts || f.RetryAfter > p.Patience {
		return 0, false
	}
	if limit := properties[f.Class].attempts; limit > 0 && attempt >= limit {
		return 0, false
	}
	return f.RetryAfter + p.jitter(attempt), true
}

func (p Policy) jitter(attempt int) time.Duration {
	ceiling := p.Base
	for i := 1; i < attempt && ceiling < p.Cap; i++ {
		ceiling *= 2
	}
	ceiling = min(ceiling, p.Cap)
	if ceiling <= 0 {
		return 0
	}
	return rand.N(ceiling)
}
