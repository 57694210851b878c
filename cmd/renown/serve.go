package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"time"

	"renown/internal/app"
	"renown/internal/config"
	"renown/internal/floor/audit"
	"renown/internal/floor/turn"
)

type serveCmd struct {
	config.Server
}

func (serveCmd) Help() string {
	return `Every setting can also be given in the environment (named beside each flag) or in the YAML file of --config
(rate_limit_per_minute: 600). A flag wins over the environment, the environment over the file.

Example:
  renown serve --listen 127.0.0.1:8080 --data /var/lib/renown
  renown serve --database postgres://renown@db/renown --role api`
}

func (c *serveCmd) Run(ctx context.Context, e *environment) error {
	obeyLimit(limitFiles())
	collect := withoutCollecting()
	defer collect()
	settings, err := config.Check(e.cli.Database, e.cli.Logging, c.Server, e.file)
	if err != nil {
		return err
	}
	log := e.logger(settings.Log)
	for _, unknown := range config.Unknown(os.Environ(), e.settings) {
		log.Warn(unknown)
	}
	ctx = audit.With(ctx, audit.Actor{Via: audit.BySystem})
	app.Prepare()
	a, err := app.OpenToServe(ctx, settings, log)
	if err != nil {
		return err
	}
	defer a.Close()
	a.Version = version
	turn.Spread()
	return a.Serve(ctx, func(addr net.Addr) {
		fmt.Fprintf(e.err, "listening on http://%s\n", addr)
		time.AfterFunc(time.Second, collect)     // not before the first answers
		time.AfterFunc(10*time.Second, giveBack) // by then the jobs that every start begins with are done
	})
}
