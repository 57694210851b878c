package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"renown/internal/floor/store"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// What export writes, verify agrees with; a changed figure is status 1, files that cannot be checked are status 3.
func TestExportVerify(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		w := geotest.New(t, d, geotest.Options{})
		b := w.Brand(t, "云栖笔记")
		topic := b.Topic(t, "选型")
		for _, text := range []string{"哪款云笔记好用？", "团队用什么笔记？", "学生用什么笔记？"} {
			b.Prompt(t, topic, text, "awareness")
		}
		for range 2 {
			b.Run(t)
			w.Clock.Advance(24 * time.Hour)
		}
		where, folder := flagOf(w.URL), filepath.Join(t.TempDir(), "data")
		export := []string{"export", "--brand", b.ID, "--from", "2026-01-06", "--to", "2026-01-06", "-o", folder, where}
		if status, _, said := call(t, "export", "--brand", "brd_none", "-o", folder, where); status != 1 ||
			!strings.Contains(said, "no such brand: brd_none") {
			t.Errorf("a brand that is not there: %d %s", status, said)
		}
		if status, out, said := call(t, export...); status != 0 || !strings.Contains(out, "answers.jsonl") {
			t.Fatalf("export: %d %s %s", status, out, said)
		}
		if status, _, said := call(t, export...); status != 1 || !strings.Contains(said, "exists") {
			t.Errorf("a second export: %d %s", status, said)
		}
		report, answers := filepath.Join(folder, "report.json"), filepath.Join(folder, "answers.jsonl")
		if status, out, said := call(t, "verify", report, answers); status != 0 || !strings.Contains(out, ", 0 differ") {
			t.Fatalf("verify: %d %s %s", status, out, said)
		}
		text := must.Get(os.ReadFile(report))(t)
		write(t, report+".false", string(bytes.Replace(text, []byte(`"denominator": 18`), []byte(`"denominator": 19`), 1)))
		if status, out, said := call(t, "verify", report+".false", answers); status != 1 ||
			!strings.Contains(out, "figures.overview.indicators.visibility.denominator  19      18") ||
			!strings.Contains(said, "do not follow from the answers") {
			t.Errorf("a false report: %d %s %s", status, out, said)
		}
		for name, files := range map[string][2]string{
			"exchanged":  {answers, report},
			"not there":  {report, report + ".none"},
			"no report":  {report + ".none", answers},
			"the folder": {folder, answers},
		} {
			if status, _, said := call(t, "verify", files[0], files[1]); status != 3 || said == "" {
				t.Errorf("%s: %d %s", name, status, said)
			}
		}
	})
}

// flagOf names a database.
func flagOf(url string) string {
	if folder, ok := strings.CutPrefix(url, "sqlite:"); ok {
		return "--data=" + folder
	}
	return "--database=" + url
}

// A file of an export has its name once it is complete, so that what a killed program leaves is not taken for one.
func TestWriteWhole(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	path := filepath.Join(folder, "report.json")
	write(t, path+".part", "what a killed program left")
	files := func() (names []string) {
		for _, entry := range must.Get(os.ReadDir(folder))(t) {
			names = append(names, entry.Name())
		}
		return names
	}
	whole := func(text string, fault error) error {
		return writeWhole(path, func(w io.Writer) error {
			must.Get(io.WriteString(w, text))(t)
			expect.Same(t, files(), []string{"report.json.part"}, "while it is written there is")
			return fault
		})
	}
	expect.Is(t, whole("half", io.ErrUnexpectedEOF), io.ErrUnexpectedEOF)
	expect.Same(t, files(), nil, "after a fault there is")
	must.Do(t, whole("whole", nil))
	expect.Same(t, files(), []string{"report.json"}, "in the end there is")
	expect.Equal(t, string(must.Get(os.ReadFile(path))(t)), "whole", "in it is")
	if err := whole("again", nil); err == nil || !strings.Contains(err.Error(), "exists already") {
		t.Errorf("a second time: %v", err)
	}
}
