package account

import (
	"context"
	"errors"

	"renown/internal/floor/audit"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
)

// Roles within a space. An owner does everything, an editor all but manage the team itself, a viewer sees all of it and changes and
// spends nothing, a guest sees what is told of some of its brands. API keys are of a personal space alone, which its user owns.
const (
	Owner  = "owner"
	Editor = "editor"
	Viewer = "viewer"
	Guest  = "guest"
)

// memberRole is the role of a row of members m.
const memberRole = `CASE WHEN m.role = 'owner' THEN 'owner' ELSE m.access END`

// SeesBrand is true of a row of members m and a row of brands b of the same space.
const SeesBrand = `(m.access <> 'guest' OR ' ' || m.brand_ids || ' ' LIKE '% ' || b.id || ' %')`

// MayChange tells whether the asking user may change or spend anything in the space.
func (s Space) MayChange() bool { return s.Role == Owner || s.Role == Editor }

// Scopes are what the asking user may do in the space, in the words of keys.
func (s Space) Scopes() Scopes {
	switch {
	case s.MayChange():
		return Scopes{"*"}
	case s.Role == Guest:
		return Scopes{GeoRead}
	}
	return Scopes{GeoRead, MediaRead}
}

// givable refuses what is no role that a member of a team can have: an owner is made by HandOver, a guest invited for a brand.
func givable(role string) error {
	if role != Editor && role != Viewer {
		return fault.New(fault.Malformed).Why("member_role")
	}
	return nil
}

// SetMemberRole makes a member of a team that the user owns an editor or a viewer, from the next request on. Share links and tokens
// of who becomes a viewer end. To everybody else the member is NotFound, and so is the owner.
func (a *Accounts) SetMemberRole(ctx context.Context, userID, memberID string, in Space) (err error) {
	defer fault.Wrap(&err, "account.SetMemberRole")

	if err := givable(in.Role); err != nil {
		return err
	}
	return a.db.InTx(ctx, func(tx *store.Tx) error {
		n, err := tx.Exec(ctx, `UPDATE members SET access = $3, brand_ids = '' WHERE space_id = $1 AND user_id = $2 AND role <> 'owner'
			AND space_id IN (SELECT id FROM spaces WHERE owner_id = $4 AND kind = 'team')`, in.ID, memberID, in.Role, userID)
		if err == nil && n == 0 {
			err = fault.NotFound("member", memberID)
		}
		if err != nil {
			return err
		}
		detail := []string{in.ID, in.Role}
		if in.Role == Viewer {
			if detail, err = a.endTx(ctx, tx, in.ID, memberID, detail...); err != nil {
				return err
			}
		}
		return audit.WriteTx(ctx, tx, audit.MemberRoleSet, audit.About{UserID: userID, Subject: memberID, Detail: detail})
	})
}

// Offer is what an invitation says to who holds its link: which team, by whom, to be what.
type Offer struct{ Team, From, Role string }

// Offered reads an open invitation by its token. Used, withdrawn, late and unknown ones, and those of a disabled
// owner, are NoSuchThing alike.
func (a *Accounts) Offered(ctx context.Context, token string) (o Offer, err error) {
	defer fault.Wrap(&err, "account.Offered")

	err = a.db.Read().QueryRow(ctx, `SELECT s.name, u.email, i.access FROM invitations i JOIN spaces s ON s.id = i.space_id
		JOIN users u ON u.id = i.invited_by
		WHERE i.token_hash = $1 AND `+openInvitation, hashSecret(token), a.db.Now()).Scan(&o.Team, &o.From, &o.Role)
	if errors.Is(err, store.ErrNoRows) {
		err = fault.New(fault.NoSuchThing).Why("invitation_invalid").With("resource", "invitation")
	}
	return o, err
}
