// Package plan knows what a caller may use: tiers, subscriptions, limits and quota.
//
// It owns the table subscriptions, requests for plans and trials; how operators are reached is a setting. Signing up goes through here,
// because an account never exists without a plan. It also tells the points ledger which cycle it is and what that is
// worth, so the book of points is had here.
package plan

import (
	"context"
	"slices"

	"renown/internal/floor/audit"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/points"
)

// Plans is the room's door for everybody else.
type Plans struct {
	Accounts *account.Accounts                // of whom later rooms hear, too
	Changing store.Subscribers[*Subscription] // a plan becomes this: what an account has is made to fit

	db      *store.DB
	ledger  *points.Ledger
	options Options
}

// Options are the settings of the room.
type Options struct {
	RegistrationClosed bool
	MaxStored          int64 // bytes of texts that an account may store; 0: 2 GB

	StorageWarning int64 // percent of that from which on its owner is told; 0: 80

	Ledger *points.Ledger // nil: one of its own
}

// New returns the room over db.
func New(db *store.DB, accounts *account.Accounts, options Options) *Plans {
	if options.Ledger == nil {
		options.Ledger = points.New(db)
	}
	if options.MaxStored == 0 {
		options.MaxStored = 2_000_000_000
	}
	if options.StorageWarning == 0 {
		options.StorageWarning = 80
	}
	p := &Plans{Accounts: accounts, db: db, ledger: options.Ledger, options: options}
	p.hear()
	return p
}

// Subscription is an account's plan.
type Subscription struct {
	UserID    string          `json:"user_id"`
	Tier      Tier            `json:"tier"`
	StartedAt timestamp.Time  `json:"started_at"`
	ExpiresAt *timestamp.Time `json:"expires_at"`
	Own       Own             `json:"own_limits,omitempty"`
	Archived  int64           `json:"-"` // enabled prompts that the last change archived because they were more than it allows
}

// Expired tells whether the subscription has ended at the given time.
func (s Subscription) Expired(now timestamp.Time) bool {
	return s.ExpiresAt != nil && !now.Before(s.ExpiresAt.Time)
}

// RequireCurrent answers Expired when the subscription has ended: no runs, generations or orders then.
func (s Subscription) RequireCurrent(now timestamp.Time) error {
	if !s.Expired(now) {
		return nil
	}
	return fault.New(fault.Expired).With("expired_at", *s.ExpiresAt)
}

// Terms are the plan a new account begins with. A nil ExpiresAt means the tier's own length, unless Forever says that there is no end.
type Terms struct {
	Tier      Tier
	ExpiresAt *timestamp.Time
	Forever   bool
	Once      bool // it is over at once when the mailbox has had an account
}

// Open creates an account with its plan, both or neither.
func (p *Plans) Open(ctx context.Context, user account.NewUser, terms Terms) (userID string, err error) {
	defer fault.Wrap(&err, "plan.Open")

	err = p.db.InTx(ctx, func(tx *store.Tx) error {
		userID, err = p.Accounts.CreateTx(ctx, tx, user)
		if err != nil {
			return err
		}
		expires := terms.ExpiresAt
		if expires == nil && !terms.Forever {
			expires = ordinaryEnd(terms.Tier, tx.Now)
		}
		first, err := trialTx(ctx, tx, user.Mailbox())
		if err != nil {
			return err
		}
		if terms.Once && !first {
			expires = &tx.Now
		}
		_, err = tx.Exec(ctx, `INSERT INTO subscriptions (user_id, tier, started_at, expires_at, updated_at) VALUES ($1, $2, $3, $4, $3)`,
			userID, terms.Tier, tx.Now, expires)
		return err
	})
	return userID, err
}

func ordinaryEnd(tier Tier, now timestamp.Time) *timestamp.Time {
	if tier != Trial {
		return nil
	}
	end := now.Add(trialLength)
	return &end
}

// Registration is what a visitor typed, and from where.
type Registration struct{ Email, Password, Address string }

// Register opens an account with a trial for a visitor; one whose mailbox has had an account gets it without days or points. It is
// throttled, and refused when registration is closed.
// With a mail server an address that has an account already gets a letter instead, and the caller learns nothing: the id is empty then.
// Without one it is a Duplicate fault.
func (p *Plans) Register(ctx context.Context, in Registration) (userID string, err error) {
	defer fault.Wrap(&err, "plan.Register")

	if p.options.RegistrationClosed {
		return "", fault.New(fault.Unavailable).Why("registration_closed")
	}
	user, err := p.Accounts.PrepareRegistration(ctx, in.Email, in.Password, in.Address)
	if err != nil {
		return "", err
	}
	userID, err = p.Open(ctx, user, Terms{Tier: Trial, Once: true})
	if fault.Is(err, fault.Duplicate) && p.Accounts.Mails() {
		return "", p.Accounts.TellRegistered(ctx, in.Email)
	}
	return userID, err
}

// Of returns the subscription of a user.
func (p *Plans) Of(ctx context.Context, userID string) (_ Subscription, err error) {
	defer fault.Wrap(&err, "plan.Of")

	return find(ctx, p.db.Read(), userID, "")
}

// OfTx returns the subscription inside the caller's transaction and locks it, so that what is decided by it stays decided.
func (p *Plans) OfTx(ctx context.Context, tx *store.Tx, userID string) (_ Subscription, err error) {
	defer fault.Wrap(&err, "plan.OfTx")

	return find(ctx, tx, userID, tx.ForUpdate())
}

func find(ctx context.Context, q store.Querier, userID, lock string) (Subscription, error) {
	s, err := scan(q.QueryRow(ctx, `SELECT `+columns+` FROM subscriptions s WHERE s.user_id = $1`+lock, userID))
	return s, store.NotFound(err, "user", userID)
}

// columns are a subscription's, a row s, in the order of targets.
const columns = `s.user_id, s.tier, s.started_at, s.expires_at, s.own_limits, s.archived`

func (s *Subscription) targets() []any {
	return []any{&s.UserID, &s.Tier, &s.StartedAt, &s.ExpiresAt, &s.Own, &s.Archived}
}

func scan(row store.Row) (s Subscription, err error) {
	err = row.Scan(s.targets()...)
	return s, err
}

// All returns every subscription by user id, for an operator's list.
func (p *Plans) All(ctx context.Context) (_ map[string]Subscription, err error) {
	defer fault.Wrap(&err, "plan.All")

	list, err := store.List(ctx, p.db.Read(), scan, `SELECT `+columns+` FROM subscriptions s`)
	byUser := make(map[string]Subscription, len(list))
	for _, s := range list {
		byUser[s.UserID] = s
	}
	return byUser, err
}

// Change is what an operator alters; nil leaves a field as it is. Forever removes the end.
type Change struct {
	Tier      *Tier
	ExpiresAt *timestamp.Time
	Forever   bool
	Own       map[string]*int // by the names of OwnLimits; nil is as in the tier again
}

// Set alters a subscription. Without a new end, leaving a trial removes its end, entering one gives it seven days,
// and any other change of tier keeps the end that was agreed. Points follow at once when the new plan is worth more. Enabled
// prompts beyond the new limit are archived, the newest first; the subscription says how many.
func (p *Plans) Set(ctx context.Context, userID string, change Change) (_ Subscription, err error) {
	defer fault.Wrap(&err, "plan.Set")

	var after Subscription
	err = p.db.InTx(ctx, func(tx *store.Tx) error {
		after, err = p.setTx(ctx, tx, userID, change)
		return err
	})
	return after, err
}

func (p *Plans) setTx(ctx context.Context, tx *store.Tx, userID string, change Change) (Subscription, error) {
	before, _, err := p.PointsTx(ctx, tx, userID) // the cycle is granted as it was agreed so far
	if err != nil {
		return before, err
	}
	after := change.apply(before, tx.Now)
	if after.Own, err = before.Own.with(change.Own); err != nil {
		return before, err
	}
	after.Archived = 0
	if err := p.Changing.TellTx(ctx, tx, &after); err != nil {
		return after, err
	}
	_, err = tx.Exec(ctx, `UPDATE subscriptions SET tier = $2, expires_at = $3, updated_at = $4, archived = $5, own_limits = $6
		WHERE user_id = $1`,
		userID, after.Tier, after.ExpiresAt, tx.Now, after.Archived, after.Own.stored())
	if err != nil {
		return after, err
	}
	if _, err = p.ledger.OpenTx(ctx, tx, userID, after.terms(tx.Now)); err != nil {
		return after, err
	}
	end := "never"
	if after.ExpiresAt != nil {
		end = after.ExpiresAt.String()
	}
	return after, audit.WriteTx(ctx, tx, audit.PlanSet, audit.About{
		UserID: userID,
		Detail: slices.DeleteFunc([]string{string(before.Tier), string(after.Tier), end, after.Own.String()},
			func(s string) bool { return s == "" }),
	})
}

func (c Change) apply(s Subscription, now timestamp.Time) Subscription {
	if c.Tier != nil && *c.Tier != s.Tier {
		if s.Tier == Trial || *c.Tier == Trial {
			s.ExpiresAt = ordinaryEnd(*c.Tier, now)
		}
		s.Tier = *c.Tier
	}
	switch {
	case c.Forever:
		s.ExpiresAt = nil
	case c.ExpiresAt != nil:
		s.ExpiresAt = c.ExpiresAt
	}
	return s
}
