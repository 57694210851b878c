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

// Admission admits API callers: credential, account, rate, in this order.
type Admission struct {
	Accounts  *account.Accounts
	Limits    *limit.Limiter
	PerKey    limit.Rate
	Anonymous limit.Rate // per address, for requests without a valid key
	Address   func(*http.Request) string
	Pace      *Pace           // of the account; nil: no limit
	Limited   func(by string) // told of every request that was too frequent, by key or by address; nil: not counted
}

// Admit finds who is calling and counts the request, all before ctx ends. It sets the rate limit's headers on w.
// Faults: Unauthenticated, AccountDisabled, TooFrequent.
func (a *Admission) Admit(ctx context.Context, w http.ResponseWriter, r *http.Request) (account.Caller, error) {
	caller, decision, err := a.authenticate(ctx, r)
	if fault.Is(err, fault.Unauthenticated) || fault.Is(err, fault.AccountDisabled) { // whose key is as good as none
		return caller, a.countStranger(ctx, r, err)
	}
	if err != nil {
		return caller, err
	}
	a.tell(w.Header(), decision)
	if !decision.Allowed {
		return caller, a.tooFrequent(ByKey, decision)
	}
	if a.Pace == nil {
		return caller, nil
	}
	return caller, a.Pace.Account(ctx, caller.UserID)
}

// By what requests are limited.
const (
	ByKey     = "key"
	ByAddress = "address"
	ByAccount = "account"
	BySession = "session"
)

func (a *Admission) tooFrequent(by string, d limit.Decision) error {
	if a.Limited != nil {
		a.Limited(by)
	}
	return fault.New(fault.TooFrequent).After(d.RetryAfter)
}

func (a *Admission) authenticate(ctx context.Context, r *http.Request) (account.Caller, limit.Decision, error) {
	key, ok := credential(r.Header)
	if !ok {
		return account.Caller{}, limit.Decision{}, fault.New(fault.Unauthenticated)
	}
	caller, decision, err := a.Accounts.Admit(ctx, key, a.PerKey)
	record := Of(ctx)
	record.KeyID, record.UserID = caller.KeyID, caller.UserID
	return caller, decision, err
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
func (a *Admission) AdmitStranger(ctx context.Context, r *http.Request) error {
	return a.countStranger(ctx, r, nil)
}

// countStranger slows down the guessing of keys: past the limit the answer is TooFrequent instead of the refusal.
func (a *Admission) countStranger(ctx context.Context, r *http.Request, refusal error) error {
	decision, err := a.Limits.Allow(ctx, "address:"+limit.Network(a.Address(r)), a.Anonymous)
	if err != nil {
		return err
	}
	if !decision.Allowed {
		return a.tooFrequent(ByAddress, decision)
	}
	return refusal
}

// tell writes the headers of the IETF draft "RateLimit header fields": the policy, and what is left of it.
func (a *Admission) tell(h http.Header, d limit.Decision) {
	var buffer [96]byte
	text := append(strconv.AppendInt(append(buffer[:0], `"key";q=`...), int64(a.PerKey.PerMinute), 10), ";w=60"...)
	policy := len(text)
	text = strconv.AppendInt(append(text, `"key";r=`...), int64(d.Remaining), 10)
	text = strconv.AppendInt(append(text, ";t="...), int64((d.ResetAfter+time.Second-1)/time.Second), 10)
	both := string(text) // one piece of memory for both values, and one for both lists: it is done at every request
	values := []string{both[:policy], both[policy:]}
	h["Ratelimit-Policy"], h["Ratelimit"] = values[:1:1], values[1:]
}
