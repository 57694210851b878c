package account

import (
	"context"
	"strconv"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
)

// What lets into a space without an account of its own (share links here, tokens of runtimes in a later room) is a row h with space_id and
// created_by. It ends with the membership of who made it, and when that member becomes a viewer: endTx deletes or revokes it in the same
// transaction, so that it does not come back with its maker.
const (
	// ByMember is true of a row h whose maker is in the space and may change it. It also refuses what endTx could not see.
	ByMember = `EXISTS (SELECT 1 FROM members m WHERE m.space_id = h.space_id AND m.user_id = h.created_by AND m.access = 'editor')`

	// ByDisabled is true of a row h whose maker or whose space's owner has a disabled account. What they made is
	// kept, and opens again with it.
	ByDisabled = `(EXISTS (SELECT 1 FROM users u WHERE u.id = h.created_by AND u.status = '` + StatusDisabled +
		`') OR ` + OwnerDisabled + `)`
)

// MayLetInTx answers NotFound unless the user is in the space and may change it. It locks the membership: its end waits for tx, and
// then finds what was made.
func MayLetInTx(ctx context.Context, tx *store.Tx, spaceID, userID string) (err error) {
	defer fault.Wrap(&err, "account.MayLetInTx")

	_, err = store.One[string](tx.QueryRow(ctx, `SELECT user_id FROM members WHERE space_id = $1 AND user_id = $2
		AND access = 'editor'`+tx.ForUpdate(), spaceID, userID))
	return store.NotFound(err, "space", spaceID)
}

// TokensEnd says that what a member made in a space and later rooms keep ends: they add how many there were.
type TokensEnd struct {
	SpaceID, MemberID string
	Tokens            int64
}

// endTx ends all that lets in and that a member made in a space, and adds to what the log tells how many share links and tokens there were.
// The membership has been changed in tx before.
func (a *Accounts) endTx(ctx context.Context, tx *store.Tx, spaceID, memberID string, detail ...string) ([]string, error) {
	links, err := tx.Exec(ctx, `DELETE FROM shares WHERE space_id = $1 AND created_by = $2`, spaceID, memberID)
	if err != nil {
		return nil, err
	}
	ended := TokensEnd{SpaceID: spaceID, MemberID: memberID}
	if err := a.TokensEnd.TellTx(ctx, tx, &ended); err != nil {
		return nil, err
	}
	if links+ended.Tokens > 0 {
		detail = append(detail, strconv.FormatInt(links, 10))
	}
	if ended.Tokens > 0 {
		detail = append(detail, strconv.FormatInt(ended.Tokens, 10))
	}
	return detail, nil
}
