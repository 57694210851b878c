package export

import (
	"context"
	"strings"

	"renown/internal/room/fact"
	"renown/internal/room/reading"
)

// claimRow is a row of claims: something that an answer says of the brand, held against its facts.
type claimRow struct {
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

func (r claimRow) size() int { return rowBytes + textSize(r.Sentence) + textSize(r.Said) }

// claimsAtOnce is how many answers' claims are in memory.
const claimsAtOnce = 200

// writeClaims writes what answers claim, some answers at a time.
func writeClaims(ctx context.Context, f *File, write func(...claimRow) error) error {
	var waiting []*reading.Record
	flush := func() error {
		ids := make([]string, len(waiting))
		for i, r := range waiting {
			ids[i] = r.ID
		}
		list, err := fact.ClaimsOf(ctx, f.db.Read(), ids)
		if err != nil {
			return err
		}
		byID := map[string][]fact.Kept{}
		for _, k := range list {
			byID[k.AnswerID] = append(byID[k.AnswerID], k)
		}
		for _, r := range waiting {
			for _, k := range byID[r.ID] {
				if err := write(claimRowOf(r, k)); err != nil {
					return err
				}
			}
		}
		waiting = waiting[:0]
		return nil
	}
	err := f.records(ctx, func(r *reading.Record) error {
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
	return flush()
}

func claimRowOf(r *reading.Record, k fact.Kept) claimRow {
	row := claimRow{
		origin: originOf(r), Place: k.Place + 1, FactID: k.FactID, Kind: k.Kind, Verdict: k.Verdict, Reason: k.Reason, Judge: k.Judge,
		Agrees: bit(k.Verdict == "agrees"), Contradicts: bit(k.Verdict == "contradicts"),
	}
	if r.Text != nil {
		letters := []rune(*r.Text)
		cut := func(at [2]int) *string {
			from, to := min(at[0], len(letters)), min(at[1], len(letters))
			return new(strings.Trim(string(letters[from:max(from, to)]), " \n\r\t"))
		}
		row.Sentence, row.Said = cut(k.Sentence), cut(k.Said)
	}
	return row
}
