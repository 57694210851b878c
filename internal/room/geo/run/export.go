package run

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
)

// Export is everything that is kept about a brand's runs.
type Export struct {
	Runs    []Run      `json:"runs"`
	Answers []Evidence `json:"answers"`
}

// Export gathers what is kept about a brand's runs, oldest answers last.
func (r *Runs) Export(ctx context.Context, who account.Caller, brandID string) (out Export, err error) {
	defer fault.Wrap(&err, "run.Export")

	if out.Runs, _, err = r.List(ctx, who, brandID, Page{Number: 1, Size: 1 << 31}); err != nil {
		return out, err
	}
	out.Answers, err = store.List(ctx, r.db.Read(), scanEvidence, selectEvidence+`
		WHERE r.brand_id = $1 AND t.status IN ('answered', 'failed', 'skipped') ORDER BY r.created_at DESC, t.prompt_id DESC, t.id`, brandID)
	return out, err
}
