package account

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"strings"
	"time"

	"renown/internal/floor/audit"
	"renown/internal/floor/fault"
	"renown/internal/floor/limit"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
)

// guesses is how often a code may be tried.
var guesses = []limit.Slow{{Every: 30 * time.Second, Burst: 10}, {Every: 15 * time.Minute, Burst: 40}}

// Codes of the authenticator are counted at log-ins by account and network, and over all networks from which the owner never logged
// in; recovery codes, too long to be guessed, by account and network; codes in an open session by themselves. So one who knows the
// password and tries codes keeps the owner out of none of the three.
var (
	codes         = throttle{name: "code", perPair: guesses}
	strangeCodes  = throttle{name: "strange code", perAccount: guesses}
	recoveryCodes = throttle{name: "recovery", perPair: guesses}
	sessionCodes  = throttle{name: "session code", perAccount: guesses}
)

// admitCode counts a code at a log-in.
func (a *Accounts) admitCode(ctx context.Context, userID, code, address string) error {
	if len(tidyCode(code)) != totpDigits {
		return a.admit(ctx, recoveryCodes, address, userID)
	}
	if err := a.admit(ctx, codes, address, userID); err != nil {
		return err
	}
	known, err := a.knows(ctx, userID, address)
	if err != nil || known {
		return err
	}
	return a.admit(ctx, strangeCodes, "", userID)
}

// Factor is how a user's second factor stands.
type Factor struct {
	Available bool            // the installation can seal secrets
	EnabledAt *timestamp.Time // nil: off
	Codes     int             // recovery codes that are left
}

// Setup is a second factor that is being set up: the secret as text, and as an authenticator reads it from a picture.
type Setup struct{ Secret, URI string }

func wrongCode() *fault.Fault { return fault.New(fault.Unauthenticated).Why("code_wrong") }

// Factor tells how a user's second factor stands.
func (a *Accounts) Factor(ctx context.Context, userID string) (f Factor, err error) {
	defer fault.Wrap(&err, "account.Factor")

	f.Available = a.options.Keys.Ready()
	var left string
	err = a.db.Read().QueryRow(ctx, `SELECT confirmed_at, recovery FROM second_factors WHERE user_id = $1`,
		userID).Scan(&f.EnabledAt, &left)
	if errors.Is(err, store.ErrNoRows) {
		err = nil
	}
	f.Codes = len(strings.Fields(left))
	return f, err
}

// BeginFactor makes a fresh secret for who knows the password. It counts once ConfirmFactor has seen a code of it. One that is
// on already is Duplicate.
func (a *Accounts) BeginFactor(ctx context.Context, userID, password string) (setup Setup, err error) {
	defer fault.Wrap(&err, "account.BeginFactor")

	if !a.options.Keys.Ready() {
		return setup, fault.New(fault.Unavailable).Why("seal_keys_missing")
	}
	if err := a.CheckPassword(ctx, userID, password); err != nil {
		return setup, err
	}
	raw := make([]byte, totpSecret)
	rand.Read(raw)
	sealed, err := a.options.Keys.Seal(string(raw), factorOf(userID))
	if err != nil {
		return setup, err
	}
	err = a.db.InTx(ctx, func(tx *store.Tx) error {
		if err := lockUserTx(ctx, tx, userID); err != nil {
			return err
		}
		n, err := tx.Exec(ctx, `INSERT INTO second_factors (user_id, secret, created_at) VALUES ($1, $2, $3)
			ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, created_at = excluded.created_at, last_step = 0
			WHERE second_factors.confirmed_at IS NULL`, userID, sealed, tx.Now)
		if err == nil && n == 0 {
			err = fault.New(fault.Duplicate).Why("factor_on")
		}
		return err
	})
	if err != nil {
		return setup, err
	}
	return a.PendingFactor(ctx, userID)
}

// factorOf is what the sealed secret of a user is bound to.
func factorOf(userID string) string { return "second factor of " + userID }

// PendingFactor is the second factor that a user is setting up; NotFound when there is none.
func (a *Accounts) PendingFactor(ctx context.Context, userID string) (setup Setup, err error) {
	defer fault.Wrap(&err, "account.PendingFactor")

	var sealed, email string
	err = a.db.Read().QueryRow(ctx, `SELECT f.secret, u.email FROM second_factors f JOIN users u ON u.id = f.user_id
		WHERE f.user_id = $1 AND f.confirmed_at IS NULL`, userID).Scan(&sealed, &email)
	if err != nil {
		return setup, store.NotFound(err, "second_factor", userID)
	}
	raw, err := a.options.Keys.Open(sealed, factorOf(userID))
	setup.Secret = plainBase32.EncodeToString([]byte(raw))
	setup.URI = totpURI(setup.Secret, email)
	return setup, err
}

// ConfirmFactor turns the second factor on by its first code, ends every other session, and returns the recovery codes, which are
// seen here and never again.
func (a *Accounts) ConfirmFactor(ctx context.Context, s Session, code string) (list []string, err error) {
	defer fault.Wrap(&err, "account.ConfirmFactor")

	if err := a.admit(ctx, sessionCodes, "", s.UserID); err != nil {
		return nil, err
	}
	err = a.db.InTx(ctx, func(tx *store.Tx) error {
		if err := lockUserTx(ctx, tx, s.UserID); err != nil {
			return err
		}
		if err := a.spendStepTx(ctx, tx, s.UserID, tidyCode(code), false); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE second_factors SET confirmed_at = $2 WHERE user_id = $1`, s.UserID, tx.Now); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM sessions WHERE user_id = $1 AND id <> $2`, s.UserID, s.ID); err != nil {
			return err
		}
		if list, err = renewCodesTx(ctx, tx, s.UserID); err != nil {
			return err
		}
		return audit.WriteTx(ctx, tx, audit.FactorEnabled, audit.About{UserID: s.UserID})
	})
	return list, err
}

// RenewCodes makes other recovery codes for who has a code of the second factor; the earlier ones stop working.
func (a *Accounts) RenewCodes(ctx context.Context, userID, code string) (list []string, err error) {
	defer fault.Wrap(&err, "account.RenewCodes")

	err = a.proven(ctx, userID, code, func(tx *store.Tx) error {
		if list, err = renewCodesTx(ctx, tx, userID); err != nil {
			return err
		}
		return audit.WriteTx(ctx, tx, audit.CodesRenewed, audit.About{UserID: userID})
	})
	return list, err
}

// DisableFactor turns the second factor off for who knows the password and has a code.
func (a *Accounts) DisableFactor(ctx context.Context, userID, password, code string) (err error) {
	defer fault.Wrap(&err, "account.DisableFactor")

	if err := a.CheckPassword(ctx, userID, password); err != nil {
		return err
	}
	return a.proven(ctx, userID, code, func(tx *store.Tx) error {
		return removeFactorTx(ctx, tx, userID, audit.FactorDisabled)
	})
}

// ResetFactor is the operator's help for who has lost the second factor and the codes. It ends every session of the user. One
// that is off is NotFound.
func (a *Accounts) ResetFactor(ctx context.Context, userID string) (err error) {
	defer fault.Wrap(&err, "account.ResetFactor")

	return a.db.InTx(ctx, func(tx *store.Tx) error {
		if err := lockUserTx(ctx, tx, userID); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM sessions WHERE user_id = $1`, userID); err != nil {
			return err
		}
		return removeFactorTx(ctx, tx, userID, audit.FactorReset)
	})
}

func removeFactorTx(ctx context.Context, tx *store.Tx, userID string, deed audit.Deed) error {
	n, err := tx.Exec(ctx, `DELETE FROM second_factors WHERE user_id = $1`, userID)
	if err == nil && n == 0 {
		err = fault.NotFound("second_factor", userID)
	}
	if err != nil {
		return err
	}
	return audit.WriteTx(ctx, tx, deed, audit.About{UserID: userID})
}

// proven runs do in the transaction that spends the code.
func (a *Accounts) proven(ctx context.Context, userID, code string, do func(tx *store.Tx) error) error {
	if err := a.admit(ctx, sessionCodes, "", userID); err != nil {
		return err
	}
	return a.db.InTx(ctx, func(tx *store.Tx) error {
		if err := lockUserTx(ctx, tx, userID); err != nil {
			return err
		}
		if err := a.spendCodeTx(ctx, tx, userID, code); err != nil {
			return err
		}
		return do(tx)
	})
}

// tidyCode is a code as it was shown, however it was typed.
func tidyCode(code string) string {
	return strings.ToLower(strings.NewReplacer(" ", "", "-", "").Replace(strings.TrimSpace(code)))
}

// spendCodeTx takes a code of the authenticator or a recovery code, each once. The caller has locked the user.
func (a *Accounts) spendCodeTx(ctx context.Context, tx *store.Tx, userID, code string) error {
	code = tidyCode(code)
	if len(code) == totpDigits {
		return a.spendStepTx(ctx, tx, userID, code, true)
	}
	text, err := store.One[string](tx.QueryRow(ctx, `SELECT recovery FROM second_factors WHERE user_id = $1`, userID))
	if err != nil && !errors.Is(err, store.ErrNoRows) {
		return err
	}
	left := strings.Fields(text)
	at := slices.Index(left, recoveryHash(userID, code))
	if at < 0 {
		return wrongCode()
	}
	if err := putCodesTx(ctx, tx, userID, slices.Delete(left, at, at+1)); err != nil {
		return err
	}
	return audit.AsTx(ctx, tx, userID, audit.CodeUsed, audit.About{UserID: userID})
}

// spendStepTx takes a code of the authenticator and remembers its time step. A sealed secret under an older key is sealed anew.
func (a *Accounts) spendStepTx(ctx context.Context, tx *store.Tx, userID, code string, confirmed bool) error {
	var sealed string
	var last int64
	err := tx.QueryRow(ctx, `SELECT secret, last_step FROM second_factors WHERE user_id = $1
		AND (confirmed_at IS NOT NULL) = $2`, userID, confirmed).Scan(&sealed, &last)
	if errors.Is(err, store.ErrNoRows) {
		return wrongCode()
	}
	if err != nil {
		return err
	}
	raw, err := a.options.Keys.Open(sealed, factorOf(userID))
	if err != nil {
		return err
	}
	step, ok := totpMatch([]byte(raw), code, tx.Now.Time, last)
	if !ok {
		return wrongCode()
	}
	if sealed, _, err = a.options.Keys.Renew(sealed, factorOf(userID)); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `UPDATE second_factors SET last_step = $2, secret = $3 WHERE user_id = $1`, userID, step, sealed)
	return err
}

// renewCodesTx replaces a user's recovery codes. Only their hashes are kept.
func renewCodesTx(ctx context.Context, tx *store.Tx, userID string) ([]string, error) {
	list, hashes := make([]string, recoveries), make([]string, recoveries)
	for i := range list {
		raw := make([]byte, recoveryLen*5/8)
		rand.Read(raw)
		code := strings.ToLower(plainBase32.EncodeToString(raw))
		list[i] = code[:4] + "-" + code[4:8] + "-" + code[8:12] + "-" + code[12:]
		hashes[i] = recoveryHash(userID, code)
	}
	return list, putCodesTx(ctx, tx, userID, hashes)
}

func recoveryHash(userID, code string) string {
	return hashSecret("recovery\x00" + userID + "\x00" + code)
}

func putCodesTx(ctx context.Context, tx *store.Tx, userID string, hashes []string) error {
	_, err := tx.Exec(ctx, `UPDATE second_factors SET recovery = $2 WHERE user_id = $1`, userID, strings.Join(hashes, " "))
	return err
}

// ResealFactors seals anew the secrets that are not under the newest key, and counts them.
func (a *Accounts) ResealFactors(ctx context.Context) (n int, err error) {
	defer fault.Wrap(&err, "account.ResealFactors")

	err = a.db.InTx(ctx, func(tx *store.Tx) error {
		n = 0
		rows, err := store.List(ctx, tx, func(row store.Row) (r [2]string, err error) { return r, row.Scan(&r[0], &r[1]) },
			`SELECT user_id, secret FROM second_factors`+tx.ForUpdate())
		if err != nil {
			return err
		}
		for _, r := range rows {
			again, renewed, err := a.options.Keys.Renew(r[1], factorOf(r[0]))
			if err != nil {
				return err
			}
			if !renewed {
				continue
			}
			if _, err := tx.Exec(ctx, `UPDATE second_factors SET secret = $2 WHERE user_id = $1`, r[0], again); err != nil {
				return err
			}
			n++
		}
		return nil
	})
	return n, err
}
