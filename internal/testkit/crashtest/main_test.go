// Package crashtest kills the program. Its tests start real processes of the built binary, with a simulator in a process of
// its own behind the platforms, end them at random points or take their database away, and look at what is left.
//
//	RENOWN_CRASH_SECONDS     how long processes are killed; 5 by default
//	RENOWN_HOSTILE_SECONDS   how long hostile accounts attack, on both databases; 8 on the embedded one by default
//	RENOWN_CLUSTER_SECONDS   how long those of a cluster are, which then has a hundred accounts; 8 with twelve by default
package crashtest

import (
	"bufio"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"renown/internal/testkit/apitest"
	"renown/internal/testkit/await"
	"renown/internal/testkit/must"
)

// binary builds the program as it is shipped, once.
var binary = sync.OnceValues(func() (string, error) {
	path := filepath.Join(folder, "renown")
	build := exec.Command("go", "build", "-buildvcs=false", "-ldflags", "-s -w", "-o", path, "renown/cmd/renown")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return "", &exec.Error{Name: string(out), Err: err}
	}
	return path, nil
})

var folder string // of the binary

func TestMain(m *testing.M) {
	// They wait most of the time, for each other's processors least of all.
	err := flag.Set("test.parallel", "8")
	if err != nil {
		panic(err)
	}
	if folder, err = os.MkdirTemp("", "renown-crash-"); err != nil {
		panic(err)
	}
	code := m.Run()
	_ = os.RemoveAll(folder)
	os.Exit(code)
}

const shortly = 5 * time.Second

// length is how long processes are killed.
func length(t testing.TB) time.Duration {
	t.Helper()
	text := os.Getenv("RENOWN_CRASH_SECONDS")
	if text == "" {
		return shortly
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("RENOWN_CRASH_SECONDS=%s", text)
	}
	return time.Duration(n) * time.Second
}

// process is the program in a process of its own.
type process struct {
	cmd   *exec.Cmd
	url   string // where it listens
	said  *apitest.Log
	ended chan struct{}
	err   error // how it ended
}

// start runs the program and waits until it listens. The process is killed at the end of the test.
func start(t testing.TB, words ...string) *process {
	t.Helper()
	p := must.Get(launch(words...))(t)
	t.Cleanup(p.kill)
	return p
}

// launch is start for where no test can be failed.
func launch(words ...string) (*process, error) {
	path, err := binary()
	if err != nil {
		return nil, err
	}
	return launchOf(path, words...)
}

// launchOf is launch of another build of the program.
func launchOf(path string, words ...string) (*process, error) {
	p := &process{cmd: exec.Command(path, words...), said: new(apitest.Log), ended: make(chan struct{})}
	p.cmd.Stdout = p.said
	stderr, err := p.cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	listening := make(chan string, 1)
	go func() {
		lines := bufio.NewReader(stderr)
		for {
			line, err := lines.ReadString('\n')
			if url, ok := strings.CutPrefix(line, "listening on "); ok {
				listening <- strings.TrimSpace(url)
			}
			_, _ = io.WriteString(p.said, line)
			if err != nil {
				break
			}
		}
		p.err = p.cmd.Wait()
		close(p.ended)
	}()
	select {
	case p.url = <-listening:
		return p, nil
	case <-p.ended:
		return nil, &exec.Error{Name: strings.Join(words, " "), Err: io.ErrUnexpectedEOF}
	case <-time.After(3 * time.Minute): // other tests may have the processors
		p.kill()
		return nil, &exec.Error{Name: strings.Join(words, " ") + "\n" + p.said.String(), Err: os.ErrDeadlineExceeded}
	}
}

// kill ends the process as a power cut does.
func (p *process) kill() {
	_ = p.cmd.Process.Kill()
	<-p.ended
}

// stop ends the process as an operator does.
func (p *process) stop(t testing.TB) {
	t.Helper()
	_ = p.cmd.Process.Signal(os.Interrupt)
	select {
	case <-p.ended:
	case <-time.After(3 * time.Minute):
		t.Errorf("not stopped:\n%s", p.said)
		p.kill()
	}
	if p.err != nil {
		t.Errorf("it ended with %v:\n%s", p.err, p.said)
	}
}

// command runs another command to its end and returns what it prints.
func command(t testing.TB, words ...string) string {
	t.Helper()
	path := must.Get(binary())(t)
	c := exec.Command(path, words...)
	var complaint strings.Builder
	c.Stderr = &complaint
	out, err := c.Output()
	if err != nil {
		t.Fatalf("renown %s: %v\n%s", strings.Join(words, " "), err, complaint.String())
	}
	return string(out)
}

// where names a database as the commands take it.
func where(url string) []string {
	if dir, ok := strings.CutPrefix(url, "sqlite:"); ok {
		return []string{"--data", dir}
	}
	return []string{"--database", url}
}

// eventually waits until ok, which must come true without a push. Only a fault uses the time up: other tests may have the processors.
func eventually(t testing.TB, what string, ok func() bool) {
	t.Helper()
	await.True(t, 3*time.Minute, what, ok)
}
