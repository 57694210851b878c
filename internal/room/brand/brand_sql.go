package brand

import (
	"context"

	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
)

const selectBrand = `
	SELECT b.id, b.name, b.introduction, b.product_type, b.marketing_goal, b.homepage_url, b.keywords, b.selling_points, b.core_audience,
	       b.aliases, b.exclusions, b.contexts, b.product_lines, b.domains, b.schedule_hour, b.schedule_weekday, b.schedule_samples, b.archived_at, b.created_at, b.updated_at,
	       (SELECT count(*) FROM topics WHERE brand_id = b.id),
	       (SELECT count(*) FROM prompts WHERE brand_id = b.id),
	       (SELECT count(*) FROM prompts WHERE brand_id = b.id AND status = 'active'),
	       (SELECT count(*) FROM competitors WHERE brand_id = b.id),
	       r.run_id, r.status, r.finished_at
	FROM brands b LEFT JOIN latest_runs r ON r.brand_id = b.id`

func scanBrand(row store.Row) (b Brand, err error) {
	var hour, weekday *int64
	var samples int64
	var run, status *string
	var finished *timestamp.Time
	err = row.Scan(&b.ID, &b.Name, &b.Introduction, &b.ProductType, &b.MarketingGoal, &b.HomepageURL, &b.Keywords,
		&b.SellingPoints, &b.CoreAudience,
		&b.Aliases, &b.Exclusions, &b.Contexts, &b.ProductLines, &b.Domains, &hour, &weekday, &samples, &b.ArchivedAt,
		&b.CreatedAt, &b.UpdatedAt,
		&b.Counts.Topics, &b.Counts.Prompts, &b.Counts.ActivePrompts, &b.Counts.Competitors,
		&run, &status, &finished)
	if run != nil {
		b.LastRun = &LastRun{RunID: *run, Status: *status, FinishedAt: finished}
	}
	if hour != nil {
		b.Schedule = &Schedule{Hour: *hour, Weekday: weekday, Samples: samples}
	}
	return b, err
}

// columns is the schedule as the table keeps it.
func (s *Schedule) columns() (hour, weekday *int64, samples int64) {
	if s == nil {
		return nil, nil, 1
	}
	return &s.Hour, s.Weekday, s.Samples
}

func insertBrandTx(ctx context.Context, tx *store.Tx, spaceID string, b Brand) error {
	hour, weekday, samples := b.Schedule.columns()
	_, err := tx.Exec(ctx, `INSERT INTO brands (id, space_id, name, introduction, product_type, marketing_goal, homepage_url, keywords,
			selling_points, core_audience, aliases, exclusions, contexts, product_lines, domains, schedule_hour, schedule_weekday, schedule_samples, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $19)`,
		b.ID, spaceID, b.Name, b.Introduction, b.ProductType, b.MarketingGoal, b.HomepageURL, b.Keywords,
		b.SellingPoints, b.CoreAudience, b.Aliases, b.Exclusions, b.Contexts, b.ProductLines, b.Domains, hour,
		weekday, samples, b.CreatedAt)
	return err
}

// rescheduleTx notes that the schedule changed: what fell due before does not count.
func rescheduleTx(ctx context.Context, tx *store.Tx, brandID string) error {
	_, err := tx.Exec(ctx, `UPDATE brands SET scheduled_since = $2 WHERE id = $1`, brandID, tx.Now)
	return err
}

func updateBrandTx(ctx context.Context, tx *store.Tx, b Brand) error {
	hour, weekday, samples := b.Schedule.columns()
	_, err := tx.Exec(ctx, `UPDATE brands SET name = $2, introduction = $3, product_type = $4, marketing_goal = $5, homepage_url = $6,
			keywords = $7, selling_points = $8, core_audience = $9, aliases = $10, exclusions = $11, contexts = $12,
			product_lines = $13, domains = $14, schedule_hour = $15, schedule_weekday = $16, schedule_samples = $17, updated_at = $18
		WHERE id = $1`, b.ID, b.Name, b.Introduction, b.ProductType, b.MarketingGoal, b.HomepageURL,
		b.Keywords, b.SellingPoints, b.CoreAudience, b.Aliases, b.Exclusions, b.Contexts, b.ProductLines, b.Domains,
		hour, weekday, samples, b.UpdatedAt)
	return err
}
