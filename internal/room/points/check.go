package points

import (
	"context"
	"fmt"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
)

// checkJob compares accounts with their entries.
var checkJob = queue.Declare[struct{}](queue.Kind{Name: "ledger_check", Timeout: 30 * time.Minute, MaxAttempts: 3, Every: 6 * time.Hour})

// Jobs is the background work of this room. found is told after each check where accounts differ; there should be nothing.
func (l *Ledger) Jobs(found func([]Difference)) []queue.Kind {
	return []queue.Kind{checkJob.By(func(ctx context.Context, _ struct{}) error {
		_, differences, err := l.Check(ctx)
		if err == nil {
			found(differences)
		}
		return err
	})}
}

// Difference is a figure of an account that its entries do not bear out.
type Difference struct {
	UserID  string `json:"user_id"`
	Figure  string `json:"figure"`
	Stored  int64  `json:"stored"`
	Rebuilt int64  `json:"rebuilt"`
}

func (d Difference) String() string {
	return fmt.Sprintf("%s: %s is %d, the entries say %d", d.UserID, d.Figure, d.Stored, d.Rebuilt)
}

// Check rebuilds every account from its entries and returns how many there are and where they differ from what is stored.
func (l *Ledger) Check(ctx context.Context) (accounts int, found []Difference, err error) {
	defer fault.Wrap(&err, "points.Check")

	err = l.db.View(ctx, func(q store.Querier) error {
		stored, err := store.List(ctx, q, scanAccount, `SELECT `+accountColumns+` FROM points_accounts ORDER BY user_id`)
		if err != nil {
			return err
		}
		accounts = len(stored)
		rebuilt := make(map[string]*rebuild, len(stored))
		for _, a := range stored {
			rebuilt[a.UserID] = &rebuild{Account: Account{UserID: a.UserID}, cycle: a.Start}
		}
		lines, err := q.Query(ctx, `SELECT user_id, number, kind, points, held, balance_after, cycle_start FROM points_entries
			ORDER BY user_id, number`)
		if err != nil {
			return err
		}
		_, err = store.Collect(lines, func(row store.Row) (nothing struct{}, err error) {
			e, err := scanEntryFigures(row)
			if err != nil {
				return nothing, err
			}
			a := rebuilt[e.user]
			if a == nil { // entries without an account: compared with an empty one
				a = &rebuild{Account: Account{UserID: e.user}}
				rebuilt[e.user] = a
				stored = append(stored, Account{UserID: e.user})
			}
			found = append(found, a.add(e)...)
			return nothing, nil
		})
		for _, a := range stored {
			found = append(found, a.differences(rebuilt[a.UserID].Account)...)
		}
		return err
	})
	return accounts, found, err
}

// rebuild is an account that is being summed up; cycle is the one its stored counterpart is in.
type rebuild struct {
	Account
	cycle timestamp.Time
}

// entryFigures is an entry as far as figures go.
type entryFigures struct {
	user                       string
	number                     int64
	kind                       Kind
	points, held, balanceAfter int64
	cycle                      timestamp.Time
}

func scanEntryFigures(row store.Row) (e entryFigures, err error) {
	err = row.Scan(&e.user, &e.number, &e.kind, &e.points, &e.held, &e.balanceAfter, &e.cycle)
	return e, err
}

// add counts an entry and tells where the chain of balances is broken.
func (r *rebuild) add(e entryFigures) (found []Difference) {
	r.entries++
	r.Balance += e.points
	r.Held += e.held
	if e.cycle.Equal(r.cycle.Time) {
		switch e.kind {
		case Grant:
			r.Granted += e.points
		case Capture:
			r.Used -= e.held
		case Release:
			r.Refunded += e.points
		}
	}
	if e.number != r.entries {
		found = append(found, Difference{r.UserID, "an entry's number", e.number, r.entries})
	}
	if e.balanceAfter != r.Balance {
		found = append(found, Difference{r.UserID, fmt.Sprintf("the balance after entry %d", e.number), e.balanceAfter, r.Balance})
	}
	return found
}

func (a Account) differences(rebuilt Account) (found []Difference) {
	for _, f := range []struct {
		figure          string
		stored, rebuilt int64
	}{
		{"balance", a.Balance, rebuilt.Balance},
		{"held", a.Held, rebuilt.Held},
		{"entries", a.entries, rebuilt.entries},
		{"granted", a.Granted, rebuilt.Granted},
		{"used", a.Used, rebuilt.Used},
		{"refunded", a.Refunded, rebuilt.Refunded},
	} {
		if f.stored != f.rebuilt {
			found = append(found, Difference{a.UserID, f.figure, f.stored, f.rebuilt})
		}
	}
	return found
}
