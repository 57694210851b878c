package move_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"renown/internal/app"
	"renown/internal/config"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/floor/store/move"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// refused runs a move that must not begin, and checks that it left nothing.
func refused(t *testing.T, m *mover, says string) {
	t.Helper()
	_, err := m.Run(t.Context())
	if err == nil || !strings.Contains(err.Error(), says) {
		t.Errorf("it says %v, want %q", err, says)
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		ready func(t *testing.T, source, target *store.DB)
		says  string
	}{
		{"source behind", func(t *testing.T, source, _ *store.DB) {
			storetest.Exec(t, source, `DELETE FROM schema_version WHERE version_id > 10`)
		}, "the source has schema version 10, this program needs "},
		{"source newer", func(t *testing.T, source, _ *store.DB) {
			storetest.Exec(t, source, `INSERT INTO schema_version (version_id, is_applied) VALUES (9999, TRUE)`)
			storetest.Exec(t, source, `INSERT INTO schema_served (version_id, since) VALUES (9999, 1)`)
		}, "the source has schema version 9999, this program knows up to "},
		{"source of an early build", func(t *testing.T, source, _ *store.DB) {
			storetest.Exec(t, source, `INSERT INTO schema_served (version_id, since) VALUES (12, 11)`)
		}, "the source: store: database of a build before the first release"},
		{"target of an early build", func(t *testing.T, _, target *store.DB) {
			storetest.Exec(t, target, `INSERT INTO schema_served (version_id, since) VALUES (12, 11)`)
		}, "the target: store: database of a build before the first release"},
		{"target newer", func(t *testing.T, _, target *store.DB) {
			storetest.Exec(t, target, `INSERT INTO schema_version (version_id, is_applied) VALUES (9999, TRUE)`)
		}, "the target has schema version 9999, this program knows up to "},
		{"target with a row", func(t *testing.T, _, target *store.DB) {
			storetest.Exec(t, target,
				`INSERT INTO users (id, email, email_key, password_hash, created_at, updated_at) VALUES ('u', 'e', 'e', 'h', 1, 1)`)
		}, "the target is not empty: there are rows in users"},
		{"target with a job", func(t *testing.T, _, target *store.DB) {
			storetest.Exec(t, target, `INSERT INTO river_job (kind, args) VALUES ('k', '{}')`)
		}, "the target is not empty: there are rows in river_job"},
		{"target of another program", func(t *testing.T, _, target *store.DB) {
			storetest.Exec(t, target, `ALTER TABLE schema_version RENAME TO other`)
		}, "that is not this program's"},
		{"moved already", func(t *testing.T, source, _ *store.DB) {
			now := source.Now()
			must.Do(t, source.WriteMoved(store.Moved{To: "postgres://elsewhere", EndedAt: &now}))
		}, "was moved to postgres://elsewhere at "},
		{"text in a number", func(t *testing.T, source, _ *store.DB) {
			storetest.Exec(t, source, `UPDATE nodes SET seen_at = 'yesterday' WHERE id = 'B'`)
		}, `copying nodes: the row ["B"] has in seen_at: string where whole belongs`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, from := install(t)
			m := open(t, from, storetest.URL(t, store.Postgres))
			c.ready(t, m.Source, m.Target)
			refused(t, m, c.says)
			if c.name != "moved already" {
				expect.Do(t, m.Source.Usable(), "a move that was refused leaves a note")
			}
		})
	}
}

// A folder that is open elsewhere, for whatever reason, is not moved; and it cannot be opened while it is.
func TestInUse(t *testing.T) {
	t.Parallel()
	_, from := install(t)
	to := storetest.URL(t, store.Postgres)
	other := storetest.OpenURL(t, from)
	m := open(t, from, to)
	refused(t, m, "is in use, stop the server and other commands first")
	must.Do(t, other.Close())
	tried := false
	m.Progress = func(move.Step) {
		if tried {
			return
		}
		tried = true
		expect.Is(t, expect.Error(store.Open(t.Context(), from)), store.ErrLocked, "the folder was opened meanwhile")
		second := &mover{move.Move{Source: m.Source, Target: m.Target, Jobs: queue.Moved()}, t}
		refused(t, second, "another move into the target is going on")
	}
	if _, err := m.Run(t.Context()); err != nil || !tried {
		t.Fatal(tried, err)
	}
}

// The moved installation answers as it did before, and sealed secrets open.
func TestServedAfterwards(t *testing.T) {
	t.Parallel()
	w, from := install(t)
	to := storetest.EmptyURL(t, store.Postgres) // it brings the tables itself
	m := open(t, from, to)
	report := must.Get(m.Run(t.Context()))(t)
	t.Logf("%d rows", report.Rows)
	m.close()
	expect.Do(t, usable(t, to), "the target")
	if err := usable(t, from); err == nil || !strings.Contains(err.Error(), "was moved to postgres://there at ") {
		t.Errorf("the source is used on: %v", err)
	}
	s := apitest.Start(t, store.Postgres, apitest.Options{Database: to, Settings: settings})
	for _, path := range w.paths {
		got := s.Expect(t, apitest.Call{Key: w.key, Method: "GET", Path: path}).At("data")
		if diff := cmp.Diff(w.seen[path], got); diff != "" {
			t.Errorf("%s (-before +after)\n%s", path, diff)
		}
	}
	sealed, err := store.One[[]byte](s.App.DB.Read().QueryRow(t.Context(),
		`SELECT endpoint_secret FROM outlets WHERE endpoint_secret IS NOT NULL`))
	must.Do(t, err)
	if _, err := s.App.Orders.Reseal(t.Context()); err != nil || len(sealed) == 0 {
		t.Errorf("the secret of an outlet: %d bytes, %v", len(sealed), err)
	}
}

// usable opens a database as the program does.
func usable(t *testing.T, url string) error {
	t.Helper()
	a, err := app.Open(t.Context(), apitest.Settings(t, func(s *config.Settings) { s.DatabaseURL = url }), slog.New(slog.DiscardHandler))
	if err == nil {
		err = a.Close()
	}
	return err
}

// Interrupted at some table, while it is copied or compared, a move has moved nothing: the folder can be used, the target is empty, and
// the same move starts over.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	_, from := install(t)
	m := open(t, from, storetest.URL(t, store.Postgres))
	for _, at := range []move.Step{
		{Table: "outlets"},
		{Table: "findings"},
		{Table: "river_job"},
		{Table: "outlets", Comparing: true},
		{Table: "river_job", Comparing: true},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		m.Progress = func(s move.Step) {
			if s.Table == at.Table && s.Comparing == at.Comparing {
				cancel()
			}
		}
		_, err := m.Run(ctx)
		cancel()
		if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "nothing was moved") {
			t.Fatalf("%+v: %v", at, err)
		}
		expect.Do(t, m.Source.Usable(), at)
		for _, table := range []string{"users", "outlets", "river_job"} {
			rows := must.Get(store.One[int](m.Target.Read().QueryRow(t.Context(), `SELECT count(*) FROM `+table)))(t)
			expect.Equal(t, rows, 0, at, "rows in", table)
		}
	}
	m.Progress = nil
	report := must.Get(m.Run(t.Context()))(t)
	if report.Rows < 2500 {
		t.Errorf("%d rows", report.Rows)
	}
	expect.Do(t, expect.Error(m.Verify(t.Context())))
}

// Killed between its last two strokes, with the source noted as on its way, a move is ended by another call, whether the target has kept
// what came or not.
func TestInterruptedAtTheEnd(t *testing.T) {
	t.Parallel()
	_, from := install(t)
	m := open(t, from, storetest.URL(t, store.Postgres))
	for _, kept := range []bool{false, true} {
		must.Do(t, m.Source.WriteMoved(store.Moved{To: m.To, BeganAt: m.Source.Now()}))
		if err := m.Source.Usable(); err == nil || !strings.Contains(err.Error(), "unfinished") {
			t.Errorf("the source can be used: %v", err)
		}
		copied := false
		m.Progress = func(s move.Step) { copied = copied || !s.Comparing }
		must.Get(m.Run(t.Context()))(t)
		expect.Equal(t, copied, !kept, "rows were copied")
		refused(t, m, "already; to move it again, remove ")
	}
	must.Do(t, os.Remove(m.Source.MovedFile()))
	refused(t, m, "the target is not empty: there are rows in alerts")
	expect.Do(t, m.Source.Usable(), "a move that was refused leaves a note")
}

// What differs is named: the table, the first key, and how.
func TestDifference(t *testing.T) {
	t.Parallel()
	_, from := install(t)
	m := open(t, from, storetest.URL(t, store.Postgres))
	must.Get(m.Run(t.Context()))(t)
	for _, table := range []string{"nodes", "outlets", "answer_texts", "river_job"} {
		storetest.Exec(t, m.Target, `CREATE TABLE kept_`+table+` AS SELECT * FROM `+table)
	}
	for _, c := range []struct{ name, change, want string }{
		{"another value", `UPDATE nodes SET seen_at = 8 WHERE id IN ('Z', 'é')`, `nodes differs, first in the row ["Z"]: column seen_at`},
		{"missing", `DELETE FROM nodes WHERE id = '_'`, `nodes differs, first in the row ["_"]: it is missing in the target`},
		{"the last missing", `DELETE FROM nodes WHERE id = '😀'`, `nodes differs, first in the row ["😀"]: it is missing in the target`},
		{"too many", `INSERT INTO nodes (id, seen_at) VALUES ('Y', 1)`, `nodes differs, first in the row ["Y"]: it is only in the target`},
		{"another key", `UPDATE nodes SET id = '&' WHERE id = '-'`, `nodes differs, first in the row ["\u0026"]: it is only in the target`},
		{"a flag", `UPDATE outlets SET links = NOT links WHERE id = (SELECT min(id) FROM outlets)`, `column links`},
		{"a float", `UPDATE outlets SET indexing_rate = 0.1 + 1e-17 * 2 WHERE id = (SELECT min(id) FROM outlets)`, `column indexing_rate`},
		{"empty for nothing", `UPDATE answer_texts SET raw = NULL WHERE length(raw) = 0`, `column raw`},
		{"nothing for empty", `UPDATE answer_texts SET reasoning = '' WHERE reasoning IS NULL`, `column reasoning`},
		{
			"bytes",
			`UPDATE outlets SET endpoint_secret = set_byte(endpoint_secret, 20, 255 - get_byte(endpoint_secret, 20)) WHERE endpoint_secret IS NOT NULL`, `column endpoint_secret`,
		},
		{
			"a job",
			`UPDATE river_job SET args = jsonb_set(args, '{args,task_id}', '"x"') WHERE id = (SELECT min(id) FROM river_job)`, `river_job differs, first in the row [1]: column args`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			storetest.Exec(t, m.Target, c.change)
			defer func() {
				storetest.Exec(t, m.Target, `DELETE FROM nodes`)
				storetest.Exec(t, m.Target, `INSERT INTO nodes SELECT * FROM kept_nodes`)
				storetest.Exec(t, m.Target,
					`UPDATE outlets m SET links = k.links, indexing_rate = k.indexing_rate, endpoint_secret = k.endpoint_secret FROM kept_outlets k WHERE k.id = m.id`)
				storetest.Exec(t, m.Target, `UPDATE answer_texts a SET raw = k.raw, reasoning = k.reasoning FROM kept_answer_texts k WHERE k.answer_id = a.answer_id`)
				storetest.Exec(t, m.Target, `UPDATE river_job j SET args = k.args FROM kept_river_job k WHERE k.id = j.id`)
			}()
			report, err := m.Verify(t.Context())
			var difference *move.Difference
			if !errors.As(err, &difference) || !strings.HasSuffix(err.Error(), c.want) {
				t.Fatalf("it says %v", err)
			}
			for _, table := range report.Tables {
				expect.Equal(t, table.OK, (table.Table != difference.Table), table)
			}
		})
	}
}

// Before the end no other connection changes the target, or reads it.
func TestTargetLocked(t *testing.T) {
	t.Parallel()
	_, from := install(t)
	to := storetest.URL(t, store.Postgres)
	m, other := open(t, from, to), storetest.OpenURL(t, to)
	tried := 0
	m.Progress = func(s move.Step) {
		if s.Table != "river_job" {
			return
		}
		tried++
		for _, statement := range []string{`UPDATE users SET role = 'operator'`, `SELECT role FROM users`} {
			err := other.InTx(t.Context(), func(tx *store.Tx) error {
				if _, err := tx.Exec(t.Context(), `SET LOCAL lock_timeout = '50ms'`); err != nil {
					return err
				}
				_, err := tx.Exec(t.Context(), statement)
				return err
			})
			if err == nil {
				t.Errorf("%+v: %s was done", s, statement)
			}
		}
	}
	must.Get(m.Run(t.Context()))(t)
	expect.Equal(t, tried, 2, "tries")
}

// What comes out otherwise than it was sent keeps a move from being complete, and is not kept.
func TestTampered(t *testing.T) {
	t.Parallel()
	_, from := install(t)
	m := open(t, from, storetest.URL(t, store.Postgres))
	storetest.Exec(t, m.Target,
		`CREATE FUNCTION tamper() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.role = 'operator'; RETURN NEW; END $$`)
	storetest.Exec(t, m.Target, `CREATE TRIGGER tamper BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION tamper()`)
	for range 2 {
		_, err := m.Run(t.Context())
		var difference *move.Difference
		if !errors.As(err, &difference) || difference.Table != "users" || difference.What != "column role" {
			t.Fatalf("it says %v", err)
		}
		expect.Do(t, m.Source.Usable())
		rows := must.Get(store.One[int](m.Target.Read().QueryRow(t.Context(), `SELECT count(*) FROM users`)))(t)
		expect.Equal(t, rows, 0, "users in the target")
	}
}

// A rehearsal leaves the source open; the real move goes to another target afterwards.
func TestRehearsal(t *testing.T) {
	t.Parallel()
	_, from := install(t)
	m := open(t, from, storetest.URL(t, store.Postgres))
	m.KeepOpen = true
	must.Get(m.Run(t.Context()))(t)
	expect.Do(t, m.Source.Usable())
	m.Target, m.KeepOpen = storetest.Open(t, store.Postgres), false
	must.Get(m.Run(t.Context()))(t)
	if err := m.Source.Usable(); err == nil {
		t.Error("the source can be used")
	}
}

// Two moves from two sources into one target: one of them is refused.
func TestTwoMoves(t *testing.T) {
	t.Parallel()
	to := storetest.URL(t, store.Postgres)
	ended := make(chan error, 2)
	for range 2 {
		_, from := install(t)
		m := open(t, from, to)
		go func() {
			_, err := m.Run(context.Background())
			ended <- err
		}()
	}
	one, other := <-ended, <-ended
	if (one == nil) == (other == nil) {
		t.Errorf("they ended with %v and %v", one, other)
	}
	for _, err := range []error{one, other} {
		if err != nil && !strings.Contains(err.Error(), "another move into the target is going on") &&
			!strings.Contains(err.Error(), "the target is not empty") {
			t.Error(err)
		}
	}
}

// Jobs keep their uniqueness, and new ones get numbers of their own.
func TestJobs(t *testing.T) {
	t.Parallel()
	_, from := install(t)
	ctx := t.Context()
	unique := queue.Job{Kind: "k", Args: map[string]any{"n": 1}, UniqueKey: "u"}
	enqueue := func(db *store.DB) (rows int64) {
		t.Helper()
		q := must.Get(queue.New(db, queue.Options{}))(t)
		must.Do(t, db.InTx(ctx, func(tx *store.Tx) error { return q.EnqueueTx(ctx, tx, unique, queue.Job{Kind: "k"}) }))
		rows = must.Get(store.One[int64](db.Read().QueryRow(ctx, `SELECT count(*) FROM river_job WHERE kind = 'k'`)))(t)
		return rows
	}
	m := open(t, from, storetest.URL(t, store.Postgres))
	must.Equal(t, enqueue(m.Source), 2, "jobs")
	must.Get(m.Run(ctx))(t)
	expect.Equal(t, enqueue(m.Target), 3, "jobs, want one more")
	var state, errs string
	err := m.Target.Read().QueryRow(ctx,
		`SELECT state::text, errors[1]->>'error' FROM river_job WHERE attempted_by[1] = 'node_gone'`).Scan(&state,
		&errs)
	if err != nil || state != "available" || errs != `it "failed"` {
		t.Errorf("the job that was running: %q, %q, %v", state, errs, err)
	}
}
