package account

import (
	"context"
	"errors"
	"time"

	"renown/internal/floor/audit"
	"renown/internal/floor/fault"
	"renown/internal/floor/id"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
)

const invitationLife = 7 * 24 * time.Hour

// Invitation asks a person to join a team space.
type Invitation struct {
	ID         string          `json:"id"`
	SpaceID    string          `json:"space_id"`
	Email      string          `json:"email"`
	Role       string          `json:"role"` // that who accepts gets: Editor or Viewer
	CreatedAt  timestamp.Time  `json:"created_at"`
	ExpiresAt  timestamp.Time  `json:"expires_at"`
	AcceptedAt *timestamp.Time `json:"accepted_at"`
}

// openInvitation is true of an invitation that can be accepted at $2. While its team's owner is disabled it rests;
// one that was being made while the team was handed over is of who owns it no more.
const openInvitation = `accepted_at IS NULL AND expires_at > $2
	AND EXISTS (SELECT 1 FROM spaces o WHERE o.id = space_id AND o.owner_id = invited_by) AND NOT ` + OwnerDisabled

// Inviting is whom a user asks into a team.
type Inviting struct{ By, SpaceID, Email, Role string } // Role "" is Editor

// Invite makes an invitation to a team the user owns. token is its only plaintext, for a link to copy. With a mail server
// it is empty: the link is sent, and carries a token of its own.
func (a *Accounts) Invite(ctx context.Context, in Inviting) (inv Invitation, token string, err error) {
	defer fault.Wrap(&err, "account.Invite")

	if in.Role == "" {
		in.Role = Editor
	}
	if err := givable(in.Role); err != nil {
		return inv, "", err
	}
	key, err := foldEmail(in.Email)
	if err != nil {
		return inv, "", err
	}
	if err := a.admit(ctx, invites, "", in.By); err != nil {
		return inv, "", err
	}
	space, err := a.Space(ctx, in.By, in.SpaceID)
	if err != nil {
		return inv, "", err
	}
	if space.Kind != Team || space.Role != Owner {
		return inv, "", fault.NotFound("space", in.SpaceID)
	}
	token = newSecret(keyLength)
	err = a.db.InTx(ctx, func(tx *store.Tx) error {
		if err := LockSpaceTx(ctx, tx, in.SpaceID); err != nil { // it may have been deleted since
			return err
		}
		inv = Invitation{
			ID: id.New("inv", tx.Now.Time), SpaceID: in.SpaceID, Email: shownEmail(in.Email),
			Role: in.Role, CreatedAt: tx.Now, ExpiresAt: tx.Now.Add(invitationLife),
		}
		_, err := tx.Exec(ctx, `DELETE FROM invitations WHERE space_id = $1 AND email_key = $2 AND accepted_at IS NULL`, in.SpaceID, key)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `INSERT INTO invitations (id, space_id, email, email_key, token_hash, invited_by, created_at, expires_at, access)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`, inv.ID, in.SpaceID, inv.Email, key, hashSecret(token), in.By,
			inv.CreatedAt, inv.ExpiresAt, inv.Role)
		if err == nil {
			err = audit.WriteTx(ctx, tx, audit.MemberInvited, audit.About{UserID: in.By, Subject: inv.ID, Detail: []string{in.SpaceID}})
		}
		if err != nil || a.options.Mail == nil {
			return err
		}
		return a.noticeTx(ctx, tx, Notice{Purpose: Invited, UserID: in.By, InvitationID: inv.ID})
	})
	if a.options.Mail != nil {
		token = ""
	}
	return inv, token, err
}

// Accept makes the user a member of the team that the token's invitation names. The token works once, and for the account whose
// address was invited: a link that was passed on lets no other account in. For others it is NoSuchThing, and for all while the team's
// owner is disabled.
func (a *Accounts) Accept(ctx context.Context, userID, token string) (spaceID string, err error) {
	defer fault.Wrap(&err, "account.Accept")

	err = a.db.InTx(ctx, func(tx *store.Tx) error {
		var invitationID, owner, role string
		var addressed bool
		row := tx.QueryRow(ctx, `UPDATE invitations SET accepted_at = $2 WHERE token_hash = $1 AND `+openInvitation+`
			RETURNING id, space_id, access, (SELECT owner_id FROM spaces s WHERE s.id = space_id),
				EXISTS (SELECT 1 FROM users u WHERE u.id = $3 AND u.email_key = invitations.email_key)`, hashSecret(token), tx.Now, userID)
		err := row.Scan(&invitationID, &spaceID, &role, &owner, &addressed)
		if errors.Is(err, store.ErrNoRows) {
			return fault.New(fault.NoSuchThing).Why("invitation_invalid").With("resource", "invitation")
		}
		if err != nil {
			return err
		}
		if !addressed {
			return fault.New(fault.NoSuchThing).Why("invitation_other").With("resource", "invitation")
		}
		if err := admitMemberTx(ctx, tx, spaceID); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `INSERT INTO members (space_id, user_id, role, access, created_at) VALUES ($1, $2, 'member', $4, $3)
			ON CONFLICT (space_id, user_id) DO NOTHING`, spaceID, userID, tx.Now, role)
		if err != nil {
			return err
		}
		return audit.WriteTx(ctx, tx, audit.MemberJoined, audit.About{UserID: owner, Subject: userID, Detail: []string{spaceID}})
	})
	return spaceID, err
}

// admitMemberTx answers CapReached when the team is full. It locks the team, so that two who take the last place wait for each other.
func admitMemberTx(ctx context.Context, tx *store.Tx, spaceID string) error {
	err := LockSpaceTx(ctx, tx, spaceID)
	if fault.Is(err, fault.NoSuchThing) { // deleted meanwhile
		return fault.New(fault.NoSuchThing).Why("invitation_invalid").With("resource", "invitation")
	}
	if err != nil {
		return err
	}
	var members int
	if err := tx.QueryRow(ctx, `SELECT count(*) FROM members WHERE space_id = $1`, spaceID).Scan(&members); err != nil {
		return err
	}
	if members >= membersPerTeam {
		return fault.New(fault.CapReached).Why("member_cap", membersPerTeam).With("limit", membersPerTeam)
	}
	return nil
}

// Invitations lists a team's open invitations for its owner.
func (a *Accounts) Invitations(ctx context.Context, userID, spaceID string) (_ []Invitation, err error) {
	defer fault.Wrap(&err, "account.Invitations")

	space, err := a.Space(ctx, userID, spaceID)
	if err != nil {
		return nil, err
	}
	if space.Role != Owner {
		return nil, fault.NotFound("space", spaceID)
	}
	return store.List(ctx, a.db.Read(), scanInvitation, `SELECT id, space_id, email, access, created_at, expires_at FROM invitations
		WHERE space_id = $1 AND accepted_at IS NULL AND expires_at > $2 ORDER BY created_at DESC, id DESC`, spaceID, a.db.Now())
}

func scanInvitation(row store.Row) (inv Invitation, err error) {
	err = row.Scan(&inv.ID, &inv.SpaceID, &inv.Email, &inv.Role, &inv.CreatedAt, &inv.ExpiresAt)
	return inv, err
}
