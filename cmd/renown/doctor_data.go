package main

import (
	"context"
	"fmt"
	"time"

	"renown/internal/app"
	"renown/internal/floor/store"
	"renown/internal/tool/secretbox"
)

// Below these an operator has to act: the same as in deploy/alerts.yaml.
const (
	freeLeast, freeAmple = 1_000_000_000, 20_000_000_000 // bytes
	backupMost           = 48 * time.Hour
)

// examineDisk tells of the disk and the last backup of an embedded database; a server of its own has its own tools.
func examineDisk(db *store.DB) []finding {
	if db.Dialect() != store.SQLite {
		return nil
	}
	d, err := db.Disk()
	if err != nil {
		return []finding{{"disk", "fault", err.Error()}}
	}
	disk := finding{"disk", "ok", fmt.Sprintf("the database has %d MB, %d MB are free", d.Size/1e6, d.Free/1e6)}
	switch {
	case d.Free < freeLeast/10:
		disk.Result = "fault"
	case d.Free < freeLeast, d.Free < 2*d.Size && d.Free < freeAmple:
		disk.Result = "warning"
	}
	backup := finding{"backup", "warning", "none was ever made: renown backup FILE"}
	if !d.BackedUp.IsZero() {
		backup.Message = "the last is of " + d.BackedUp.UTC().Format(time.RFC3339)
		if time.Since(d.BackedUp) <= backupMost {
			backup.Result = "ok"
		}
	}
	return []finding{disk, backup}
}

// examineNodes lists the processes that serve or work, and warns of those of another version.
func examineNodes(ctx context.Context, db *store.DB) (findings []finding) {
	alive, err := app.Alive(ctx, db)
	if err != nil {
		return []finding{{"nodes", "fault", err.Error()}}
	}
	if len(alive) == 0 {
		return []finding{{"nodes", "ok", "none was heard of in the last 15 seconds"}}
	}
	for _, n := range alive {
		f := finding{"node " + n.ID, "ok", fmt.Sprintf("%s, schema %d", n.Role, n.Schema)}
		if n.Schema != store.ProgramVersion() {
			f.Result = "warning"
			f.Message += fmt.Sprintf(", of another version than this program (schema %d)", store.ProgramVersion())
		}
		findings = append(findings, f)
	}
	return findings
}

func examineSeal(keys *secretbox.Ring) finding {
	switch n := keys.Len(); n {
	case 0:
		return finding{"seal keys", "warning", "none: no second factors, and no secrets of outlets, webhooks and bots (RENOWN_SEAL_KEYS)"}
	case 1:
		return finding{"seal keys", "ok", "one"}
	default:
		return finding{"seal keys", "ok", fmt.Sprintf("%d: the first seals; the others may go after renown seal rotate", n)}
	}
}
