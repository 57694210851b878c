package fact

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strconv"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/geo/brand"
	"renown/internal/tool/claim"
)

// checkJob holds a brand's answers against its sheet. Each attempt goes on where the last one stopped.
var checkJob = queue.Declare[checkArgs](queue.Kind{Name: "fact_check", Workers: 1, Timeout: time.Hour, MaxAttempts: 20})

type checkArgs struct {
	BrandID string `json:"brand_id"`
}

// Jobs is the background work of this room.
func (f *Facts) Jobs() []queue.Kind {
	return []queue.Kind{checkJob.By(func(ctx context.Context, args checkArgs) error { return f.Check(ctx, args.BrandID) })}
}

// CheckTx has the answers of a brand that has facts held against them, in the background.
func (f *Facts) CheckTx(ctx context.Context, tx *store.Tx, brandID string) (err error) {
	defer fault.Wrap(&err, "fact.CheckTx")

	has, err := store.One[int64](tx.QueryRow(ctx, `SELECT count(*) FROM (SELECT 1 FROM facts WHERE brand_id = $1 LIMIT 1) s`, brandID))
	if err != nil || has == 0 {
		return err
	}
	return f.queue.EnqueueTx(ctx, tx, checkJob.Job(checkArgs{brandID}))
}

const (
	checkBatch = 100 // answers a transaction stores
	claimsMax  = 50  // of one answer that are kept
)

// sheet is what texts of a brand are held against.
type sheet struct {
	id     string // of facts, names and reader
	facts  []Fact // those that judge
	reader *claim.Reader
}

func (f *Facts) sheetOf(ctx context.Context, q store.Querier, brandID string) (*sheet, error) {
	all, err := listOf(ctx, q, brandID)
	if err != nil {
		return nil, err
	}
	named, err := f.brands.NamedIn(ctx, q, brandID)
	if err != nil {
		return nil, err
	}
	return newSheet(all, named), nil
}

func newSheet(all []Fact, named []brand.Named) *sheet {
	s := &sheet{}
	var facts []claim.Fact
	for _, one := range all {
		if one.Judging {
			s.facts, facts = append(s.facts, one), append(facts, one.claim())
		}
	}
	subjects := []claim.Subject{{Spellings: append([]string{named[0].Name}, named[0].Aliases...)}}
	for _, line := range named[0].ProductLines {
		subjects = append(subjects, claim.Subject{Spellings: []string{line}})
	}
	var others []string
	for _, n := range named[1:] {
		others = append(append(append(others, n.Name), n.Aliases...), n.ProductLines...)
	}
	identity, err := json.Marshal([]any{claim.Version, facts, subjects, others})
	if err != nil {
		panic(err) // plain values only
	}
	sum := sha256.Sum256(identity)
	s.id = hex.EncodeToString(sum[:12])
	s.reader = claim.NewReader(subjects, others, facts)
	return s
}

// Check holds the answers of a brand that name it against its facts, newest first: those that were not, or with another sheet. It
// can be interrupted at any point and called again, also twice at a time.
func (f *Facts) Check(ctx context.Context, brandID string) (err error) {
	defer fault.Wrap(&err, "fact.Check")

	s, err := f.sheetOf(ctx, f.db.Read(), brandID)
	if errors.Is(err, store.ErrNoRows) || fault.Is(err, fault.NoSuchThing) {
		return nil
	}
	if err != nil {
		return err
	}
	if len(s.facts) == 0 {
		return f.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `DELETE FROM checked_answers WHERE brand_id = $1`, brandID)
			return err
		})
	}
	before := "~" // after every id
	for {
		list, err := store.List(ctx, f.db.Read(), scanUnchecked, `SELECT a.id, a.text, a.platform, a.prompt_id, a.mode, a.answered_at FROM answers a
				JOIN findings f ON f.answer_id = a.id AND f.generation = (SELECT generation FROM readings WHERE brand_id = a.brand_id AND status = 'current')
			WHERE a.brand_id = $1 AND a.id < $2 AND a.text IS NOT NULL AND f.position IS NOT NULL
				AND NOT EXISTS (SELECT 1 FROM checked_answers c WHERE c.answer_id = a.id AND c.sheet = $3)
			ORDER BY a.id DESC LIMIT `+strconv.Itoa(checkBatch), brandID, before, s.id)
		if err != nil || len(list) == 0 {
			return err
		}
		before = list[len(list)-1].id
		found := make([][]claim.Claim, len(list))
		for i, a := range list {
			found[i] = s.reader.Read(a.text, a.at.In(timestamp.Beijing).Format(time.DateOnly))
		}
		if err := f.db.InTx(ctx, func(tx *store.Tx) error { return f.keepTx(ctx, tx, brandID, s, list, found) }); err != nil {
			return err
		}
	}
}

type unchecked struct {
	id, text, platform, promptID, mode string
	at                                 timestamp.Time
}

func scanUnchecked(row store.Row) (a unchecked, err error) {
	err = row.Scan(&a.id, &a.text, &a.platform, &a.promptID, &a.mode, &a.at)
	return a, err
}

// keepTx stores what some answers claim in place of what was read before. When the sheet has changed meanwhile, whoever changed it has
// had the answers checked again.
func (f *Facts) keepTx(ctx context.Context, tx *store.Tx, brandID string, s *sheet, list []unchecked, found [][]claim.Claim) error {
	for i, a := range list {
		if _, err := tx.Exec(ctx, `DELETE FROM checked_answers WHERE answer_id = $1`, a.id); err != nil {
			return err
		}
		kept, agreed, contradicted := about(found[i])
		n, err := tx.Exec(ctx, `INSERT INTO checked_answers (answer_id, brand_id, sheet, platform, prompt_id, mode, answered_at, agreed, contradicted)
			SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($4 AS TEXT), CAST($5 AS TEXT), CAST($6 AS TEXT), CAST($7 AS BIGINT), CAST($8 AS BIGINT), CAST($9 AS BIGINT)
			WHERE EXISTS (SELECT 1 FROM answers WHERE id = $1) ON CONFLICT (answer_id) DO NOTHING`, a.id, brandID, s.id, a.platform, a.promptID, a.mode, a.at, agreed, contradicted)
		if err != nil {
			return err
		}
		if n == 0 { // the answer is gone, or somebody else was quicker
			continue
		}
		for place, c := range kept {
			var factID *string
			if c.Fact >= 0 {
				factID = &s.facts[c.Fact].ID
			}
			_, err := tx.Exec(ctx, `INSERT INTO claims (answer_id, place, brand_id, fact_id, kind, verdict, reason, starts, ends, value_starts, value_ends, platform, mode, answered_at)
				VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`, a.id, place, brandID, factID, string(c.Kind), string(c.Verdict), string(c.Reason),
				c.Start, c.End, c.ValueStart, c.ValueEnd, a.platform, a.mode, a.at)
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// about leaves out what is said of others, and counts.
func about(list []claim.Claim) (kept []claim.Claim, agreed, contradicted int64) {
	for _, c := range list {
		if c.Subject < 0 || len(kept) >= claimsMax {
			continue
		}
		kept = append(kept, c)
		switch c.Verdict {
		case claim.Agrees:
			agreed++
		case claim.Contradicts:
			contradicted++
		}
	}
	return kept, agreed, contradicted
}
