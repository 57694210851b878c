package app

import (
	"context"

	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/simulator/story"
)

// storyteller is the program as the demo and other pasts are made in it.
func (a *App) storyteller() story.Program {
	return story.Program{
		Rooms: a.storyRooms(), DB: a.DB, Findings: a.Findings, Runtimes: a.Runtimes, Ceilings: a.ceilings(),
		Platforms: a.Settings.Catalogue, Simulate: a.Settings.Simulate, Market: a.market.Read,
		At: func(db *store.DB) (story.Rooms, error) {
			then, err := Build(a.Settings, a.Log, db)
			if err != nil {
				return story.Rooms{}, err
			}
			return then.storyRooms(), nil
		},
	}
}

func (a *App) storyRooms() story.Rooms {
	return story.Rooms{
		Accounts: a.Accounts, Plans: a.Plans, Brands: a.Brands, Facts: a.Facts, Runs: a.Runs, Insights: a.Insights, Campaigns: a.Campaigns,
		Catalogue: a.Catalogue, Contents: a.Contents, Orders: a.Orders,
	}
}

// History gives brands a past: story.Program.History.
func (a *App) History(ctx context.Context, who account.Caller, brandIDs []string, days int, progress func(done, total int)) error {
	return a.storyteller().History(ctx, who, brandIDs, days, progress)
}

// OpenDemo is OpenDemoAs in Chinese.
func (a *App) OpenDemo(ctx context.Context, email, password string) (story.Demo, error) {
	return a.OpenDemoAs(ctx, story.Login{Email: email, Password: password})
}

// OpenDemoAs opens the demo, and lets pages of the console know its brand.
func (a *App) OpenDemoAs(ctx context.Context, login story.Login) (story.Demo, error) {
	d, err := a.storyteller().Open(ctx, login)
	if err == nil {
		a.story.Store(&d.BrandIDs[0])
	}
	return d, err
}

// TellStory fills in the demo's days, and lets pages of the console say how far it is.
func (a *App) TellStory(ctx context.Context, d story.Demo, days int, progress func(done, total int)) error {
	a.telling.Store(&howFar{0, days * len(d.BrandIDs)})
	defer a.telling.Store(nil)
	return a.storyteller().Tell(ctx, d, days, func(done, total int) {
		a.telling.Store(&howFar{done, total})
		progress(done, total)
	})
}

// StartLive starts a run of the demo now: story.Program.StartLive.
func (a *App) StartLive(ctx context.Context, d story.Demo) (runID string, err error) {
	return a.storyteller().StartLive(ctx, d)
}

// howFar the story is, in runs.
type howFar struct{ done, total int }

// storyTold is how far the demo's story is while it is told; nothing of nothing otherwise.
func (a *App) storyTold() (done, total int) {
	if at := a.telling.Load(); at != nil {
		return at.done, at.total
	}
	return 0, 0
}

// storyBrand is the brand that the demo's story is about; "" outside of the demo.
func (a *App) storyBrand() string {
	if id := a.story.Load(); id != nil {
		return *id
	}
	return ""
}
