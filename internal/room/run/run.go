// Package run monitors a brand: it decides whether a run may start, creates all its sub-tasks, asks the assistants and
// has their answers kept.
//
// It owns the tables detection, nodes, platform_gates, runs, run_platforms and tasks. Whether a run is accepted
// is one decision per account at a time; which runs are in progress is one decision for the installation. Nothing is
// asked while a transaction is open, an answer is stored once, and what a dead process held is given to another.
package run

import (
	"context"

	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/event"
	"renown/internal/room/fact"
	"renown/internal/room/plan"
	"renown/internal/room/reading"
	"renown/internal/room/run/runtime"
	"renown/internal/tool/assistant"
)

// States of a run and of a platform within it; only platforms are skipped.
const (
	Queued    = "queued"
	Running   = "running"
	Completed = "completed"
	Failed    = "failed"
	Cancelled = "cancelled"
	Skipped   = "skipped"

	answered = "answered" // of a sub-task, beside the others
)

// What starts a run.
const (
	FromAPI      = "api"
	FromConsole  = "console"
	FromSchedule = "schedule"
)

// Runs is the room's door for everybody else.
type Runs struct {
	db         *store.DB
	rooms      Rooms
	options    Options
	executions *executions
	waiters    slotWaiters
	changes    changes
	heartbeat  heartbeat
}

// Rooms are the neighbours a run needs.
type Rooms struct {
	Plans      *plan.Plans
	Brands     *brand.Brands
	Findings   *reading.Findings
	Facts      *fact.Facts // hold answers against facts after a run; nil: not done
	Assistants *assistant.Client
	Runtimes   *runtime.Runtimes
	Queue      *queue.Queue
	Events     *event.Events // told how runs end; nil: not told
}

// Options are the settings of the room.
type Options struct {
	Node     string // names this process; unique among those running
	Role     string // all, api or worker; all by default
	Capacity int    // runs in progress on the whole installation
	// Limits gives a platform's slots and requests a minute; 0 is no limit.
	Limits func(platform string) (slots, perMinute int)
	Watch  Watch
}

// New returns the room over db.
func New(db *store.DB, rooms Rooms, options Options) *Runs {
	r := over(db, rooms, options)
	rooms.Plans.Accounts.TeamEnds.Add(r.idleTx)
	rooms.Plans.Accounts.Leaving.Add(func(ctx context.Context, tx *store.Tx, l *account.Leaving) (err error) {
		l.Busy["runs"], err = countedTx(ctx, tx, l.UserID)
		return err
	})
	return r
}

func over(db *store.DB, rooms Rooms, options Options) *Runs {
	options.Watch = options.Watch.whole()
	return &Runs{db: db, rooms: rooms, options: options, executions: &executions{count: map[string]int{}}, waiters: newSlotWaiters()}
}

// Aside is the same process at work over another handle of the database, under another clock.
func (r *Runs) Aside(db *store.DB, rooms Rooms, options Options) *Runs {
	options.Node = r.options.Node
	aside := over(db, rooms, options)
	aside.executions = r.executions
	return aside
}

// Run is a run's progress record.
type Run struct {
	ID         string          `json:"run_id"`
	BrandID    string          `json:"brand_id"`
	Status     string          `json:"status"`
	Mode       string          `json:"mode"`
	Surface    string          `json:"surface"` // where assistants are asked: api or app
	Trigger    string          `json:"trigger"`
	Samples    int64           `json:"samples"` // times that each prompt is asked on each platform
	Progress   Progress        `json:"progress"`
	Platforms  []Platform      `json:"platforms"`
	CreatedAt  timestamp.Time  `json:"created_at"`
	StartedAt  *timestamp.Time `json:"started_at"`
	FinishedAt *timestamp.Time `json:"finished_at"`
}

// Progress counts sub-tasks. Done equals Total exactly when the run has ended.
type Progress struct {
	Done  int64 `json:"done"`
	Total int64 `json:"total"`
}

// Platform is a platform's part in a run. The reason is there when it was skipped. Done counts what was skipped or cancelled
// too: Answered is what came of it.
type Platform struct {
	Platform   string  `json:"platform"`
	Name       string  `json:"name"`
	Status     string  `json:"status"`
	Done       int64   `json:"done"`
	Answered   int64   `json:"-"`
	Failed     int64   `json:"failed"`
	Total      int64   `json:"total"`
	Reason     *Reason `json:"reason,omitempty"`
	ReasonCode *string `json:"reason_code,omitempty"`
}

// Ended tells whether a status is terminal.
func Ended(status string) bool { return status == Completed || status == Failed || status == Cancelled }
