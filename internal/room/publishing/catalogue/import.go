package catalogue

import (
	"context"
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
	if options.Rehearse {
		err = c.db.View(ctx, func(q store.Querier) error { return src.carry(ctx, q, nil, options.RetireMissing, &report) })
		return report, err
	}
	err = c.db.InTx(ctx, func(tx *store.Tx) error {
		if err := src.write(ctx, tx, options.RetireMissing, &report); err != nil {
			return err
		}
		return audit.WriteTx(ctx, tx, audit.OutletsChanged, audit.About{Detail: []string{
			strconv.FormatInt(report.Created, 10), strconv.FormatInt(report.Updated, 10), strconv.FormatInt(report.Retired, 10),
		}})
	})
	return report, err
}

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
	revision, err := nextRevisionTx(ctx, tx)
	if err != nil {
		return err
	}
	if err := s.carry(ctx, tx, &writing{tx, revision}, retire, report); err != nil || report.Created+report.Updated+report.Retired == 0 {
		return err
	}
	return raiseRevisionTx(ctx, tx, revision)
}

// carry reads all lines again, counts what the good ones change, and writes that unless it is a rehearsal.
func (s *source) carry(ctx context.Context, q store.Querier, to *writing, retire bool, report *ImportReport) error {
	report.Created, report.Updated, report.Unchanged, report.Retired = 0, 0, 0, 0 // the transaction may run again
	batch := make([]Entry, 0, importBatch)
	flush := func() error {
		d, err := differing(ctx, q, batch, retire)
		report.Created, report.Updated = report.Created+d.created, report.Updated+d.updated
		report.Unchanged += int64(len(batch)) - d.created - d.updated
		batch = batch[:0]
		if err != nil {
			return err
		}
		return to.put(ctx, d.outlets)
	}
	s.pass, s.seen = 1, map[uint64]int64{}
	err := s.each(ctx, map[string]bool{}, func(_ int64, o Entry, why error) error {
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
		report.Retired, err = s.retire(ctx, q, to)
	}
	return err
}

// retire retires the outlets that no line named.
func (s *source) retire(ctx context.Context, q store.Querier, to *writing) (retired int64, err error) {
	type known struct{ id, key string }
	all, err := store.List(ctx, q, func(row store.Row) (k known, err error) { return k, row.Scan(&k.id, &k.key) },
		`SELECT id, key FROM outlets WHERE status <> 'retired'`)
	if err != nil {
		return 0, err
	}
	for _, k := range all {
		if _, named := s.seen[s.hash(k.key)]; named {
			continue
		}
		if err := to.retire(ctx, k.id); err != nil {
			return retired, err
		}
		retired++
	}
	return retired, nil
}
