package content

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
)

// pageBytes is how much of bodies a page of the library holds, unless a single one is longer.
const pageBytes = 1 << 20

const newestFirst = ` WHERE c.space_id = $1 AND c.deleted_at IS NULL` + ofBrand + ` ORDER BY c.created_at DESC, c.id DESC`

// List pages through the library of the caller's space with the bodies, newest first, and counts it: of one brand,
// AnyBrand or NoBrand. A page ends where it holds 1 MiB of bodies, and the next begins there: page n follows from the
// sizes of all before it, so every content is on exactly one page. more tells whether another follows.
func (p *Contents) List(ctx context.Context, who account.Caller, brandID string, page Paging) (list []Content,
	total int64, more bool, err error,
) {
	defer fault.Wrap(&err, "content.List")

	err = p.db.View(ctx, func(q store.Querier) error {
		list = []Content{}
		sizes, err := store.List(ctx, q, func(row store.Row) (s sized, err error) {
			err = row.Scan(&s.id, &s.bytes)
			return s, err
		}, `SELECT c.id, octet_length(r.body) FROM contents c JOIN content_revisions r ON r.content_id = c.id
			AND r.revision = c.revision`+newestFirst, who.SpaceID, brandID)
		if err != nil {
			return err
		}
		total = int64(len(sizes))
		here, rest := pageOf(sizes, page)
		if more = len(rest) > 0; len(here) == 0 {
			return nil
		}
		list, err = store.List(ctx, q, scan, selectContent+newestFirst+`
			LIMIT $3 OFFSET $4`, who.SpaceID, brandID, len(here), len(sizes)-len(rest)-len(here))
		return err
	})
	return list, total, more, err
}

// sized is a content by the size of its body.
type sized struct {
	id    string
	bytes int64
}

// pageOf cuts what is listed into pages and returns one of them with what follows it.
func pageOf(sizes []sized, page Paging) (here, rest []sized) {
	rest = sizes
	for number := int64(1); number <= page.Number && len(rest) > 0; number++ {
		n, bytes := 0, int64(0)
		for n < len(rest) && int64(n) < page.Size && (n == 0 || bytes+rest[n].bytes <= pageBytes) {
			bytes += rest[n].bytes
			n++
		}
		if here, rest = rest[:n], rest[n:]; number == page.Number {
			return here, rest
		}
	}
	return nil, nil
}

// Titles pages through the library without the bodies, newest first, and counts it: of one brand, of AnyBrand or of NoBrand.
func (p *Contents) Titles(ctx context.Context, who account.Caller, brandID string, page Paging) (list []Content, total int64, err error) {
	defer fault.Wrap(&err, "content.Titles")

	return p.titles(ctx, who, brandID, "", page)
}

// Articles is Titles without briefs: what can be ordered.
func (p *Contents) Articles(ctx context.Context, who account.Caller, brandID string, page Paging) (list []Content, total int64, err error) {
	defer fault.Wrap(&err, "content.Articles")

	return p.titles(ctx, who, brandID, ` AND NOT c.brief`, page)
}

// Briefs is Titles of briefs alone.
func (p *Contents) Briefs(ctx context.Context, who account.Caller, brandID string, page Paging) (list []Content, total int64, err error) {
	defer fault.Wrap(&err, "content.Briefs")

	return p.titles(ctx, who, brandID, ` AND c.brief`, page)
}

func (p *Contents) titles(ctx context.Context, who account.Caller, brandID, only string, page Paging) (list []Content,
	total int64, err error,
) {
	where := ` WHERE c.space_id = $1 AND c.deleted_at IS NULL` + ofBrand + only
	err = p.db.View(ctx, func(q store.Querier) error {
		total, err = store.One[int64](q.QueryRow(ctx, `SELECT count(*) FROM contents c`+where, who.SpaceID, brandID))
		if err != nil {
			return err
		}
		list, err = store.List(ctx, q, scan, `SELECT c.id, r.title, '', r.content_type, r.ai_assisted, '', r.length, c.brief, c.revision,
				c.created_at, c.updated_at, c.brand_id, c.brief_id
			FROM contents c JOIN content_revisions r ON r.content_id = c.id AND r.revision = c.revision`+where+`
			ORDER BY c.created_at DESC, c.id DESC LIMIT $3 OFFSET $4`,
			who.SpaceID, brandID, page.Size, page.Offset())
		return err
	})
	return list, total, err
}
