package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"

	"renown/internal/testkit/program"
)

// status N command… runs a command and checks its exit status.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N command...")
	}
	got := 0
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if strconv.Itoa(got) != args[0] {
		ts.Fatalf("exit status %d, want %s", got, args[0])
	}
}

// json looks at the last standard output:
//
//	json fields A B…     it is an object with exactly these fields
//	json items N A B…    it is a list of N items, each with exactly these fields
//	json is PATH VALUE   the value at PATH, such as items.0.tier; a string without its quotes
//	json set NAME PATH   sets an environment variable to that value
func checkJSON(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 2 || (neg && args[0] != "is") {
		ts.Fatalf("usage: json fields|items|is|set ...")
	}
	var v any
	decoder := json.NewDecoder(strings.NewReader(ts.ReadFile("stdout")))
	decoder.UseNumber()
	ts.Check(decoder.Decode(&v))
	if _, err := decoder.Token(); err != io.EOF {
		ts.Fatalf("something follows the JSON value")
	}
	switch args[0] {
	case "fields":
		checkFields(ts, v, args[1:])
	case "items":
		checkFields(ts, v, []string{"items", "total"})
		items := v.(map[string]any)["items"].([]any)
		if n := strconv.Itoa(len(items)); n != args[1] || textAt(ts, v, "total") != n {
			ts.Fatalf("%s items, total %s, want %s", n, textAt(ts, v, "total"), args[1])
		}
		for _, item := range items {
			checkFields(ts, item, args[2:])
		}
	case "is":
		if got := textAt(ts, v, args[1]); (got == args[2]) == neg {
			ts.Fatalf("%s is %s; wanted %s: %t", args[1], got, args[2], !neg)
		}
	case "set":
		ts.Setenv(args[1], textAt(ts, v, args[2]))
	}
}

func checkFields(ts *testscript.TestScript, v any, want []string) {
	object, ok := v.(map[string]any)
	if !ok {
		ts.Fatalf("not an object: %v", v)
	}
	got := slices.Sorted(maps.Keys(object))
	slices.Sort(want)
	if !slices.Equal(got, want) {
		ts.Fatalf("the fields are %v, want %v", got, want)
	}
}

func textAt(ts *testscript.TestScript, v any, path string) string {
	for step := range strings.SplitSeq(path, ".") {
		switch at := v.(type) {
		case map[string]any:
			value, ok := at[step]
			if !ok {
				ts.Fatalf("there is no %s", path)
			}
			v = value
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i >= len(at) {
				ts.Fatalf("there is no %s", path)
			}
			v = at[i]
		default:
			ts.Fatalf("there is no %s", path)
		}
	}
	if text, ok := v.(string); ok {
		return text
	}
	text, err := json.Marshal(v)
	ts.Check(err)
	return string(text)
}

// mode 0600 FILE… checks permissions.
func checkMode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: mode 0600 path...")
	}
	for _, path := range args[1:] {
		info, err := os.Stat(ts.MkAbs(path))
		ts.Check(err)
		if got := fmt.Sprintf("%04o", info.Mode().Perm()); got != args[0] {
			ts.Fatalf("%s has the mode %s, want %s", path, got, args[0])
		}
	}
}

// get STATUS CODE URL [KEY] asks the API and checks the HTTP status and the envelope's code. - stands for no envelope.
func get(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: get status code url [key]")
	}
	r, err := http.NewRequest(http.MethodGet, args[2], nil)
	ts.Check(err)
	if len(args) > 3 {
		r.Header.Set("X-API-KEY", args[3])
	}
	response, err := http.DefaultClient.Do(r)
	ts.Check(err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	ts.Check(err)
	_, _ = ts.Stdout().Write(body)
	if strconv.Itoa(response.StatusCode) != args[0] {
		ts.Fatalf("status %s, want %s: %s", response.Status, args[0], body)
	}
	if args[1] == "-" {
		return
	}
	var envelope struct{ Code int }
	ts.Check(json.Unmarshal(body, &envelope))
	if strconv.Itoa(envelope.Code) != args[1] {
		ts.Fatalf("code %d, want %s: %s", envelope.Code, args[1], body)
	}
}

// running are the servers of a script by name.
type running map[string]*program.Process

func (r running) kill() {
	for _, p := range r {
		p.End()
	}
}

// serve NAME command… starts a server and sets $NAME to its address once it says that it listens.
func serve(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: serve NAME command...")
	}
	path := ts.Getenv("PATH")
	c := exec.Command(filepath.Join(filepath.SplitList(path)[0], args[1]), args[2:]...)
	c.Dir, c.Env = ts.Getenv("WORK"), []string{"PATH=" + path, "GORACE=" + ts.Getenv("GORACE"), "HOME=" + ts.Getenv("HOME")}
	if dir := ts.Getenv("GOCOVERDIR"); dir != "" {
		c.Env = append(c.Env, "GOCOVERDIR="+dir)
	}
	c.Stdout = &bytes.Buffer{}
	p, err := program.Listen(c)
	ts.Check(err)
	ts.Value("servers").(running)[args[0]] = p
	ts.Setenv(args[0], p.URL)
}

// end NAME ends a server as an operator would, checks that it ended well, and shows what it wrote. (stop is a word of testscript's
// own, which wins: it ends the script.)
func end(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: end NAME")
	}
	servers := ts.Value("servers").(running)
	p := servers[args[0]]
	delete(servers, args[0])
	err := p.Stop(syscall.SIGTERM)
	_, _ = io.Copy(ts.Stdout(), p.Stdout.(*bytes.Buffer))
	_, _ = io.WriteString(ts.Stderr(), p.Said.String())
	if err != nil {
		ts.Fatalf("the server ended with %v", err)
	}
}
