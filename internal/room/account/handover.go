package account

import (
	"context"

	"renown/internal/floor/audit"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
)

// Handover makes another member of a team its owner.
type Handover struct {
	OwnerID, SpaceID, MemberID string
	Password                   string // the owner's
}

// HandOver gives a team to another of its members, whose plan it lives on from then on; who owned it stays an editor, and
// their open invitations end. To everybody but
// the owner the team is NotFound, and so is who is no member or disabled. While a subscriber refuses, it stays as it is. Of two
// handovers at the same time one finds nothing any more.
func (a *Accounts) HandOver(ctx context.Context, h Handover) (err error) {
	defer fault.Wrap(&err, "account.HandOver")

	space, err := a.Space(ctx, h.OwnerID, h.SpaceID)
	if err != nil {
		return err
	}
	if space.Kind != Team || space.OwnerID != h.OwnerID {
		return fault.NotFound("space", h.SpaceID)
	}
	if err := a.CheckPassword(ctx, h.OwnerID, h.Password); err != nil {
		return err
	}
	return a.db.InTx(ctx, func(tx *store.Tx) error {
		if err := a.HandingOver.TellTx(ctx, tx, h); err != nil {
			return err
		}
		if err := a.TeamEnds.TellTx(ctx, tx, h.SpaceID); err != nil {
			return err
		}
		if err := handOverTx(ctx, tx, h); err != nil {
			return err
		}
		return a.HandedOver.TellTx(ctx, tx, h)
	})
}

func handOverTx(ctx context.Context, tx *store.Tx, h Handover) error {
	if err := lockUserTx(ctx, tx, h.MemberID); err != nil {
		return fault.NotFound("member", h.MemberID).Because(err)
	}
	_, err := store.One[string](tx.QueryRow(ctx, `SELECT id FROM spaces WHERE id = $1 AND owner_id = $2
		AND kind = 'team'`+tx.ForUpdate(), h.SpaceID, h.OwnerID))
	if err != nil {
		return store.NotFound(err, "space", h.SpaceID)
	}
	n, err := tx.Exec(ctx, `UPDATE members SET role = 'owner', access = 'editor' WHERE space_id = $1 AND user_id = $2 AND role = 'member' AND access <> 'guest'
		AND EXISTS (SELECT 1 FROM users WHERE id = $2 AND status = 'active')`, h.SpaceID, h.MemberID)
	if err == nil && n == 0 {
		err = fault.NotFound("member", h.MemberID)
	}
	if err != nil {
		return err
	}
	if err := mayOwnAnotherTx(ctx, tx, h.MemberID); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `UPDATE members SET role = 'member', access = 'editor' WHERE space_id = $1
		AND user_id = $2`, h.SpaceID, h.OwnerID); err != nil {
		return err
	}
	for _, statement := range []string{
		`UPDATE spaces SET owner_id = $2 WHERE id = $1`,
		`DELETE FROM invitations WHERE space_id = $1 AND invited_by <> $2 AND accepted_at IS NULL`,
	} {
		if _, err := tx.Exec(ctx, statement, h.SpaceID, h.MemberID); err != nil {
			return err
		}
	}
	for _, of := range []string{h.OwnerID, h.MemberID} { // both find it in their log
		if err := audit.WriteTx(ctx, tx, audit.TeamHandedOver,
			audit.About{UserID: of, Subject: h.SpaceID, Detail: []string{h.MemberID}}); err != nil {
			return err
		}
	}
	return nil
}

// mayOwnAnotherTx answers CapReached when a user, who is locked, owns as many teams as one may.
func mayOwnAnotherTx(ctx context.Context, tx *store.Tx, userID string) error {
	teams, err := store.One[int](tx.QueryRow(ctx, `SELECT count(*) FROM spaces WHERE owner_id = $1 AND kind = 'team'`, userID))
	if err == nil && teams >= teamsPerUser {
		err = fault.New(fault.CapReached).Why("team_cap", teamsPerUser).With("limit", teamsPerUser)
	}
	return err
}
