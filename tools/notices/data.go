package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// data lists what the program holds of other people's data. A file named
// NOTICE-….txt beside the data, in a package's folder or one below, says what
// it is, in three lines (Name, Source, Licence) before the text itself.
func data(dir, pkg string) ([]module, error) {
	out, err := goCommand(dir, "list", "-deps", "-f", "{{with .Module}}{{if .Main}}{{$.Dir}}{{end}}{{end}}", pkg)
	if err != nil {
		return nil, err
	}
	var list []module
	for _, folder := range strings.Fields(out) {
		for _, pattern := range []string{"NOTICE-*.txt", "*/NOTICE-*.txt"} {
			files, err := filepath.Glob(filepath.Join(folder, pattern))
			if err != nil {
				return nil, err
			}
			for _, file := range files {
				m, err := readNotice(file)
				if err != nil {
					return nil, err
				}
				list = append(list, m)
			}
		}
	}
	slices.SortFunc(list, func(a, b module) int { return strings.Compare(a.path, b.path) })
	return slices.CompactFunc(list, func(a, b module) bool { return a.path == b.path }), nil
}

func readNotice(file string) (module, error) {
	raw, err := os.ReadFile(file)
	if err != nil {
		return module{}, err
	}
	head, text, _ := strings.Cut(strings.ReplaceAll(string(raw), "\r\n", "\n"), "\n\n")
	fields := map[string]string{}
	for line := range strings.Lines(head) {
		name, value, _ := strings.Cut(line, ":")
		fields[name] = strings.TrimSpace(value)
	}
	m := module{path: fields["Name"], version: fields["Source"], licence: fields["Licence"], texts: []string{tidy(text)}}
	if m.path == "" || m.version == "" || m.licence == "" || m.texts[0] == "" {
		return m, fmt.Errorf("%s: Name, Source, Licence, an empty line and the text of the licence have to be there", file)
	}
	return m, nil
}
