package catalogue

import (
	"context"
	"errors"
	"io"
	"slices"
	"strconv"

	"renown/internal/floor/audit"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/tool/textfile"
)

// Entry is an outlet as an operator gives it. Key is how it is known again; without one it is type and name.
type Entry struct {
	Key    string
	Status *Status // nil: as it is, and Available for a new one
	Fields
}

// ImportOptions say how a file is imported.
type ImportOptions struct {
	KeepGoing     bool // import the good lines of a file with bad ones
	RetireMissing bool // retire what the file does not name, and bring back what it names again
	Rehearse      bool // report what would become of the file, and leave everything as it is

	Bad      func(line int64, why error) // told every bad line, once, in their order; may be nil
	Progress func(done, total int64)     // told now and then how far it is, in bytes; may be nil
}

// ImportReport is what became of a file.
type ImportReport struct {
	Lines     int64             `json:"lines"` // with an outlet on them
	Bad       int64             `json:"bad"`
	Created   int64             `json:"created"`
	Updated   int64             `json:"updated"`
	Unchanged int64             `json:"unchanged"`
	Retired   int64             `json:"retired"`
	Encoding  textfile.Encoding `json:"encoding"`
	Ignored   []string          `json:"ignored"` // names that mean nothing here
}

// importBatch is how many outlets are looked up and written at once.
const importBatch = 100

// Import reads outlets, as JSON Lines or CSV, and adds or changes them by their key; a line is all that is known of its
// outlet. All lines are checked before anything is written. Unless told to keep going, one bad line means that nothing is
// imported: the fault is Malformed. What is imported appears at once, in one transaction.
//
// A reader that cannot be read twice is copied to a temporary file. Memory does not grow with the file but for the keys.
func (c *Catalogue) Import(ctx context.Context, in io.Reader, options ImportOptions) (report ImportReport, err error) {
	defer fault.Wrap(&err, "catalogue.Import")

	if options.RetireMissing && options.KeepGoing {
		return report, fault.New(fault.Malformed).Why("import_retire_bad")
	}
	src, err := openSource(in)
	if err != nil {
		return report, err
	}
	defer src.close()
	src.progress = options.Progress
	report.Encoding = src.encoding
	if err := src.check(ctx, options.Bad, &report); err != nil {
		return report, err
	}
	switch {
	case report.Bad > 0 && !options.KeepGoing:
		return report, fault.New(fault.Malformed).Why("import_bad", report.Lines, report.Bad)
	case report.Lines == report.Bad && options.RetireMissing:
		return report, fault.New(fault.Malformed).Why("import_empty")
	case report.Lines == report.Bad:
		return report, nil
	}
	err = c.db.InTx(ctx, func(tx *store.Tx) error {
		if err := src.write(ctx, tx, options.RetireMissing, &report); err != nil {
			return err
		}
		if options.Rehearse {
			return errRehearsed
		}
		return audit.WriteTx(ctx, tx, audit.OutletsChanged, audit.About{Detail: []string{
			strconv.FormatInt(report.Created, 10), strconv.FormatInt(report.Updated, 10), strconv.FormatInt(report.Retired, 10),
		}})
	})
	if errors.Is(err, errRehearsed) {
		err = nil
	}
	return report, err
}

// errRehearsed undoes what a rehearsal wrote.
var errRehearsed = errors.New("catalogue: rehearsed only")

// check reads all lines and counts them.
func (s *source) check(ctx context.Context, bad func(int64, error), report *ImportReport) error {
	ignored := map[string]bool{}
	s.pass, s.seen = 0, map[uint64]int64{}
	err := s.each(ctx, ignored, func(line int64, _ Entry, why error) error {
		report.Lines++
		if why != nil {
			report.Bad++
			if bad != nil {
				bad(line, why)
			}
		}
		return nil
	})
	report.Ignored = []string{}
	for name := range ignored {
		report.Ignored = append(report.Ignored, name)
	}
	slices.Sort(report.Ignored)
	return err
}

// write reads all lines again and stores the good ones.
func (s *source) write(ctx context.Context, tx *store.Tx, retire bool, report *ImportReport) error {
	report.Created, report.Updated, report.Unchanged, report.Retired = 0, 0, 0, 0 // the transaction may run again
	revision, err := nextRevisionTx(ctx, tx)
	if err != nil {
		return err
	}
	batch := make([]Entry, 0, importBatch)
	flush := func() error {
		created, updated, err := writeTx(ctx, tx, writing{batch, revision, retire})
		report.Created, report.Updated = report.Created+created, report.Updated+updated
		report.Unchanged += int64(len(batch)) - created - updated
		batch = batch[:0]
		return err
	}
	s.pass, s.seen = 1, map[uint64]int64{}
	err = s.each(ctx, map[string]bool{}, func(_ int64, o Entry, why error) error {
		if why != nil {
			return nil
		}
		if batch = append(batch, o); len(batch) < importBatch {
			return nil
		}
		return flush()
	})
	if err == nil {
		err = flush()
	}
	if err == nil && retire {
		report.Retired, err = s.retireTx(ctx, tx, revision)
	}
	if err != nil || report.Created+report.Updated+report.Retired == 0 {
		return err
	}
	return raiseRevisionTx(ctx, tx, revision)
}

// retireTx retires the outlets that no line named.
func (s *source) retireTx(ctx context.Context, tx *store.Tx, revision int64) (retired int64, err error) {
	type known struct{ id, key string }
	all, err := store.List(ctx, tx, func(row store.Row) (k known, err error) { return k, row.Scan(&k.id, &k.key) },
		`SELECT id, key FROM media WHERE status <> 'retired'`)
	if err != nil {
		return 0, err
	}
	for _, k := range all {
		if _, named := s.seen[s.hash(k.key)]; named {
			continue
		}
		if err := setStatusTx(ctx, tx, Outlet{ID: k.id, Status: Retired, revision: revision}); err != nil {
			return retired, err
		}
		retired++
	}
	return retired, nil
}

// writing is a batch of outlets on its way into the table.
type writing struct {
	outlets  []Entry
	revision int64
	revive   bool // whether a retired outlet becomes available by being named
}

// writeTx adds the outlets that are new and changes those that differ.
func writeTx(ctx context.Context, tx *store.Tx, w writing) (created, updated int64, err error) {
	keys := make([]string, len(w.outlets))
	for i, o := range w.outlets {
		keys[i] = o.Key
	}
	existing, err := outletsByKey(ctx, tx, keys)
	if err != nil {
		return 0, 0, err
	}
	var rows []Outlet
	for _, o := range w.outlets {
		old, known := existing[o.Key]
		next := Outlet{Key: o.Key, Fields: o.Fields, Status: Available, UpdatedAt: tx.Now, revision: w.revision}
		if known && !(w.revive && old.Status == Retired) {
			next.Status = old.Status
		}
		if o.Status != nil {
			next.Status = *o.Status
		}
		switch {
		case known && next.Status == old.Status && same(next.Fields, old.Fields):
			continue
		case known:
			updated++
		default:
			created++
		}
		rows = append(rows, next)
	}
	return created, updated, upsertTx(ctx, tx, rows)
}
