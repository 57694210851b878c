package account

import (
	"context"
	"slices"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
)

// Names are the addresses of users and the names of spaces whose ids are among some. Who is gone has none.
func (a *Accounts) Names(ctx context.Context, ids []string) (names map[string]string, err error) {
	defer fault.Wrap(&err, "account.Names")

	names = map[string]string{}
	for some := range slices.Chunk(ids, store.AmongMost) {
		among, args := store.Among(some, 0)
		_, err = store.List(ctx, a.db.Read(), func(row store.Row) (id string, err error) {
			var name string
			err = row.Scan(&id, &name)
			names[id] = name
			return id, err
		}, `SELECT id, email FROM users WHERE id`+among+` UNION ALL SELECT id, name FROM spaces WHERE id`+among, args...)
		if err != nil {
			return nil, err
		}
	}
	return names, nil
}
