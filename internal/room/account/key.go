package account

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"renown/internal/floor/audit"
	"renown/internal/floor/fault"
	"renown/internal/floor/id"
	"renown/internal/floor/limit"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
)

// Key is an API key as it is shown: never with its plaintext.
type Key struct {
	ID        string          `json:"key_id"`
	UserID    string          `json:"user_id"`
	Name      string          `json:"name"`
	Scopes    Scopes          `json:"scopes"`
	CreatedAt timestamp.Time  `json:"created_at"`
	UsedAt    *timestamp.Time `json:"last_used_at"`
	RevokedAt *timestamp.Time `json:"revoked_at"`
}

// Caller is who stands behind an API request. Everything it may touch lives in SpaceID, the user's personal space.
type Caller struct {
	UserID, SpaceID, KeyID string
	Scopes                 Scopes
	Guest                  bool     // sees nothing but Brands
	Brands                 []string // ids
}

// Sees tells whether a brand of the space is one that the caller may see.
func (c Caller) Sees(brandID string) bool { return !c.Guest || slices.Contains(c.Brands, brandID) }

const keyNameMax = 64 // code points

// CreateKey makes a key with fixed scopes; plaintext is seen here and never again.
func (a *Accounts) CreateKey(ctx context.Context, userID, name string, scopes Scopes) (key Key, plaintext string, err error) {
	defer fault.Wrap(&err, "account.CreateKey")

	if utf8.RuneCountInString(name) > keyNameMax || !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl) {
		return key, "", fault.New(fault.Malformed).Why("key_name", keyNameMax)
	}
	plaintext = keyPrefix + newSecret(keyLength)
	err = a.db.InTx(ctx, func(tx *store.Tx) error {
		if err := lockUserTx(ctx, tx, userID); err != nil {
			return err
		}
		if err := a.admitKeyTx(ctx, tx, userID); err != nil {
			return err
		}
		key = Key{ID: id.New("key", tx.Now.Time), UserID: userID, Name: name, Scopes: scopes, CreatedAt: tx.Now}
		n, err := tx.Exec(ctx, `INSERT INTO api_keys (id, user_id, space_id, name, hash, scopes, created_at)
			SELECT $1, $2, s.id, $3, $4, $5, CAST($6 AS BIGINT) FROM spaces s WHERE s.owner_id = $2 AND s.kind = 'personal'`,
			key.ID, userID, name, hashSecret(plaintext), strings.Join(scopes, " "), tx.Now)
		if err == nil && n != 1 {
			err = fmt.Errorf("user %s has no personal space", userID)
		}
		if err != nil {
			return err
		}
		return audit.WriteTx(ctx, tx, audit.KeyCreated, audit.About{
			UserID: userID, Subject: key.ID,
			Detail: []string{strings.Join(scopes, " ")},
		})
	})
	return key, plaintext, err
}

func (a *Accounts) admitKeyTx(ctx context.Context, tx *store.Tx, userID string) error {
	var inForce int
	row := tx.QueryRow(ctx, `SELECT count(*) FROM api_keys WHERE user_id = $1 AND revoked_at IS NULL`, userID)
	if err := row.Scan(&inForce); err != nil {
		return err
	}
	if inForce >= a.options.MaxKeys {
		return fault.New(fault.CapReached).Why("key_cap", a.options.MaxKeys).With("limit", a.options.MaxKeys)
	}
	return nil
}

// Keys lists a user's keys, newest first, revoked ones included.
func (a *Accounts) Keys(ctx context.Context, userID string) (_ []Key, err error) {
	defer fault.Wrap(&err, "account.Keys")

	return store.List(ctx, a.db.Read(), scanKey, `SELECT id, user_id, name, scopes, created_at, used_at, revoked_at FROM api_keys
		WHERE user_id = $1 ORDER BY created_at DESC, id DESC`, userID)
}

func scanKey(row store.Row) (k Key, err error) {
	var scopes string
	err = row.Scan(&k.ID, &k.UserID, &k.Name, &scopes, &k.CreatedAt, &k.UsedAt, &k.RevokedAt)
	k.Scopes = strings.Fields(scopes)
	return k, err
}

// RevokeKey takes effect on every node before it returns, because each request looks its key up. Revoking twice is no fault, until
// PurgeKeys has deleted it.
// An empty userID is the operator, who may revoke any key; for a user another's key is NotFound.
func (a *Accounts) RevokeKey(ctx context.Context, userID, keyID string) (err error) {
	defer fault.Wrap(&err, "account.RevokeKey")

	return a.db.InTx(ctx, func(tx *store.Tx) error {
		owner, err := store.One[string](tx.QueryRow(ctx, `SELECT user_id FROM api_keys WHERE id = $1
			AND ($2 = '' OR user_id = $2)`, keyID, userID))
		if err != nil {
			return store.NotFound(err, "key", keyID)
		}
		n, err := tx.Exec(ctx, `UPDATE api_keys SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL`, keyID, tx.Now)
		if err != nil || n == 0 {
			return err
		}
		return audit.WriteTx(ctx, tx, audit.KeyRevoked, audit.About{UserID: owner, Subject: keyID})
	})
}

// RevokeKeys revokes all keys of a user and counts them.
func (a *Accounts) RevokeKeys(ctx context.Context, userID string) (revoked int64, err error) {
	defer fault.Wrap(&err, "account.RevokeKeys")

	err = a.db.InTx(ctx, func(tx *store.Tx) error {
		revoked, err = tx.Exec(ctx, `UPDATE api_keys SET revoked_at = $2 WHERE user_id = $1 AND revoked_at IS NULL`, userID, tx.Now)
		if err != nil || revoked == 0 {
			return err
		}
		return audit.WriteTx(ctx, tx, audit.KeysRevoked, audit.About{UserID: userID, Detail: []string{strconv.FormatInt(revoked, 10)}})
	})
	return revoked, err
}

// RevokeEverything revokes all keys of everybody, and counts them. It ends all sessions, share links, open
// invitations and links that set a password. It is for an installation that was put back to an earlier state, in
// which what was revoked, stopped or used up since then is not.
func (a *Accounts) RevokeEverything(ctx context.Context) (keys int64, err error) {
	defer fault.Wrap(&err, "account.RevokeEverything")

	err = a.db.InTx(ctx, func(tx *store.Tx) error {
		if keys, err = tx.Exec(ctx, `UPDATE api_keys SET revoked_at = $1 WHERE revoked_at IS NULL`, tx.Now); err != nil {
			return err
		}
		for _, sql := range []string{
			`DELETE FROM sessions`, `DELETE FROM tokens`, `DELETE FROM shares`, `DELETE FROM invitations WHERE accepted_at IS NULL`,
		} {
			if _, err := tx.Exec(ctx, sql); err != nil {
				return err
			}
		}
		return audit.WriteTx(ctx, tx, audit.AllKeysRevoked, audit.About{Detail: []string{strconv.FormatInt(keys, 10)}})
	})
	return keys, err
}

// RevokedFor is how long what was revoked is still listed; then it is deleted.
const RevokedFor = 90 * 24 * time.Hour

const purgeBatch = 500 // rows a transaction

// PurgeKeys deletes keys that were revoked longer than RevokedFor ago, and counts them.
func (a *Accounts) PurgeKeys(ctx context.Context) (deleted int64, err error) {
	defer fault.Wrap(&err, "account.PurgeKeys")

	return a.db.InBatches(ctx, purgeBatch, func(tx *store.Tx) (int64, error) {
		return tx.Exec(ctx, `DELETE FROM api_keys WHERE id IN (SELECT id FROM api_keys WHERE revoked_at < $1
			LIMIT $2)`, tx.Now.Add(-RevokedFor), purgeBatch)
	})
}

// Authenticate finds the caller behind a plaintext key. Unknown and revoked are one Unauthenticated fault;
// a disabled account is AccountDisabled.
func (a *Accounts) Authenticate(ctx context.Context, plaintext string) (c Caller, err error) {
	defer fault.Wrap(&err, "account.Authenticate")

	c, _, err = a.Admit(ctx, plaintext, limit.Rate{})
	return c, err
}

// callerSQL finds a key by its hash, at every request, so that one that is revoked is refused at once. It is counted
// for unless its account is disabled. What is known of it is one text, as its scopes are: each column more makes the
// statement on SQLite slower by a twentieth.
const callerSQL = `
	SELECT CASE WHEN u.status <> '` + StatusDisabled + `' THEN k.id END AS key, k.id || ' ' || k.user_id || ' ' || k.space_id || ' ' || k.scopes AS caller
	FROM api_keys k JOIN users u ON u.id = k.user_id
	WHERE k.hash = $1 AND k.revoked_at IS NULL`

// Admit is Authenticate, which also counts the request for the key. Whether it is allowed is told and no fault.
func (a *Accounts) Admit(ctx context.Context, plaintext string, rate limit.Rate) (c Caller, d limit.Decision, err error) {
	defer fault.Wrap(&err, "account.Admit")

	if len(plaintext) != len(keyPrefix)+keyLength || !strings.HasPrefix(plaintext, keyPrefix) {
		return c, d, fault.New(fault.Unauthenticated)
	}
	var found string
	d, counted, err := a.callers.Find(ctx, rate, []any{hashSecret(plaintext)}, []any{&found})
	if errors.Is(err, store.ErrNoRows) {
		return Caller{}, d, fault.New(fault.Unauthenticated)
	}
	if err != nil {
		return Caller{}, d, err
	}
	words := strings.Fields(found)
	c = Caller{KeyID: words[0], UserID: words[1], SpaceID: words[2], Scopes: words[3:]}
	if !counted {
		return c, d, fault.New(fault.AccountDisabled)
	}
	a.uses.note(c.KeyID, a.db.Now())
	return c, d, nil
}
