package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"time"
)

// ErrNoFolder says that something only works on a SQLite folder.
var ErrNoFolder = errors.New("only the embedded database can be backed up by this program: use pg_dump or the server's own backups for PostgreSQL")

// Backup writes a consistent copy of a SQLite database into a new file, while other processes go on reading and writing.
// The file appears under its name only when it is complete.
func (db *DB) Backup(ctx context.Context, path string) error {
	s, ok := db.engine.(*sqlite)
	if !ok {
		return ErrNoFolder
	}
	if _, err := os.Stat(path); err == nil {
		return fmt.Errorf("%s exists already", path)
	}
	if err := s.copyTo(ctx, path); err != nil {
		return err
	}
	return s.markBackup()
}

func (s *sqlite) copyTo(ctx context.Context, path string) error {
	partial := path + ".part"
	if err := os.Remove(partial); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	defer os.Remove(partial)
	if err := os.WriteFile(partial, nil, 0o600); err != nil { // before there is anything in it; umask can only take away
		return err
	}
	if _, err := s.writer.ExecContext(ctx, `VACUUM INTO ?`, partial); err != nil {
		return fmt.Errorf("copying the database: %w", sqliteError(ctx, err))
	}
	if err := syncFile(partial); err != nil {
		return err
	}
	return os.Rename(partial, path)
}

// keepBefore copies the database beside itself before it is migrated: without a copy there is no way back. One that is empty is not
// copied; a copy of the same schema is replaced.
func (s *sqlite) keepBefore(ctx context.Context, log *slog.Logger) error {
	version, err := One[int64](s.read().QueryRow(ctx, `SELECT COALESCE(max(version_id), 0) FROM `+versionTable))
	if IsUndefined(err) || err == nil && version == 0 {
		return nil
	}
	path := filepath.Join(s.dir, fmt.Sprintf("%s.schema-%d", fileSQLite, version))
	if err == nil {
		err = s.copyTo(ctx, path)
	}
	if err != nil {
		return fmt.Errorf("copying the database before it is migrated: %w", err)
	}
	giveToFolder(path)
	log.InfoContext(ctx, "copied the database before migrating it; remove the copy once the new version has proved itself", "file", path)
	return nil
}

// Restore puts a backup in place as the database of a folder. What was there is kept beside it, under the name that is
// returned; empty when there was nothing. The folder must not be in use. The backup is checked before anything is moved.
func Restore(ctx context.Context, backup, dir string, now time.Time) (kept string, err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	unlock, err := lockFile(filepath.Join(dir, "worker.lock"))
	if err != nil {
		return "", fmt.Errorf("the folder is in use, stop the server first: %w", err)
	}
	defer unlock()
	leave, err := lockFile(filepath.Join(dir, openLock))
	if err != nil {
		return "", fmt.Errorf("the folder is in use, stop the server first: %w", err)
	}
	defer leave()
	partial := filepath.Join(dir, ".restoring")
	defer os.RemoveAll(partial)
	if err := os.RemoveAll(partial); err != nil {
		return "", err
	}
	if err := os.Mkdir(partial, 0o700); err != nil {
		return "", err
	}
	if err := copyFile(backup, filepath.Join(partial, fileSQLite)); err != nil {
		return "", err
	}
	if err := examine(ctx, partial); err != nil {
		return "", fmt.Errorf("%s: %w", backup, err)
	}
	if kept, err = setAside(dir, now); err != nil {
		return "", err
	}
	place := filepath.Join(dir, fileSQLite)
	if err := os.Rename(filepath.Join(partial, fileSQLite), place); err != nil {
		return kept, err
	}
	giveToFolder(place)
	return kept, nil
}

// examine opens a copied database and has it check itself.
func examine(ctx context.Context, dir string) error {
	db, err := Open(ctx, "sqlite:"+dir)
	if err != nil {
		return err
	}
	defer db.Close()
	verdict, err := One[string](db.Read().QueryRow(ctx, `PRAGMA integrity_check`))
	if err != nil {
		return fmt.Errorf("not a database: %w", err)
	}
	if verdict != "ok" {
		return fmt.Errorf("damaged: %s", verdict)
	}
	v, err := db.SchemaVersion(ctx)
	if err != nil {
		return err
	}
	if v.Database == 0 {
		return errors.New("not a backup of this program")
	}
	if err := v.Err(); err != nil {
		return err
	}
	return db.compareSchema(ctx, v)
}

// compareSchema refuses tables, indexes, triggers and views that migrations did not make, or made otherwise: a trigger in a prepared
// file would act with all that it holds.
func (db *DB) compareSchema(ctx context.Context, v Version) error {
	if v.Newer() || v.QueueDatabase > v.QueueProgram {
		return errors.New("made by a newer program: restore it with that one")
	}
	dir, err := os.MkdirTemp(db.Folder(), "fresh-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	fresh, err := freshSchema(ctx, dir, v)
	if err != nil {
		return fmt.Errorf("making a fresh database to compare with: %w", err)
	}
	found, err := schemaOf(ctx, db.Read())
	for what, sql := range found {
		if fresh[what] != sql && err == nil {
			err = fmt.Errorf("the %s was not made by this program: the backup was changed, or is of another build", what)
		}
	}
	return err
}

// freshSchema is schemaOf a new database in a folder, of a version.
func freshSchema(ctx context.Context, dir string, v Version) (map[string]string, error) {
	s, err := openSQLite(ctx, dir, settings{busy: busyTimeout})
	if err != nil {
		return nil, err
	}
	defer s.close()
	if err := s.migrateTo(ctx, migrating{slog.New(slog.DiscardHandler), func(int, int) {}}, v.Database, v.QueueDatabase); err != nil {
		return nil, err
	}
	return schemaOf(ctx, s.read())
}

// schemaOf is the SQL of everything in an embedded database, but for what SQLite makes for itself, by type and name.
func schemaOf(ctx context.Context, q Querier) (map[string]string, error) {
	found := map[string]string{}
	return found, Each(ctx, q, func(row Row) error {
		var kind, name, sql string
		err := row.Scan(&kind, &name, &sql)
		found[kind+" "+name] = sql
		return err
	}, `SELECT type, name, COALESCE(sql, '') FROM sqlite_schema
		WHERE name NOT IN ('sqlite_sequence', 'sqlite_stat1', 'sqlite_stat4') AND NOT (type = 'index' AND sql IS NULL)`)
}

// setAside moves a database away, with what SQLite keeps beside it.
func setAside(dir string, now time.Time) (kept string, err error) {
	path := filepath.Join(dir, fileSQLite)
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		return "", nil
	}
	kept = path + ".before-" + now.UTC().Format("20060102T150405")
	for _, suffix := range []string{"-wal", "-shm", movedSuffix, ""} { // the file itself last: until then nothing has changed
		err := os.Rename(path+suffix, kept+suffix)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return "", err
		}
	}
	return kept, nil
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, in); err != nil {
		_ = out.Close()
		return err
	}
	if err := out.Sync(); err != nil {
		_ = out.Close()
		return err
	}
	return out.Close()
}

func syncFile(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}
