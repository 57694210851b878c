package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// module is one thing compiled in: a Go module, or Go's own standard library.
type module struct {
	path, version, licence string
	texts                  []string
}

// legalName matches the files whose text has to travel with the program.
var legalName = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)|licen[cs]e(\.\w+)?$`)

// linked lists what the package is built from, sorted by path. The platform is
// fixed: the page must not depend on who runs the command.
func linked(dir, pkg string) ([]module, error) {
	out, err := goCommand(dir, "list", "-deps", "-f",
		"{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}{{end}}", pkg)
	if err != nil {
		return nil, err
	}
	root, err := goCommand(dir, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	// The toolchain differs between machines, its licence does not: no version.
	lines := []string{"Go standard library\t\t" + strings.TrimSpace(root)}
	for line := range strings.Lines(out) {
		if line = strings.TrimSuffix(line, "\n"); line != "" {
			lines = append(lines, line)
		}
	}
	slices.Sort(lines)

	var modules []module
	var faults []error
	for _, line := range slices.Compact(lines) {
		fields := strings.Split(line, "\t")
		m, err := open(fields[0], fields[1], fields[2])
		if err != nil {
			faults = append(faults, err)
			continue
		}
		modules = append(modules, m)
	}
	return modules, errors.Join(faults...)
}

func goCommand(dir string, args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0")
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return "", fmt.Errorf("go %s: %w\n%s", args[0], err, exit.Stderr)
	}
	return string(out), err
}

func open(path, version, dir string) (module, error) {
	m := module{path: path, version: version}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return m, fmt.Errorf("%s: %w", path, err)
	}
	for _, entry := range entries {
		if entry.IsDir() || !legalName.MatchString(entry.Name()) || strings.HasSuffix(entry.Name(), ".go") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			return m, fmt.Errorf("%s: %w", path, err)
		}
		m.texts = append(m.texts, tidy(string(text)))
		if m.licence == "" {
			m.licence = name(string(text))
		}
	}
	if m.licence == "" {
		return m, fmt.Errorf("%s %s: no licence found that this command knows; read it and teach notices its name", path, version)
	}
	return m, nil
}

// tidy makes texts comparable and safe inside a Markdown fence.
func tidy(text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(strings.TrimRight(strings.ReplaceAll(line, "```", "'''"), " \t\f\n"))
		b.WriteByte('\n')
	}
	return strings.Trim(b.String(), "\n")
}
