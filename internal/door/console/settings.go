package console

import (
	"context"
	"slices"

	"renown/internal/door/console/kit"
	"renown/internal/room/account"
	"renown/internal/room/event"
	"renown/internal/room/fact"
	"renown/internal/room/run/runtime"
)

// showSettings lists what can be set, each with how it stands.
func (c *Console) showSettings(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	brands, err := c.rooms.Brands.Titles(ctx, v.Caller)
	if err != nil {
		return kit.Reply{}, err
	}
	at := atHand(brands, v.Remembered(kit.BrandCookie))
	states, err := c.spaceStates(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	if at != nil {
		if err := c.brandStates(ctx, v, at.ID, states); err != nil {
			return kit.Reply{}, err
		}
	}
	for _, e := range c.railFor(v, at, "settings") {
		if e.current {
			return kit.Show(kit.Page{Title: kit.Key("设置"), Entry: "settings", Body: settingsBody(grouped(e.places), states)})
		}
	}
	return kit.LeadTo("/account")
}

// spaceStates say by place how the space and the account stand.
func (c *Console) spaceStates(ctx context.Context, v *kit.Visit) (map[string]string, error) {
	standing, err := c.rooms.Runs.Standing(ctx, v.Caller)
	if err != nil {
		return nil, err
	}
	members, err := c.rooms.Accounts.Members(ctx, v.User.ID, v.Space.ID)
	if err != nil {
		return nil, err
	}
	endpoints, err := c.rooms.Events.List(ctx, v.Caller)
	if err != nil {
		return nil, err
	}
	keys, err := c.rooms.Accounts.Keys(ctx, v.User.ID)
	if err != nil {
		return nil, err
	}
	runtimes, err := c.rooms.Runtimes.List(ctx, v.Space.ID)
	if err != nil {
		return nil, err
	}
	keys = slices.DeleteFunc(keys, func(k account.Key) bool { return k.RevokedAt != nil })
	endpoints = slices.DeleteFunc(endpoints, func(e event.Endpoint) bool { return !e.Enabled })
	runtimes = slices.DeleteFunc(runtimes, func(r runtime.Runtime) bool { return r.RevokedAt != nil })
	limits := standing.Limits()
	return map[string]string{
		"teams":    v.T("%d 人", max(len(members), 1)),
		"plan":     v.T(kit.TierName(standing.Tier)),
		"points":   v.T("可用 %s", kit.Number(standing.Quota.Balance)),
		"events":   v.T("%d 个渠道", len(endpoints)),
		"keys":     v.T("%d 个", len(keys)),
		"runs":     v.T("今天 %s", kit.Number(standing.Used)+" / "+kit.Number(int64(limits.RunsPerDay))),
		"runtimes": map[bool]string{true: v.T("API"), false: v.T("API 与 %d 个 App", len(runtimes))}[len(runtimes) == 0],
	}, nil
}

// brandStates say by place how a brand is set up.
func (c *Console) brandStates(ctx context.Context, v *kit.Visit, brandID string, states map[string]string) error {
	b, err := c.rooms.Brands.Find(ctx, v.Caller, brandID)
	if err != nil {
		return err
	}
	_, facts, err := c.rooms.Facts.List(ctx, v.Caller, brandID, fact.Filter{}, fact.Paging{Number: 1, Size: 1})
	if err != nil {
		return err
	}
	states["profile"] = v.T("齐全")
	if b.HomepageURL == nil || *b.HomepageURL == "" {
		states["profile"] = v.T("缺官网")
	}
	states["prompts"] = v.T("%d 条启用", b.Counts.ActivePrompts)
	states["competitors"] = kit.Number(b.Counts.Competitors)
	states["facts"] = kit.Number(facts)
	return nil
}
