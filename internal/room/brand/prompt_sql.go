package brand

import (
	"context"
	"strconv"

	"renown/internal/floor/id"
	"renown/internal/floor/store"
)

const selectPrompt = `SELECT id, brand_id, topic_id, text, types, stage, tag_ids, region, language, source, status, created_at, updated_at FROM prompts`

func scanPrompt(row store.Row) (p Prompt, err error) {
	err = row.Scan(&p.ID, &p.BrandID, &p.TopicID, &p.Text, &p.Types, &p.Stage, &p.TagIDs, &p.Region, &p.Language,
		&p.Source, &p.Status, &p.CreatedAt, &p.UpdatedAt)
	return p, err
}

func listPrompts(ctx context.Context, q store.Querier, brandID string, filter PromptFilter) ([]Prompt, error) {
	where, args := filter.where(brandID)
	return store.List(ctx, q, scanPrompt, selectPrompt+` WHERE `+where+newestFirst(`prompts`), args...)
}

// known is the filter without what is no topic of the brand.
func (filter PromptFilter) known(ctx context.Context, q store.Querier, brandID string) (_ PromptFilter, err error) {
	if len(filter.TopicIDs) > 0 {
		filter.TopicIDs, err = store.KnownTo(ctx, q, filter.TopicIDs, `SELECT id FROM topics WHERE brand_id = $1 AND id`, brandID)
	}
	return filter, err
}

// where is the condition that a brand's prompts meet when they pass the filter.
func (filter PromptFilter) where(brandID string) (sql string, args []any) {
	sql, args = `brand_id = $1`, []any{brandID}
	if filter.Status != nil {
		args = append(args, *filter.Status)
		sql += ` AND status = $` + strconv.Itoa(len(args))
	}
	if len(filter.TopicIDs) > 0 {
		marks, more := store.Among(filter.TopicIDs, len(args))
		sql, args = sql+` AND topic_id`+marks, append(args, more...)
	}
	return sql, args
}

// insertTx adds prompts with new ids. No answer knows them, so they change no analysis but of searches, which counts prompts by itself.
func (n *Naming) insertTx(ctx context.Context, tx *store.Tx, spaceID, brandID string, added ...NewPrompt) ([]Prompt, error) {
	texts := make([]string, len(added))
	for i, p := range added {
		texts[i] = p.Text
	}
	branded, err := n.brandedTx(ctx, tx, brandID, texts...)
	if err != nil {
		return nil, err
	}
	prompts := make([]Prompt, len(added))
	for i, p := range added {
		prompts[i] = Prompt{
			ID: id.New("pmt", tx.Now.Time), BrandID: brandID, PromptFields: p.tidy(branded[i]),
			Branded: branded[i], Source: p.Source, CreatedAt: tx.Now, UpdatedAt: tx.Now,
		}
	}
	return prompts, storePromptsTx(ctx, tx, spaceID, prompts)
}

func storePromptsTx(ctx context.Context, tx *store.Tx, spaceID string, prompts []Prompt) error {
	rows := make([][]any, len(prompts))
	for i, p := range prompts {
		rows[i] = []any{
			p.ID, spaceID, p.BrandID, p.TopicID, p.Text, p.Types, p.Stage, p.TagIDs, p.Region, p.Language,
			p.Source, p.Status, p.CreatedAt, p.UpdatedAt,
		}
	}
	return store.InsertRows(ctx, tx,
		`INSERT INTO prompts (id, space_id, brand_id, topic_id, text, types, stage, tag_ids, region, language, source, status, created_at, updated_at)`, rows)
}

// updatePromptTx counts a change of the brand where the text is another: analyses show no more of a prompt, the rest
// they take from answers.
func updatePromptTx(ctx context.Context, tx *store.Tx, p Prompt) error {
	if _, err := tx.Exec(ctx, `UPDATE brands SET changes = changes + 1
		WHERE id = (SELECT brand_id FROM prompts WHERE id = $1 AND text <> $2)`, p.ID, p.Text); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `UPDATE prompts SET topic_id = $2, text = $3, types = $4, stage = $5, tag_ids = $6, region = $7, language = $8,
			status = $9, updated_at = $10
		WHERE id = $1`, p.ID, p.TopicID, p.Text, p.Types, p.Stage, p.TagIDs, p.Region, p.Language, p.Status, p.UpdatedAt)
	return err
}
