package account

import (
	"context"
	"errors"
	"strings"
	"time"

	"renown/internal/floor/audit"
	"renown/internal/floor/fault"
	"renown/internal/floor/id"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
)

const (
	sessionLife    = 30 * 24 * time.Hour
	sessionTouch   = 5 * time.Minute // how stale seen_at may get: a page view should not cost a write
	sessionsAtOnce = 50              // the oldest ends when a user opens one more
	agentMax       = 200             // bytes of the browser's own description that are kept
)

// Session is a browser that is logged in.
type Session struct {
	ID        string         `json:"id"`
	UserID    string         `json:"user_id"`
	Address   string         `json:"address"`
	Agent     string         `json:"agent"`
	CreatedAt timestamp.Time `json:"created_at"`
	SeenAt    timestamp.Time `json:"seen_at"`
	ExpiresAt timestamp.Time `json:"expires_at"`
}

// Login is what a person typed, and from where.
type Login struct{ Email, Password, Address, Agent string }

// LogIn checks the password and opens a session; token is its only plaintext. A user with a second factor gets a fault that
// NeedsFactor knows, and a token for AnswerChallenge. Unknown e-mail and wrong password are
// the same Unauthenticated fault after the same work. Attempts are throttled per address, and per account
// and network together.
func (a *Accounts) LogIn(ctx context.Context, in Login) (s Session, token string, err error) {
	defer fault.Wrap(&err, "account.LogIn")

	refused := wrongLogin()
	key, err := foldEmail(in.Email)
	if err != nil {
		return s, "", refused
	}
	if err := a.admit(ctx, logins, in.Address, key); err != nil {
		return s, "", err
	}
	var userID, hash, status string
	var verified *int64
	row := a.db.Read().QueryRow(ctx, `SELECT id, password_hash, status, verified_at FROM users WHERE email_key = $1`, key)
	err = row.Scan(&userID, &hash, &status, &verified)
	if errors.Is(err, store.ErrNoRows) {
		hash, err = a.dummyHash(), nil
	}
	if err != nil {
		return s, "", err
	}
	if known, err := a.knows(ctx, userID, in.Address); err != nil {
		return s, "", err
	} else if !known {
		if err := a.admit(ctx, strangers, "", key); err != nil {
			return s, "", err
		}
	}
	matches, err := a.passwordMatches(ctx, hash, in.Password)
	switch {
	case err != nil:
		return s, "", err
	case !matches || userID == "":
		return s, "", a.failed(ctx, userID, refused)
	case status == StatusDisabled:
		return s, "", fault.New(fault.AccountDisabled)
	case verified == nil && a.options.Mail != nil:
		return s, "", fault.New(fault.Unauthenticated).Why("email_unverified")
	}
	s, token, err = a.openSession(ctx, userID, hash, in, nil)
	if errors.Is(err, errFactor) {
		token, err = a.challenge(ctx, userID, hash)
		return Session{}, token, err
	}
	if err != nil {
		return Session{}, "", err
	}
	return s, token, a.forgive(ctx, logins, in.Address, key)
}

func wrongLogin() *fault.Fault {
	return fault.New(fault.Unauthenticated).Why("login_wrong")
}

// openSession stores the session unless the password changed while it was being checked. prove spends the proof of a second
// factor; without one, a user who has a second factor is errFactor.
func (a *Accounts) openSession(ctx context.Context, userID, hash string, in Login,
	prove func(tx *store.Tx) error,
) (s Session, token string, err error) {
	token = newSecret(keyLength)
	err = a.db.InTx(ctx, func(tx *store.Tx) error {
		if err := lockUserTx(ctx, tx, userID); err != nil {
			return err
		}
		var now string
		row := tx.QueryRow(ctx, `SELECT password_hash FROM users WHERE id = $1 AND status = 'active'`, userID)
		if err := row.Scan(&now); err != nil && !errors.Is(err, store.ErrNoRows) {
			return err
		}
		if now != hash {
			return wrongLogin()
		}
		if err := a.proveTx(ctx, tx, userID, prove); err != nil {
			return err
		}
		s = Session{
			ID: id.New("ses", tx.Now.Time), UserID: userID, Address: in.Address, Agent: clip(in.Agent, agentMax),
			CreatedAt: tx.Now, SeenAt: tx.Now, ExpiresAt: a.sessionEnd(tx.Now, tx.Now),
		}
		if err := endOldestTx(ctx, tx, userID); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `INSERT INTO sessions (id, user_id, token_hash, address, agent, created_at, seen_at, expires_at)
			VALUES ($1, $2, $3, $4, $5, $6, $6, $7)`, s.ID, userID, hashSecret(token), s.Address, s.Agent,
			s.CreatedAt, s.ExpiresAt)
		if err != nil {
			return err
		}
		if err := a.noticePlaceTx(ctx, tx, userID, in); err != nil {
			return err
		}
		return audit.AsTx(ctx, tx, userID, audit.LoggedIn, audit.About{UserID: userID, Subject: s.ID})
	})
	return s, token, err
}

func (a *Accounts) proveTx(ctx context.Context, tx *store.Tx, userID string, prove func(tx *store.Tx) error) error {
	if prove != nil {
		return prove(tx)
	}
	needed, err := store.One[bool](tx.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM second_factors WHERE user_id = $1
		AND confirmed_at IS NOT NULL)`, userID))
	if err == nil && needed {
		err = errFactor
	}
	return err
}

// endOldestTx makes room for one more session and drops what has expired.
func endOldestTx(ctx context.Context, tx *store.Tx, userID string) error {
	if _, err := tx.Exec(ctx, `DELETE FROM sessions WHERE expires_at <= $1`, tx.Now); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `DELETE FROM sessions WHERE id IN (
		SELECT id FROM sessions WHERE user_id = $1 ORDER BY seen_at DESC, id DESC LIMIT 1000 OFFSET $2)`, userID, sessionsAtOnce-1)
	return err
}

// Resume finds the session and its user by the token a browser sent. Ended, expired and unknown are one Unauthenticated fault.
func (a *Accounts) Resume(ctx context.Context, token string) (_ Session, _ User, err error) {
	defer fault.Wrap(&err, "account.Resume")

	row := a.db.Read().QueryRow(ctx, `
		SELECT s.id, s.user_id, s.address, s.agent, s.created_at, s.seen_at, s.expires_at,
		       u.id, u.email, u.role, u.status, u.verified_at, u.created_at, u.updated_at
		FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.token_hash = $1`, hashSecret(token))
	var s Session
	var u User
	err = row.Scan(&s.ID, &s.UserID, &s.Address, &s.Agent, &s.CreatedAt, &s.SeenAt, &s.ExpiresAt,
		&u.ID, &u.Email, &u.Role, &u.Status, &u.VerifiedAt, &u.CreatedAt, &u.UpdatedAt)
	if err != nil && !errors.Is(err, store.ErrNoRows) {
		return s, u, err
	}
	now := a.db.Now()
	if err != nil || !now.Before(s.ExpiresAt.Time) || !now.Before(a.sessionEnd(s.CreatedAt, now).Time) {
		return Session{}, User{}, fault.New(fault.Unauthenticated).Why("session_over")
	}
	if u.Status == StatusDisabled {
		return Session{}, User{}, fault.New(fault.AccountDisabled)
	}
	if now.Sub(s.SeenAt.Time) > sessionTouch {
		return s, u, a.touch(ctx, s)
	}
	return s, u, nil
}

// sessionEnd is when a session that began then and is seen now ends: it slides as long as the session is used, up to its longest life.
func (a *Accounts) sessionEnd(began, seen timestamp.Time) timestamp.Time {
	end, last := seen.Add(sessionLife), began.Add(a.options.SessionMax)
	if last.Before(end.Time) {
		return last
	}
	return end
}

// touch slides the session's end.
func (a *Accounts) touch(ctx context.Context, s Session) error {
	return a.db.InTx(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE sessions SET seen_at = $2, expires_at = $3 WHERE id = $1`,
			s.ID, tx.Now, a.sessionEnd(s.CreatedAt, tx.Now))
		return err
	})
}

// Sessions lists a user's open sessions, last seen first.
func (a *Accounts) Sessions(ctx context.Context, userID string) (_ []Session, err error) {
	defer fault.Wrap(&err, "account.Sessions")

	return store.List(ctx, a.db.Read(), scanSession, `
		SELECT id, user_id, address, agent, created_at, seen_at, expires_at FROM sessions
		WHERE user_id = $1 AND expires_at > $2 ORDER BY seen_at DESC, id DESC`, userID, a.db.Now())
}

func scanSession(row store.Row) (s Session, err error) {
	err = row.Scan(&s.ID, &s.UserID, &s.Address, &s.Agent, &s.CreatedAt, &s.SeenAt, &s.ExpiresAt)
	return s, err
}

// EndSession logs one of the user's browsers out. Ending what has ended is no fault.
func (a *Accounts) EndSession(ctx context.Context, userID, sessionID string) (err error) {
	defer fault.Wrap(&err, "account.EndSession")

	return a.db.InTx(ctx, func(tx *store.Tx) error {
		n, err := tx.Exec(ctx, `DELETE FROM sessions WHERE user_id = $1 AND id = $2`, userID, sessionID)
		if err != nil || n == 0 {
			return err
		}
		return audit.WriteTx(ctx, tx, audit.SessionEnded, audit.About{UserID: userID, Subject: sessionID})
	})
}

// CheckPassword answers Unauthenticated unless the password is the user's. It is throttled.
func (a *Accounts) CheckPassword(ctx context.Context, userID, password string) (err error) {
	defer fault.Wrap(&err, "account.CheckPassword")

	_, err = a.checkPassword(ctx, userID, password)
	return err
}

func wrongPassword() error { return fault.New(fault.Unauthenticated).Why("password_wrong") }

// checkPassword is CheckPassword, and returns the hash that the password was held against.
func (a *Accounts) checkPassword(ctx context.Context, userID, password string) (hash string, err error) {
	if err := a.admit(ctx, logins, "", "user:"+userID); err != nil {
		return "", err
	}
	hash, err = store.One[string](a.db.Read().QueryRow(ctx, `SELECT password_hash FROM users WHERE id = $1`, userID))
	if err != nil {
		return "", store.NotFound(err, "user", userID)
	}
	matches, err := a.passwordMatches(ctx, hash, password)
	if err == nil && !matches {
		err = wrongPassword()
	}
	return hash, err
}

// ChangePassword needs the old password and ends every other session of the user.
func (a *Accounts) ChangePassword(ctx context.Context, s Session, old, chosen string) (err error) {
	defer fault.Wrap(&err, "account.ChangePassword")

	u, err := a.ByID(ctx, s.UserID)
	if err != nil {
		return err
	}
	if err := checkPasswordChoice(chosen, u.Email); err != nil {
		return err
	}
	was, err := a.checkPassword(ctx, s.UserID, old)
	if err != nil {
		return err
	}
	next, err := a.hashPassword(ctx, chosen)
	if err != nil {
		return err
	}
	return a.db.InTx(ctx, func(tx *store.Tx) error {
		now, err := store.One[string](tx.QueryRow(ctx, `SELECT password_hash FROM users WHERE id = $1`+tx.ForUpdate(), s.UserID))
		if errors.Is(err, store.ErrNoRows) {
			return fault.NotFound("user", s.UserID)
		}
		if err == nil && now != was { // changed while it was checked
			err = wrongPassword()
		}
		if err != nil {
			return err
		}
		if err := setPasswordTx(ctx, tx, s.UserID, next, s.ID); err != nil {
			return err
		}
		return a.passwordChangedTx(ctx, tx, s.UserID, audit.PasswordChanged)
	})
}

// clip shortens text to at most n bytes of valid UTF-8.
func clip(text string, n int) string {
	if len(text) > n {
		text = text[:n]
	}
	return strings.ToValidUTF8(strings.ReplaceAll(text, "\x00", ""), "")
}
