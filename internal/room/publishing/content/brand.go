package content

import (
	"context"
	"maps"
	"slices"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/undo"
	"renown/internal/room/account"
)

// Which of a space's things a list shows, beside the id of a brand.
const (
	AnyBrand = ""     // all
	NoBrand  = "none" // those of no brand
)

// ofBrand narrows contents c to the brand that parameter $2 names.
const ofBrand = ` AND ($2 = '' OR ($2 = 'none' AND c.brand_id IS NULL) OR c.brand_id = $2)`

// RequireBrand refuses a brand that is not of the space, as NotFound.
func RequireBrand(ctx context.Context, q store.Querier, spaceID, brandID string) (err error) {
	defer fault.Wrap(&err, "content.RequireBrand")

	_, err = store.One[string](q.QueryRow(ctx, `SELECT id FROM brands WHERE id = $1 AND space_id = $2`, brandID, spaceID))
	return store.NotFound(err, "brand", brandID)
}

// brandFor is the brand that a new content is for: what is named, else the space's only one, else none.
func brandFor(ctx context.Context, tx *store.Tx, spaceID string, named *string) (*string, error) {
	if named != nil {
		return named, RequireBrand(ctx, tx, spaceID, *named)
	}
	list, err := store.List(ctx, tx, store.One[string],
		`SELECT id FROM brands WHERE space_id = $1 AND archived_at IS NULL LIMIT 2`, spaceID)
	if err != nil || len(list) != 1 {
		return nil, err
	}
	return &list[0], nil
}

// Assign says for which brand of the space a content is, nil for none. Orders that were submitted stay as they are.
func (p *Contents) Assign(ctx context.Context, who account.Caller, contentID string, brandID *string) (c Content, err error) {
	defer fault.Wrap(&err, "content.Assign")

	err = p.db.InTx(ctx, func(tx *store.Tx) error {
		_, c, err = p.assignTx(ctx, tx, who.SpaceID, contentID, brandID)
		return err
	})
	return c, err
}

// assignTx tells also for which brand the content was.
func (p *Contents) assignTx(ctx context.Context, tx *store.Tx, spaceID, contentID string,
	brandID *string,
) (was *string, c Content, err error) {
	if c, err = p.LockTx(ctx, tx, spaceID, contentID); err != nil {
		return nil, c, err
	}
	if brandID != nil {
		if err := RequireBrand(ctx, tx, spaceID, *brandID); err != nil {
			return nil, c, err
		}
	}
	was, c.BrandID = c.BrandID, brandID
	_, err = tx.Exec(ctx, `UPDATE contents SET brand_id = $2 WHERE id = $1`, c.ID, brandID)
	return was, c, err
}

// Before is for which brands things were before they were assigned together, by their ids.
type Before struct {
	To  *string            `json:"to"`
	Was map[string]*string `json:"was"`
}

// AssignTx assigns things together by assign, which tells for which brand one was, and keeps that for undoing.
func AssignTx(ctx context.Context, tx *store.Tx, who account.Caller, kind undo.Kind, ids []string, to *string,
	assign func(id string, to *string) (was *string, err error),
) (err error) {
	defer fault.Wrap(&err, "content.AssignTx")

	done := Before{To: to, Was: map[string]*string{}}
	ids = slices.Compact(slices.Sorted(slices.Values(ids))) // always in the same order, so that two calls never wait for each other
	for _, id := range ids {
		if done.Was[id], err = assign(id, to); err != nil {
			return err
		}
	}
	if len(ids) == 0 {
		return nil
	}
	return undo.KeepTx(ctx, tx, undo.Change{SpaceID: who.SpaceID, UserID: who.UserID, Kind: kind, Count: len(ids), Was: done})
}

// RevertTx assigns things to the brands for which they were, unless one of them is for another since.
func (a Before) RevertTx(assign func(id string, to *string) (was *string, err error)) (err error) {
	defer fault.Wrap(&err, "content.RevertTx")

	for _, id := range slices.Sorted(maps.Keys(a.Was)) {
		now, err := assign(id, a.Was[id])
		if err != nil {
			return undo.Orphaned(err)
		}
		if (now == nil) != (a.To == nil) || now != nil && *now != *a.To {
			return undo.Changed()
		}
	}
	return nil
}

func (p *Contents) revertTx(ctx context.Context, tx *store.Tx, of undo.Undoing, was Before) error {
	return was.RevertTx(func(id string, to *string) (*string, error) {
		before, _, err := p.assignTx(ctx, tx, of.SpaceID, id, to)
		return before, err
	})
}

// AssignAll is Assign for several contents, all or none.
func (p *Contents) AssignAll(ctx context.Context, who account.Caller, ids []string, brandID *string) (err error) {
	defer fault.Wrap(&err, "content.AssignAll")

	return p.db.InTx(ctx, func(tx *store.Tx) error {
		return AssignTx(ctx, tx, who, Assigned, ids, brandID, func(id string, to *string) (*string, error) {
			was, _, err := p.assignTx(ctx, tx, who.SpaceID, id, to)
			return was, err
		})
	})
}

// MoveTx puts the contents of a brand into the space where the brand now is, and so those of no brand that are named:
// orders of the brand were submitted with them. from and to have one owner, whose plan is locked.
func (p *Contents) MoveTx(ctx context.Context, tx *store.Tx, brandID, from, to string, also []string) (err error) {
	defer fault.Wrap(&err, "content.MoveTx")

	for part := range slices.Chunk(also, store.AmongMost-2) {
		marks, args := store.Among(part, 2)
		if _, err := tx.Exec(ctx, `UPDATE contents SET brand_id = $1 WHERE space_id = $2 AND brand_id IS NULL
			AND id`+marks, append([]any{brandID, from}, args...)...); err != nil {
			return err
		}
	}
	held, err := store.One[int64](tx.QueryRow(ctx, `SELECT CAST(COALESCE(sum(256 + octet_length(title) + octet_length(body)), 0) AS BIGINT) FROM content_revisions
		WHERE content_id IN (SELECT id FROM contents WHERE brand_id = $1 AND space_id = $2)`, brandID, from))
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `UPDATE contents SET space_id = $3 WHERE brand_id = $1 AND space_id = $2`, brandID, from, to); err != nil {
		return err
	}
	if err := p.plans.StoreTx(ctx, tx, from, -held); err != nil {
		return err
	}
	return p.plans.StoreTx(ctx, tx, to, held)
}
