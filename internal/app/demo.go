package app

import (
	"context"
	"fmt"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/geo/brand"
	"renown/internal/room/geo/run"
	"renown/internal/room/plan"
)

// Demo is an account that shows the product: two brands with prompts and competitors.
type Demo struct {
	Caller   account.Caller
	Key      string
	BrandIDs []string
}

// demoBrands are plainly invented. active is how many of their prompts are enabled.
var demoBrands = []struct {
	profile brand.Profile
	active  int
}{
	{brand.Profile{
		Name:          "青禾咖啡",
		Introduction:  "青禾咖啡是一家主打云南精品豆的连锁咖啡品牌，面向一线城市的年轻白领，提供手冲、拿铁与挂耳咖啡，线上下单三十分钟送达。",
		ProductType:   "coffee",
		HomepageURL:   ptr("https://www.qinghe-coffee.example"),
		Keywords:      store.Texts{"精品咖啡", "云南咖啡豆", "连锁咖啡", "挂耳咖啡"},
		SellingPoints: store.Texts{"豆子新鲜烘焙", "三十分钟送达", "价格亲民"},
		CoreAudience:  ptr("一线城市年轻白领"),
		Names:         brand.Names{Aliases: store.Texts{"青禾", "Qinghe Coffee"}, Exclusions: store.Texts{"青禾路"}},
	}, 12},
	{brand.Profile{
		Name:          "Nimbus Notes",
		Introduction:  "Nimbus Notes is a note-taking app for small teams. It works offline, links notes both ways and keeps everything encrypted.",
		ProductType:   "software",
		HomepageURL:   ptr("https://nimbusnotes.example"),
		Keywords:      store.Texts{"note-taking app", "knowledge base", "team notes"},
		SellingPoints: store.Texts{"works offline", "end-to-end encryption", "fair price"},
		CoreAudience:  ptr("small teams"),
	}, 6},
}

// demoOutlets is how many outlets the demo's catalogue holds.
const demoOutlets = 2000

func ptr[T any](v T) *T { return &v }

// OpenDemo finds or makes the demo's account and brands, and gives the account a fresh key: an earlier one cannot be shown again.
func (a *App) OpenDemo(ctx context.Context, email, password string) (d Demo, err error) {
	if d.Caller, err = a.demoAccount(ctx, email, password); err != nil {
		return d, err
	}
	if d.Key, err = a.demoKey(ctx, d.Caller.UserID); err != nil {
		return d, err
	}
	if _, err = a.Catalogue.FillSample(ctx, demoOutlets); err != nil {
		return d, err
	}
	have, err := a.Brands.List(ctx, d.Caller)
	if err != nil {
		return d, err
	}
	for _, b := range have {
		d.BrandIDs = append([]string{b.ID}, d.BrandIDs...)
	}
	for _, b := range demoBrands[min(len(have), len(demoBrands)):] {
		made, err := a.Brands.Create(ctx, d.Caller, b.profile)
		if err != nil {
			return d, err
		}
		d.BrandIDs = append(d.BrandIDs, made.ID)
		if err := a.demoPrompts(ctx, d.Caller, made.ID, b.active); err != nil {
			return d, err
		}
	}
	return d, nil
}

func (a *App) demoAccount(ctx context.Context, email, password string) (who account.Caller, err error) {
	user, err := a.Accounts.ByEmail(ctx, email)
	switch {
	case err == nil:
		err = a.Accounts.SetPassword(ctx, user.ID, password) // the one that is shown, whatever an earlier start had
	case fault.Is(err, fault.NoSuchThing):
		var prepared account.NewUser
		if prepared, err = a.Accounts.Prepare(ctx, email, password); err == nil {
			user.ID, err = a.Plans.Open(ctx, prepared, plan.Terms{Tier: plan.Upper})
		}
	}
	if err != nil {
		return who, err
	}
	spaces, err := a.Accounts.Spaces(ctx, user.ID)
	if err != nil || len(spaces) == 0 {
		return who, fmt.Errorf("the demo account has no space: %w", err)
	}
	return account.Caller{UserID: user.ID, SpaceID: spaces[0].ID}, nil
}

func (a *App) demoKey(ctx context.Context, userID string) (string, error) {
	keys, err := a.Accounts.Keys(ctx, userID)
	if err != nil {
		return "", err
	}
	for _, k := range keys {
		if k.RevokedAt == nil && k.Name == "demo" {
			if err := a.Accounts.RevokeKey(ctx, userID, k.ID); err != nil {
				return "", err
			}
		}
	}
	_, key, err := a.Accounts.CreateKey(ctx, userID, "demo", account.Scopes{"*"})
	return key, err
}

// demoPrompts generates prompts as a user would, and enables the first few.
func (a *App) demoPrompts(ctx context.Context, who account.Caller, brandID string, active int) error {
	started, err := a.Generations.Start(ctx, who, brandID, ptr(int64(active+8)), nil)
	if err != nil {
		return err
	}
	if err := a.Generations.Run(ctx, started.GenerationID); err != nil {
		return err
	}
	prompts, err := a.Brands.Prompts(ctx, who, brandID, brand.PromptFilter{})
	if err != nil {
		return err
	}
	for i := range min(active, len(prompts)) {
		_, err := a.Brands.UpdatePrompt(ctx, who, prompts[i].ID, func(f *brand.PromptFields) { f.Status = brand.Active })
		if err != nil {
			return err
		}
	}
	return nil
}

// StartLive starts a run of the demo's first brand now, unless one was started in the last hour. It is a scheduled one: who
// tries the demo has all runs of the day left.
func (a *App) StartLive(ctx context.Context, d Demo) (runID string, err error) {
	newest, _, err := a.Runs.List(ctx, d.Caller, d.BrandIDs[0], run.Page{Number: 1, Size: 1})
	if err != nil {
		return "", err
	}
	for _, r := range newest { // one of the history ends in the moment it begins
		live := r.FinishedAt == nil || r.FinishedAt.After(r.CreatedAt.Time)
		if live && a.DB.Now().Sub(r.CreatedAt.Time) < time.Hour {
			return "", nil
		}
	}
	out, err := a.Runs.Submit(ctx, d.Caller, run.Request{BrandID: d.BrandIDs[0], Origin: run.FromSchedule})
	if fault.As(err) != nil {
		return "", nil
	}
	return out.RunID, err
}
