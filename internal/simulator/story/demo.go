package story

import (
	"context"
	"fmt"
	"slices"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/campaign"
	"renown/internal/room/fact"
	"renown/internal/room/insight"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/room/publishing/order"
	"renown/internal/room/reading"
	"renown/internal/room/run"
	"renown/internal/room/run/runtime"
	"renown/internal/simulator"
	"renown/internal/simulator/sample"
	"renown/internal/simulator/world"
	"renown/internal/tool/assistant"
)

// Demo is an account that shows the product, and an operator's beside it.
type Demo struct {
	Caller   account.Caller
	Operator string // an account's id
	Key      string
	BrandIDs []string // the one whose story is told, and the other

	language string
}

// Login is who logs in to the demo, and in which language its story is told.
type Login struct {
	Email, Password string
	Language        string // zh or en
}

// Others who belong to the demo. Their password is the demo's own.
const (
	OperatorEmail  = "operator@renown.example"
	ColleagueEmail = "lin@renown.example"
)

// demoOutlets is how many invented outlets the demo's catalogue holds beside those of its story.
const demoOutlets = 2000

// Of its prompts the brand whose story is told asks more than the other. One is left of those that its plan allows, for who tries it.
const (
	mainPrompts   = 16
	secondPrompts = 3
)

// Rooms are those of the program that the story happens in, over one clock.
type Rooms struct {
	Accounts  *account.Accounts
	Plans     *plan.Plans
	Brands    *brand.Brands
	Facts     *fact.Facts
	Runs      *run.Runs
	Insights  *insight.Insights
	Campaigns *campaign.Campaigns
	Catalogue *catalogue.Catalogue
	Contents  *content.Contents
	Orders    *order.Orders
}

// Program is the program in which a past is made.
type Program struct {
	Rooms
	DB        *store.DB
	Findings  *reading.Findings
	Runtimes  *runtime.Runtimes
	Ceilings  brand.Options
	Platforms *assistant.Catalogue
	Simulate  *simulator.Options // nil: with the simulator's own seed and world
	Market    func(ctx context.Context, spaceID string) world.Market
	At        func(*store.DB) (Rooms, error) // the rooms over the database under another clock
}

// Open finds or makes the demo's accounts, brands and outlets, dated back, and gives the account a fresh key: an earlier one
// cannot be shown again.
func (p Program) Open(ctx context.Context, login Login) (d Demo, err error) {
	d.language = login.Language
	past, err := p.openThen()
	if err != nil {
		return d, err
	}
	past.Move(DaysAgo(openedDay))
	if d.Caller, err = past.account(ctx, login.Email, login.Password, plan.Upper); err != nil {
		return d, err
	}
	operator, err := past.account(ctx, OperatorEmail, login.Password, plan.Standard)
	if err != nil {
		return d, err
	}
	d.Operator = operator.UserID
	if err = p.Accounts.SetRole(ctx, d.Operator, account.RoleOperator); err != nil {
		return d, err
	}
	if d.Key, err = p.key(ctx, d.Caller.UserID); err != nil {
		return d, err
	}
	if _, err = p.Catalogue.Fill(ctx, sample.Outlets(demoOutlets)); err != nil {
		return d, err
	}
	main, second := storyIn(login.Language)
	for hour, s := range []*story{second, main} { // the newest is opened first
		prompts := mainPrompts
		if s == second {
			prompts = secondPrompts
		}
		past.Move(DaysAgo(openedDay).Add(time.Duration(hour)*time.Hour + s.made))
		id, err := past.brand(ctx, d.Caller, s, prompts)
		if err != nil {
			return d, err
		}
		d.BrandIDs = append([]string{id}, d.BrandIDs...)
	}
	return d, nil
}

// then is the program under the past's clock.
type then struct {
	*Past
	Rooms
}

func (p Program) openThen() (then, error) {
	past := p.OpenPast()
	rooms, err := p.At(past.DB)
	return then{past, rooms}, err
}

// account finds or makes an account with its personal space.
func (p then) account(ctx context.Context, email, password string, tier plan.Tier) (who account.Caller, err error) {
	user, err := p.Accounts.ByEmail(ctx, email)
	switch {
	case err == nil:
		err = p.Accounts.SetPassword(ctx, user.ID, password) // the one that is shown, whatever an earlier start had
	case fault.Is(err, fault.NoSuchThing):
		var prepared account.NewUser
		if prepared, err = p.Accounts.Prepare(ctx, email, password); err == nil {
			user.ID, err = p.Plans.Open(ctx, prepared, plan.Terms{Tier: tier})
		}
	}
	if err != nil {
		return who, err
	}
	spaces, err := p.Accounts.Spaces(ctx, user.ID)
	for _, s := range spaces {
		if s.Kind == account.Personal {
			return account.Caller{UserID: user.ID, SpaceID: s.ID}, err
		}
	}
	return who, fmt.Errorf("the demo account has no space: %w", err)
}

func (p Program) key(ctx context.Context, userID string) (string, error) {
	keys, err := p.Accounts.Keys(ctx, userID)
	if err != nil {
		return "", err
	}
	for _, k := range keys {
		if k.RevokedAt == nil && k.Name == "demo" {
			if err := p.Accounts.RevokeKey(ctx, userID, k.ID); err != nil {
				return "", err
			}
		}
	}
	_, key, err := p.Accounts.CreateKey(ctx, userID, "demo", account.Scopes{"*"})
	return key, err
}

// brand finds or makes a story's brand with its competitors, facts and prompts, of which the first few are enabled.
func (p then) brand(ctx context.Context, who account.Caller, s *story, prompts int) (string, error) {
	have, err := p.Brands.List(ctx, who)
	if err != nil {
		return "", err
	}
	if id := s.brandAmong(have); id != "" {
		return id, nil
	}
	made, err := p.Brands.Create(ctx, who, s.profile)
	if err != nil {
		return "", err
	}
	for _, r := range s.rivals {
		_, err := p.Brands.CreateCompetitor(ctx, who, made.ID, brand.CompetitorFields{
			Name:       r.name,
			WebsiteURL: new(r.site), Description: new(r.about),
		})
		if err != nil {
			return "", err
		}
	}
	changes := make([]fact.Change, len(s.facts))
	for i, f := range s.facts {
		changes[i].Change = func(to *fact.Fields) { *to = f }
	}
	if _, err := p.Facts.Save(ctx, who, made.ID, changes); err != nil {
		return "", err
	}
	for _, t := range s.topics {
		drafted := brand.DraftedTopic{TopicFields: brand.TopicFields{Name: t.name, Region: s.region, Language: s.language}}
		for _, q := range t.prompts {
			drafted.Prompts = append(drafted.Prompts, q.fields(prompts))
		}
		if _, err := p.Brands.AddPrompts(ctx, who, made.ID, drafted); err != nil {
			return "", err
		}
	}
	return made.ID, nil
}

// brandAmong finds a story's brand. Its name may have been changed, but not when it was made: at a time after a full hour that is the
// story's own, to the microsecond.
func (s *story) brandAmong(have []brand.Brand) string {
	mine := func(b brand.Brand) bool { return b.Name == s.profile.Name }
	made := func(b brand.Brand) bool { return b.CreatedAt.Sub(b.CreatedAt.Truncate(time.Hour)) == s.made }
	other := func(b brand.Brand) bool {
		return slices.ContainsFunc(stories, func(o *story) bool { return o != s && b.Name == o.profile.Name })
	}
	for _, is := range []func(brand.Brand) bool{
		func(b brand.Brand) bool { return made(b) && mine(b) },
		func(b brand.Brand) bool { return made(b) && !other(b) },
	} {
		if i := slices.IndexFunc(have, is); i >= 0 {
			return have[i].ID
		}
	}
	return ""
}

func (q question) fields(most int) brand.PromptFields {
	f := brand.PromptFields{Text: q.text, Stage: q.stage, Status: brand.Suggested}
	if q.itself {
		f.Types = []string{brand.Sentiment}
	}
	if q.asked > 0 && q.asked <= most {
		f.Status = brand.Active
	}
	return f
}

// StartLive starts a run of the demo's first brand now, unless one was started in the last hour. It is a scheduled one: who
// tries the demo has all runs of the day left.
func (p Program) StartLive(ctx context.Context, d Demo) (runID string, err error) {
	newest, _, err := p.Runs.List(ctx, d.Caller, d.BrandIDs[0], run.Paging{Number: 1, Size: 1})
	if err != nil {
		return "", err
	}
	for _, r := range newest { // one of the history ends in the moment it begins
		live := r.FinishedAt == nil || r.FinishedAt.After(r.CreatedAt.Time)
		if live && p.DB.Now().Sub(r.CreatedAt.Time) < time.Hour {
			return "", nil
		}
	}
	out, err := p.Runs.Submit(ctx, d.Caller, run.Request{BrandID: d.BrandIDs[0], Origin: run.FromSchedule})
	if fault.As(err) != nil {
		return "", nil
	}
	return out.RunID, err
}
