package account

import (
	"context"
	"errors"

	"renown/internal/floor/audit"
	"renown/internal/floor/fault"
	"renown/internal/floor/id"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
)

// Roles and statuses of a user.
const (
	RoleUser     = "user"
	RoleOperator = "operator"

	StatusActive   = "active"
	StatusDisabled = "disabled"
)

// OwnerDisabled is true, in a statement, of a row whose space_id is a space of a disabled account.
const OwnerDisabled = `EXISTS (SELECT 1 FROM spaces o JOIN users d ON d.id = o.owner_id WHERE o.id = space_id
	AND d.status = '` + StatusDisabled + `')`

// User is a person with a personal space.
type User struct {
	ID         string          `json:"user_id"`
	Email      string          `json:"email"`
	Role       string          `json:"role"`
	Status     string          `json:"status"`
	VerifiedAt *timestamp.Time `json:"verified_at"`
	CreatedAt  timestamp.Time  `json:"created_at"`
	UpdatedAt  timestamp.Time  `json:"updated_at"`
}

// NewUser is a checked registration whose password is hashed already, because hashing has no place in a transaction.
type NewUser struct {
	email, emailKey, hash string
	role                  string
	verified              bool
}

// Prepare checks what an operator typed for a new user. The operator answers for the strength of the password and for the address.
func (a *Accounts) Prepare(ctx context.Context, email, password string) (_ NewUser, err error) {
	defer fault.Wrap(&err, "account.Prepare")

	key, err := foldEmail(email)
	if err != nil {
		return NewUser{}, err
	}
	hash, err := a.hashPassword(ctx, password)
	if err != nil {
		return NewUser{}, err
	}
	return NewUser{email: shownEmail(email), emailKey: key, hash: hash, role: RoleUser, verified: true}, nil
}

// Mailbox is the mailbox of the address, as Mailbox folds it.
func (n NewUser) Mailbox() string { return Mailbox(n.emailKey) }

// PrepareRegistration checks what a visitor typed, throttled per address and per e-mail. The address is verified by
// mail when there is a mail server.
func (a *Accounts) PrepareRegistration(ctx context.Context, email, password, address string) (_ NewUser, err error) {
	defer fault.Wrap(&err, "account.PrepareRegistration")

	key, err := foldEmail(email)
	if err != nil {
		return NewUser{}, err
	}
	if err := a.admit(ctx, registrations, address, key); err != nil {
		return NewUser{}, err
	}
	if err := checkPasswordChoice(password, key); err != nil {
		return NewUser{}, err
	}
	n, err := a.Prepare(ctx, email, password)
	n.verified = a.options.Mail == nil
	return n, err
}

// CreateTx stores the user and opens the personal space. A known e-mail is a Duplicate fault.
func (a *Accounts) CreateTx(ctx context.Context, tx *store.Tx, n NewUser) (userID string, err error) {
	defer fault.Wrap(&err, "account.CreateTx")
	userID = id.New("usr", tx.Now.Time)
	var verified *timestamp.Time
	if n.verified {
		verified = &tx.Now
	}
	_, err = tx.Exec(ctx, `INSERT INTO users (id, email, email_key, password_hash, role, verified_at, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $7)`, userID, n.email, n.emailKey, n.hash, n.role, verified, tx.Now)
	if errors.Is(err, store.ErrUnique) {
		return "", fault.New(fault.Duplicate).Why("email_registered")
	}
	if err != nil {
		return "", err
	}
	if err := createSpaceTx(ctx, tx, newSpace{kind: Personal, name: n.email, owner: userID}); err != nil {
		return "", err
	}
	if err := audit.WriteTx(ctx, tx, audit.AccountCreated, audit.About{UserID: userID}); err != nil {
		return "", err
	}
	if !n.verified {
		return userID, a.noticeTx(ctx, tx, Notice{Purpose: VerifyAddress, UserID: userID})
	}
	return userID, nil
}

const userColumns = `id, email, role, status, verified_at, created_at, updated_at`

func scanUser(row store.Row) (u User, err error) {
	err = row.Scan(&u.ID, &u.Email, &u.Role, &u.Status, &u.VerifiedAt, &u.CreatedAt, &u.UpdatedAt)
	return u, err
}

// ByEmail finds a user by address, or answers NotFound.
func (a *Accounts) ByEmail(ctx context.Context, email string) (_ User, err error) {
	defer fault.Wrap(&err, "account.ByEmail")

	key, err := foldEmail(email)
	if err != nil {
		return User{}, err
	}
	u, err := scanUser(a.db.Read().QueryRow(ctx, `SELECT `+userColumns+` FROM users WHERE email_key = $1`, key))
	return u, store.NotFound(err, "user", email)
}

// ByID finds a user by id, or answers NotFound.
func (a *Accounts) ByID(ctx context.Context, userID string) (_ User, err error) {
	defer fault.Wrap(&err, "account.ByID")

	u, err := scanUser(a.db.Read().QueryRow(ctx, `SELECT `+userColumns+` FROM users WHERE id = $1`, userID))
	return u, store.NotFound(err, "user", userID)
}

// List returns all users, newest first.
func (a *Accounts) List(ctx context.Context) (_ []User, err error) {
	defer fault.Wrap(&err, "account.List")

	return store.List(ctx, a.db.Read(), scanUser, `SELECT `+userColumns+` FROM users WHERE id <> $1
		ORDER BY created_at DESC, id DESC`, GoneUser)
}

// SetStatus disables or enables a user. A disabled user's keys and sessions stop working at once.
func (a *Accounts) SetStatus(ctx context.Context, userID, status string) (err error) {
	defer fault.Wrap(&err, "account.SetStatus")

	return a.change(ctx, userID, `UPDATE users SET status = $3, updated_at = $2 WHERE id = $1`, status, audit.StatusSet)
}

// SetRole makes a user an operator, or an ordinary user again.
func (a *Accounts) SetRole(ctx context.Context, userID, role string) (err error) {
	defer fault.Wrap(&err, "account.SetRole")

	if role != RoleUser && role != RoleOperator {
		return fault.New(fault.Malformed).Why("role_unknown", role)
	}
	return a.change(ctx, userID, `UPDATE users SET role = $3, updated_at = $2 WHERE id = $1`, role, audit.RoleSet)
}

// SetPassword is the operator's reset: it ends every session of the user.
func (a *Accounts) SetPassword(ctx context.Context, userID, password string) (err error) {
	defer fault.Wrap(&err, "account.SetPassword")

	hash, err := a.hashPassword(ctx, password)
	if err != nil {
		return err
	}
	return a.db.InTx(ctx, func(tx *store.Tx) error {
		if err := setPasswordTx(ctx, tx, userID, hash, ""); err != nil {
			return err
		}
		return a.passwordChangedTx(ctx, tx, userID, audit.PasswordSet)
	})
}

// forgetTx takes the deleted user out of the log and keeps there that the account was deleted.
func forgetTx(ctx context.Context, tx *store.Tx, userID string) error {
	if err := audit.WriteTx(ctx, tx, audit.AccountDeleted, audit.About{UserID: userID}); err != nil {
		return err
	}
	_, err := audit.ForgetTx(ctx, tx, userID)
	return err
}

func (a *Accounts) change(ctx context.Context, userID, statement, value string, deed audit.Deed) error {
	return a.db.InTx(ctx, func(tx *store.Tx) error {
		n, err := tx.Exec(ctx, statement, userID, tx.Now, value)
		if err == nil && n == 0 {
			err = fault.NotFound("user", userID)
		}
		if err != nil {
			return err
		}
		return audit.WriteTx(ctx, tx, deed, audit.About{UserID: userID, Detail: []string{value}})
	})
}

// setPasswordTx stores the hash and ends all sessions but the one to keep.
func setPasswordTx(ctx context.Context, tx *store.Tx, userID, hash, keepSession string) error {
	n, err := tx.Exec(ctx, `UPDATE users SET password_hash = $2, updated_at = $3 WHERE id = $1`, userID, hash, tx.Now)
	if err == nil && n == 0 {
		err = fault.NotFound("user", userID)
	}
	if err != nil {
		return err
	}
	if _, err = tx.Exec(ctx, `DELETE FROM tokens WHERE user_id = $1 AND purpose = 'reset'`, userID); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `DELETE FROM sessions WHERE user_id = $1 AND id <> $2`, userID, keepSession)
	return err
}
