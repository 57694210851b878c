package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"

	"renown/internal/app"
	"renown/internal/config"
)

// fill opens accounts like the demo's, two brands each, the first with a past, and returns a key of each.
func fill(ctx context.Context, url string, accounts, days int) (keys []string, err error) {
	a, err := open(ctx, url)
	if err != nil {
		return nil, err
	}
	defer a.Close()
	for n := range accounts {
		demo, err := a.OpenDemo(ctx, fmt.Sprintf("load%d@renown.example", n), "renown-load-password")
		if err != nil {
			return nil, err
		}
		keys = append(keys, demo.Key)
		err = a.History(ctx, demo.Caller, demo.BrandIDs[:1], days, func(done, total int) {
			fmt.Fprintf(os.Stderr, "\rfilling in account %d of %d: day %d of %d ", n+1, accounts, done, total)
		})
		if err != nil {
			return nil, err
		}
	}
	fmt.Fprintln(os.Stderr)
	return keys, nil
}

func open(ctx context.Context, url string) (*app.App, error) {
	var texts config.Server
	config.FillDefaults(&texts)
	texts.Simulate = true
	settings, err := config.Check(config.Database{}, config.Logging{LogLevel: "warn", LogFormat: "json"}, texts, nil)
	if err != nil {
		return nil, err
	}
	settings.DatabaseURL = url
	return app.Open(ctx, settings, slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn})))
}
