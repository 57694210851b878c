// Package audit keeps who did what: one row a deed, written in the transaction of the deed itself, so that neither is there without
// the other. It owns the table audit. It knows codes and ids, never sentences, addresses of mail or secrets.
//
// Who acts is found in the context, where the doors put it (With); a deed without an actor is the program's own.
package audit

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"renown/internal/floor/id"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
)

// Ways by which an actor acts.
const (
	ByConsole = "console"
	ByCommand = "command" // an operator at the machine's shell
	BySystem  = "system"
)

// Actor is who acts, and from where.
type Actor struct {
	UserID    string // "" is not known: a stranger, a command, the program
	Via       string
	Address   string
	RequestID string
}

type actorKey struct{}

// With says who acts in what ctx is given to.
func With(ctx context.Context, a Actor) context.Context { return context.WithValue(ctx, actorKey{}, a) }

// ActorOf is who acts in ctx.
func ActorOf(ctx context.Context) Actor {
	if a, ok := ctx.Value(actorKey{}).(Actor); ok {
		return a
	}
	return Actor{Via: BySystem}
}

// Entry is a deed that was done.
type Entry struct {
	ID        string         `json:"id"`
	At        timestamp.Time `json:"at"`
	Deed      Deed           `json:"deed"`
	UserID    string         `json:"user_id"` // whose account it concerns; "" is the installation's own
	ActorID   string         `json:"actor_id"`
	Via       string         `json:"via"`
	Subject   string         `json:"subject"` // id of the thing
	Detail    []string       `json:"detail"`  // codes and figures, in the order in which the deed's sentence names them
	Address   string         `json:"address"`
	RequestID string         `json:"request_id"`
}

// About is what a deed concerns.
type About struct {
	UserID  string // whose account; "" is the installation's own
	Subject string
	Detail  []string
}

const (
	detailMax  = 200 // bytes of each detail that are kept
	addressMax = 64
)

// WriteTx keeps a deed in its own transaction. The actor is the context's; an actor who was just identified is AsTx's.
func WriteTx(ctx context.Context, tx *store.Tx, deed Deed, about About) error {
	return writeTx(ctx, tx, ActorOf(ctx), deed, about)
}

// AsTx is WriteTx for who became known only by the deed, such as logging in.
func AsTx(ctx context.Context, tx *store.Tx, userID string, deed Deed, about About) error {
	a := ActorOf(ctx)
	a.UserID = userID
	return writeTx(ctx, tx, a, deed, about)
}

func writeTx(ctx context.Context, tx *store.Tx, a Actor, deed Deed, about About) error {
	detail := make([]string, len(about.Detail))
	for i, d := range about.Detail {
		detail[i] = clip(d, detailMax)
	}
	text, err := json.Marshal(detail)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO audit (id, at, deed, account_id, actor_id, via, subject, detail, address, request_id)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`, id.New("aud", tx.Now.Time), tx.Now, string(deed), about.UserID, a.UserID, a.Via,
		clip(about.Subject, detailMax), string(text), clip(a.Address, addressMax), a.RequestID)
	return err
}

// ForgetTx takes a person out of the log: what was done stays, under a name that leads to no person, and so do deeds that follow.
func ForgetTx(ctx context.Context, tx *store.Tx, userID string) (name string, err error) {
	name = Tombstone(userID)
	for _, statement := range []string{
		`UPDATE audit SET subject = '', detail = '[]', address = '', account_id = $2 WHERE account_id = $1`,
		`UPDATE audit SET address = '', actor_id = $2 WHERE actor_id = $1`,
		`UPDATE audit SET subject = $2 WHERE subject = $1`,
	} {
		if _, err := tx.Exec(ctx, statement, userID, name); err != nil {
			return "", err
		}
	}
	return name, nil
}

// Tombstone is the name of a user who is gone: the same for all that was theirs, and no way back.
func Tombstone(userID string) string {
	sum := sha256.Sum256([]byte("renown audit\x00" + userID))
	return "gone_" + hex.EncodeToString(sum[:8])
}

func clip(text string, n int) string {
	if len(text) > n {
		text = text[:n]
	}
	return validText(text)
}
