package account

import (
	"context"
	"errors"
	"time"

	"renown/internal/floor/audit"
	"renown/internal/floor/fault"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
)

// Purpose is what a notice is for, and the page that its link leads to.
type Purpose string

const (
	VerifyAddress Purpose = "verify"
	ResetPassword Purpose = "reset"
	Invited       Purpose = "invite"

	// Letters that tell something and carry no token.
	SignedIn        Purpose = "signed_in"        // from a network or by a browser that is new
	PasswordChanged Purpose = "password_changed" // and which keys still work
	Registered      Purpose = "registered"       // a registration with the address of an account

	EndpointDisabled Purpose = "endpoint_disabled" // nothing reached an endpoint for days

	PlanConfirmed Purpose = "plan_confirmed" // what was asked for
	PlanDeclined  Purpose = "plan_declined"
)

const (
	verifyLife = 48 * time.Hour
	resetLife  = time.Hour

	// tokensAtOnce is how many links of a kind work at the same time: more than mails are sent within the life of one, so that
	// a stranger's request for a mail does not void the link its owner is about to open.
	tokensAtOnce = 10
)

// Notice is a mail to be written. It holds no secret: the token is made when the mail is written, so none lies in a queue.
type Notice struct {
	Purpose      Purpose `json:"purpose"`
	UserID       string  `json:"user_id"`
	InvitationID string  `json:"invitation_id,omitempty"`

	Address string         `json:"address,omitempty"` // of a log-in
	Agent   string         `json:"agent,omitempty"`
	At      timestamp.Time `json:"at,omitzero"`

	Name string `json:"name,omitempty"` // of an endpoint
}

// MailJob sends the letter of a notice. Its handler stands where letters are worded and sent.
var MailJob = queue.Declare[Notice](queue.Kind{Name: "mail", Workers: 2, Timeout: time.Minute, MaxAttempts: 8})

// TellTx writes to a user about something of theirs, where there is a mail server.
func (a *Accounts) TellTx(ctx context.Context, tx *store.Tx, n Notice) (err error) {
	defer fault.Wrap(&err, "account.TellTx")

	if a.options.Mail == nil {
		return nil
	}
	n.At = tx.Now
	return a.noticeTx(ctx, tx, n)
}

func (a *Accounts) noticeTx(ctx context.Context, tx *store.Tx, n Notice) error {
	return a.options.Mail.EnqueueTx(ctx, tx, MailJob.Job(n))
}

// Letter is a notice made concrete: to whom, and the token its link carries.
type Letter struct {
	Purpose Purpose
	To      string
	Token   string
	Team    string // of an invitation
	Name    string // of an endpoint
	From    string // e-mail of who invites

	Address, Agent string // of a log-in
	At             timestamp.Time
	Keys           int // in force after a change of password
}

// WriteLetter makes a fresh token for the notice. A notice that no longer applies (the user is gone, the address verified,
// the invitation accepted) is NotFound.
func (a *Accounts) WriteLetter(ctx context.Context, n Notice) (_ Letter, err error) {
	defer fault.Wrap(&err, "account.WriteLetter")

	letter := Letter{Purpose: n.Purpose, Address: n.Address, Agent: n.Agent, At: n.At, Name: n.Name}
	err = a.db.InTx(ctx, func(tx *store.Tx) error {
		switch n.Purpose {
		case SignedIn, PasswordChanged, Registered, EndpointDisabled, PlanConfirmed, PlanDeclined:
			return tx.QueryRow(ctx, `SELECT email, (SELECT count(*) FROM api_keys k WHERE k.user_id = u.id AND k.revoked_at IS NULL)
				FROM users u WHERE u.id = $1 AND u.status = 'active'`, n.UserID).Scan(&letter.To, &letter.Keys)
		case Invited:
			letter.Token = newSecret(keyLength)
			return invitationLetterTx(ctx, tx, n.InvitationID, &letter)
		}
		letter.Token = newSecret(keyLength)
		return userLetterTx(ctx, tx, n, &letter)
	})
	return letter, store.NotFound(err, "notice", string(n.Purpose))
}

func invitationLetterTx(ctx context.Context, tx *store.Tx, invitationID string, letter *Letter) error {
	return tx.QueryRow(ctx, `UPDATE invitations SET token_hash = $3 WHERE id = $1 AND `+openInvitation+`
		RETURNING email, (SELECT name FROM spaces WHERE id = space_id), (SELECT email FROM users WHERE id = invited_by)`,
		invitationID, tx.Now, hashSecret(letter.Token)).Scan(&letter.To, &letter.Team, &letter.From)
}

func userLetterTx(ctx context.Context, tx *store.Tx, n Notice, letter *Letter) error {
	life, filter := resetLife, ""
	if n.Purpose == VerifyAddress {
		life, filter = verifyLife, " AND verified_at IS NULL"
	}
	row := tx.QueryRow(ctx, `SELECT email FROM users WHERE id = $1 AND status = 'active'`+filter, n.UserID)
	if err := row.Scan(&letter.To); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `DELETE FROM tokens WHERE user_id = $1 AND purpose = $2 AND (expires_at <= $3 OR hash IN (
		SELECT hash FROM tokens WHERE user_id = $1 AND purpose = $2 ORDER BY created_at DESC, hash LIMIT 1000 OFFSET $4))`,
		n.UserID, n.Purpose, tx.Now, tokensAtOnce-1); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `INSERT INTO tokens (hash, user_id, purpose, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)`,
		hashSecret(letter.Token), n.UserID, n.Purpose, tx.Now, tx.Now.Add(life))
	return err
}

// RequestReset queues a reset mail. It answers nothing about whether the address is known.
func (a *Accounts) RequestReset(ctx context.Context, email, address string) (err error) {
	defer fault.Wrap(&err, "account.RequestReset")

	if a.options.Mail == nil {
		return fault.New(fault.Unavailable).Why("mail_missing")
	}
	key, err := foldEmail(email)
	if err != nil {
		return err
	}
	if err := a.admit(ctx, mails, address, key); err != nil {
		return err
	}
	return a.db.InTx(ctx, func(tx *store.Tx) error {
		var userID string
		err := tx.QueryRow(ctx, `SELECT id FROM users WHERE email_key = $1`, key).Scan(&userID)
		if errors.Is(err, store.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		return a.noticeTx(ctx, tx, Notice{Purpose: ResetPassword, UserID: userID})
	})
}

// Mails tells whether there is a mail server.
func (a *Accounts) Mails() bool { return a.options.Mail != nil }

// TellRegistered writes to the owner of an address that is registered again: how to log in, or once more how to verify
// it. Who registers is told nothing. More letters than the throttle lets through are left out.
func (a *Accounts) TellRegistered(ctx context.Context, email string) (err error) {
	defer fault.Wrap(&err, "account.TellRegistered")

	key, err := foldEmail(email)
	if err != nil {
		return err
	}
	err = a.admit(ctx, mails, "", key)
	if fault.Is(err, fault.TooFrequent) {
		return nil
	}
	if err != nil {
		return err
	}
	return a.db.InTx(ctx, func(tx *store.Tx) error {
		n := Notice{Purpose: Registered}
		var verified *timestamp.Time
		err := tx.QueryRow(ctx, `SELECT id, verified_at FROM users WHERE email_key = $1 AND status = 'active'`,
			key).Scan(&n.UserID, &verified)
		if errors.Is(err, store.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		if verified == nil {
			n.Purpose = VerifyAddress
		}
		return a.noticeTx(ctx, tx, n)
	})
}

// Reset sets a new password by the token of a reset mail and ends all sessions. The token works once.
func (a *Accounts) Reset(ctx context.Context, token, chosen string) (err error) {
	defer fault.Wrap(&err, "account.Reset")

	return a.byLink(ctx, ResetPassword, token, chosen, func(tx *store.Tx, userID string) error {
		return a.passwordChangedTx(ctx, tx, userID, audit.PasswordReset)
	})
}

// Verify confirms an address by the token of a verification mail and sets the password, which the reader of that mail types anew:
// the one that was typed at the registration may be a stranger's, who knew the address and nothing else. It ends all sessions.
func (a *Accounts) Verify(ctx context.Context, token, chosen string) (err error) {
	defer fault.Wrap(&err, "account.Verify")

	return a.byLink(ctx, VerifyAddress, token, chosen, func(tx *store.Tx, userID string) error {
		return audit.AsTx(ctx, tx, userID, audit.AddressVerified, audit.About{UserID: userID})
	})
}

// byLink sets the password that the reader of a mail chose, and tells done. The token is looked up before the password is hashed, so
// that a wrong one costs nothing.
func (a *Accounts) byLink(ctx context.Context, purpose Purpose, token, chosen string, done func(tx *store.Tx, userID string) error) error {
	row := a.db.Read().QueryRow(ctx, `SELECT (SELECT email_key FROM users
		WHERE id = user_id)`+liveToken, hashSecret(token), purpose, a.db.Now())
	key, err := scanToken(row)
	if err != nil {
		return err
	}
	if err := checkPasswordChoice(chosen, key); err != nil {
		return err
	}
	hash, err := a.hashPassword(ctx, chosen)
	if err != nil {
		return err
	}
	err = a.db.InTx(ctx, func(tx *store.Tx) error {
		userID, err := spendTokenTx(ctx, tx, token, purpose)
		if err != nil {
			return err
		}
		// The reader of the mailbox owns the address, so a reset verifies it as well.
		_, err = tx.Exec(ctx, `UPDATE users SET verified_at = COALESCE(verified_at, $2) WHERE id = $1`, userID, tx.Now)
		if err != nil {
			return err
		}
		if err := setPasswordTx(ctx, tx, userID, hash, ""); err != nil {
			return err
		}
		if _, err = tx.Exec(ctx, `DELETE FROM tokens WHERE user_id = $1 AND purpose = 'verify'`, userID); err != nil {
			return err
		}
		return done(tx, userID)
	})
	if err != nil {
		return err
	}
	return a.forgive(ctx, strangers, "", key) // who guesses at the account does not keep out who reads its mail
}

const liveToken = ` FROM tokens WHERE hash = $1 AND purpose = $2 AND expires_at > $3`

func spendTokenTx(ctx context.Context, tx *store.Tx, token string, purpose Purpose) (userID string, err error) {
	return scanToken(tx.QueryRow(ctx, `DELETE`+liveToken+` RETURNING user_id`, hashSecret(token), purpose, tx.Now))
}

func scanToken(row store.Row) (userID string, err error) {
	err = row.Scan(&userID)
	if errors.Is(err, store.ErrNoRows) {
		err = fault.New(fault.NoSuchThing).Why("link_invalid").With("resource", "token")
	}
	return userID, err
}
