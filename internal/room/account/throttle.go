package account

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/floor/limit"
)

// throttle bounds attempts at something guessable, per network address and per account.
type throttle struct {
	name       string
	perAddress limit.Rate
	perAccount limit.Rate
}

var (
	logins        = throttle{"login", limit.Rate{PerMinute: 30, Burst: 30}, limit.Rate{PerMinute: 5, Burst: 10}}
	registrations = throttle{"register", limit.Rate{PerMinute: 6, Burst: 10}, limit.Rate{PerMinute: 5, Burst: 10}}
	mails         = throttle{"mail", limit.Rate{PerMinute: 6, Burst: 10}, limit.Rate{PerMinute: 1, Burst: 3}}
)

// admit counts an attempt and answers TooFrequent when there were too many. An empty address or account is not counted.
// Both are hashed, because the counts may lie in the database longer than the account does.
func (a *Accounts) admit(ctx context.Context, t throttle, address, account string) error {
	for _, c := range []struct {
		key  string
		rate limit.Rate
	}{
		{"address:" + address, t.perAddress},
		{"account:" + account, t.perAccount},
	} {
		if c.key == "address:" || c.key == "account:" {
			continue
		}
		decision, err := a.limits.Allow(ctx, t.name+":"+hashSecret(c.key), c.rate)
		if err != nil {
			return err
		}
		if !decision.Allowed {
			return fault.New(fault.TooFrequent).After(decision.RetryAfter)
		}
	}
	return nil
}
