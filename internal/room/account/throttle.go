package account

import (
	"context"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/limit"
)

// throttle bounds attempts at something guessable or costly. Addresses are counted by the network that one subscriber has
// (limit.Network), and more generously by the site of a large one, so that hopping between addresses gains nothing.
type throttle struct {
	name       string
	perAddress limit.Rate
	perSite    limit.Rate // IPv6 only
	// perPair are counted for an account and a network together: guesses at an account do not keep its owner out. Each is
	// slower than the one before, so the delay grows as attempts go on.
	perPair []limit.Slow
	// perAccount is counted whatever the address, for what would pester its owner.
	perAccount []limit.Slow
}

var (
	logins = throttle{
		name: "login", perAddress: limit.Rate{PerMinute: 30, Burst: 30}, perSite: limit.Rate{PerMinute: 120, Burst: 120},
		perPair: []limit.Slow{{Every: 12 * time.Second, Burst: 10}, {Every: time.Minute, Burst: 30}, {Every: 15 * time.Minute, Burst: 60}},
	}
	registrations = throttle{
		name: "register", perAddress: limit.Rate{PerMinute: 6, Burst: 10}, perSite: limit.Rate{PerMinute: 24, Burst: 40},
		perPair: []limit.Slow{{Every: 12 * time.Second, Burst: 10}},
	}
	mails = throttle{
		name: "mail", perAddress: limit.Rate{PerMinute: 6, Burst: 10}, perSite: limit.Rate{PerMinute: 24, Burst: 40},
		perAccount: []limit.Slow{{Every: 10 * time.Minute, Burst: 3}},
	}
	invites = throttle{name: "invite", perAccount: []limit.Slow{{Every: time.Minute, Burst: 3}}}
)

// admit counts an attempt and answers TooFrequent when there were too many. An empty address or account is not counted.
func (a *Accounts) admit(ctx context.Context, t throttle, address, account string) error {
	if err := a.admitAddress(ctx, t, address); err != nil {
		return err
	}
	if account == "" {
		return nil
	}
	for i, rate := range t.perPair {
		if err := a.allowSlow(ctx, t.pairKey(i, account, limit.Network(address)), rate); err != nil {
			return err
		}
	}
	for i, rate := range t.perAccount {
		if err := a.allowSlow(ctx, t.pairKey(i, account, ""), rate); err != nil {
			return err
		}
	}
	return nil
}

func (a *Accounts) admitAddress(ctx context.Context, t throttle, address string) error {
	if address == "" || t.perAddress.PerMinute == 0 {
		return nil
	}
	network, site := limit.Network(address), limit.Site(address)
	decision, err := a.limits.Allow(ctx, t.name+":"+hashSecret("address:"+network), t.perAddress)
	if err == nil && decision.Allowed && site != network {
		decision, err = a.limits.Allow(ctx, t.name+":"+hashSecret("site:"+site), t.perSite)
	}
	return refusal(decision, err)
}

// pairKey is hashed, because counts may lie in the database longer than the account does.
func (t throttle) pairKey(i int, account, network string) string {
	return t.name + ":" + hashSecret("account:"+account+"\x00"+network+"\x00"+string(rune('0'+i)))
}

func (a *Accounts) allowSlow(ctx context.Context, key string, rate limit.Slow) error {
	return refusal(a.limits.AllowSlow(ctx, key, rate))
}

func refusal(d limit.Decision, err error) error {
	if err == nil && !d.Allowed {
		err = fault.New(fault.TooFrequent).After(d.RetryAfter)
	}
	return err
}

// forgive gives back what an account's owner used up from a network before the right password was found.
func (a *Accounts) forgive(ctx context.Context, t throttle, address, account string) error {
	for i := range t.perPair {
		if err := a.limits.Forget(ctx, t.pairKey(i, account, limit.Network(address))); err != nil {
			return err
		}
	}
	for i := range t.perAccount {
		if err := a.limits.Forget(ctx, t.pairKey(i, account, "")); err != nil {
			return err
		}
	}
	return nil
}
