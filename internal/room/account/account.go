// Package account knows who is calling: users and their passwords, sessions, spaces, API keys and scopes.
//
// It owns the tables users, spaces, members, invitations, sessions, mail_tokens, api_keys, second_factors, recovery_codes,
// challenges, known_places and shares. It knows nothing of plans, quotas or HTTP. Secrets (keys, session and mail tokens, recovery
// codes) are stored as hashes only, those of second factors sealed.
package account

import (
	"context"
	"time"

	"renown/internal/floor/limit"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/tool/secretbox"
)

// Accounts is the room's door for everybody else. It is safe for concurrent use.
type Accounts struct {
	db      *store.DB
	limits  *limit.Limiter
	options Options
	hashing chan struct{}
	uses    uses
	callers *limit.Counted
}

// Options are the settings of the room.
type Options struct {
	MaxKeys int // keys in force per user

	// Mail is where notices are enqueued. It is nil when the installation has no mail server: registration then needs no
	// verification and invitations are links to copy.
	Mail *queue.Queue

	// SessionMax is when a session ends at the latest, however often it is used; 0 is 90 days.
	SessionMax time.Duration

	// PasswordMemory is what hashing a password takes, in KiB; 0 is 19 MiB.
	PasswordMemory int

	// Keys seal the secrets of second factors. Without any nobody can set one up.
	Keys *secretbox.Ring

	// Idle refuses while something of a space is under way that must not vanish with it. It is asked before a team is
	// deleted, and holds in the same transaction whatever could begin anew. Nil: nothing ever is.
	Idle func(ctx context.Context, tx *store.Tx, spaceID string) error

	// Receive hands a team over by calling move, or refuses: before, while something of the team is under way; after, when the plan of
	// who receives it cannot hold it. Nil: everybody's can.
	Receive func(ctx context.Context, tx *store.Tx, h Handover, move func() error) error

	// Leave is asked before an account is deleted, in the same transaction: it refuses, or takes aside what outlives the
	// account. Nil: nothing does.
	Leave func(ctx context.Context, tx *store.Tx, l Leaving) error
}

// New returns the room over db.
func New(db *store.DB, limits *limit.Limiter, options Options) *Accounts {
	if options.PasswordMemory == 0 {
		options.PasswordMemory = argonMemory
	}
	if options.SessionMax == 0 {
		options.SessionMax = 90 * 24 * time.Hour
	}
	return &Accounts{
		db:      db,
		limits:  limits,
		options: options,
		hashing: make(chan struct{}, hashingAtOnce),
		uses:    uses{pending: map[string]timestamp.Time{}},
		callers: limits.Counted(db, callerSQL, 1),
	}
}
