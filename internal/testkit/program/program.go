// Package program starts the program in processes of its own: the built binary, or a command that stands for it.
package program

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
)

// patience is for a start and for an end: other tests may have the processors.
const patience = 3 * time.Minute

var folder string // of the binary

// Binary builds the program as it is shipped, once. Remove it at the end of TestMain.
var Binary = sync.OnceValues(func() (path string, err error) {
	if folder, err = os.MkdirTemp("", "renown-binary-"); err != nil {
		return "", err
	}
	path = filepath.Join(folder, "renown")
	build := exec.Command("go", "build", "-buildvcs=false", "-ldflags", "-s -w", "-o", path, "renown/cmd/renown")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s: %w", out, err)
	}
	return path, nil
})

// Remove takes away what Binary built.
func Remove() error { return os.RemoveAll(folder) }

// On names a database as the commands take it, after some words.
func On(url string, words ...string) []string {
	if dir, ok := strings.CutPrefix(url, "sqlite:"); ok {
		return append(words, "--data", dir)
	}
	return append(words, "--database", url)
}

// Command runs the program to its end and returns what it prints.
func Command(t testing.TB, stdin string, words ...string) []byte {
	t.Helper()
	c := exec.Command(must.Get(Binary())(t), words...)
	var complaint strings.Builder
	c.Stdin, c.Stderr = strings.NewReader(stdin), &complaint
	out, err := c.Output()
	if err != nil {
		t.Fatalf("renown %s: %v\n%s", strings.Join(words, " "), err, complaint.String())
	}
	return out
}

// Process is a server.
type Process struct {
	*exec.Cmd
	URL  string       // http://127.0.0.1:port
	Addr string       // 127.0.0.1:port
	Said *apitest.Log // standard error, and standard output unless that goes elsewhere

	ended chan struct{}
	err   error
}

// Start runs the program on a free port until the end of the test.
func Start(t testing.TB, words ...string) *Process {
	t.Helper()
	p := must.Get(Launch(words...))(t)
	t.Cleanup(p.End)
	return p
}

// Launch is Start for where no test can be failed.
func Launch(words ...string) (*Process, error) {
	path, err := Binary()
	if err != nil {
		return nil, err
	}
	return Listen(exec.Command(path, slices.Concat(words, []string{"--listen", "127.0.0.1:0"})...))
}

// Listen starts a command and waits until it says where it listens.
func Listen(c *exec.Cmd) (*Process, error) {
	p := &Process{Cmd: c, Said: new(apitest.Log), ended: make(chan struct{})}
	if c.Stdout == nil {
		c.Stdout = p.Said
	}
	if c.Env == nil { // there is no proxy that would have to see that it stops
		c.Env = append(os.Environ(), "RENOWN_STOP_DELAY=0s")
	}
	stderr, err := c.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, err
	}
	listening := make(chan string, 1)
	go p.hear(bufio.NewReader(stderr), listening)
	select {
	case p.Addr = <-listening:
	case <-p.ended:
		if len(listening) == 0 {
			return nil, fmt.Errorf("%v ended before it listened, with %v:\n%s", c.Args, p.err, p.Said)
		}
		p.Addr = <-listening
	case <-time.After(patience):
		p.End()
		return nil, fmt.Errorf("%v does not listen:\n%s", c.Args, p.Said)
	}
	p.URL = "http://" + p.Addr
	return p, nil
}

// hear reads standard error to its end, which is that of the process.
func (p *Process) hear(lines *bufio.Reader, listening chan<- string) {
	for {
		line, err := lines.ReadString('\n')
		if addr, ok := strings.CutPrefix(line, "listening on http://"); ok {
			listening <- strings.TrimSpace(addr)
		}
		_, _ = io.WriteString(p.Said, line)
		if err != nil {
			break
		}
	}
	p.err = p.Cmd.Wait()
	close(p.ended)
}

// Wait returns how the process ended, once it has.
func (p *Process) Wait() error {
	<-p.ended
	return p.err
}

// End ends the process as a power cut does.
func (p *Process) End() {
	_ = p.Process.Kill()
	<-p.ended
}

// Stop ends the process as an operator does, with that signal, and returns how it ended.
func (p *Process) Stop(by os.Signal) error {
	if err := p.Process.Signal(by); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	select {
	case <-p.ended:
		return p.err
	case <-time.After(patience):
		p.End()
		return errors.New("it does not stop")
	}
}
