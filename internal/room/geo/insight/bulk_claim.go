package insight

import (
	"context"
	"io"
	"strings"

	"renown/internal/room/geo/fact"
	"renown/internal/room/geo/finding"
)

// bulkClaim is a row of claims: something that an answer says of the brand, held against its facts.
type bulkClaim struct {
	origin
	Place       int64   `json:"place" parquet:"place,zstd"` // among the answer's claims, from 1
	FactID      *string `json:"fact_id" parquet:"fact_id,optional,dict,zstd"`
	Kind        string  `json:"kind" parquet:"kind,dict,zstd"`
	Verdict     string  `json:"verdict" parquet:"verdict,dict,zstd"`
	Reason      string  `json:"reason" parquet:"reason,dict,zstd"`
	Judge       string  `json:"judge" parquet:"judge,dict,zstd"`
	Agrees      int64   `json:"agrees" parquet:"agrees,zstd"`
	Contradicts int64   `json:"contradicts" parquet:"contradicts,zstd"`
	Sentence    *string `json:"sentence" parquet:"sentence,optional,zstd"`
	Said        *string `json:"said" parquet:"said,optional,zstd"`
}

func (r bulkClaim) size() int { return bulkRowBytes + textSize(r.Sentence) + textSize(r.Said) }

// claimsAtOnce is how many answers' claims are in memory.
const claimsAtOnce = 200

// claims writes what answers claim, some answers at a time.
func (f *BulkFile) claims(ctx context.Context, out io.Writer) error {
	w, err := newRows[bulkClaim](out, f.query.Format)
	if err != nil {
		return err
	}
	var waiting []*finding.Record
	flush := func() error {
		ids := make([]string, len(waiting))
		for i, r := range waiting {
			ids[i] = r.ID
		}
		list, err := fact.ClaimsOf(ctx, f.insights.db.Read(), ids)
		if err != nil {
			return err
		}
		byID := map[string][]fact.Kept{}
		for _, k := range list {
			byID[k.AnswerID] = append(byID[k.AnswerID], k)
		}
		for _, r := range waiting {
			for _, k := range byID[r.ID] {
				if err := w.write(bulkClaimOf(r, k)); err != nil {
					return err
				}
			}
		}
		waiting = waiting[:0]
		return nil
	}
	from, to := f.period.moments()
	err = finding.EachRecord(ctx, f.insights.db.Read(), f.brand.ID, from, to, func(r *finding.Record) error {
		if r.Position == nil { // only answers that name the brand are checked
			return nil
		}
		kept := *r
		if waiting = append(waiting, &kept); len(waiting) < claimsAtOnce {
			return nil
		}
		return flush()
	})
	if err != nil {
		return err
	}
	if err := flush(); err != nil {
		return err
	}
	return w.end()
}

func bulkClaimOf(r *finding.Record, k fact.Kept) bulkClaim {
	row := bulkClaim{
		origin: originOf(r), Place: k.Place + 1, FactID: k.FactID, Kind: k.Kind, Verdict: k.Verdict, Reason: k.Reason, Judge: k.Judge,
		Agrees: bit(k.Verdict == "agrees"), Contradicts: bit(k.Verdict == "contradicts"),
	}
	if r.Text != nil {
		letters := []rune(*r.Text)
		cut := func(at [2]int) *string {
			from, to := min(at[0], len(letters)), min(at[1], len(letters))
			return ptr(strings.Trim(string(letters[from:max(from, to)]), " \n\r\t"))
		}
		row.Sentence, row.Said = cut(k.Sentence), cut(k.Said)
	}
	return row
}
