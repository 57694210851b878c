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
	CreatedBy string          `json:"created_by"` // e-mail of who made it; empty for one of the installation
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
func New(db *store.DB, accounts *account.Accounts, platforms func() []string) *Runtimes {
	accounts.TokensEnd.Add(endTx)
	return &Runtimes{db: db, platforms: platforms}
}

// NewRuntime says what a token is made for. An empty SpaceID is the whole installation, which operators alone may ask for.
type NewRuntime struct {
	SpaceID, UserID string // UserID is who makes it, a member of the space who may change it
	Name            string
	Platforms       []string
}

// Create makes a runtime; its token is seen here and never again. Faults: Malformed, CapReached, NotFound for who is not in the space
// or only looks.
func (r *Runtimes) Create(ctx context.Context, in NewRuntime) (made Runtime, token string, err error) {
	defer fault.Wrap(&err, "runtime.Create")

	if n := utf8.RuneCountInString(in.Name); n == 0 || n > nameMax || !utf8.ValidString(in.Name) ||
		strings.ContainsFunc(in.Name, unicode.IsControl) {
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
			if err := account.MayLetInTx(ctx, tx, in.SpaceID, in.UserID); err != nil {
				return err
			}
		}
		n, err := store.One[int](tx.QueryRow(ctx,
			`SELECT count(*) FROM runtimes WHERE COALESCE(space_id, '') = $1 AND revoked_at IS NULL`, in.SpaceID))
		if err != nil {
			return err
		}
		if n >= maxActive {
			return fault.New(fault.CapReached).Why("runtime_cap", maxActive).With("limit", maxActive)
		}
		runtimeID := id.New("rtm", tx.Now.Time)
		if _, err := tx.Exec(ctx,
			`INSERT INTO runtimes (id, space_id, name, hash, platforms, created_by, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
			runtimeID, orNull(in.SpaceID), in.Name, hash, store.Texts(wanted), orNull(in.UserID), tx.Now); err != nil {
			return err
		}
		if made, err = scan(tx.QueryRow(ctx, `SELECT `+columns+` FROM runtimes h WHERE h.id = $1`, runtimeID)); err != nil {
			return err
		}
		return audit.WriteTx(ctx, tx, audit.RuntimeCreated, audit.About{
			UserID: in.UserID, Subject: made.ID,
			Detail: []string{strings.Join(wanted, " ")},
		})
	})
	return made, token, err
}

func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

const columns = `h.id, COALESCE(h.space_id, ''), h.name, h.platforms, COALESCE((SELECT email FROM users WHERE id = h.created_by), ''), h.created_at, h.revoked_at`

// inForce is true of a row h whose token lets in: not revoked, and of a maker who may still let in.
const inForce = `h.revoked_at IS NULL AND (h.space_id IS NULL OR ` + account.ByMember + `)`

func scan(row store.Row, more ...any) (r Runtime, err error) {
	var platforms store.Texts
	err = row.Scan(append([]any{&r.ID, &r.SpaceID, &r.Name, &platforms, &r.CreatedBy, &r.CreatedAt, &r.RevokedAt}, more...)...)
	r.Platforms, r.Health = platforms, []Health{}
	return r, err
}

// listMost bounds a list; those in force are few and come first.
const listMost = 500

// List lists the runtimes of a space, or with an empty spaceID those of the installation, revoked ones last, newest first, with what
// each last said.
func (r *Runtimes) List(ctx context.Context, spaceID string) (_ []Runtime, err error) {
	defer fault.Wrap(&err, "runtime.List")

	return r.list(ctx, `WHERE COALESCE(h.space_id, '') = $1`, spaceID)
}

// All lists the runtimes of everybody, for operators.
func (r *Runtimes) All(ctx context.Context) (_ []Runtime, err error) {
	defer fault.Wrap(&err, "runtime.All")

	return r.list(ctx, ``)
}

func (r *Runtimes) list(ctx context.Context, where string, args ...any) (list []Runtime, err error) {
	err = r.db.View(ctx, func(q store.Querier) error {
		list, err = store.List(ctx, q, func(row store.Row) (Runtime, error) { return scan(row) }, `SELECT `+columns+
			` FROM runtimes h `+where+` ORDER BY h.revoked_at IS NOT NULL, h.created_at DESC, h.id DESC LIMIT `+
			strconv.Itoa(listMost), args...)
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
		found, err := store.One[string](tx.QueryRow(ctx,
			`SELECT id FROM runtimes WHERE id = $1 AND ($2 = '' OR space_id = $2)`, runtimeID, spaceID))
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
func (r *Runtimes) RevokeAll(ctx context.Context) (revoked int64, err error) {
	defer fault.Wrap(&err, "runtime.RevokeAll")

	err = r.db.InTx(ctx, func(tx *store.Tx) error {
		revoked, err = revokeTx(ctx, tx, `TRUE`)
		return err
	})
	return revoked, err
}

// endTx ends the tokens that a member made in a space, and counts them.
func endTx(ctx context.Context, tx *store.Tx, e *account.TokensEnd) (err error) {
	defer fault.Wrap(&err, "runtime.endTx")

	e.Tokens, err = revokeTx(ctx, tx, `space_id = $2 AND created_by = $3`, e.SpaceID, e.MemberID)
	return err
}

// InForceTx answers Unauthenticated once a runtime's token has ended: a call that waited, or was sent slowly, began before.
func (r *Runtimes) InForceTx(ctx context.Context, tx *store.Tx, of Runtime) (err error) {
	defer fault.Wrap(&err, "runtime.InForceTx")

	_, err = store.One[string](tx.QueryRow(ctx, `SELECT h.id FROM runtimes h WHERE h.id = $1 AND `+inForce+
		` AND NOT `+account.ByDisabled, of.ID))
	if errors.Is(err, store.ErrNoRows) {
		return fault.New(fault.Unauthenticated)
	}
	return err
}

// revokeTx revokes those of the runtimes in force that which is true of, and counts them. Its arguments are $2 and so on.
func revokeTx(ctx context.Context, tx *store.Tx, which string, args ...any) (int64, error) {
	ended, err := store.List(ctx, tx, store.One[string],
		`UPDATE runtimes SET revoked_at = $1 WHERE revoked_at IS NULL AND `+which+` RETURNING id`,
		append([]any{tx.Now}, args...)...)
	for _, runtimeID := range ended {
		if err == nil {
			err = audit.WriteTx(ctx, tx, audit.RuntimeRevoked, audit.About{Subject: runtimeID})
		}
	}
	return int64(len(ended)), err
}

const purgeBatch = 500 // rows a transaction

// Purge deletes runtimes that were revoked longer than account.RevokedFor ago, and counts them.
func (r *Runtimes) Purge(ctx context.Context) (deleted int64, err error) {
	defer fault.Wrap(&err, "runtime.Purge")

	return r.db.InBatches(ctx, purgeBatch, func(tx *store.Tx) (int64, error) {
		return tx.Exec(ctx,
			`DELETE FROM runtimes WHERE id IN (SELECT id FROM runtimes WHERE revoked_at < $1 LIMIT $2)`,
			tx.Now.Add(-account.RevokedFor), purgeBatch)
	})
}

// Authenticate finds the runtime behind a token. Unknown, revoked and ended are one Unauthenticated fault; one whose maker or whose
// space's owner has a disabled account is AccountDisabled, as a key is.
func (r *Runtimes) Authenticate(ctx context.Context, token string) (found Runtime, err error) {
	defer fault.Wrap(&err, "runtime.Authenticate")

	hash, ok := account.HashToken(Prefix, token)
	if !ok {
		return found, fault.New(fault.Unauthenticated)
	}
	var disabled bool
	found, err = scan(r.db.Read().QueryRow(ctx, `SELECT `+columns+`, `+account.ByDisabled+
		` FROM runtimes h WHERE h.hash = $1 AND `+inForce, hash), &disabled)
	if errors.Is(err, store.ErrNoRows) {
		return found, fault.New(fault.Unauthenticated)
	}
	if err == nil && disabled {
		err = fault.New(fault.AccountDisabled)
	}
	return found, err
}
