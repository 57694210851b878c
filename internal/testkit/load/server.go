package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"renown/internal/testkit/storetest/cluster"
)

// server is what is driven: one of our own or one that runs elsewhere.
type server struct {
	url   string
	keys  []string
	usage gauge
	ended []func() // what is to be undone, last first
}

func (s *server) stop() {
	for i := len(s.ended) - 1; i >= 0; i-- {
		s.ended[i]()
	}
}

func (c *cli) server(ctx context.Context) (*server, error) {
	if c.URL != "" {
		return c.running()
	}
	s := &server{}
	if err := c.start(ctx, s); err != nil {
		s.stop()
		return nil, err
	}
	return s, nil
}

// running is a server that somebody else started.
func (c *cli) running() (*server, error) {
	s := &server{url: strings.TrimSuffix(c.URL, "/"), usage: gaugeOf(c.PID, c.Metrics)}
	in := os.Stdin
	if c.Keys == "" {
		return nil, errors.New("--url needs --keys")
	}
	if c.Keys != "-" {
		file, err := os.Open(c.Keys)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		in = file
	}
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		if key := strings.TrimSpace(lines.Text()); key != "" {
			s.keys = append(s.keys, key)
		}
	}
	return s, lines.Err()
}

// start fills a database and starts a server on it.
func (c *cli) start(ctx context.Context, s *server) error {
	folder, err := os.MkdirTemp("", "renown-load-")
	if err != nil {
		return err
	}
	s.ended = append(s.ended, func() { _ = os.RemoveAll(folder) })
	url, err := c.database(ctx, s, folder)
	if err != nil {
		return err
	}
	binary := c.Binary
	if binary == "" {
		binary = filepath.Join(folder, "renown")
		if err := build(ctx, binary); err != nil {
			return err
		}
	}
	if s.keys, err = fill(ctx, url, c.Accounts, c.Days); err != nil {
		return fmt.Errorf("filling in: %w", err)
	}
	return c.launch(ctx, s, binary, url, filepath.Join(folder, "log"))
}

// database names the database: sqlite:FOLDER or postgres://….
func (c *cli) database(ctx context.Context, s *server, folder string) (string, error) {
	switch {
	case c.Database == "sqlite":
		return "sqlite:" + filepath.Join(folder, "data"), nil
	case c.Database == "postgres":
		pg, err := cluster.Start(ctx)
		if err != nil {
			return "", err
		}
		s.ended = append(s.ended, pg.Stop)
		return pg.URL, nil
	case strings.HasPrefix(c.Database, "postgres://"), strings.HasPrefix(c.Database, "postgresql://"):
		return c.Database, nil
	}
	return "", fmt.Errorf("--database is sqlite, postgres or a postgres:// URL, not %q", c.Database)
}

func build(ctx context.Context, path string) error {
	fmt.Fprintln(os.Stderr, "building the program")
	c := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w", "-o", path, "renown/cmd/renown")
	c.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}
	return nil
}

// launch starts the program as it is shipped, with limits that count and do not refuse. It logs to a file: reading the
// log through a pipe would be work of this process.
func (c *cli) launch(ctx context.Context, s *server, binary, url, log string) error {
	where := []string{"--database", url}
	if folder, ok := strings.CutPrefix(url, "sqlite:"); ok {
		where = []string{"--data", folder}
	}
	words := append([]string{
		"serve", "--listen", "127.0.0.1:0", "--simulate", "--log-format", "json",
		"--rate-limit-per-minute", "1000000000", "--rate-limit-burst", "1000000000",
	}, append(where, c.Serve...)...)
	file, err := os.Create(log)
	if err != nil {
		return err
	}
	defer file.Close()
	process := exec.Command(binary, words...)
	process.Stderr = file
	process.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // an interrupt at the terminal is for this process, which stops it
	if err := process.Start(); err != nil {
		return err
	}
	over := make(chan error, 1)
	go func() { over <- process.Wait() }()
	s.ended = append(s.ended, func() {
		_ = process.Process.Signal(syscall.SIGTERM)
		select {
		case <-over:
		case <-time.After(30 * time.Second):
			_ = process.Process.Kill()
			<-over
		}
	})
	s.usage = gaugeOf(process.Process.Pid, "")
	s.url, err = listening(ctx, log, over)
	return err
}

// listening waits until the log says where the server listens.
func listening(ctx context.Context, log string, over chan error) (string, error) {
	for {
		text, err := os.ReadFile(log)
		if err != nil {
			return "", err
		}
		if _, rest, ok := bytes.Cut(text, []byte("listening on ")); ok {
			if line, _, ok := bytes.Cut(rest, []byte("\n")); ok {
				return string(line), nil
			}
		}
		select {
		case err := <-over:
			over <- err
			return "", fmt.Errorf("the server ended: %v\n%s", err, tail(text))
		case <-ctx.Done():
			return "", ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func tail(text []byte) []byte {
	r := bytes.NewReader(text)
	_, _ = r.Seek(-min(int64(len(text)), 4000), io.SeekEnd)
	text, _ = io.ReadAll(r)
	return text
}
