package store

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/pressly/goose/v3"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/riverdriver/riversqlite"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

const versionTable = "schema_version"

// firstRelease is the last migration of the first release. Builds before it had others under the same numbers, and noted in
// schema_served whom those serve; the first release notes nothing there.
const firstRelease = 18

// Version compares the tables of a database with those the program was built for. The tables of the job library
// have versions of their own.
type Version struct {
	Database, Program           int64
	QueueDatabase, QueueProgram int64

	applied int64 // migrations recorded in the database
	served  bool  // the database is newer, and says that it serves this program
	early   bool  // a build before the first release made the database
}

// Current reports that there is nothing to migrate.
func (v Version) Current() bool {
	return v.Database == v.Program && v.QueueDatabase == v.QueueProgram && v.applied == int64(len(migrationNames()))
}

// Behind reports that the program needs tables the database does not have yet. A database that is ahead serves an
// older program well, because migrations only add.
func (v Version) Behind() bool {
	return v.Database < v.Program || v.QueueDatabase < v.QueueProgram
}

// Newer reports that a newer program has migrated the database, in a way that serves this one too.
func (v Version) Newer() bool { return v.Database > v.Program && v.Err() == nil }

// CutsOff tells whether a program that knows the tables up to a version is refused once this program has migrated the database.
func (v Version) CutsOff(known int64) bool {
	newest := migrationNames()[len(migrationNames())-1]
	text, err := migrationFiles.ReadFile("migrations/" + newest)
	return err != nil || known < servedSince(string(text), v.Program)
}

var servedRow = regexp.MustCompile(`INSERT INTO schema_served \(version_id, since\) VALUES \((\d+), (\d+)\)`)

// servedSince is the oldest schema whose program a migration says it serves; its own where it says nothing.
func servedSince(text string, version int64) int64 {
	for _, row := range servedRow.FindAllStringSubmatch(text, -1) {
		if row[1] == strconv.FormatInt(version, 10) {
			version, _ = strconv.ParseInt(row[2], 10, 64) // digits
		}
	}
	return version
}

// ProgramVersion is the version of the tables that this program was built for.
func ProgramVersion() int64 {
	names := migrationNames()
	return migrationVersion(names[len(names)-1])
}

// Err refuses a database that a build before the first release made: ErrEarly. It refuses one that a newer program has migrated,
// unless it says that it serves this program as well: ErrNewer, with a sentence naming both versions.
func (v Version) Err() error {
	if v.early {
		return fmt.Errorf("%w: this program can neither use it nor bring it up to date; begin with an empty one", ErrEarly)
	}
	if v.Database > v.Program && !v.served {
		return fmt.Errorf("%w: the database has schema version %d, this program knows up to %d; install a newer renown",
			ErrNewer, v.Database, v.Program)
	}
	if v.QueueDatabase > v.QueueProgram {
		return fmt.Errorf("%w: the job tables have version %d, this program knows up to %d; install a newer renown",
			ErrNewer, v.QueueDatabase, v.QueueProgram)
	}
	return nil
}

// SchemaVersion reads the versions of a database, 0 where nothing was ever migrated.
func (db *DB) SchemaVersion(ctx context.Context) (Version, error) {
	v := Version{Program: ProgramVersion(), QueueProgram: db.engine.queueVersion()}
	var own, jobs *int64
	early := int64(1) // where the table is missing
	parts := []struct {
		sql  string
		into []any
	}{
		{`SELECT max(version_id), count(*) FROM ` + versionTable + ` WHERE version_id > 0`, []any{&own, &v.applied}},
		{`SELECT max(version) FROM river_migration WHERE line = 'main'`, []any{&jobs}},
		{fmt.Sprintf(`SELECT count(*) FROM schema_served WHERE version_id <= %d`, firstRelease), []any{&early}},
	}
	q := db.Read()
	err := q.QueryRow(ctx, `SELECT a.*, b.*, c.* FROM (`+parts[0].sql+`) a, (`+parts[1].sql+`) b, (`+parts[2].sql+`) c`).
		Scan(&own, &v.applied, &jobs, &early)
	if IsUndefined(err) { // a table is missing: one by one
		for _, part := range parts {
			if err = q.QueryRow(ctx, part.sql).Scan(part.into...); IsUndefined(err) {
				err = nil
			}
			if err != nil {
				break
			}
		}
	}
	if err != nil {
		return v, fmt.Errorf("reading the schema version: %w", err)
	}
	if own != nil {
		v.Database, v.early = *own, early > 0
	}
	if jobs != nil {
		v.QueueDatabase = *jobs
	}
	if v.Database > v.Program && !v.early {
		v.served, err = db.serves(ctx, v)
	}
	return v, err
}

// serves asks a newer database whether it was migrated with programs like this one in mind.
func (db *DB) serves(ctx context.Context, v Version) (bool, error) {
	since, err := One[int64](db.Read().QueryRow(ctx, `SELECT since FROM schema_served WHERE version_id = $1`, v.Database))
	if errors.Is(err, ErrNoRows) || IsUndefined(err) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("reading which programs the schema serves: %w", err)
	}
	return since <= v.Program, nil
}

// Migrate brings the tables up to date: ours and those of the job library. Processes that start at once wait for
// each other. A newer database is left as it is when it serves this program, and else refused, see Err. When there is
// nothing to do it costs one query.
func (db *DB) Migrate(ctx context.Context) error {
	v, err := db.SchemaVersion(ctx)
	if err != nil {
		return err
	}
	if err := v.Err(); err != nil {
		return err
	}
	if v.Current() || v.Newer() {
		return nil
	}
	if err := db.engine.migrate(ctx, migrating{db.log, db.told}); err != nil {
		return err
	}
	return db.OpenMonths(ctx, db.Now())
}

// migrating is how migrations are told of: each before and after, since one that takes long is not to look like a standstill.
type migrating struct {
	log  *slog.Logger
	told func(at, of int)
}

// apply runs the migrations that are missing through step.
func (m migrating) apply(ctx context.Context, provider *goose.Provider, step func(file string, up func() error) error) error {
	all, err := provider.Status(ctx)
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(s *goose.MigrationStatus) bool { return s.State == goose.StateApplied })
	for i, status := range all {
		m.told(i+1, len(all))
		source, start := status.Source, time.Now()
		log := m.log.With("version", source.Version)
		log.InfoContext(ctx, "migrating the schema", "file", path.Base(source.Path))
		err := step(source.Path, func() error {
			_, err := provider.UpTo(ctx, source.Version)
			return err
		})
		took := time.Since(start).Round(time.Millisecond).String()
		if err != nil {
			log.ErrorContext(ctx, "schema not migrated", "took", took, "error", err)
			return err
		}
		log.InfoContext(ctx, "schema migrated", "took", took)
	}
	return nil
}

// inTransaction tells whether a migration is run in a transaction.
func inTransaction(file string) bool {
	text, err := migrationFiles.ReadFile("migrations/" + path.Base(file))
	return err != nil || !strings.Contains(string(text), "+goose NO TRANSACTION")
}

// migrationNames lists the embedded files in order.
var migrationNames = sync.OnceValue(func() []string {
	entries, err := migrationFiles.ReadDir("migrations")
	if err != nil || len(entries) == 0 {
		panic(fmt.Sprintf("store: no migrations embedded: %v", err))
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return names
})

func migrationVersion(name string) int64 {
	number, _, _ := strings.Cut(path.Base(name), "_")
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		panic("store: migration without a number: " + name)
	}
	return n
}

// newestQueueMigration is the version of the last migration the job library brings for an engine.
func newestQueueMigration(files fs.FS) int64 {
	names, err := fs.Glob(files, "migration/"+riverdriver.MigrationLineMain+"/*.up.sql")
	if err != nil || len(names) == 0 {
		panic(fmt.Sprintf("store: the job library has no migrations: %v", err))
	}
	return migrationVersion(names[len(names)-1])
}

func newMigrations(d Dialect) fs.FS {
	sub, err := fs.Sub(migrationFiles, "migrations")
	if err != nil {
		panic(err)
	}
	return dialectFS{sub, d.tokens()}
}

var gooseOptions = []goose.ProviderOption{
	goose.WithTableName(versionTable),
	goose.WithDisableGlobalRegistry(true),
	goose.WithLogger(goose.NopLogger()),
}

// dialectFS replaces the tokens of migrations/README.md while files are read.
type dialectFS struct {
	fs.FS
	tokens *strings.Replacer
}

func (d dialectFS) Open(name string) (fs.File, error) {
	f, err := d.FS.Open(name)
	if err != nil || !strings.HasSuffix(name, ".sql") {
		return f, err
	}
	defer f.Close()
	text, err := io.ReadAll(f)
	if err != nil {
		return nil, err
	}
	st, err := f.Stat()
	return &textFile{strings.NewReader(d.tokens.Replace(string(text))), st}, err
}

type textFile struct {
	io.Reader
	stat fs.FileInfo
}

func (f *textFile) Stat() (fs.FileInfo, error) { return f.stat, nil }
func (f *textFile) Close() error               { return nil }

// IsUndefined tells that a table or column does not exist.
func IsUndefined(err error) bool {
	if err == nil {
		return false
	}
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.Code == "42P01" || pg.Code == "42703"
	}
	// SQLite has no code of its own for these.
	return strings.Contains(err.Error(), "no such table") || strings.Contains(err.Error(), "no such column")
}

// SchemaHash identifies the migrations this program brings, in hexadecimal.
func SchemaHash() string {
	h := sha256.New()
	for _, files := range []fs.FS{
		migrationFiles,
		riverpgxv5.New(nil).GetMigrationFS(riverdriver.MigrationLineMain),
		riversqlite.New(nil).GetMigrationFS(riverdriver.MigrationLineMain),
	} {
		_ = fs.WalkDir(files, ".", func(name string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			text, err := fs.ReadFile(files, name)
			fmt.Fprintf(h, "%s %d\n%s", name, len(text), text)
			return err
		})
	}
	return hex.EncodeToString(h.Sum(nil))
}
