package plan_test

import (
	"context"
	"testing"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/plan"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// Who waits for a plan while the team is deleted finds no team, and while it is handed over the plan of its new owner: what was read
// before the wait says neither.
func TestTeamChangesWhileItsPlanIsAwaited(t *testing.T) {
	t.Parallel()
	for name, statement := range map[string]string{
		"deleted":     `DELETE FROM spaces WHERE id = $1 AND $2 <> ''`,
		"handed over": `UPDATE spaces SET owner_id = $2 WHERE id = $1`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			each(t, plan.Options{}, func(t *testing.T, w *world) {
				ctx := t.Context()
				owner := w.open(t, plan.Terms{Tier: plan.Upper})
				other := must.Get(w.Open(ctx, w.prepared(t, "wang@example.com"), plan.Terms{Tier: plan.Standard}))(t)
				team := must.Get(w.accounts.CreateTeam(ctx, owner, "市场部"))(t)
				var seen plan.Subscription
				done := make(chan error, 1)
				must.Do(t, w.db.InTx(ctx, func(tx *store.Tx) error {
					if _, err := w.ForTx(ctx, tx, team); err != nil {
						return err
					}
					go func() {
						done <- w.db.InTx(ctx, func(tx *store.Tx) (err error) {
							seen, err = w.ForTx(ctx, tx, team)
							return err
						})
					}()
					if err := w.awaited(ctx); err != nil {
						return err
					}
					_, err := tx.Exec(ctx, statement, team, other)
					return err
				}))
				err := <-done
				if name == "deleted" {
					must.Refuse(t, err, fault.NoSuchThing)
					return
				}
				must.Do(t, err)
				expect.Equal(t, seen.UserID, other, "whose plan")
			})
		})
	}
}

// awaited returns when a transaction waits for a row. On SQLite it waits for the whole database.
func (w *world) awaited(ctx context.Context) error {
	for w.db.Dialect() == store.Postgres {
		n, err := store.One[int](w.db.Read().QueryRow(ctx,
			`SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`))
		if err != nil || n > 0 {
			return err
		}
	}
	return nil
}
