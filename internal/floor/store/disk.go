package store

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// Disk is what a SQLite database takes up, and what is left.
type Disk struct {
	Size     int64     // bytes of the database and its log
	Free     int64     // bytes that this user may still write beside it
	BackedUp time.Time // when Backup last succeeded; zero: never
}

// backupMark is a file whose time is that of the last backup: it is made by another process than the server.
const backupMark = "last-backup"

// Disk looks at the files of a SQLite database. For PostgreSQL it is ErrNoFolder.
func (db *DB) Disk() (d Disk, err error) {
	dir := db.Folder()
	if dir == "" {
		return d, ErrNoFolder
	}
	for _, name := range []string{fileSQLite, fileSQLite + "-wal"} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err == nil {
			d.Size += info.Size()
		} else if name == fileSQLite {
			return d, err
		}
	}
	if info, err := os.Stat(filepath.Join(dir, backupMark)); err == nil {
		d.BackedUp = info.ModTime()
	} else if !errors.Is(err, os.ErrNotExist) {
		return d, err
	}
	var fs syscall.Statfs_t
	if err := syscall.Statfs(dir, &fs); err != nil {
		return d, err
	}
	d.Free = int64(fs.Bavail) * int64(fs.Bsize)
	return d, nil
}

// markBackup keeps the time of a backup. It is made anew, so that its time is that of this machine.
func (s *sqlite) markBackup() error {
	path := filepath.Join(s.dir, backupMark)
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	err := os.WriteFile(path, nil, 0o600)
	giveToFolder(path)
	return err
}
