package finding

import (
	"context"
	"strconv"
	"strings"

	"renown/internal/store"
)

// table is how rows of figures are added to those that are there.
type table struct {
	name    string
	keys    []string // after brand and generation
	sums    []string
	special []string // other columns
	merge   string   // how the other columns are joined; begins with a comma
}

var (
	figuresTable = table{
		name: "figures", keys: []string{"span", "platform", "topic_id", "kinds"},
		sums: []string{
			"answers", "named", "others", "position_sum", "position_sq", "positive", "neutral", "negative", "unjudged", "score_sum", "score_sq",
			"cited", "citations", "own", "competitor", "failed", "empty", "refused",
		},
	}
	promptTable = table{
		name: "figures_prompt", keys: []string{"span", "platform", "prompt_id", "topic_id", "stage"},
		sums: []string{"answers", "named", "position_sum"}, special: []string{"last_at", "last_answer", "last_position"},
		merge: newest("last_at") + newest("last_answer") + newest("last_position"),
	}
	otherTable = table{
		name: "figures_other", keys: []string{"span", "platform", "topic_id", "kinds", "competitor_id"},
		sums: []string{"answers", "position_sum", "positive", "neutral", "negative", "unjudged", "score_sum", "score_sq"},
	}
	sourceTable = table{
		name: "figures_source", keys: []string{"span", "kind", "platform", "topic_id", "source"},
		sums: []string{"citations", "answers", "with_brand", "gap"}, special: []string{"domain", "class", "title", "first_at", "last_at"},
		merge: either("title", ">") + either("first_at", "<") + either("last_at", ">"),
	}
	tables = []table{figuresTable, promptTable, otherTable, sourceTable}
)

// newest keeps a column of whichever answer is later.
func newest(column string) string {
	return `, ` + column + ` = CASE WHEN excluded.last_at > figures_prompt.last_at OR excluded.last_at = figures_prompt.last_at AND excluded.last_answer > figures_prompt.last_answer
		THEN excluded.` + column + ` ELSE figures_prompt.` + column + ` END`
}

// either keeps the greater or the smaller value of a column.
func either(column, compare string) string {
	return `, ` + column + ` = CASE WHEN excluded.` + column + ` ` + compare + ` figures_source.` + column + ` THEN excluded.` + column + ` ELSE figures_source.` + column + ` END`
}

// rowsMax bounds a statement: PostgreSQL takes 65,535 parameters, SQLite 32,766.
const rowsMax = 100

// addTx adds rows, each with the values of keys, sums and special columns.
func (t table) addTx(ctx context.Context, tx *store.Tx, brandID string, generation int64, rows [][]any) error {
	columns := append(append(append([]string{"brand_id", "generation"}, t.keys...), t.sums...), t.special...)
	for len(rows) > 0 {
		part := rows[:min(len(rows), rowsMax)]
		rows = rows[len(part):]
		var b strings.Builder
		b.WriteString("INSERT INTO " + t.name + " (" + strings.Join(columns, ", ") + ") VALUES ")
		args := make([]any, 0, len(part)*len(columns))
		for i, row := range part {
			if i > 0 {
				b.WriteString(", ")
			}
			args = append(append(args, brandID, generation), row...)
			marks(&b, i*len(columns), len(columns))
		}
		b.WriteString(" ON CONFLICT (brand_id, generation, " + strings.Join(t.keys, ", ") + ") DO UPDATE SET ")
		for i, c := range t.sums {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(c + " = " + t.name + "." + c + " + excluded." + c)
		}
		b.WriteString(t.merge)
		if _, err := tx.Exec(ctx, b.String(), args...); err != nil {
			return err
		}
	}
	return nil
}

func marks(b *strings.Builder, after, n int) {
	b.WriteByte('(')
	for j := range n {
		if j > 0 {
			b.WriteByte(',')
		}
		b.WriteString("$" + strconv.Itoa(after+j+1))
	}
	b.WriteByte(')')
}

// flushTx adds everything to the tables.
func (t *tally) flushTx(ctx context.Context, tx *store.Tx) error {
	var rows [][]any
	for k, f := range t.figures {
		rows = append(rows, []any{
			k.span, k.platform, k.topic, k.kinds, f.answers, f.named, f.others, f.positionSum, f.positionSq,
			f.positive, f.neutral, f.negative, f.unjudged, f.sum, f.sq, f.cited, f.citations, f.own, f.competitor, f.failed, f.empty, f.refused,
		})
	}
	if err := figuresTable.addTx(ctx, tx, t.brandID, t.generation, rows); err != nil {
		return err
	}
	rows = rows[:0]
	for k, f := range t.prompts {
		rows = append(rows, []any{k.span, k.platform, k.prompt, k.topic, k.stage, f.answers, f.named, f.positionSum, f.lastAt, f.lastAnswer, f.lastPosition})
	}
	if err := promptTable.addTx(ctx, tx, t.brandID, t.generation, rows); err != nil {
		return err
	}
	rows = rows[:0]
	for k, f := range t.others {
		rows = append(rows, []any{k.span, k.platform, k.topic, k.kinds, k.competitor, f.answers, f.positionSum, f.positive, f.neutral, f.negative, f.unjudged, f.sum, f.sq})
	}
	if err := otherTable.addTx(ctx, tx, t.brandID, t.generation, rows); err != nil {
		return err
	}
	rows = rows[:0]
	for k, f := range t.sources {
		rows = append(rows, []any{k.span, k.kind, k.platform, k.topic, k.source, f.citations, f.answers, f.withBrand, f.gap, f.domain, f.class, f.title, f.firstAt, f.lastAt})
	}
	return sourceTable.addTx(ctx, tx, t.brandID, t.generation, rows)
}
