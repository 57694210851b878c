package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"renown/internal/floor/timestamp"
)

const movedSuffix = "-moved"

// Moved is the note that a move to PostgreSQL leaves beside an embedded database.
type Moved struct {
	To      string          `json:"to"` // without its password
	BeganAt timestamp.Time  `json:"began_at"`
	EndedAt *timestamp.Time `json:"ended_at"` // null: unfinished
	Open    bool            `json:"open"`     // the folder may be used all the same
}

// MovedFile is where that note lies; empty for PostgreSQL.
func (db *DB) MovedFile() string {
	if db.Folder() == "" {
		return ""
	}
	return filepath.Join(db.Folder(), fileSQLite+movedSuffix)
}

// ReadMoved reads the note; nil when there is none.
func (db *DB) ReadMoved() (*Moved, error) {
	text, err := os.ReadFile(db.MovedFile())
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	m := new(Moved)
	if err := json.Unmarshal(text, m); err != nil {
		return nil, fmt.Errorf("%s: %w", db.MovedFile(), err)
	}
	return m, nil
}

// WriteMoved puts the note in place, safe from a loss of power.
func (db *DB) WriteMoved(m Moved) error {
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	partial := db.MovedFile() + ".part"
	if err := os.WriteFile(partial, append(text, '\n'), 0o600); err != nil {
		return err
	}
	giveToFolder(partial)
	if err := syncFile(partial); err != nil {
		return err
	}
	if err := os.Rename(partial, db.MovedFile()); err != nil {
		return err
	}
	return syncFile(db.Folder())
}

// Usable refuses a database that was moved away. It costs a look for a file.
func (db *DB) Usable() error {
	if db.Dialect() != SQLite {
		return nil
	}
	m, err := db.ReadMoved()
	switch {
	case err != nil:
		return err
	case m == nil || m.Open:
		return nil
	case m.EndedAt == nil:
		return fmt.Errorf("a move of %s to %s is unfinished: run the same `renown move` again to end it, or remove %s to stay here",
			db.Folder(), m.To, db.MovedFile())
	}
	return fmt.Errorf("%s was moved to %s at %s: use that database; to use this folder all the same, remove %s",
		db.Folder(), m.To, m.EndedAt, db.MovedFile())
}
