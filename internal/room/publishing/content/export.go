package content

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
)

// ExportedRevision is one revision of a content as long as it is kept, that of a deleted content included.
type ExportedRevision struct {
	ContentID string `json:"content_id"`
	Revision  int64  `json:"revision"`
	Fields
	CreatedAt timestamp.Time  `json:"created_at"`
	DeletedAt *timestamp.Time `json:"deleted_at"` // when the content left the library
}

// revisionsAtOnce is how many revisions an export has in memory; their texts may be long.
const revisionsAtOnce = 8

// Export calls do for every revision of every content of the caller's space, the oldest first. A few are read at a time.
func (p *Contents) Export(ctx context.Context, who account.Caller, do func(ExportedRevision) error) (err error) {
	defer fault.Wrap(&err, "content.Export")

	ids, err := store.List(ctx, p.db.Read(), store.One[string], `SELECT id FROM contents WHERE space_id = $1 ORDER BY id`, who.SpaceID)
	if err != nil {
		return err
	}
	for _, contentID := range ids {
		if err := p.exportContent(ctx, contentID, do); err != nil {
			return err
		}
	}
	return nil
}

func (p *Contents) exportContent(ctx context.Context, contentID string, do func(ExportedRevision) error) error {
	for after := int64(0); ; {
		list, err := store.List(ctx, p.db.Read(), func(row store.Row) (r ExportedRevision, err error) {
			err = row.Scan(&r.ContentID, &r.Revision, &r.Title, &r.Body, &r.ContentType, &r.AIAssisted, &r.Supports,
				&r.CreatedAt, &r.DeletedAt)
			return r, err
		}, `SELECT c.id, r.revision, r.title, r.body, r.content_type, r.ai_assisted, r.supports, r.created_at, c.deleted_at
			FROM contents c JOIN content_revisions r ON r.content_id = c.id
			WHERE c.id = $1 AND r.revision > $2 ORDER BY r.revision LIMIT $3`, contentID, after, revisionsAtOnce)
		if err != nil {
			return err
		}
		for _, r := range list {
			if err := do(r); err != nil {
				return err
			}
			after = r.Revision
		}
		if len(list) < revisionsAtOnce {
			return nil
		}
	}
}
