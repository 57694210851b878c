// Package brand keeps what is watched: brands, their topics, prompts and competitors.
//
// It owns the tables brands, topics, prompts, competitors, latest_runs and placed_pages. Everything lives in a space;
// what is in another space does not exist for the caller. It decides the limit of enabled prompts, and asks no
// assistant.
package brand

import (
	"context"

	"renown/internal/floor/cache"
	"renown/internal/floor/fault"
	"renown/internal/floor/id"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/room/reading"
	"renown/internal/tool/answer"
)

// Brands is the room's door for everybody else.
type Brands struct {
	db       *store.DB
	plans    *plan.Plans
	findings *reading.Findings
	options  Options
	weights  *cache.Cache[int] // of names, see weight
}

// New returns the room over db.
func New(db *store.DB, plans *plan.Plans, findings *reading.Findings, options Options) *Brands {
	b := &Brands{
		db: db, plans: plans, findings: findings, options: options.filled(),
		weights: cache.New(weightsBytes, func(int) int { return weightBytes }),
	}
	plans.Changing.Add(func(ctx context.Context, tx *store.Tx, s *plan.Subscription) (err error) {
		s.Archived, err = fitTx(ctx, tx, *s)
		return err
	})
	plans.Accounts.HandedOver.Add(b.holdsTx)
	return b
}

// Names is how mentions of a brand or a competitor are recognised beside its name.
type Names struct {
	Aliases    store.Texts `json:"aliases"`    // other spellings that count
	Exclusions store.Texts `json:"exclusions"` // phrases in which the name does not count
	Contexts   store.Texts `json:"contexts"`   // for an ordinary word: it counts only beside one of these

	ProductLines store.Texts `json:"product_lines"` // naming one names the brand
	Domains      store.Texts `json:"domains"`       // own sites beside the homepage, shops, accounts: hosts or addresses
}

// Profile is what a user says about a brand.
type Profile struct {
	Name          string      `json:"name"`
	Introduction  string      `json:"introduction"`
	ProductType   string      `json:"product_type"`
	MarketingGoal *string     `json:"marketing_goal"`
	HomepageURL   *string     `json:"homepage_url"`
	Keywords      store.Texts `json:"keywords"`
	SellingPoints store.Texts `json:"selling_points"`
	CoreAudience  *string     `json:"core_audience"`
	Names
	Schedule *Schedule `json:"schedule"`
}

// Schedule is when a brand is monitored by itself, in Beijing time.
type Schedule struct {
	Hour    int64  `json:"hour"`    // 0 to 23
	Weekday *int64 `json:"weekday"` // 1 Monday to 7 Sunday; nil: daily
	Samples int64  `json:"samples"` // times that each prompt is asked on each platform; 0 means once
}

// Counts is how much a brand holds.
type Counts struct {
	Topics        int64 `json:"topics"`
	Prompts       int64 `json:"prompts"`
	ActivePrompts int64 `json:"active_prompts"`
	Competitors   int64 `json:"competitors"`
}

// LastRun is a brand's newest monitoring run.
type LastRun struct {
	RunID      string          `json:"run_id"`
	Status     string          `json:"status"`
	FinishedAt *timestamp.Time `json:"finished_at"`
}

// Brand is a brand's record.
type Brand struct {
	ID string `json:"id"`
	Profile
	Counts     Counts          `json:"counts"`
	LastRun    *LastRun        `json:"last_run"`
	ArchivedAt *timestamp.Time `json:"archived_at"` // nil: it is not at rest
	CreatedAt  timestamp.Time  `json:"created_at"`
	UpdatedAt  timestamp.Time  `json:"updated_at"`
}

// List returns the brands of the caller's space, newest first.
func (b *Brands) List(ctx context.Context, who account.Caller) (_ []Brand, err error) {
	defer fault.Wrap(&err, "brand.List")

	return store.List(ctx, b.db.Read(), scanBrand, selectBrand+` WHERE b.space_id = $1`+newestFirst(`b`), who.SpaceID)
}

// Find returns one brand. One of another space is NotFound.
func (b *Brands) Find(ctx context.Context, who account.Caller, brandID string) (_ Brand, err error) {
	defer fault.Wrap(&err, "brand.Find")

	return findBrand(ctx, b.db.Read(), who, brandID, "")
}

// FindIn is Find as the caller's snapshot has it.
func (b *Brands) FindIn(ctx context.Context, q store.Querier, who account.Caller, brandID string) (_ Brand, err error) {
	defer fault.Wrap(&err, "brand.FindIn")

	return findBrand(ctx, q, who, brandID, "")
}

// FindTx is Find inside the caller's transaction, with the brand locked.
func (b *Brands) FindTx(ctx context.Context, tx *store.Tx, who account.Caller, brandID string) (_ Brand, err error) {
	defer fault.Wrap(&err, "brand.FindTx")

	return findBrand(ctx, tx, who, brandID, tx.ForUpdateOf("b"))
}

func findBrand(ctx context.Context, q store.Querier, who account.Caller, brandID, lock string) (Brand, error) {
	if !who.Sees(brandID) {
		return Brand{}, fault.NotFound("brand", brandID)
	}
	brand, err := scanBrand(q.QueryRow(ctx, selectBrand+` WHERE b.id = $1 AND b.space_id = $2`+lock, brandID, who.SpaceID))
	return brand, store.NotFound(err, "brand", brandID)
}

// Create adds a brand. Past the cap, or with too many names, it is CapReached.
func (b *Brands) Create(ctx context.Context, who account.Caller, profile Profile) (brand Brand, err error) {
	defer fault.Wrap(&err, "brand.Create")

	b.weight(profile.Name, profile.Names)
	err = b.db.InTx(ctx, func(tx *store.Tx) error {
		subscription, err := b.plans.ForTx(ctx, tx, who.SpaceID) // creations of one account wait for each other here
		if err != nil {
			return err
		}
		profile.tidy()
		if err := profile.check(subscription.Tier); err != nil {
			return err
		}
		count, err := store.One[int](tx.QueryRow(ctx, `SELECT count(*) FROM brands WHERE space_id = $1`, who.SpaceID))
		if err != nil {
			return err
		}
		if count >= b.options.MaxBrands {
			return fault.New(fault.CapReached).Why("brand_cap", b.options.MaxBrands).With("limit", b.options.MaxBrands)
		}
		if err := b.admitNames([]Named{{Name: profile.Name, Names: profile.Names}}, 1); err != nil {
			return err
		}
		brand = Brand{ID: id.New("brd", tx.Now.Time), Profile: profile, CreatedAt: tx.Now, UpdatedAt: tx.Now}
		if err := insertBrandTx(ctx, tx, who.SpaceID, brand); err != nil {
			return err
		}
		return b.plans.StoreTx(ctx, tx, who.SpaceID, brand.bytes())
	})
	return brand, err
}

// Update lets change alter the profile and stores it. A change that alters nothing leaves updated_at as it is; names that
// grow past the cap are CapReached.
func (b *Brands) Update(ctx context.Context, who account.Caller, brandID string, change func(*Profile)) (brand Brand, err error) {
	defer fault.Wrap(&err, "brand.Update")

	seen, err := b.Find(ctx, who, brandID)
	if err != nil {
		return brand, err
	}
	change(&seen.Profile)
	b.weight(seen.Name, seen.Names)
	if err := b.weigh(ctx, brandID); err != nil {
		return brand, err
	}
	err = b.db.InTx(ctx, func(tx *store.Tx) error {
		subscription, err := b.plans.ForTx(ctx, tx, who.SpaceID)
		if err != nil {
			return err
		}
		if brand, err = b.FindTx(ctx, tx, who, brandID); err != nil {
			return err
		}
		before := brand.Profile
		change(&brand.Profile)
		brand.tidy()
		if same(before, brand.Profile) {
			return nil
		}
		if !same(before.Schedule, brand.Schedule) {
			if err := brand.check(subscription.Tier); err != nil {
				return err
			}
			if err := rescheduleTx(ctx, tx, brandID); err != nil {
				return err
			}
		}
		brand.UpdatedAt = tx.Now
		if err := updateBrandTx(ctx, tx, brand); err != nil {
			return err
		}
		if !same(before.readWith(), brand.readWith()) {
			if err := b.renamedTx(ctx, tx, brandID, b.weight(brand.Name, brand.Names)-b.weight(before.Name, before.Names)); err != nil {
				return err
			}
		}
		return b.plans.StoreTx(ctx, tx, who.SpaceID, brand.bytes()-before.bytes())
	})
	return brand, err
}

// readWith is what of a profile answers are read with and analyses show.
func (p Profile) readWith() answer.Entity { return p.Entity("", p.Name, p.HomepageURL) }

// tidy asks once where a schedule does not say how often.
func (p *Profile) tidy() {
	if p.Schedule != nil && p.Schedule.Samples == 0 {
		s := *p.Schedule
		s.Samples = 1
		p.Schedule = &s
	}
}

// check holds the profile against the plan: not every tier is monitored daily, or asks a prompt several times.
func (p Profile) check(tier plan.Tier) error {
	if p.Schedule == nil {
		return nil
	}
	if p.Schedule.Samples > int64(tier.Limits().Samples) {
		return plan.TooManySamples(p.Schedule.Samples, "schedule", "samples")
	}
	if p.Schedule.Weekday == nil && !tier.Limits().Daily {
		return fault.Value("weekday is required for this plan", nil, "body", "schedule", "weekday").
			Why("weekday_missing")
	}
	return nil
}
