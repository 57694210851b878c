package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"

	"github.com/prometheus/procfs"

	"renown/internal/testkit/storetest/cluster"
)

// server is what is driven: one that was started here or one that runs elsewhere, of whose process nothing is known.
type server struct {
	url, key string
	pid      int
	stop     func()
}

// serve has a database filled by the command demo, serves it as it is shipped, with rate limits that count and do not refuse, and
// stops when the given function has returned.
func (o options) serve(ctx context.Context, drive func(*server) error) error {
	if o.url != "" {
		return drive(&server{url: strings.TrimSuffix(o.url, "/"), key: o.key})
	}
	folder, err := os.MkdirTemp("", "renown-load-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	where := []string{"--listen", "127.0.0.1:0", "--database", o.database}
	switch o.database {
	case "sqlite":
		where[2], where[3] = "--data", filepath.Join(folder, "data")
	case "postgres":
		pg, err := cluster.Start(ctx)
		if err != nil {
			return err
		}
		defer pg.Stop()
		where[3] = pg.URL
	}
	say("filling in the demo's sixty days")
	demo, err := launch(ctx, filepath.Join(folder, "demo"), o.filled, o.binary, append([]string{"demo"}, where...)...)
	if err != nil {
		return err
	}
	demo.stop()
	words := append([]string{
		"serve", "--simulate", "--log-format", "json", "--rate-limit-per-minute", "1000000000",
	}, where...)
	s, err := launch(ctx, filepath.Join(folder, "log"), "", o.binary, append(words, o.flags...)...)
	if err != nil {
		return err
	}
	defer s.stop()
	s.key = demo.key
	return drive(s)
}

var (
	listening = regexp.MustCompile(`listening on (http://\S+)\n`)
	keyShown  = regexp.MustCompile(`API key +(\S+)`)
	failed    = regexp.MustCompile(`renown: filling in the demo: .*`) // it goes on serving
)

// launch starts the program and waits until it listens and its log matches a pattern. It logs to a file: reading the log through
// a pipe would be work of this process.
func launch(ctx context.Context, log, until, binary string, words ...string) (*server, error) {
	file, err := os.Create(log)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	ctx, cancel := context.WithCancel(ctx)
	process := exec.CommandContext(ctx, binary, words...)
	process.Stdout, process.Stderr = file, file
	process.Cancel = func() error { return process.Process.Signal(syscall.SIGTERM) }
	process.WaitDelay = 30 * time.Second
	if err := process.Start(); err != nil {
		cancel()
		return nil, err
	}
	over := make(chan struct{})
	go func() { _ = process.Wait(); close(over) }()
	s := &server{pid: process.Process.Pid, stop: func() { cancel(); <-over }}
	for pattern := regexp.MustCompile(until); ; {
		text, _ := os.ReadFile(log)
		if address := listening.FindSubmatch(text); address != nil && pattern.Match(text) {
			s.url = string(address[1])
			if key := keyShown.FindSubmatch(text); key != nil {
				s.key = string(key[1])
			}
			return s, nil
		}
		if failed.Match(text) {
			cancel()
		}
		select {
		case <-over:
			cancel()
			return nil, fmt.Errorf("renown %s ended:\n%s", words[0], text)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// usage is the server's processor time since its start, in seconds, and its memory now, in bytes; nothing for one that runs elsewhere.
func (s *server) usage() (cpu float64, memory int) {
	process, err := procfs.NewProc(s.pid)
	if err != nil || s.pid == 0 {
		return 0, 0
	}
	stat, err := process.Stat()
	if err != nil {
		return 0, 0
	}
	return stat.CPUTime(), stat.ResidentMemory()
}
