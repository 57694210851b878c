package porch

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/limit"
	"renown/internal/room/account"
)

// Gate admits API callers: credential, account, rate, in this order.
type Gate struct {
	Accounts  *account.Accounts
	Limits    *limit.Limiter
	PerKey    limit.Rate
	Anonymous limit.Rate // per address, for requests without a valid key
	Address   func(*http.Request) string
	Limited   func(by string) // told of every request that was too frequent, by key or by address; nil: nobody counts
}

// Admit finds who is calling and counts the request, all before ctx ends. It sets the rate limit's headers on w.
// Faults: Unauthenticated, AccountDisabled, TooFrequent.
func (g *Gate) Admit(ctx context.Context, w http.ResponseWriter, r *http.Request) (account.Caller, error) {
	caller, err := g.authenticate(ctx, r)
	if fault.Is(err, fault.Unauthenticated) {
		return caller, g.countStranger(ctx, r, err)
	}
	if err != nil {
		return caller, err
	}
	decision, err := g.Limits.Allow(ctx, caller.KeyID, g.PerKey)
	if err != nil {
		return caller, err
	}
	g.tell(w.Header(), decision)
	if !decision.Allowed {
		return caller, g.tooFrequent(ByKey, decision)
	}
	return caller, nil
}

// By what requests are limited.
const (
	ByKey     = "key"
	ByAddress = "address"
)

func (g *Gate) tooFrequent(by string, d limit.Decision) error {
	if g.Limited != nil {
		g.Limited(by)
	}
	return fault.New(fault.TooFrequent).After(d.RetryAfter)
}

func (g *Gate) authenticate(ctx context.Context, r *http.Request) (account.Caller, error) {
	key, ok := credential(r.Header)
	if !ok {
		return account.Caller{}, fault.New(fault.Unauthenticated)
	}
	caller, err := g.Accounts.Authenticate(ctx, key)
	Of(ctx).KeyID = caller.KeyID
	return caller, err
}

// credential reads the one key that a request carries, in either header. Two different keys are none.
func credential(h http.Header) (key string, ok bool) {
	for _, value := range h["X-Api-Key"] {
		if key, ok = merge(key, value); !ok {
			return "", false
		}
	}
	for _, value := range h["Authorization"] {
		scheme, token, _ := strings.Cut(strings.TrimSpace(value), " ")
		if !strings.EqualFold(scheme, "Bearer") {
			continue // some other scheme, for a proxy in between
		}
		if key, ok = merge(key, token); !ok {
			return "", false
		}
	}
	return key, key != ""
}

func merge(key, value string) (string, bool) {
	value = strings.TrimSpace(value)
	if value == "" || value == key {
		return key, true
	}
	return value, key == ""
}

// AdmitStranger counts a request that carries no key by its address. Faults: TooFrequent.
func (g *Gate) AdmitStranger(ctx context.Context, r *http.Request) error {
	return g.countStranger(ctx, r, nil)
}

// countStranger slows down whoever guesses keys: past the limit the answer is TooFrequent instead of the refusal.
func (g *Gate) countStranger(ctx context.Context, r *http.Request, refusal error) error {
	decision, err := g.Limits.Allow(ctx, "address:"+g.Address(r), g.Anonymous)
	if err != nil {
		return err
	}
	if !decision.Allowed {
		return g.tooFrequent(ByAddress, decision)
	}
	return refusal
}

// tell writes the headers of the IETF draft "RateLimit header fields": the policy, and what is left of it.
func (g *Gate) tell(h http.Header, d limit.Decision) {
	h.Set("RateLimit-Policy", `"key";q=`+strconv.Itoa(g.PerKey.PerMinute)+`;w=60`)
	h.Set("RateLimit", `"key";r=`+strconv.Itoa(d.Remaining)+`;t=`+strconv.FormatInt(int64((d.ResetAfter+time.Second-1)/time.Second), 10))
}
