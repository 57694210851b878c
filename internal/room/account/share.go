package account

import (
	"context"
	"errors"
	"time"

	"renown/internal/floor/audit"
	"renown/internal/floor/fault"
	"renown/internal/floor/id"
	"renown/internal/floor/limit"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
)

const (
	sharesPerBrand = 100
	shareLongest   = 366 * 24 * time.Hour
)

// opens bounds how often links are opened from one place: they cannot be guessed, but each is an analysis.
var opens = throttle{name: "share", perAddress: limit.Rate{PerMinute: 60, Burst: 60}, perSite: limit.Rate{PerMinute: 240, Burst: 240}}

// Share is a link under which one page about a brand is read without an account, until it ends or is stopped.
type Share struct {
	ID        string         `json:"id"`
	SpaceID   string         `json:"space_id"`
	BrandID   string         `json:"brand_id"`
	Page      string         `json:"page"`
	Query     string         `json:"query"`      // of the page, fixed to a period and filters
	Opened    int64          `json:"opened"`     // times
	CreatedBy string         `json:"created_by"` // e-mail
	CreatedAt timestamp.Time `json:"created_at"`
	ExpiresAt timestamp.Time `json:"expires_at"`
}

// Sharing is what is to be shared.
type Sharing struct {
	BrandID, Page, Query string
	Until                timestamp.Time
}

// CreateShare makes a link to a page of a brand, which the caller has found in their space, and returns the token that it carries: its only
// plaintext. An end that is past or later than a year from now is Malformed; past a hundred links of a brand it is CapReached.
func (a *Accounts) CreateShare(ctx context.Context, who Caller, in Sharing) (token string, err error) {
	defer fault.Wrap(&err, "account.CreateShare")

	token = newSecret(keyLength)
	return token, a.db.InTx(ctx, func(tx *store.Tx) error {
		if !in.Until.After(tx.Now.Time) || in.Until.Sub(tx.Now.Time) > shareLongest {
			return fault.New(fault.Malformed).Why("share_until")
		}
		if err := LockSpaceTx(ctx, tx, who.SpaceID); err != nil { // of two members at once the second counts the first's
			return err
		}
		if err := MayLetInTx(ctx, tx, who.SpaceID, who.UserID); err != nil {
			return err
		}
		n, err := store.One[int](tx.QueryRow(ctx, `SELECT count(*) FROM shares h WHERE h.brand_id = $1 AND `+ByMember, in.BrandID))
		if err == nil && n >= sharesPerBrand {
			err = fault.New(fault.CapReached).Why("share_cap", sharesPerBrand).With("limit", sharesPerBrand)
		}
		if err != nil {
			return err
		}
		shareID := id.New("shr", tx.Now.Time)
		if _, err := tx.Exec(ctx, `INSERT INTO shares (id, space_id, brand_id, page, query, token_hash, created_by, created_at, expires_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`, shareID, who.SpaceID, in.BrandID, in.Page, in.Query, hashSecret(token), who.UserID, tx.Now, in.Until); errors.Is(err, store.ErrForeignKey) {
			return fault.NotFound("brand", in.BrandID) // deleted meanwhile
		} else if err != nil {
			return err
		}
		return audit.WriteTx(ctx, tx, audit.PageShared, audit.About{UserID: who.UserID, Subject: in.BrandID, Detail: []string{in.Page}})
	})
}

const selectShare = `SELECT h.id, h.space_id, h.brand_id, h.page, h.query, h.opened, COALESCE((SELECT email FROM users
	WHERE id = h.created_by), ''), h.created_at, h.expires_at FROM shares h`

func scanShare(row store.Row) (s Share, err error) {
	err = row.Scan(&s.ID, &s.SpaceID, &s.BrandID, &s.Page, &s.Query, &s.Opened, &s.CreatedBy, &s.CreatedAt, &s.ExpiresAt)
	return s, err
}

// Shares lists the links of a brand of the caller's space, ended ones too, the newest first.
func (a *Accounts) Shares(ctx context.Context, who Caller, brandID string) (_ []Share, err error) {
	defer fault.Wrap(&err, "account.Shares")

	return store.List(ctx, a.db.Read(), scanShare, selectShare+` WHERE h.space_id = $1 AND h.brand_id = $2 AND `+ByMember+`
		ORDER BY h.created_at DESC, h.id DESC`, who.SpaceID, brandID)
}

// OpenShare finds what a token shares and counts that it was opened. Guessed, stopped, ended, of a brand that is
// gone, of a maker who left or may only look and of a disabled account are NoSuchThing alike, so that no answer tells
// that there once was a link; more than some a minute from one place are TooFrequent.
func (a *Accounts) OpenShare(ctx context.Context, token, address string) (s Share, err error) {
	defer fault.Wrap(&err, "account.OpenShare")

	if err := a.admit(ctx, opens, address, ""); err != nil {
		return s, err
	}
	err = a.db.InTx(ctx, func(tx *store.Tx) error {
		if s, err = scanShare(tx.QueryRow(ctx, selectShare+` WHERE h.token_hash = $1 AND h.expires_at > $2 AND `+ByMember+`
			AND NOT `+ByDisabled, hashSecret(token), tx.Now)); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `UPDATE shares SET opened = opened + 1 WHERE id = $1`, s.ID)
		return err
	})
	return s, store.NotFound(err, "share", "")
}

// StopShare makes a link of the caller's space worthless at once.
func (a *Accounts) StopShare(ctx context.Context, who Caller, shareID string) (err error) {
	defer fault.Wrap(&err, "account.StopShare")

	return a.db.InTx(ctx, func(tx *store.Tx) error {
		s, err := scanShare(tx.QueryRow(ctx, selectShare+` WHERE h.id = $1 AND h.space_id = $2`+tx.ForUpdate(), shareID, who.SpaceID))
		if err != nil {
			return store.NotFound(err, "share", shareID)
		}
		if _, err := tx.Exec(ctx, `DELETE FROM shares WHERE id = $1`, shareID); err != nil {
			return err
		}
		return audit.WriteTx(ctx, tx, audit.ShareStopped, audit.About{UserID: who.UserID, Subject: s.BrandID, Detail: []string{s.Page}})
	})
}

// UnshareTx makes all links of a brand worthless: it goes elsewhere.
func (a *Accounts) UnshareTx(ctx context.Context, tx *store.Tx, brandID string) (err error) {
	defer fault.Wrap(&err, "account.UnshareTx")

	_, err = tx.Exec(ctx, `DELETE FROM shares WHERE brand_id = $1`, brandID)
	return err
}
