// Package app builds the program from its settings, starts it and stops it. It is the only package that knows all others.
package app

import (
	"context"
	"fmt"
	"log/slog"

	"renown/internal/account"
	"renown/internal/config"
	"renown/internal/limit"
	"renown/internal/plan"
	"renown/internal/store"
)

// App is the program over one database, as commands and the server use it.
type App struct {
	Settings config.Settings
	Log      *slog.Logger
	DB       *store.DB
	Limits   *limit.Limiter
	Accounts *account.Accounts
	Plans    *plan.Plans
}

// Open opens the database, brings its tables up to date and builds the rooms.
func Open(ctx context.Context, settings config.Settings, log *slog.Logger) (*App, error) {
	db, err := store.Open(ctx, settings.DatabaseURL, store.WithLogger(log))
	if err != nil {
		return nil, fmt.Errorf("opening the database: %w", err)
	}
	if err := db.Migrate(ctx); err != nil {
		db.Close()
		return nil, fmt.Errorf("bringing the database up to date: %w", err)
	}
	return build(settings, log, db), nil
}

func build(settings config.Settings, log *slog.Logger, db *store.DB) *App {
	a := &App{Settings: settings, Log: log, DB: db}
	a.Limits = limit.New(db)
	a.Accounts = account.New(db, a.Limits, account.Options{MaxKeys: settings.MaxKeys})
	a.Plans = plan.New(db, a.Accounts, plan.Options{RegistrationClosed: settings.RegistrationClosed})
	return a
}

// Close releases the database.
func (a *App) Close() error { return a.DB.Close() }
