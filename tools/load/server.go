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
	ended    []func() // what is to be undone, last first
}

func (s *server) stop() {
	for len(s.ended) > 0 {
		s.ended[len(s.ended)-1]()
		s.ended = s.ended[:len(s.ended)-1]
	}
}

// start fills a database by the command demo, and serves it as it is shipped, with rate limits that count and do not refuse.
func (o options) start(ctx context.Context) (*server, error) {
	s := &server{url: strings.TrimSuffix(o.url, "/"), key: o.key}
	if o.url != "" {
		return s, nil
	}
	folder, err := os.MkdirTemp("", "renown-load-")
	if err != nil {
		return s, err
	}
	s.ended = append(s.ended, func() { _ = os.RemoveAll(folder) })
	where := []string{"--listen", "127.0.0.1:0", "--database", o.database}
	switch o.database {
	case "sqlite":
		where[2], where[3] = "--data", filepath.Join(folder, "data")
	case "postgres":
		pg, err := cluster.Start(ctx)
		if err != nil {
			return s, err
		}
		s.ended = append(s.ended, pg.Stop)
		where[3] = pg.URL
	}
	say("filling in the demo's sixty days")
	demo := &server{}
	text, err := demo.launch(ctx, o.binary, filepath.Join(folder, "demo"), o.filled, append([]string{"demo"}, where...))
	demo.stop()
	key := regexp.MustCompile(`API key +(\S+)`).FindStringSubmatch(text)
	if err != nil {
		return s, err
	}
	if key == nil || strings.Contains(text, "filling in the demo: ") {
		return s, fmt.Errorf("the demo failed:\n%s", text)
	}
	s.key = key[1]
	words := append([]string{"serve", "--simulate", "--log-format", "json", "--rate-limit-per-minute", "1000000000", "--rate-limit-burst", "1000000000"}, where...)
	text, err = s.launch(ctx, o.binary, filepath.Join(folder, "log"), "", append(words, o.serve...))
	if address := listening.FindStringSubmatch(text); err == nil {
		s.url = address[1]
	}
	return s, err
}

var listening = regexp.MustCompile(`listening on (http://\S+)\n`)

// launch starts the program and waits until it listens and its log matches a pattern. It logs to a file: reading the log through
// a pipe would be work of this process.
func (s *server) launch(ctx context.Context, binary, log, until string, words []string) (text string, err error) {
	file, err := os.Create(log)
	if err != nil {
		return "", err
	}
	defer file.Close()
	process := exec.Command(binary, words...)
	process.Stdout, process.Stderr = file, file
	process.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // an interrupt at the terminal is for this process, which stops it
	if err := process.Start(); err != nil {
		return "", err
	}
	s.pid = process.Process.Pid
	over := make(chan struct{})
	go func() { _ = process.Wait(); close(over) }()
	s.ended = append(s.ended, func() {
		_ = process.Process.Signal(syscall.SIGTERM)
		select {
		case <-over:
		case <-time.After(30 * time.Second):
			_ = process.Process.Kill()
			<-over
		}
	})
	for pattern := regexp.MustCompile(until); ; {
		content, err := os.ReadFile(log)
		if text = string(content); err != nil || listening.MatchString(text) && pattern.MatchString(text) {
			return text, err
		}
		select {
		case <-over:
			return text, fmt.Errorf("%s ended:\n%s", words[0], text)
		case <-ctx.Done():
			return text, ctx.Err()
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
