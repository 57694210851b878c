package brand

import (
	"context"
	"slices"

	"renown/internal/floor/fault"
	"renown/internal/floor/id"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
)

// CompetitorFields is what a user says about a competitor.
type CompetitorFields struct {
	Name string `json:"name"`
	Names
	WebsiteURL  *string `json:"website_url"`
	LogoIcon    *string `json:"logo_icon"`
	Description *string `json:"description"`
}

// Competitor is a brand that is named beside ours.
type Competitor struct {
	ID      string `json:"id"`
	BrandID string `json:"brand_id"`
	CompetitorFields
	Source    string         `json:"source"`
	CreatedAt timestamp.Time `json:"created_at"`
	UpdatedAt timestamp.Time `json:"updated_at"`
}

const selectCompetitor = `
	SELECT c.id, c.brand_id, c.name, c.aliases, c.exclusions, c.contexts, c.product_lines, c.domains, c.website_url, c.logo_icon, c.description, c.source, c.created_at, c.updated_at
	FROM competitors c`

func scanCompetitor(row store.Row) (c Competitor, err error) {
	err = row.Scan(&c.ID, &c.BrandID, &c.Name, &c.Aliases, &c.Exclusions, &c.Contexts, &c.ProductLines, &c.Domains,
		&c.WebsiteURL, &c.LogoIcon, &c.Description,
		&c.Source, &c.CreatedAt, &c.UpdatedAt)
	return c, err
}

// Competitors lists a brand's competitors, newest first.
func (b *Brands) Competitors(ctx context.Context, who account.Caller, brandID string) (competitors []Competitor, err error) {
	defer fault.Wrap(&err, "brand.Competitors")

	err = b.viewBrand(ctx, who, brandID, func(q store.Querier) error {
		competitors, err = store.List(ctx, q, scanCompetitor, selectCompetitor+` WHERE c.brand_id = $1`+newestFirst(`c`), brandID)
		return err
	})
	return competitors, err
}

// Competitor finds one competitor. One under a brand of another space is NotFound.
func (b *Brands) Competitor(ctx context.Context, who account.Caller, competitorID string) (_ Competitor, err error) {
	defer fault.Wrap(&err, "brand.Competitor")

	return findCompetitor(ctx, b.db.Read(), who, competitorID, "")
}

const competitorOfCaller = ` WHERE c.id = $1 AND EXISTS (SELECT 1 FROM brands b WHERE b.id = c.brand_id AND b.space_id = $2)`

func findCompetitor(ctx context.Context, q store.Querier, who account.Caller, competitorID, lock string) (Competitor, error) {
	c, err := scanCompetitor(q.QueryRow(ctx, selectCompetitor+competitorOfCaller+lock, competitorID, who.SpaceID))
	return c, store.NotFound(err, "competitor", competitorID)
}

// CreateCompetitor adds a competitor to a brand. Past the cap, or with too many names, it is CapReached.
func (b *Brands) CreateCompetitor(ctx context.Context, who account.Caller, brandID string,
	fields CompetitorFields,
) (competitor Competitor, err error) {
	defer fault.Wrap(&err, "brand.CreateCompetitor")

	grown := b.weight(fields.Name, fields.Names)
	if err := b.weigh(ctx, brandID); err != nil {
		return competitor, err
	}
	err = b.db.InTx(ctx, func(tx *store.Tx) error {
		if _, err := b.plans.ForTx(ctx, tx, who.SpaceID); err != nil {
			return err
		}
		if err := lockTx(ctx, tx, who.SpaceID, brandID); err != nil {
			return err
		}
		if err := b.admitCompetitorTx(ctx, tx, brandID); err != nil {
			return err
		}
		if competitor, err = insertCompetitorTx(ctx, tx, brandID, fields, FromUser); err != nil {
			return err
		}
		if err := b.renamedTx(ctx, tx, brandID, grown); err != nil {
			return err
		}
		return b.plans.StoreTx(ctx, tx, who.SpaceID, fields.bytes())
	})
	return competitor, err
}

func insertCompetitorTx(ctx context.Context, tx *store.Tx, brandID string, fields CompetitorFields, source string) (Competitor, error) {
	c := Competitor{
		ID: id.New("cmp", tx.Now.Time), BrandID: brandID, CompetitorFields: fields, Source: source,
		CreatedAt: tx.Now, UpdatedAt: tx.Now,
	}
	return c, storeCompetitorTx(ctx, tx, c)
}

func storeCompetitorTx(ctx context.Context, tx *store.Tx, c Competitor) error {
	_, err := tx.Exec(ctx, `INSERT INTO competitors (id, brand_id, name, aliases, exclusions, contexts, product_lines, domains, website_url, logo_icon, description, source, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`, c.ID, c.BrandID, c.Name, c.Aliases, c.Exclusions, c.Contexts, c.ProductLines, c.Domains,
		c.WebsiteURL, c.LogoIcon, c.Description, c.Source, c.CreatedAt, c.UpdatedAt)
	return err
}

// UpdateCompetitor lets change alter the fields and stores them. A change that alters nothing leaves updated_at as it is;
// names that grow past the cap are CapReached.
func (b *Brands) UpdateCompetitor(ctx context.Context, who account.Caller, competitorID string,
	change func(*CompetitorFields),
) (competitor Competitor, err error) {
	defer fault.Wrap(&err, "brand.UpdateCompetitor")

	seen, err := findCompetitor(ctx, b.db.Read(), who, competitorID, "")
	if err != nil {
		return competitor, err
	}
	change(&seen.CompetitorFields)
	b.weight(seen.Name, seen.Names)
	if err := b.weigh(ctx, seen.BrandID); err != nil {
		return competitor, err
	}
	err = b.db.InTx(ctx, func(tx *store.Tx) error {
		if _, err := b.plans.ForTx(ctx, tx, who.SpaceID); err != nil {
			return err
		}
		if competitor, err = lockCompetitorTx(ctx, tx, who, competitorID); err != nil {
			return err
		}
		before := competitor.CompetitorFields
		change(&competitor.CompetitorFields)
		if same(before, competitor.CompetitorFields) {
			return nil
		}
		competitor.UpdatedAt = tx.Now
		c := competitor
		_, err := tx.Exec(ctx, `UPDATE competitors SET name = $2, aliases = $3, exclusions = $4, contexts = $5, product_lines = $6, domains = $7,
				website_url = $8, logo_icon = $9, description = $10, updated_at = $11
			WHERE id = $1`, c.ID, c.Name, c.Aliases, c.Exclusions, c.Contexts, c.ProductLines, c.Domains, c.WebsiteURL, c.LogoIcon, c.Description, tx.Now)
		if err != nil {
			return err
		}
		if err := b.renamedTx(ctx, tx, c.BrandID, b.weight(c.Name, c.Names)-b.weight(before.Name, before.Names)); err != nil {
			return err
		}
		return b.plans.StoreTx(ctx, tx, who.SpaceID, c.bytes()-before.bytes())
	})
	return competitor, err
}

// DeleteCompetitor removes a competitor.
func (b *Brands) DeleteCompetitor(ctx context.Context, who account.Caller, competitorID string) (err error) {
	defer fault.Wrap(&err, "brand.DeleteCompetitor")

	c, err := b.Competitor(ctx, who, competitorID)
	if err == nil {
		_, err = b.DeleteCompetitors(ctx, who, c.BrandID, []string{competitorID})
	}
	return err
}

// DeleteCompetitors removes competitors of a brand; its history is read again once. It returns the ids, each once.
func (b *Brands) DeleteCompetitors(ctx context.Context, who account.Caller, brandID string, ids []string) (deleted []string, err error) {
	defer fault.Wrap(&err, "brand.DeleteCompetitors")

	if err := bounded(len(ids)); err != nil {
		return nil, err
	}
	deleted = distinct(ids)
	return deleted, b.db.InTx(ctx, func(tx *store.Tx) error {
		if err := lockTx(ctx, tx, who.SpaceID, brandID); err != nil || len(deleted) == 0 {
			return err
		}
		marks, args := store.Among(deleted, 1)
		args = append([]any{brandID}, args...)
		found, err := store.List(ctx, tx, scanCompetitor, selectCompetitor+` WHERE c.brand_id = $1 AND c.id`+marks, args...)
		if err != nil {
			return err
		}
		for _, id := range deleted {
			if !slices.ContainsFunc(found, func(c Competitor) bool { return c.ID == id }) {
				return fault.NotFound("competitor", id)
			}
		}
		if _, err := tx.Exec(ctx, `DELETE FROM competitors WHERE brand_id = $1 AND id`+marks, args...); err != nil {
			return err
		}
		if err := b.renamedTx(ctx, tx, brandID, 0); err != nil {
			return err
		}
		if err := keepTx(ctx, tx, who, CompetitorsDeleted, found); err != nil {
			return err
		}
		return b.plans.StoreTx(ctx, tx, who.SpaceID, -sum(found))
	})
}

// lockCompetitorTx finds a competitor and locks it after its brand.
func lockCompetitorTx(ctx context.Context, tx *store.Tx, who account.Caller, competitorID string) (Competitor, error) {
	c, err := findCompetitor(ctx, tx, who, competitorID, "")
	if err != nil {
		return c, err
	}
	if err := lockTx(ctx, tx, who.SpaceID, c.BrandID); err != nil {
		return c, err
	}
	return findCompetitor(ctx, tx, who, competitorID, tx.ForUpdateOf("c"))
}
