package brand

import (
	"context"
	"net/url"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/alert"
	"renown/internal/tool/answer"
)

// Named is what answers may name: the brand or a competitor.
type Named struct {
	ID, Name string
	Names
	URL    *string  // of its own site
	Placed []string // pages elsewhere, the brand's alone
}

// NamedTx lists the brand, first, and its competitors, and keeps them from being changed until the transaction ends:
// changes of names lock the brand.
func (b *Brands) NamedTx(ctx context.Context, tx *store.Tx, brandID string) (_ []Named, err error) {
	defer fault.Wrap(&err, "brand.NamedTx")

	named, err := readNamed(ctx, tx, brandID, tx.ForUpdate())
	return named, store.NotFound(err, "brand", brandID)
}

// NamedIn is NamedTx as the caller's snapshot has it, without a lock.
func (b *Brands) NamedIn(ctx context.Context, q store.Querier, brandID string) (_ []Named, err error) {
	defer fault.Wrap(&err, "brand.NamedIn")

	named, err := readNamed(ctx, q, brandID, "")
	return named, store.NotFound(err, "brand", brandID)
}

func readNamed(ctx context.Context, q store.Querier, brandID, lock string) ([]Named, error) {
	brand, err := scanNamed(q.QueryRow(ctx,
		`SELECT id, name, aliases, exclusions, contexts, product_lines, domains, homepage_url FROM brands WHERE id = $1`+lock, brandID))
	if err != nil {
		return nil, err
	}
	if brand.Placed, err = placed(ctx, q, brandID); err != nil {
		return nil, err
	}
	competitors, err := store.List(ctx, q, scanNamed, `SELECT id, name, aliases, exclusions, contexts, product_lines, domains, website_url FROM competitors
		WHERE brand_id = $1 ORDER BY created_at, id`, brandID)
	return append([]Named{brand}, competitors...), err
}

func scanNamed(row store.Row) (n Named, err error) {
	err = row.Scan(&n.ID, &n.Name, &n.Aliases, &n.Exclusions, &n.Contexts, &n.ProductLines, &n.Domains, &n.URL)
	return n, err
}

// lockTx locks a brand of the caller's space, before anything of it that answers are read with is changed.
func lockTx(ctx context.Context, tx *store.Tx, spaceID, brandID string) error {
	_, err := store.One[string](tx.QueryRow(ctx, `SELECT id FROM brands WHERE id = $1 AND space_id = $2`+tx.ForUpdate(), brandID, spaceID))
	return store.NotFound(err, "brand", brandID)
}

// EntitiesTx is NamedTx as answers are read.
func (b *Brands) EntitiesTx(ctx context.Context, tx *store.Tx, brandID string) (_ []answer.Entity, err error) {
	defer fault.Wrap(&err, "brand.EntitiesTx")

	named, err := b.NamedTx(ctx, tx, brandID)
	return entities(named), err
}

func entities(named []Named) []answer.Entity {
	list := make([]answer.Entity, len(named))
	for i, n := range named {
		list[i] = n.Entity(n.ID, n.Name, n.URL)
		list[i].Placed = n.Placed
	}
	return list
}

// Entity is the form in which answers are read.
func (n Names) Entity(id, name string, site *string) answer.Entity {
	return answer.Entity{
		ID: id, Name: name, Aliases: n.Aliases, Exclusions: n.Exclusions, Contexts: n.Contexts, ProductLines: n.ProductLines,
		Domains: append(hosts(site), n.Domains...),
	}
}

func hosts(address *string) []string {
	if address == nil {
		return nil
	}
	u, err := url.Parse(*address)
	if err != nil || u.Hostname() == "" {
		return nil
	}
	return []string{*address} // with its path: a shop on a site of others is not that site
}

// Reader reads texts with names, as answers are read. It is kept.
func (b *Brands) Reader(names []answer.Entity) *answer.Reader { return b.findings.Reader(names) }

// renamedTx has the history read again when names have changed by which answers are read, and looks whether two share one.
// grown is by how many bytes the names have; past the cap it is CapReached.
func (b *Brands) renamedTx(ctx context.Context, tx *store.Tx, brandID string, grown int) error {
	named, err := b.NamedTx(ctx, tx, brandID)
	if err != nil {
		return err
	}
	if err := b.admitNames(named, grown); err != nil {
		return err
	}
	if err := b.findings.RenamedTx(ctx, tx, brandID, entities(named)); err != nil {
		return err
	}
	if err := changedTx(ctx, tx, brandID); err != nil {
		return err
	}
	return b.checkNamesTx(ctx, tx, brandID, named)
}

// changedTx counts a change of a brand's names, topics or texts of prompts: what was computed with them before is known to be old.
func changedTx(ctx context.Context, tx *store.Tx, brandID string) error {
	_, err := tx.Exec(ctx, `UPDATE brands SET changes = changes + 1 WHERE id = $1`, brandID)
	return err
}

// CheckNamesTx raises an alert when the brand and its competitors share a spelling.
func (b *Brands) CheckNamesTx(ctx context.Context, tx *store.Tx, brandID string) (err error) {
	defer fault.Wrap(&err, "brand.CheckNamesTx")

	named, err := b.NamedTx(ctx, tx, brandID)
	if err != nil {
		return err
	}
	return b.checkNamesTx(ctx, tx, brandID, named)
}

func (b *Brands) checkNamesTx(ctx context.Context, tx *store.Tx, brandID string, named []Named) error {
	s := alert.Subject{BrandID: brandID, Events: b.options.Events}
	if err := tx.QueryRow(ctx, `SELECT space_id, name FROM brands WHERE id = $1`, brandID).Scan(&s.SpaceID, &s.Brand); err != nil {
		return err
	}
	return alert.NamesTx(ctx, tx, s, spellings(named))
}

func spellings(named []Named) []alert.Named {
	list := make([]alert.Named, len(named))
	for i, n := range named {
		list[i] = alert.Named{Name: n.Name, Spellings: append([]string{n.Name}, n.Aliases...)}
	}
	return list
}

// selectUnread names the brands with answers that were never read: as many lookups as there are brands, however many answers.
const selectUnread = `SELECT b.id FROM brands b WHERE NOT EXISTS (SELECT 1 FROM readings r WHERE r.brand_id = b.id)
	AND EXISTS (SELECT 1 FROM answers a WHERE a.brand_id = b.id AND a.answered_at IS NOT NULL)`

// Renew looks at the start for brands whose history was read by another version of the reader, or never, or not to the end.
func (b *Brands) Renew(ctx context.Context) (err error) {
	defer fault.Wrap(&err, "brand.Renew")

	never, err := store.List(ctx, b.db.Read(), store.One[string], selectUnread)
	if err != nil {
		return err
	}
	outdated, err := b.findings.Outdated(ctx)
	if err != nil {
		return err
	}
	for _, brandID := range append(never, outdated...) {
		err := b.db.InTx(ctx, func(tx *store.Tx) error {
			names, err := b.EntitiesTx(ctx, tx, brandID) // the brand is locked before its readings
			if err != nil {
				return err
			}
			return b.findings.RenewTx(ctx, tx, brandID, names)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
