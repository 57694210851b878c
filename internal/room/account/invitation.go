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
	Role       string          `json:"role"`               // that who accepts gets: Editor, Viewer or Guest
	BrandID    string          `json:"brand_id,omitempty"` // that a guest is to see
	CreatedAt  timestamp.Time  `json:"created_at"`
	ExpiresAt  timestamp.Time  `json:"expires_at"`
	AcceptedAt *timestamp.Time `json:"accepted_at"`
}

// openInvitation is true of an invitation that can be accepted at $2. While its team's owner is disabled it rests;
// one that was being made while the team was handed over is of who owns it no more.
const openInvitation = `accepted_at IS NULL AND expires_at > $2
	AND EXISTS (SELECT 1 FROM spaces o WHERE o.id = space_id AND o.owner_id = invited_by) AND NOT ` + OwnerDisabled

// Inviting is whom a user asks into a space. Role "" is Editor; with a brand, which the caller has seen to be one of the space, it is Guest.
type Inviting struct{ By, SpaceID, Email, Role, BrandID string }

// Invite makes an invitation to a team the user owns, or to see a brand of any space of theirs. token is its only plaintext, for a link to copy. With a mail server
// it is empty: the link is sent, and carries a token of its own.
func (a *Accounts) Invite(ctx context.Context, in Inviting) (inv Invitation, token string, err error) {
	defer fault.Wrap(&err, "account.Invite")

	switch {
	case in.BrandID != "":
		in.Role = Guest
	case in.Role == "":
		in.Role = Editor
	default:
		if err := givable(in.Role); err != nil {
			return inv, "", err
		}
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
	if space.Kind != Team && in.Role != Guest || space.Role != Owner {
		return inv, "", fault.NotFound("space", in.SpaceID)
	}
	token = newSecret(keyLength)
	err = a.db.InTx(ctx, func(tx *store.Tx) error {
		if err := LockSpaceTx(ctx, tx, in.SpaceID); err != nil { // it may have been deleted since
			return err
		}
		inv = Invitation{
			ID: id.New("inv", tx.Now.Time), SpaceID: in.SpaceID, Email: shownEmail(in.Email),
			Role: in.Role, BrandID: in.BrandID, CreatedAt: tx.Now, ExpiresAt: tx.Now.Add(invitationLife),
		}
		_, err := tx.Exec(ctx, `DELETE FROM invitations WHERE space_id = $1 AND email_key = $2 AND brand_id = $3 AND accepted_at IS NULL`,
			in.SpaceID, key, in.BrandID)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `INSERT INTO invitations (id, space_id, email, email_key, token_hash, invited_by, created_at, expires_at, access,
			brand_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`, inv.ID, in.SpaceID, inv.Email, key, hashSecret(token), in.By,
			inv.CreatedAt, inv.ExpiresAt, inv.Role, inv.BrandID)
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
		var invitationID, owner, role, brandID string
		var addressed bool
		row := tx.QueryRow(ctx, `UPDATE invitations SET accepted_at = $2 WHERE token_hash = $1 AND `+openInvitation+`
			RETURNING id, space_id, access, brand_id, (SELECT owner_id FROM spaces s WHERE s.id = space_id),
				EXISTS (SELECT 1 FROM users u WHERE u.id = $3 AND u.email_key = invitations.email_key)`, hashSecret(token), tx.Now, userID)
		err := row.Scan(&invitationID, &spaceID, &role, &brandID, &owner, &addressed)
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
		if err := joinTx(ctx, tx, joining{spaceID, userID, role, brandID}); err != nil {
			return err
		}
		return audit.WriteTx(ctx, tx, audit.MemberJoined, audit.About{UserID: owner, Subject: userID, Detail: []string{spaceID}})
	})
	return spaceID, err
}

type joining struct{ spaceID, userID, role, brandID string }

// joinTx makes a user a member. A guest sees one more brand, or becomes what they are invited to be; another member stays what they are.
func joinTx(ctx context.Context, tx *store.Tx, j joining) error {
	_, err := tx.Exec(ctx, `INSERT INTO members (space_id, user_id, role, access, brand_ids, created_at) VALUES ($1, $2, 'member', $3, $4, $5)
		ON CONFLICT (space_id, user_id) DO UPDATE SET access = excluded.access,
			brand_ids = CASE WHEN excluded.brand_ids = '' THEN '' ELSE
				trim(replace(' ' || members.brand_ids || ' ', ' ' || excluded.brand_ids || ' ', ' ') || ' ' || excluded.brand_ids) END
		WHERE members.role = 'member' AND members.access = 'guest'`, j.spaceID, j.userID, j.role, j.brandID, tx.Now)
	return err
}

// EndGuest takes a brand away from a guest, for the owner of the space; who sees none any more is no longer a member.
func (a *Accounts) EndGuest(ctx context.Context, actorID, guestID string, in Inviting) (err error) {
	defer fault.Wrap(&err, "account.EndGuest")

	return a.db.InTx(ctx, func(tx *store.Tx) error {
		if err := a.OwnsTx(ctx, tx, actorID, in.SpaceID); err != nil {
			return err
		}
		n, err := tx.Exec(ctx, `UPDATE members SET brand_ids = trim(replace(' ' || brand_ids || ' ', ' ' || $3 || ' ', ' '))
			WHERE space_id = $1 AND user_id = $2 AND access = 'guest' AND ' ' || brand_ids || ' ' LIKE '% ' || $3 || ' %'`,
			in.SpaceID, guestID, in.BrandID)
		if err == nil && n == 0 {
			err = fault.NotFound("member", guestID)
		}
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `DELETE FROM members WHERE space_id = $1 AND user_id = $2 AND access = 'guest' AND brand_ids = ''`,
			in.SpaceID, guestID)
		if err != nil {
			return err
		}
		return audit.WriteTx(ctx, tx, audit.MemberRemoved, audit.About{UserID: actorID, Subject: guestID, Detail: []string{in.SpaceID}})
	})
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
	return store.List(ctx, a.db.Read(), scanInvitation, `SELECT id, space_id, email, access, brand_id, created_at, expires_at FROM invitations
		WHERE space_id = $1 AND accepted_at IS NULL AND expires_at > $2 ORDER BY created_at DESC, id DESC`, spaceID, a.db.Now())
}

func scanInvitation(row store.Row) (inv Invitation, err error) {
	err = row.Scan(&inv.ID, &inv.SpaceID, &inv.Email, &inv.Role, &inv.BrandID, &inv.CreatedAt, &inv.ExpiresAt)
	return inv, err
}
