// Package app builds the program from its settings, starts it and stops it. It is the only package that knows all others.
package app

import (
	"log/slog"
	"sync/atomic"
	"time"

	"renown/internal/config"
	"renown/internal/door/porch"
	"renown/internal/floor/audit"
	"renown/internal/floor/fault"
	"renown/internal/floor/id"
	"renown/internal/floor/limit"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/floor/tracing"
	"renown/internal/floor/turn"
	"renown/internal/floor/undo"
	"renown/internal/room"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/campaign"
	"renown/internal/room/drafting"
	"renown/internal/room/export"
	"renown/internal/room/fact"
	"renown/internal/room/insight"
	"renown/internal/room/insight/detail"
	"renown/internal/room/insight/proof"
	"renown/internal/room/job"
	"renown/internal/room/opportunity"
	"renown/internal/room/plan"
	"renown/internal/room/points"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/room/publishing/order"
	"renown/internal/room/reading"
	"renown/internal/room/run"
	"renown/internal/room/run/runtime"
	"renown/internal/simulator/market"
	"renown/internal/tool/assistant"
)

// App is the program over one database, as commands and the server use it.
type App struct {
	room.Rooms
	Settings config.Settings
	Log      *slog.Logger
	DB       *store.DB
	Limits   *limit.Limiter
	Points   *points.Ledger
	Patience Patience
	Version  string // as metrics and traces name it

	Assistants *assistant.Client
	Findings   *reading.Findings

	metrics *metrics

	exporting porch.Singly           // exports of accounts, over all doors
	telling   atomic.Pointer[howFar] // the demo's story; nil: not told
	story     atomic.Pointer[string] // id of the brand that it is about; nil: there is no demo
	tracer    *tracing.Tracer        // nil: no traces; set before anything is served
	queue     *queue.Queue
	turns     *turn.Queue // of what computes, requests and jobs alike
	node      string      // names this process among all that work on the database

	readiness readiness
	unready   fault.Outage
	working   chan struct{} // see Working
	retired   atomic.Bool   // see beat
	waiting   *waiting      // what listened while migrating; nil: nothing

	market *market.Reader // what the simulator knows of a space
}

// Build builds the rooms over a database that is open and up to date. Closing the app closes it.
func Build(settings config.Settings, log *slog.Logger, db *store.DB) (*App, error) {
	if settings.Traces != nil {
		log = tracing.Log(log)
	}
	a := &App{
		Settings: settings, Log: log, DB: db, Patience: patience, node: id.New("node", time.Now()),
		metrics: newMetrics(), working: make(chan struct{}),
	}
	a.turns = newTurns(db.Dialect(), settings.MaxRequests)
	a.Limits = limit.New(db)
	a.exporting.Limits = a.Limits
	var err error
	if a.queue, err = a.newQueue(); err != nil {
		return nil, err
	}
	a.Jobs = job.New(a.queue)
	a.Audit = audit.New(db, settings.AuditRetention)
	options := account.Options{
		MaxKeys: settings.MaxKeys, SessionMax: settings.SessionMax,
		PasswordMemory: settings.PasswordMemory, Keys: settings.SealKeys,
	}
	if settings.SMTPURL != nil {
		options.Mail = a.queue
	}
	a.Accounts = account.New(db, a.Limits, options)
	a.Points = points.Watched(db, a.metrics.pointsMoved)
	a.Plans = plan.New(db, a.Accounts, plan.Options{
		RegistrationClosed: settings.RegistrationClosed, Ledger: a.Points,
		MaxStored: int64(settings.MaxStoredMB) * 1_000_000,
	})
	if a.Events, err = a.newEvents(); err != nil {
		return nil, err
	}
	a.Findings = reading.New(db, reading.Options{Queue: a.queue, Judge: newJudge(settings), Retention: settings.AnswerRetention})
	a.Brands = brand.New(db, a.Plans, a.Findings, a.ceilings())
	a.Facts = fact.New(db, a.Plans, a.Brands, a.queue, a.Events)
	a.Facts.JudgeBy(newFactJudge(settings), settings.FactJudgeCalls)
	a.Generations = drafting.New(db, drafting.Rooms{
		Plans: a.Plans, Brands: a.Brands, Facts: a.Facts, Drafter: newDrafter(settings), Queue: a.queue, PerDay: settings.MaxGenerations,
	})
	a.Assistants = a.newAssistants(settings)
	a.Runtimes = runtime.New(db, a.Accounts, a.Assistants.Catalogue().IDs)
	a.Runtimes.Simulated, a.Runtimes.Events = settings.Simulate != nil, a.Events
	a.Runs = run.New(db, run.Rooms{
		Runtimes: a.Runtimes, Plans: a.Plans, Brands: a.Brands, Findings: a.Findings, Facts: a.Facts,
		Assistants: a.Assistants, Queue: a.queue, Events: a.Events,
	}, run.Options{
		Node: a.node, Role: string(settings.Role), Capacity: settings.Capacity, Limits: a.platformLimits, Watch: a.watchRuns(),
	})
	a.Insights = insight.New(db, a.Brands, a.Runs, a.Events)
	a.Details = detail.New(db, a.Insights)
	a.Proofs = proof.New(db, a.Insights)
	post := a.outlets()
	a.Catalogue = catalogue.New(db, catalogue.Options{Findings: a.Findings, Sender: post.Sender, Keys: post.Keys})
	rules, err := content.ReadRules(settings.ArticleRules)
	if err != nil {
		return nil, err
	}
	a.Contents = content.New(db, a.Plans, content.Options{
		Gate: content.Gate(settings.ArticleGate), Rules: rules, Facts: a.Facts,
		Max: settings.MaxContents, DeletedFor: settings.DeletedRetention,
	})
	a.Orders = order.New(db, order.Rooms{
		Plans: a.Plans, Findings: a.Findings, Brands: a.Brands,
		Catalogue: a.Catalogue, Contents: a.Contents, Events: a.Events, Post: post,
	}, order.Options{Moved: a.metrics.ordersMoved})
	a.Campaigns = campaign.New(db, a.Brands, a.Plans, a.Events, a.Orders)
	a.Opportunities = opportunity.New(db, opportunity.Rooms{
		Plans: a.Plans, Brands: a.Brands, Facts: a.Facts, Insights: a.Insights, Catalogue: a.Catalogue,
		Contents: a.Contents, Queue: a.queue,
		Drafter: newWriter(settings), PerDay: settings.MaxGenerations,
	})
	a.Bulk = export.New(db, a.Brands, append(a.Campaigns.Tables(), a.Opportunities.Table())...)
	a.market = &market.Reader{DB: db, Brands: a.Brands, Orders: a.Orders, Catalogue: a.Catalogue}
	if a.Reports, err = a.newReports(); err != nil {
		return nil, err
	}
	a.Undos = undo.New(db, a.Accounts.Restores(), a.Brands.Restores(), a.Facts.Restores(), a.Contents.Restores(), a.Orders.Restores())
	kinds, err := a.kinds()
	if err != nil {
		return nil, err
	}
	return a, a.queue.Work(kinds...)
}

// ceilings is how much a space and a brand may hold.
func (a *App) ceilings() brand.Options {
	s := a.Settings
	return brand.Options{
		MaxBrands: s.MaxBrands, MaxTopics: s.MaxTopics, MaxPrompts: s.MaxPrompts, MaxCompetitors: s.MaxCompetitors,
		MaxNames: s.MaxNamesKB << 10, Events: a.Events,
	}
}

// Close releases the database.
func (a *App) Close() error { return a.DB.Close() }
