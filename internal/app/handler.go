package app

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"renown/internal/config"
	"renown/internal/door/api"
	"renown/internal/door/console"
	"renown/internal/door/mcp"
	"renown/internal/door/porch"
	"renown/internal/door/runtime"
	"renown/internal/floor/limit"
	"renown/internal/floor/store"
	"renown/internal/floor/turn"
)

// handler puts the doors behind the porch.
func (a *App) handler(drain *porch.Drain, metrics prometheus.Registerer) (http.Handler, error) {
	if a.Settings.Role == config.Worker { // it answers probes and nothing else
		return a.probes(drain, http.NotFoundHandler()), nil
	}
	pace := a.pace()
	admission := &porch.Admission{
		Accounts:  a.Accounts,
		Limits:    a.Limits,
		PerKey:    limit.Rate(a.Settings.RateLimit),
		Anonymous: limit.Rate(a.Settings.AnonymousLimit),
		Pace:      pace,
		Address:   porch.Proxies(a.Settings.TrustedProxies).Address,
		Limited:   func(by string) { a.metrics.limited.WithLabelValues(by).Inc() },
	}
	rest, err := api.New(api.Rooms{
		Rooms:     a.Rooms,
		Admission: admission,
		Exporting: &a.exporting,
		Time:      a.Patience.Answer,
		Stopping:  drain.Started(),
	})
	if err != nil {
		return nil, err
	}
	agents, err := mcp.New(mcp.Rooms{
		Rooms: a.Rooms, Admission: admission, Version: a.Version, Now: func() time.Time { return a.DB.Now().Time }, Time: a.Patience.Answer,
	})
	if err != nil {
		return nil, err
	}
	pages, err := a.console(pace)
	if err != nil {
		return nil, err
	}
	browsers := runtime.New(runtime.Rooms{
		Admission: admission, Runtimes: a.Runtimes, Runs: a.Runs, Limits: a.Limits,
		Rate: limit.Rate(a.Settings.RateLimit), Time: a.Patience.Answer, Stopping: drain.Started(),
	})
	address := porch.Proxies(a.Settings.TrustedProxies).Address
	slots := porch.NewSlots(a.Settings.MaxRequests, a.turns, a.Patience.Slot, porch.NewCallers(address))
	observer := porch.Observer{
		Log: a.Log, Metrics: porch.NewMetrics(metrics), Failed: byDoor(api.Failed, mcp.Failed, runtime.Failed,
			pages.Failed), Trace: a.traceRequests(),
		Address: address,
	}
	doors := slots.Handler(byDoor(rest.ServeHTTP, agents.ServeHTTP, browsers.ServeHTTP, pages.ServeHTTP),
		byDoor(api.Busy, mcp.Busy, runtime.Busy, pages.Stopping))
	exposure := porch.Exposure{Log: a.Log, Proxies: a.Settings.TrustedProxies, PublicURL: a.Settings.PublicURL, Local: config.Loopback}
	return a.probes(drain, exposure.Handler(observer.Handler(drain.Handler(doors,
		byDoor(api.Stopping, mcp.Stopping, runtime.Stopping, pages.Stopping))))), nil
}

// newTurns returns the turns in which requests and readings of answers are worked on. The embedded database works in this process, so
// more than there are processors would only wait for each other; with a server they wait for its answers meanwhile.
func newTurns(d store.Dialect, slots int) *turn.Queue {
	turns := turn.Processors()
	if d == store.Postgres {
		turns *= 4
	}
	return turn.New(min(turns, slots), 0).WithAhead(slots)
}

// byDoor answers in the words of the door that a request came to.
func byDoor(rest, agents, browsers, pages http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		switch path := r.URL.Path; {
		case below(path, api.Prefix), below(path, api.CallbackPrefix), api.IsPage(path):
			rest(w, r)
		case below(path, mcp.Path):
			agents(w, r)
		case below(path, runtime.Prefix):
			browsers(w, r)
		default:
			pages(w, r)
		}
	}
}

func (a *App) console(pace *porch.Pace) (*console.Console, error) {
	contract, err := api.Contract()
	if err != nil {
		return nil, err
	}
	return console.New(console.Rooms{
		Rooms:              a.Rooms,
		Pace:               pace,
		Document:           api.Document(),
		Contract:           contract,
		Export:             a.Export,
		MoveBrand:          a.MoveBrand,
		DeleteBrand:        a.DeleteBrand,
		Exporting:          &a.exporting,
		Address:            porch.Proxies(a.Settings.TrustedProxies).Address,
		Secure:             porch.Proxies(a.Settings.TrustedProxies).Secure,
		Now:                a.DB.Now,
		PublicURL:          a.Settings.PublicURL,
		Mail:               a.Settings.SMTPURL != nil,
		RegistrationClosed: a.Settings.RegistrationClosed,
		OperatorFactor:     a.Settings.OperatorSecondFactor,
		Demo:               a.Settings.Demo,
		Story:              a.storyBrand,
		Told:               a.storyTold,
		Time:               a.Patience.Answer,
	})
}

func below(path, prefix string) bool {
	return path == prefix || strings.HasPrefix(path, prefix+"/")
}

// probes answers /healthz and /readyz beside everything else: they are never logged, limited or refused.
func (a *App) probes(drain *porch.Drain, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/healthz":
			say(w, http.StatusOK, "ok")
		case "/readyz":
			status, text := a.ready(drain)
			say(w, status, text)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// readiness is the last look at the database.
type readiness struct {
	mu     sync.Mutex
	until  time.Time
	status int
	text   string
}

// ready tells whether requests can be served now: not stopping, database reachable, tables those that this program knows.
func (a *App) ready(drain *porch.Drain) (int, string) {
	if drain.Leaving() {
		return http.StatusServiceUnavailable, "stopping"
	}
	last := &a.readiness
	last.mu.Lock() // requests meanwhile wait for the same look
	defer last.mu.Unlock()
	if now := time.Now(); now.After(last.until) {
		last.status, last.text = a.look(context.Background()) // for everybody: not to be ended by who happened to be first
		last.until = time.Now().Add(a.Patience.Ready)
	}
	return last.status, last.text
}

func (a *App) look(ctx context.Context) (int, string) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	version, err := a.DB.SchemaVersion(ctx)
	if err != nil {
		if a.unready.Begins() {
			a.Log.Warn("not ready", "error", err)
		}
		return http.StatusServiceUnavailable, "database not reachable"
	}
	if version.Behind() {
		return http.StatusServiceUnavailable, "database not migrated"
	}
	if err := version.Err(); err != nil {
		if a.unready.Begins() {
			a.Log.Warn("not ready", "error", err)
		}
		return http.StatusServiceUnavailable, "database migrated by a newer program"
	}
	return http.StatusOK, "ok"
}

func say(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text + "\n"))
}

// pace is how often an account and a session may ask; an account as often as one of its keys at least.
func (a *App) pace() *porch.Pace {
	account, key := a.Settings.AccountLimit, a.Settings.RateLimit
	perAccount := limit.Rate{PerMinute: max(account.PerMinute, key.PerMinute), Burst: max(account.Burst, key.Burst)}
	if key.PerMinute <= 0 { // without a limit for a key there is none for all of them
		perAccount = limit.Rate{}
	}
	return &porch.Pace{
		Limits:     a.Limits,
		PerAccount: perAccount,
		PerSession: limit.Rate(a.Settings.SessionLimit),
		Limited:    func(by string) { a.metrics.limited.WithLabelValues(by).Inc() },
	}
}
