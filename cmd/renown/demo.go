package main

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"renown/internal/app"
	"renown/internal/config"
	"renown/internal/simulator"
	"renown/internal/simulator/story"
)

const (
	demoEmail    = "demo@renown.example"
	demoPassword = "renown-demo"
	demoData     = "renown-demo"
	fillGC       = 400 // garbage in percent of what is in use: little is, and collecting took a fifth of the processor
	demoDays     = 60  // two periods of thirty: the second is compared with the first
)

type demoCmd struct {
	Lang   string `help:"Language of the story that the demo tells: zh or en." enum:"zh,en" default:"zh" placeholder:"LANG"`
	Seed   uint64 `help:"Another seed gives other answers." default:"0" placeholder:"N"`
	Listen string `help:"Address to serve on; a free port is picked when it is taken." default:"127.0.0.1:8080" placeholder:"ADDR"`
	Reset  bool   `help:"Forget the demo's data and start over."`

	Password string `help:"Password of the demo's account; needed on another address than this machine's own." env:"RENOWN_DEMO_PASSWORD" placeholder:"PASSWORD"`
}

func (demoCmd) Help() string {
	return `The data stays in the folder renown-demo (or the one of --data), so a second start goes on where the first ended.
The market is invented throughout: brands, competitors, outlets and sites. All assistants are simulated, and their answers are
marked as such. Sixty days of history fill in while it serves. docs/demo.md tells what happened in them.

Example:
  renown demo
  renown demo --lang en
  renown demo --reset
  RENOWN_DEMO_PASSWORD=… renown demo --listen 0.0.0.0:8080`
}

// password is the account's: the well-known one only where no other machine can reach the demo.
func (c *demoCmd) password() (string, error) {
	if c.Password != "" && c.Password != demoPassword {
		return c.Password, nil
	}
	host, _, err := net.SplitHostPort(c.Listen)
	if err == nil && config.Loopback(host) {
		return demoPassword, nil
	}
	return "", errors.New("--listen is an address that others may reach: set a password of your own by --password or RENOWN_DEMO_PASSWORD")
}

func (c *demoCmd) Run(ctx context.Context, e *environment) error {
	password, err := c.password()
	if err != nil {
		return err
	}
	settings, err := c.settings(e)
	if err != nil {
		return err
	}
	a, err := app.Open(ctx, settings, e.logger(settings.Log))
	if err != nil {
		return err
	}
	defer a.Close()
	demo, err := a.OpenDemoAs(ctx, story.Login{Email: demoEmail, Password: password, Language: c.Lang})
	if err != nil {
		return err
	}
	var filling sync.WaitGroup
	defer filling.Wait() // before the database is closed
	a.Version = version
	return a.Serve(ctx, func(addr net.Addr) {
		fmt.Fprintf(e.err, "listening on http://%s\n", addr)
		fmt.Fprintf(e.out, demoText, addr, demoEmail, password, story.OperatorEmail, demo.Key, demo.BrandIDs[0], demoQuestions[c.Lang])
		filling.Go(func() { fill(ctx, e, a, demo) })
	})
}

func (c *demoCmd) settings(e *environment) (config.Settings, error) {
	where := e.cli.Database
	if where.Data == "" && where.Database == "" {
		where.Data = demoData
	}
	if c.Reset {
		if err := forget(where); err != nil {
			return config.Settings{}, err
		}
	}
	server := config.Server{}
	config.Fill(&server, e.file)
	server.Listen, server.Simulate = freeAddress(c.Listen), true
	if server.SealKeys == "" && where.Data != "" {
		key, err := demoSeal(where.Data)
		if err != nil {
			return config.Settings{}, err
		}
		server.SealKeys = key
	}
	logging := e.cli.Logging
	if logging.LogLevel == "info" {
		logging.LogLevel = "warn" // a line per request would bury what the demo prints
	}
	settings, err := config.Check(where, logging, server, e.file)
	if err == nil {
		settings.Demo = true
		if settings.Simulate.Latency == (simulator.Latency{}) {
			settings.Simulate.Latency = simulator.Latency{Mean: 1500 * time.Millisecond, Spread: .6}
		}
		settings.Simulate.Seed = c.Seed
		story.Simulate(settings.Simulate)
	}
	return settings, err
}

// demoSeal is the key under which the demo keeps secrets of endpoints, made at its first start and kept beside the database.
func demoSeal(folder string) (string, error) {
	path := filepath.Join(folder, "seal.key")
	text, err := os.ReadFile(path)
	if err == nil || !errors.Is(err, fs.ErrNotExist) {
		return strings.TrimSpace(string(text)), err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", err
	}
	key := make([]byte, 32)
	_, _ = rand.Read(key) // it never fails
	made := base64.StdEncoding.EncodeToString(key)
	return made, os.WriteFile(path, []byte(made+"\n"), 0o600)
}

// forget removes the database of a folder, and nothing else that may lie there.
func forget(where config.Database) error {
	if where.Database != "" {
		return errors.New("--reset works on a folder, not on PostgreSQL")
	}
	files, err := filepath.Glob(filepath.Join(where.Data, "renown.db*"))
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := os.Remove(f); err != nil {
			return err
		}
	}
	return nil
}

// demoText is told address, login, its password, the operator's login, a key, a brand and a question.
const demoText = `
Renown demo: market, brands, outlets and answers are all invented
  console    http://%[1]s/
  log in as  %[2]s  with password  %[3]s
  operator   %[4]s  with the same: articles wait for a review
  API key    %[5]s

Try:
  curl -s http://%[1]s/openapi/v1/me -H 'X-API-KEY: %[5]s'
  curl -s http://%[1]s/openapi/v1/geo/brands/%[6]s/overview -H 'X-API-KEY: %[5]s'
  renown try --platform deepseek --question '%[7]s'    # asks the real one, with your key

Stop with Ctrl-C.

`

var demoQuestions = map[string]string{"zh": "挂耳咖啡哪个品牌好喝？", "en": "Which note-taking apps work offline?"}

// fill gives the brands their past and then starts a run that can be watched.
func fill(ctx context.Context, e *environment, a *app.App, demo story.Demo) {
	defer debug.SetGCPercent(debug.SetGCPercent(fillGC))
	what := fmt.Sprintf("filling in %d days", demoDays)
	shown := e.progress()
	progress := shown.of(what, "days")
	if progress == nil { // a log file
		fmt.Fprintln(e.err, what)
		progress = func(int64, int64) {}
	}
	err := a.TellStory(ctx, demo, demoDays, func(done, total int) { progress(int64(done), int64(total)) })
	shown.end()
	if err == nil && ctx.Err() == nil {
		var runID string
		if runID, err = a.StartLive(ctx, demo); runID != "" {
			fmt.Fprintf(e.err, "started run %s\n", runID)
		}
	}
	if err != nil && ctx.Err() == nil {
		fmt.Fprintln(e.err, "renown: filling in the demo: "+plain(err))
	}
}

// freeAddress keeps the wanted address when it is free and asks for any port otherwise.
func freeAddress(wanted string) string {
	ln, err := net.Listen("tcp", wanted)
	if err == nil {
		ln.Close()
		return wanted
	}
	var op *net.OpError
	if host, _, splitErr := net.SplitHostPort(wanted); splitErr == nil && errors.As(err, &op) {
		return net.JoinHostPort(host, "0")
	}
	return wanted
}
