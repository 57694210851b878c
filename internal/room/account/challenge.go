package account

import (
	"context"
	"errors"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
)

const (
	challengeLife  = 10 * time.Minute
	challengeTries = 5
)

// errFactor tells that a session needs a second factor.
var errFactor = errors.New("account: a second factor is needed")

// NeedsFactor tells whether a log-in was refused because a second factor is awaited: the token that came with the fault is then
// for AnswerChallenge.
func NeedsFactor(err error) bool {
	f := fault.As(err)
	return f != nil && f.Reason == "second_factor"
}

// challenge notes that the password was right, and returns the token to come back with.
func (a *Accounts) challenge(ctx context.Context, userID, hash string) (token string, err error) {
	token = newSecret(keyLength)
	err = a.db.InTx(ctx, func(tx *store.Tx) error {
		if _, err := tx.Exec(ctx, `DELETE FROM tokens WHERE expires_at <= $1`, tx.Now); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `INSERT INTO tokens (hash, user_id, purpose, password_mark, created_at, expires_at)
			VALUES ($1, $2, 'login', $3, $4, $5)`, hashSecret(token), userID, hashSecret(hash), tx.Now, tx.Now.Add(challengeLife))
		return err
	})
	if err != nil {
		return "", err
	}
	return token, fault.New(fault.Unauthenticated).Why("second_factor")
}

// AnswerChallenge opens a session for who knows the password, as LogIn has found, and has a code of the second factor or a recovery
// code. A wrong code is Unauthenticated; a challenge that is over, or tried too often, NoSuchThing.
func (a *Accounts) AnswerChallenge(ctx context.Context, challenge, code string, in Login) (s Session, token string, err error) {
	defer fault.Wrap(&err, "account.AnswerChallenge")

	userID, mark, err := a.tryChallenge(ctx, challenge)
	if err != nil {
		return s, "", err
	}
	if err := a.admitCode(ctx, userID, code, in.Address); err != nil {
		return s, "", err
	}
	var hash, key string
	if err := a.db.Read().QueryRow(ctx, `SELECT password_hash, email_key FROM users WHERE id = $1`, userID).Scan(&hash, &key); err != nil {
		return s, "", err
	}
	if hashSecret(hash) != mark {
		return s, "", challengeOver()
	}
	s, token, err = a.openSession(ctx, userID, hash, in, func(tx *store.Tx) error {
		if err := a.spendCodeTx(ctx, tx, userID, code); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `DELETE FROM tokens WHERE user_id = $1 AND purpose = 'login'`, userID)
		return err
	})
	if err != nil {
		if f := fault.As(err); f != nil && f.Reason == "code_wrong" {
			err = a.failed(ctx, userID, f)
		}
		return Session{}, "", err
	}
	for _, t := range []throttle{codes, strangeCodes, recoveryCodes} {
		if err := a.forgive(ctx, t, in.Address, userID); err != nil {
			return s, token, err
		}
	}
	return s, token, a.forgive(ctx, logins, in.Address, key)
}

func challengeOver() error {
	return fault.New(fault.NoSuchThing).Why("challenge_over").With("resource", "challenge")
}

// tryChallenge counts a try before anything is looked at, in a transaction of its own: a wrong code must not undo it.
func (a *Accounts) tryChallenge(ctx context.Context, challenge string) (userID, mark string, err error) {
	err = a.db.InTx(ctx, func(tx *store.Tx) error {
		err := tx.QueryRow(ctx, `UPDATE tokens SET tries = tries + 1
			WHERE hash = $1 AND purpose = 'login' AND tries < $2 AND expires_at > $3
			RETURNING user_id, password_mark`, hashSecret(challenge), int64(challengeTries), tx.Now).Scan(&userID, &mark)
		if errors.Is(err, store.ErrNoRows) {
			return challengeOver()
		}
		return err
	})
	return userID, mark, err
}
