package content

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
)

// Revision is a content as it once was, without its text.
type Revision struct {
	Number    int64
	Title     string
	Length    int64 // of the body, in characters
	CreatedAt timestamp.Time
}

// revisionsMost bounds a list of revisions.
const revisionsMost = 200

// ContentRevisions lists what a content once was, the newest first, at most 200. One of another space, or a deleted one, is
// NotFound.
func (p *Contents) Revisions(ctx context.Context, who account.Caller, contentID string) (_ []Revision, err error) {
	defer fault.Wrap(&err, "content.Revisions")

	list, err := store.List(ctx, p.db.Read(), func(row store.Row) (r Revision, err error) {
		err = row.Scan(&r.Number, &r.Title, &r.Length, &r.CreatedAt)
		return r, err
	}, `SELECT r.revision, r.title, length(r.body), r.created_at FROM contents c JOIN content_revisions r ON r.content_id = c.id
		WHERE c.id = $1 AND c.space_id = $2 AND c.deleted_at IS NULL ORDER BY r.revision DESC LIMIT $3`, contentID, who.SpaceID, revisionsMost)
	if err == nil && len(list) == 0 {
		err = fault.NotFound("content", contentID)
	}
	return list, err
}
