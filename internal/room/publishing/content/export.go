package content

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
)

// KeptRevision is one revision of a content as long as it is kept, that of a deleted content included.
type ExportedRevision struct {
	ContentID string `json:"content_id"`
	Revision  int64  `json:"revision"`
	Fields
	CreatedAt timestamp.Time  `json:"created_at"`
	DeletedAt *timestamp.Time `json:"deleted_at"` // when the content left the library
}

// ExportContents is every revision of every content of the caller's space, the oldest first.
func (p *Contents) Export(ctx context.Context, who account.Caller) (_ []ExportedRevision, err error) {
	defer fault.Wrap(&err, "content.Export")

	return store.List(ctx, p.db.Read(), func(row store.Row) (r ExportedRevision, err error) {
		err = row.Scan(&r.ContentID, &r.Revision, &r.Title, &r.Body, &r.ContentType, &r.CreatedAt, &r.DeletedAt)
		return r, err
	}, `SELECT c.id, r.revision, r.title, r.body, r.content_type, r.created_at, c.deleted_at
		FROM contents c JOIN content_revisions r ON r.content_id = c.id WHERE c.space_id = $1 ORDER BY c.id, r.revision`, who.SpaceID)
}
