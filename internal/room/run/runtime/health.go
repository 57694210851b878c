package runtime

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/event"
)

// State is what a runtime says of itself on a platform.
type State string

// States. In those from Login on it asks nothing until a person has looked.
const (
	Ready     State = "ready"
	Asking    State = "asking"
	Resting   State = "resting"      // at night, or the day's questions are used up
	Login     State = "login"        // the site wants a person to log in
	Challenge State = "challenge"    // the site wants to see a person
	Refused   State = "refused"      // the site wants no more questions
	Unknown   State = "unknown_page" // the page is not what the recipe knows
)

// States lists them all.
var States = []State{Ready, Asking, Resting, Login, Challenge, Refused, Unknown}

// LoggedIn tells whether questions can be asked in this state, now or later, without a person.
func (s State) LoggedIn() bool { return s == Ready || s == Asking || s == Resting }

// liveFor is how long a runtime counts as there after it was heard of; it calls at least once a minute.
const liveFor = 3 * time.Minute

// Health is what a runtime last said of a platform.
type Health struct {
	Platform string          `json:"platform"`
	State    State           `json:"state"`
	Live     bool            `json:"live"` // heard of lately
	SeenAt   timestamp.Time  `json:"seen_at"`
	ReadyAt  *timestamp.Time `json:"ready_at"` // when it was last logged in
	Asked    int64           `json:"asked_today"`
	Limit    int64           `json:"daily_limit"`
	Version  string          `json:"version"`
	Recipe   string          `json:"recipe"`
}

// Report is what a runtime says of a platform.
type Report struct {
	Platform, Version, Recipe string
	State                     State
}

// textMax bounds what a runtime says of its version and recipe, in bytes.
const textMax = 100

// Report keeps what a runtime says of its platforms. Platforms that its token is not for are left out; an unknown state is Malformed.
func (r *Runtimes) Report(ctx context.Context, of Runtime, reports []Report) (err error) {
	defer fault.Wrap(&err, "runtime.Report")

	for _, p := range reports {
		if !slices.Contains(States, p.State) || !said(p.Version) || !said(p.Recipe) {
			return fault.New(fault.Malformed).Why("runtime_state").With("states", States)
		}
	}
	return r.db.InTx(ctx, func(tx *store.Tx) error {
		for _, p := range reports {
			if !slices.Contains(of.Platforms, p.Platform) {
				continue
			}
			if err := r.reportTx(ctx, tx, of, p); err != nil {
				return err
			}
		}
		return nil
	})
}

// said tells whether what a runtime says of itself can be kept: short, and text.
func said(text string) bool {
	return len(text) <= textMax && utf8.ValidString(text) && strings.IndexByte(text, 0) < 0
}

func (r *Runtimes) reportTx(ctx context.Context, tx *store.Tx, of Runtime, p Report) error {
	var ready any
	if p.State.LoggedIn() {
		ready = tx.Now
	}
	before, err := store.One[State](tx.QueryRow(ctx,
		`SELECT state FROM runtime_platforms WHERE runtime_id = $1 AND platform = $2`+tx.ForUpdate(), of.ID,
		p.Platform))
	if err != nil && !errors.Is(err, store.ErrNoRows) {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO runtime_platforms (runtime_id, platform, state, version, recipe, seen_at, ready_at)
		VALUES ($1, $2, $3, $4, $5, $6, CAST($7 AS BIGINT)) ON CONFLICT (runtime_id, platform) DO UPDATE SET state = excluded.state, version = excluded.version,
		recipe = excluded.recipe, seen_at = excluded.seen_at, ready_at = COALESCE(excluded.ready_at, runtime_platforms.ready_at)`,
		of.ID, p.Platform, p.State, p.Version, p.Recipe, tx.Now, ready)
	if err != nil || of.SpaceID == "" || !before.LoggedIn() || p.State.LoggedIn() {
		return err
	}
	// It worked and now wants a person. A runtime of the whole installation belongs to no space: operators see it on their page.
	return r.Events.RecordTx(ctx, tx, event.Record{
		SpaceID: of.SpaceID, Type: event.RuntimeStopped, Once: strings.Join([]string{
			string(event.RuntimeStopped),
			of.ID, p.Platform, tx.Now.String(),
		}, "/"),
		Subject: of.ID, Data: event.Runtime{RuntimeID: of.ID, Name: of.Name, Platform: p.Platform, State: string(p.State)},
	})
}

func healthOf(ctx context.Context, q store.Querier, now timestamp.Time, runtimeID string) ([]Health, error) {
	today := day.Of(now.Time).Begin()
	return store.List(ctx, q, func(row store.Row) (h Health, err error) {
		var day timestamp.Time
		err = row.Scan(&h.Platform, &h.State, &h.SeenAt, &h.ReadyAt, &day, &h.Asked, &h.Version, &h.Recipe)
		h.Live, h.Limit = now.Sub(h.SeenAt.Time) <= liveFor, dailyMax
		if !day.Equal(today.Time) {
			h.Asked = 0
		}
		return h, err
	}, `SELECT platform, state, seen_at, ready_at, day, asked, version, recipe FROM runtime_platforms WHERE runtime_id = $1 ORDER BY platform`, runtimeID)
}

// Standing is how a platform's app can be reached for a space: whether its terms are recorded as read, whether a runtime is there
// and logged in, and when one last was.
type Standing struct {
	TermsRead, Live bool
	LastReady       *timestamp.Time
}

// StandingIn tells it for a space; the installation's own runtimes serve every space.
func (r *Runtimes) StandingIn(ctx context.Context, q store.Querier, now timestamp.Time, spaceID, platform string) (s Standing, err error) {
	defer fault.Wrap(&err, "runtime.StandingIn")

	var live, read int
	err = q.QueryRow(ctx, `SELECT (SELECT count(*) FROM runtime_terms WHERE platform = $1), count(CASE WHEN p.seen_at >= $3 AND p.state IN ('ready', 'asking', 'resting') THEN 1 END), max(p.ready_at)
		FROM runtimes r JOIN runtime_platforms p ON p.runtime_id = r.id
		WHERE p.platform = $1 AND r.revoked_at IS NULL AND (r.space_id IS NULL OR r.space_id = $2)`, platform, spaceID, now.Add(-liveFor)).Scan(&read, &live, &s.LastReady)
	s.TermsRead, s.Live = read > 0, live > 0
	return s, err
}

// LiveIn lists the platforms whose terms were read and that a runtime of a space, or of the installation, is logged in to now.
func (r *Runtimes) LiveIn(ctx context.Context, q store.Querier, now timestamp.Time, spaceID string) (_ []string, err error) {
	defer fault.Wrap(&err, "runtime.LiveIn")

	return store.List(ctx, q, store.One[string], `SELECT DISTINCT p.platform FROM runtimes r JOIN runtime_platforms p ON p.runtime_id = r.id
		WHERE r.revoked_at IS NULL AND (r.space_id IS NULL OR r.space_id = $1) AND p.seen_at >= $2 AND p.state IN ('ready', 'asking', 'resting')
			AND EXISTS (SELECT 1 FROM runtime_terms t WHERE t.platform = p.platform)`, spaceID, now.Add(-liveFor))
}

// Offline is the state of a runtime that has not been heard of lately, in counts.
const Offline State = "offline"

// Count is how many runtimes in force are in a state on a platform.
type Count struct {
	Platform string
	State    State
	Runtimes int64
}

// Counts counts the runtimes of everybody.
func (r *Runtimes) Counts(ctx context.Context) (_ []Count, err error) {
	defer fault.Wrap(&err, "runtime.Counts")

	return store.List(ctx, r.db.Read(), func(row store.Row) (c Count, err error) {
		err = row.Scan(&c.Platform, &c.State, &c.Runtimes)
		return c, err
	}, `SELECT platform, said, count(*) FROM (SELECT p.platform, CASE WHEN p.seen_at >= $1 THEN p.state ELSE 'offline' END AS said
			FROM runtime_platforms p JOIN runtimes r ON r.id = p.runtime_id WHERE r.revoked_at IS NULL) told
		GROUP BY platform, said ORDER BY platform, said`, r.db.Now().Add(-liveFor))
}
