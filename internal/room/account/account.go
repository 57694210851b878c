// Package account knows who is calling: users and their passwords, sessions, spaces, API keys and scopes.
//
// It owns the tables users, spaces, members, invitations, sessions, tokens, api_keys, second_factors, known_places, shares and
// saved_views. It knows nothing of plans, quotas or HTTP. Secrets (keys, session and mail tokens, recovery
// codes) are stored as hashes only, those of second factors sealed.
package account

import (
	"sync/atomic"
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
	signing atomic.Pointer[string] // the installation's secret, once it was read

	// What later rooms do when something ends; nothing of it begins anew before the transaction ends.
	TeamEnds    store.Subscribers[string]   // the space of a team that is to be deleted or handed over: refused while something is under way
	HandingOver store.Subscribers[Handover] // before TeamEnds
	HandedOver  store.Subscribers[Handover] // refused when the plan of who receives the team cannot hold it
	Leaving     store.Subscribers[*Leaving] // each adds to Busy
	Left        store.Subscribers[*Leaving] // each takes aside what outlives the account
	TokensEnd   store.Subscribers[*TokensEnd]
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

	// Keys seal the secrets of second factors. Without any none can be set up.
	Keys *secretbox.Ring
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
