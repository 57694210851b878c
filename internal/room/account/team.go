package account

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"renown/internal/floor/audit"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
)

const teamNameMax = 64 // code points

// teamName is a name in one line that leads nowhere: it is written into mails that the installation signs.
func teamName(name string) (string, error) {
	name = strings.TrimSpace(name)
	if n := utf8.RuneCountInString(name); n < 1 || n > teamNameMax || !utf8.ValidString(name) || strings.ContainsFunc(name, notInName) {
		return "", fault.New(fault.Malformed).Why("team_name", teamNameMax)
	}
	if folded := strings.ToLower(norm.NFKC.String(name)); strings.Contains(folded, "://") ||
		strings.Contains(folded, "www.") || strings.Contains(folded, "@") {
		return "", fault.New(fault.Malformed).Why("team_name_address")
	}
	return name, nil
}

// notInName are line breaks of any kind, other controls, and marks that turn or hide text.
func notInName(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Zl, r) || unicode.Is(unicode.Zp, r) || unicode.Is(unicode.Cf, r)
}

// MailName is a team's name as mails quote it, whatever it is: one line, not too long, nothing that a reader of
// mail makes a link of.
func MailName(name string) string {
	name = strings.Join(strings.FieldsFunc(name, func(r rune) bool { return unicode.IsSpace(r) || notInName(r) }), " ")
	if runes := []rune(name); len(runes) > teamNameMax {
		name = string(runes[:teamNameMax]) + "…"
	}
	return strings.NewReplacer("://", " ", "@", " ", ".", "·", "．", "·", "。", "·", "「", "", "」", "", "“", "", "”", "",
		"\"", "").Replace(name)
}

// RenameTeam changes the name of a team that the user owns. To everybody else, members included, it is NotFound.
func (a *Accounts) RenameTeam(ctx context.Context, userID, spaceID, name string) (err error) {
	defer fault.Wrap(&err, "account.RenameTeam")

	name, err = teamName(name)
	if err != nil {
		return err
	}
	return a.db.InTx(ctx, func(tx *store.Tx) error {
		n, err := tx.Exec(ctx, `UPDATE spaces SET name = $3 WHERE id = $1 AND owner_id = $2 AND kind = 'team'`, spaceID, userID, name)
		if err == nil && n == 0 {
			err = fault.NotFound("space", spaceID)
		}
		if err != nil {
			return err
		}
		return audit.WriteTx(ctx, tx, audit.TeamRenamed, audit.About{UserID: userID, Subject: spaceID})
	})
}

// DeleteTeam erases a team that the user owns with everything in it, as Delete erases a user. typed must be its name. To
// everybody else it is NotFound. While a subscriber of TeamEnds refuses, it stays as it is.
func (a *Accounts) DeleteTeam(ctx context.Context, userID, spaceID, typed string) (err error) {
	defer fault.Wrap(&err, "account.DeleteTeam")

	return a.db.InTx(ctx, func(tx *store.Tx) error {
		name, err := store.One[string](tx.QueryRow(ctx, `SELECT name FROM spaces WHERE id = $1 AND owner_id = $2
			AND kind = 'team'`, spaceID, userID))
		if err != nil {
			return store.NotFound(err, "space", spaceID)
		}
		if strings.TrimSpace(typed) != name {
			return fault.New(fault.Malformed).Why("team_name_differs")
		}
		if err := a.TeamEnds.TellTx(ctx, tx, spaceID); err != nil {
			return err
		}
		n, err := tx.Exec(ctx, `DELETE FROM spaces WHERE id = $1 AND owner_id = $2 AND kind = 'team'`, spaceID, userID)
		if err == nil && n == 0 {
			err = fault.NotFound("space", spaceID)
		}
		if err != nil {
			return err
		}
		return audit.WriteTx(ctx, tx, audit.TeamDeleted, audit.About{UserID: userID, Subject: spaceID})
	})
}

// WithdrawInvitation makes an open invitation to a team that the user owns worthless. One that was accepted, or is of
// another team, is NotFound.
func (a *Accounts) WithdrawInvitation(ctx context.Context, userID, spaceID, invitationID string) (err error) {
	defer fault.Wrap(&err, "account.WithdrawInvitation")

	return a.db.InTx(ctx, func(tx *store.Tx) error {
		n, err := tx.Exec(ctx, `DELETE FROM invitations WHERE id = $1 AND space_id = $2 AND accepted_at IS NULL
			AND space_id IN (SELECT id FROM spaces WHERE owner_id = $3)`, invitationID, spaceID, userID)
		if err == nil && n == 0 {
			err = fault.NotFound("invitation", invitationID)
		}
		if err != nil {
			return err
		}
		return audit.WriteTx(ctx, tx, audit.InvitationWithdrawn, audit.About{UserID: userID, Subject: invitationID})
	})
}
