package app

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"renown/internal/config"
	"renown/internal/door/api"
	"renown/internal/door/mcp"
	"renown/internal/door/runtime"
	"renown/internal/floor/store"
	"renown/internal/room/run"
)

// Open opens the database, brings its tables up to date and builds the rooms. One that was moved away, or into which a move is
// unfinished, is refused.
func Open(ctx context.Context, settings config.Settings, log *slog.Logger) (*App, error) {
	return open(ctx, settings, log, "")
}

// OpenToServe is Open for a process that is going to serve: it listens while it brings the tables up to date.
func OpenToServe(ctx context.Context, settings config.Settings, log *slog.Logger) (*App, error) {
	return open(ctx, settings, log, settings.Listen)
}

func open(ctx context.Context, settings config.Settings, log *slog.Logger, address string) (a *App, err error) {
	w := new(waiting)
	db, err := store.Open(ctx, settings.DatabaseURL, store.WithLogger(log), store.WithProgress(w.progress))
	if err != nil {
		return nil, fmt.Errorf("opening the database: %w", err)
	}
	defer func() {
		if err != nil {
			w.end()
			db.Close()
		}
	}()
	if err := db.Usable(); err != nil {
		return nil, err
	}
	v, err := db.SchemaVersion(ctx)
	if err == nil && v.Err() == nil && v.Behind() && address != "" {
		err = w.listen(address)
	}
	if err == nil {
		err = Migrate(ctx, db, v, false)
	}
	if err != nil {
		return nil, fmt.Errorf("bringing the database up to date: %w", err)
	}
	if a, err = Build(settings, log, db); err == nil {
		a.waiting = w
	}
	return a, err
}

// Alive lists the processes that were heard of lately: for commands that look without opening more than the database.
func Alive(ctx context.Context, db *store.DB) ([]run.Node, error) { return run.Alive(ctx, db) }

// Migrate brings the tables up to date, unless processes are alive that would be refused afterwards: force does it all the same.
func Migrate(ctx context.Context, db *store.DB, v store.Version, force bool) error {
	if v.Behind() && v.Err() == nil && !force {
		alive, err := run.Alive(ctx, db)
		if err != nil && !store.IsUndefined(err) {
			return err
		}
		var list []string
		for _, n := range alive {
			if n.Schema > 0 && v.CutsOff(n.Schema) {
				list = append(list, fmt.Sprintf("%s (%s, schema %d)", n.ID, n.Role, n.Schema))
			}
		}
		if len(list) > 0 {
			return fmt.Errorf("processes that the new tables do not serve were heard of in the last 15 seconds: %s; "+
				"stop them first, or call renown migrate --force", strings.Join(list, ", "))
		}
	}
	return db.Migrate(ctx)
}

// waiting answers probes while the tables are brought up to date, and refuses all else.
type waiting struct {
	server *http.Server // nil: it does not listen
	at, of atomic.Int64
}

func (w *waiting) listen(address string) error {
	ln, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	w.server = &http.Server{Handler: w, ReadHeaderTimeout: patience.Header, ReadTimeout: patience.Read, WriteTimeout: patience.Write}
	go func() { _ = w.server.Serve(ln) }()
	return nil
}

func (w *waiting) progress(at, of int) {
	w.at.Store(int64(at))
	w.of.Store(int64(of))
}

func (w *waiting) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	rw.Header().Set("Connection", "close")
	switch r.URL.Path {
	case "/healthz":
		say(rw, http.StatusOK, "ok")
	case "/readyz":
		say(rw, http.StatusServiceUnavailable, fmt.Sprintf("migrating %d of %d", w.at.Load(), w.of.Load()))
	default:
		rw.Header().Set("Retry-After", "5")
		byDoor(api.Stopping, mcp.Stopping, runtime.Stopping, func(rw http.ResponseWriter, _ *http.Request) {
			say(rw, http.StatusServiceUnavailable, "migrating")
		})(rw, r)
	}
}

// end frees the address; nothing that was asked meanwhile takes longer than its answer.
func (w *waiting) end() {
	if w == nil || w.server == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if w.server.Shutdown(ctx) != nil {
		_ = w.server.Close()
	}
}
