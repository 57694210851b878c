package account

import (
	"context"
	"errors"
	"strings"
	"time"
	"unicode"

	"renown/internal/floor/audit"
	"renown/internal/floor/limit"
	"renown/internal/floor/store"
)

const placesAtOnce = 200 // networks and browsers that are kept for a user; the ones not seen for longest go

// strangers bounds guesses at one account over all networks from which its owner never logged in. Networks that are known go by
// their own count alone, so that a crowd of guessers does not keep out a user who is where they were before.
var strangers = throttle{name: "stranger", perAccount: []limit.Slow{{Every: 6 * time.Second, Burst: 100}}}

// recorded bounds the entries that guesses at one account leave in the log.
var recorded = throttle{name: "recorded", perAccount: []limit.Slow{{Every: time.Minute, Burst: 20}}}

func networkHash(userID, address string) string {
	return hashSecret("network\x00" + userID + "\x00" + limit.Network(address))
}

// agentHash names a browser without its version, which changes every few weeks.
func agentHash(userID, agent string) string {
	kind := strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) || r == '.' || r == '_' {
			return -1
		}
		return r
	}, clip(agent, agentMax))
	return hashSecret("agent\x00" + userID + "\x00" + kind)
}

// knows tells whether the user has logged in from this network before.
func (a *Accounts) knows(ctx context.Context, userID, address string) (bool, error) {
	row := a.db.Read().QueryRow(ctx, `SELECT mark FROM known_places WHERE user_id = $1 AND mark = $2`, userID, networkHash(userID, address))
	_, err := store.One[string](row)
	if errors.Is(err, store.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// noticePlaceTx remembers where a user logs in from, and writes to them when network or browser are new. The first log-in of all
// is not worth a letter.
func (a *Accounts) noticePlaceTx(ctx context.Context, tx *store.Tx, userID string, in Login) error {
	var places int
	if err := tx.QueryRow(ctx, `SELECT count(*) FROM known_places WHERE user_id = $1`, userID).Scan(&places); err != nil {
		return err
	}
	fresh := false
	for _, mark := range []string{networkHash(userID, in.Address), agentHash(userID, in.Agent)} {
		n, err := tx.Exec(ctx, `UPDATE known_places SET seen_at = $3 WHERE user_id = $1 AND mark = $2`, userID, mark, tx.Now)
		if err != nil {
			return err
		}
		if n > 0 {
			continue
		}
		fresh = true
		_, err = tx.Exec(ctx, `INSERT INTO known_places (user_id, mark, seen_at) VALUES ($1, $2, $3)
			ON CONFLICT (user_id, mark) DO NOTHING`, userID, mark, tx.Now)
		if err != nil {
			return err
		}
	}
	_, err := tx.Exec(ctx, `DELETE FROM known_places WHERE user_id = $1 AND mark IN (
		SELECT mark FROM known_places WHERE user_id = $1 ORDER BY seen_at DESC, mark LIMIT 1000 OFFSET $2)`, userID, placesAtOnce)
	if err != nil || !fresh || places == 0 || a.options.Mail == nil {
		return err
	}
	return a.noticeTx(ctx, tx, Notice{Purpose: SignedIn, UserID: userID, Address: in.Address, Agent: clip(in.Agent, agentMax), At: tx.Now})
}

// passwordChangedTx keeps that a password is another now, and writes to its owner: it may have been done by another person.
func (a *Accounts) passwordChangedTx(ctx context.Context, tx *store.Tx, userID string, deed audit.Deed) error {
	who := audit.ActorOf(ctx).UserID
	if deed == audit.PasswordReset {
		who = userID // who reads the mail
	}
	if err := audit.AsTx(ctx, tx, who, deed, audit.About{UserID: userID}); err != nil {
		return err
	}
	if a.options.Mail == nil {
		return nil
	}
	return a.noticeTx(ctx, tx, Notice{Purpose: PasswordChanged, UserID: userID, At: tx.Now})
}

// failed keeps a log-in with a wrong password in its account's log, and returns the refusal.
func (a *Accounts) failed(ctx context.Context, userID string, refusal error) error {
	if userID == "" || a.admit(ctx, recorded, "", userID) != nil {
		return refusal
	}
	err := a.db.InTx(ctx, func(tx *store.Tx) error {
		return audit.WriteTx(ctx, tx, audit.LogInFailed, audit.About{UserID: userID})
	})
	if err != nil {
		return err
	}
	return refusal
}
