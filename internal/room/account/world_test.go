package account_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"renown/internal/floor/limit"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// world is the room over a fresh database, with a clock that stands still.
type world struct {
	*account.Accounts
	db    *store.DB
	url   string
	clock *storetest.Clock
	post  *post

	options account.Options
}

// post gathers the notices that were enqueued.
type post struct {
	mu      sync.Mutex
	notices []account.Notice
}

func (p *post) take(jobs []queue.Job) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, j := range jobs {
		p.notices = append(p.notices, j.Args.(account.Notice))
	}
}

func (p *post) last(t *testing.T) account.Notice {
	t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.notices) == 0 {
		t.Fatal("no notice was handed over")
	}
	return p.notices[len(p.notices)-1]
}

// each runs body on both engines, without a mail server.
func each(t *testing.T, body func(t *testing.T, w *world)) {
	t.Helper()
	eachWith(t, account.Options{MaxKeys: 50}, body)
}

// eachWithMail is each on an installation that has a mail server.
func eachWithMail(t *testing.T, body func(t *testing.T, w *world)) {
	t.Helper()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		w := newWorld(t, d, account.Options{MaxKeys: 50})
		w.post = &post{}
		w.options.Mail = queue.Gather(w.db, w.post.take)
		w.Accounts = account.New(w.db, limit.New(w.db), w.options)
		body(t, w)
	})
}

func eachWith(t *testing.T, options account.Options, body func(t *testing.T, w *world)) {
	t.Helper()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		body(t, newWorld(t, d, options))
	})
}

func newWorld(t *testing.T, d store.Dialect, options account.Options) *world {
	t.Helper()
	options.PasswordMemory = account.LittleMemory
	w := &world{url: storetest.URL(t, d), clock: storetest.NewClock(), options: options}
	w.db = storetest.OpenURL(t, w.url, store.WithClock(w.clock.Now))
	w.Accounts = account.New(w.db, limit.New(w.db), options)
	return w
}

// another is a second process over the same database.
func (w *world) another(t *testing.T) *account.Accounts {
	t.Helper()
	db := storetest.OpenURL(t, w.url, store.WithClock(w.clock.Now))
	return account.New(db, limit.New(db), account.Options{MaxKeys: 50, PasswordMemory: account.LittleMemory})
}

// create stores a user; each one made by account.Ready has account.Password.
func (w *world) create(ctx context.Context, n account.NewUser) (userID string, err error) {
	err = w.db.InTx(ctx, func(tx *store.Tx) error {
		userID, err = w.CreateTx(ctx, tx, n)
		return err
	})
	return userID, err
}

func (w *world) user(t *testing.T, email string) string {
	t.Helper()
	return must.Get(w.create(t.Context(), account.Ready(email)))(t)
}

func (w *world) key(t *testing.T, userID string, scopes ...string) (account.Key, string) {
	t.Helper()
	key, plaintext, err := w.CreateKey(t.Context(), userID, "key", scopes)
	must.Do(t, err)
	return key, plaintext
}

func (w *world) enter(t *testing.T, userID string) (account.Session, string) {
	t.Helper()
	s, token, err := w.Enter(t.Context(), userID)
	must.Do(t, err)
	return s, token
}

func (w *world) team(t *testing.T, userID string) string {
	t.Helper()
	return must.Get(w.CreateTeam(t.Context(), userID, "市场部"))(t)
}

// still makes the throttles go by the world's clock. On PostgreSQL they go by the server's, which does not stand still.
func (w *world) still(t *testing.T) {
	t.Helper()
	inMemory := limit.New(storetest.Open(t, store.SQLite, store.WithClock(w.clock.Now)))
	w.Accounts = account.New(w.db, inMemory, w.options)
}

func at(d time.Duration) timestamp.Time { return timestamp.Of(storetest.Start.Add(d)) }

// holding lists the columns of the whole database in which some row contains text, as table.column.
func holding(t *testing.T, db *store.DB, text string) []string {
	t.Helper()
	found := []string{}
	for some := range slices.Chunk(columns(t, db), 400) { // SQLite joins up to 500 at once
		var query []string
		for _, c := range some {
			table, column, _ := strings.Cut(c, ".")
			query = append(query, `SELECT '`+c+`' WHERE EXISTS (SELECT 1 FROM "`+table+`" WHERE CAST("`+column+`" AS TEXT) LIKE $1)`)
		}
		list := must.Get(store.List(t.Context(), db.Read(), store.One[string], strings.Join(query, " UNION ALL "), "%"+text+"%"))(t)
		found = append(found, list...)
	}
	return found
}

// columns lists every column of the database as table.column.
func columns(t *testing.T, db *store.DB) []string {
	t.Helper()
	query := `SELECT m.name || '.' || c.name FROM sqlite_schema m, pragma_table_info(m.name) c WHERE m.type = 'table' ORDER BY 1`
	if db.Dialect() == store.Postgres {
		query = `SELECT table_name || '.' || column_name FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1`
	}
	list := must.Get(store.List(t.Context(), db.Read(), store.One[string], query))(t)
	if len(list) < 40 {
		t.Fatalf("only %d columns found", len(list))
	}
	return list
}

// holdWrites blocks writes into a table, so that those who decided by what they read meet there. The function it
// returns waits until so many stand still, and lets them go. SQLite has one writer anyway.
func (w *world) holdWrites(t *testing.T, table string) (release func(waiting int)) {
	t.Helper()
	if w.db.Dialect() != store.Postgres {
		return func(int) {}
	}
	ctx, db := t.Context(), storetest.OpenURL(t, w.url) // the world's own connections may all be waiting
	held, let, done := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		done <- db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `LOCK TABLE `+table+` IN SHARE MODE`)
			close(held)
			<-let
			return err
		})
	}()
	<-held
	return func(waiting int) {
		const still = `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
		for n := 0; n < waiting; {
			must.Do(t, db.Read().QueryRow(ctx, still).Scan(&n))
		}
		close(let)
		must.Do(t, <-done)
	}
}
