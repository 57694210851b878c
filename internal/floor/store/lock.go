package store

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// openLock is shared by all processes that have a SQLite folder open, whatever they do there.
const openLock = "open.lock"

// LockFolder takes the lock called name of a SQLite folder, which only one process can hold, or returns ErrLocked.
// The system releases it when the process ends, however that happens.
func (db *DB) LockFolder(name string) (unlock func(), err error) {
	if db.Folder() == "" {
		return nil, errors.New("store: a PostgreSQL database has no folder to lock")
	}
	return lockFile(filepath.Join(db.Folder(), name+".lock"))
}

// Seize makes this the only process that has the SQLite folder open until it closes it, or returns ErrLocked. Others that try
// to open it meanwhile are refused.
func (db *DB) Seize() error {
	s, ok := db.engine.(*sqlite)
	if !ok {
		return errors.New("store: a PostgreSQL database has no folder to seize")
	}
	return flock(s.open, syscall.LOCK_EX)
}

// serverLockWait is how long a lock is tried for: a server notices only after a moment that the process that held it is gone.
const serverLockWait = 2 * time.Second

// LockServer takes the lock called name in a PostgreSQL database, which only one process can hold, or returns ErrLocked. It
// lives on a connection of its own, and ends with it.
func (db *DB) LockServer(ctx context.Context, name string) (unlock func(), err error) {
	p, ok := db.engine.(*postgres)
	if !ok {
		return nil, errors.New("store: only PostgreSQL has such locks")
	}
	conn, err := pgx.ConnectConfig(ctx, p.pool.Config().ConnConfig)
	if err != nil {
		return nil, pgError(ctx, err)
	}
	unlock = func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), rollbackWait)
		defer cancel()
		_ = conn.Close(ctx)
	}
	sum := sha256.Sum256([]byte("renown " + name))
	for deadline := time.Now().Add(serverLockWait); ; time.Sleep(lockPoll) {
		var held bool
		err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", int64(binary.BigEndian.Uint64(sum[:]))).Scan(&held)
		if err == nil && held {
			return unlock, nil
		}
		if err == nil && time.Now().Before(deadline) {
			continue
		}
		unlock()
		if err != nil {
			return nil, pgError(ctx, err)
		}
		return nil, fmt.Errorf("%w: %s", ErrLocked, name)
	}
}

func lockFile(path string) (func(), error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	giveToFolder(path)
	if err := flock(f, syscall.LOCK_EX); err != nil {
		_ = f.Close()
		return nil, err
	}
	return func() { _ = f.Close() }, nil // the file stays: removing it would let two processes lock different ones
}

// openFolder takes part in the shared lock of a folder.
func openFolder(dir string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, openLock), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	giveToFolder(f.Name())
	if err := flock(f, syscall.LOCK_SH); err != nil {
		_ = f.Close()
		return nil, fmt.Errorf("another process has %s to itself for the moment: %w", dir, err)
	}
	return f, nil
}

func flock(f *os.File, how int) error {
	err := syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return fmt.Errorf("%w: %s", ErrLocked, f.Name())
	}
	return err
}
