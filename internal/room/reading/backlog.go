package reading

import (
	"context"

	"renown/internal/floor/fault"
)

// Backlog is what is left of reading histories again, on the whole installation.
type Backlog struct {
	Brands  int64 // whose history is being read, or waits for it
	Answers int64 // that are still to be read
}

// Backlog reads it from the readings that are being built.
func (f *Findings) Backlog(ctx context.Context) (b Backlog, err error) {
	defer fault.Wrap(&err, "reading.Backlog")

	err = f.db.Read().QueryRow(ctx, `SELECT count(*), CAST(COALESCE(sum(CASE WHEN done < total THEN total - done ELSE 0 END), 0) AS BIGINT)
		FROM readings WHERE status = 'building'`).Scan(&b.Brands, &b.Answers)
	return b, err
}
