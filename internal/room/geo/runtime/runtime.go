// Package runtime knows the browsers in which people have logged in to assistants: by which token each calls, for whom and for which
// platforms it works, what it last said of itself, and how slowly it must go.
//
// It owns the tables runtimes, runtime_platforms and runtime_terms. It knows nothing of questions: who hands them out asks it whether
// a runtime may have one.
package runtime

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"renown/internal/floor/audit"
	"renown/internal/floor/fault"
	"renown/internal/floor/id"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/event"
)

// Bounds.
const (
	Prefix    = "rt-" // of every token
	nameMax   = 64    // code points
	maxActive = 20    // runtimes in force for a space, and for the installation
)

// Runtime is a browser on another computer, as it is shown: never with its token.
type Runtime struct {
	ID        string          `json:"runtime_id"`
	SpaceID   string          `json:"space_id"` // whose questions it asks; empty: of the whole installation
	Name      string          `json:"name"`
	Platforms []string        `json:"platforms"`
	CreatedAt timestamp.Time  `json:"created_at"`
	RevokedAt *timestamp.Time `json:"revoked_at"`
	Health    []Health        `json:"health"`
}

// Runtimes is the room's door for everybody else.
type Runtimes struct {
	db        *store.DB
	platforms func() []string // of the catalogue

	Events *event.Events // where a stop is told; nil: nowhere

	// Simulated says that all of the installation is invented: questions are handed out at any pace. A runtime keeps the pace by
	// itself wherever a site is not on its own computer.
	Simulated bool
}

// New returns the room over db. platforms lists the catalogue.
func New(db *store.DB, platforms func() []string) *Runtimes {
	return &Runtimes{db: db, platforms: platforms}
}

// NewRuntime says what a token is made for. An empty SpaceID is the whole installation, which operators alone may ask for.
type NewRuntime struct {
	SpaceID, UserID string // UserID is whose deed it is, for the log
	Name            string
	Platforms       []string
}

// Create makes a runtime; its token is seen here and never again. Faults: Malformed, CapReached.
func (r *Runtimes) Create(ctx context.Context, in NewRuntime) (made Runtime, token string, err error) {
	defer fault.Wrap(&err, "runtime.Create")

	if n := utf8.RuneCountInString(in.Name); n == 0 || n > nameMax || !utf8.ValidString(in.Name) || strings.ContainsFunc(in.Name, unicode.IsControl) {
		return made, "", fault.New(fault.Malformed).Why("runtime_name", nameMax)
	}
	known := r.platforms()
	wanted := slices.Compact(slices.Sorted(slices.Values(in.Platforms)))
	if len(wanted) == 0 || slices.ContainsFunc(wanted, func(p string) bool { return !slices.Contains(known, p) }) {
		return made, "", fault.New(fault.Malformed).Why("runtime_platforms").With("platforms", known)
	}
	token, hash := account.NewToken(Prefix)
	err = r.db.InTx(ctx, func(tx *store.Tx) error {
		if in.SpaceID != "" { // operators, who have no space, are few
			if err := account.LockSpaceTx(ctx, tx, in.SpaceID); err != nil {
				return err
			}
		}
		n, err := store.One[int](tx.QueryRow(ctx, `SELECT count(*) FROM runtimes WHERE COALESCE(space_id, '') = $1 AND revoked_at IS NULL`, in.SpaceID))
		if err != nil {
			return err
		}
		if n >= maxActive {
			return fault.New(fault.CapReached).Why("runtime_cap", maxActive).With("limit", maxActive)
		}
		made = Runtime{ID: id.New("rtm", tx.Now.Time), SpaceID: in.SpaceID, Name: in.Name, Platforms: wanted, CreatedAt: tx.Now, Health: []Health{}}
		_, err = tx.Exec(ctx, `INSERT INTO runtimes (id, space_id, name, hash, platforms, created_at) VALUES ($1, $2, $3, $4, $5, $6)`,
			made.ID, orNull(in.SpaceID), in.Name, hash, store.Texts(wanted), tx.Now)
		if err != nil {
			return err
		}
		return audit.WriteTx(ctx, tx, audit.RuntimeCreated, audit.About{UserID: in.UserID, Subject: made.ID, Detail: []string{strings.Join(wanted, " ")}})
	})
	return made, token, err
}

func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

const columns = `id, COALESCE(space_id, ''), name, platforms, created_at, revoked_at`

func scan(row store.Row, more ...any) (r Runtime, err error) {
	var platforms store.Texts
	err = row.Scan(append([]any{&r.ID, &r.SpaceID, &r.Name, &platforms, &r.CreatedAt, &r.RevokedAt}, more...)...)
	r.Platforms, r.Health = platforms, []Health{}
	return r, err
}

// listMost bounds a list; those in force are few and come first.
const listMost = 500

// List lists the runtimes of a space, or with an empty spaceID those of the installation, revoked ones last, newest first, with what
// each last said.
func (r *Runtimes) List(ctx context.Context, spaceID string) (_ []Runtime, err error) {
	defer fault.Wrap(&err, "runtime.List")

	return r.list(ctx, `WHERE COALESCE(space_id, '') = $1`, spaceID)
}

// All lists the runtimes of everybody, for operators.
func (r *Runtimes) All(ctx context.Context) (_ []Runtime, err error) {
	defer fault.Wrap(&err, "runtime.All")

	return r.list(ctx, ``)
}

func (r *Runtimes) list(ctx context.Context, where string, args ...any) (list []Runtime, err error) {
	err = r.db.View(ctx, func(q store.Querier) error {
		list, err = store.List(ctx, q, func(row store.Row) (Runtime, error) { return scan(row) }, `SELECT `+columns+` FROM runtimes `+where+` ORDER BY revoked_at IS NOT NULL, created_at DESC, id DESC LIMIT `+strconv.Itoa(listMost), args...)
		if err != nil {
			return err
		}
		for i := range list {
			if list[i].Health, err = healthOf(ctx, q, r.db.Now(), list[i].ID); err != nil {
				return err
			}
		}
		return nil
	})
	return list, err
}

// Revoke ends a token at once, on every node. Revoking twice is no fault. An empty spaceID is the operator, who may revoke any;
// for others another space's is NotFound.
func (r *Runtimes) Revoke(ctx context.Context, spaceID, runtimeID string) (err error) {
	defer fault.Wrap(&err, "runtime.Revoke")

	return r.db.InTx(ctx, func(tx *store.Tx) error {
		found, err := store.One[string](tx.QueryRow(ctx, `SELECT id FROM runtimes WHERE id = $1 AND ($2 = '' OR space_id = $2)`, runtimeID, spaceID))
		if errors.Is(err, store.ErrNoRows) {
			return fault.NotFound("runtime", runtimeID)
		}
		if err != nil {
			return err
		}
		n, err := tx.Exec(ctx, `UPDATE runtimes SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL`, found, tx.Now)
		if err != nil || n == 0 {
			return err
		}
		return audit.WriteTx(ctx, tx, audit.RuntimeRevoked, audit.About{Subject: found})
	})
}

// RevokeAll ends the tokens of everybody, and counts them. It is for an installation that was put back to an earlier state.
func (r *Runtimes) RevokeAll(ctx context.Context) (revoked int, err error) {
	defer fault.Wrap(&err, "runtime.RevokeAll")

	err = r.db.InTx(ctx, func(tx *store.Tx) error {
		ended, err := store.List(ctx, tx, store.One[string], `UPDATE runtimes SET revoked_at = $1 WHERE revoked_at IS NULL RETURNING id`, tx.Now)
		if err != nil {
			return err
		}
		for _, runtimeID := range ended {
			if err := audit.WriteTx(ctx, tx, audit.RuntimeRevoked, audit.About{Subject: runtimeID}); err != nil {
				return err
			}
		}
		revoked = len(ended)
		return nil
	})
	return revoked, err
}

const purgeBatch = 500 // rows a transaction

// Purge deletes runtimes that were revoked longer than account.RevokedFor ago, and counts them.
func (r *Runtimes) Purge(ctx context.Context) (deleted int64, err error) {
	defer fault.Wrap(&err, "runtime.Purge")

	return r.db.InBatches(ctx, purgeBatch, func(tx *store.Tx) (int64, error) {
		return tx.Exec(ctx, `DELETE FROM runtimes WHERE id IN (SELECT id FROM runtimes WHERE revoked_at < $1 LIMIT $2)`, tx.Now.Add(-account.RevokedFor), purgeBatch)
	})
}

// Authenticate finds the runtime behind a token. Unknown and revoked are one Unauthenticated fault; one of a space whose owner's
// account is disabled is AccountDisabled, as a key is.
func (r *Runtimes) Authenticate(ctx context.Context, token string) (found Runtime, err error) {
	defer fault.Wrap(&err, "runtime.Authenticate")

	hash, ok := account.HashToken(Prefix, token)
	if !ok {
		return found, fault.New(fault.Unauthenticated)
	}
	var disabled bool
	found, err = scan(r.db.Read().QueryRow(ctx, `SELECT `+columns+`, `+account.OwnerDisabled+` FROM runtimes WHERE hash = $1 AND revoked_at IS NULL`, hash), &disabled)
	if errors.Is(err, store.ErrNoRows) {
		return found, fault.New(fault.Unauthenticated)
	}
	if err == nil && disabled {
		err = fault.New(fault.AccountDisabled)
	}
	return found, err
}
