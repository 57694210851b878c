package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestLicenceNames(t *testing.T) {
	t.Parallel()
	const bsd = "Redistribution and use in source and binary\nforms, with or without modification, are permitted"
	for text, want := range map[string]string{
		"":                    "",
		"All rights reserved": "",
		"Mozilla Public License Version 2.0\n====":  "MPL-2.0",
		"  Apache License\n   Version 2.0, January": "Apache-2.0",
		bsd: "BSD-2-Clause",
		bsd + " … used to endorse or promote products":                              "BSD-3-Clause",
		"Permission is hereby granted, free of charge":                              "MIT",
		"Permission is hereby granted, free of charge. Apache License, Version 2.0": "MIT AND Apache-2.0",
	} {
		if got := name(text); got != want {
			t.Errorf("name(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestModuleWithoutKnownLicenceIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if _, err := open("example.org/none", "v1.0.0", dir); err == nil {
		t.Error("a module without any licence file was let through")
	}
	put(t, dir, "LICENSE", "Ask us first.")
	if _, err := open("example.org/odd", "v1.0.0", dir); err == nil || !strings.Contains(err.Error(), "example.org/odd") {
		t.Errorf("a module under unknown terms: %v, want a fault that names it", err)
	}
}

func TestEveryLegalFileIsKept(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for file, text := range map[string]string{
		"LICENSE":        "Permission is hereby granted, free of charge  \r\n```\r\n",
		"NOTICE":         "notice",
		"SQLITE-LICENSE": "blessing",
		"license.go":     "package license",
		"README.md":      "readme",
	} {
		put(t, dir, file, text)
	}
	m, err := open("example.org/m", "v1.0.0", dir)
	if err != nil {
		t.Fatal(err)
	}
	want := "Permission is hereby granted, free of charge\n'''|notice|blessing"
	if got := strings.Join(m.texts, "|"); got != want {
		t.Errorf("texts %q, want %q", got, want)
	}
}

func TestNoticeOfData(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"empty":      "",
		"no source":  "Name: a\nLicence: MIT\n\ntext",
		"no licence": "Name: a\nSource: b\n\ntext",
		"no text":    "Name: a\nSource: b\nLicence: MIT\n",
	} {
		put(t, dir, name, text)
		if m, err := readNotice(filepath.Join(dir, name)); err == nil {
			t.Errorf("%s: let through as %+v", name, m)
		}
	}
	put(t, dir, "good", "Name: words: many\r\nSource: https://example.org/x\r\nLicence: CC0\r\n\r\nFree.\r\n")
	m, err := readNotice(filepath.Join(dir, "good"))
	if err != nil || m.path != "words: many" || m.version != "https://example.org/x" || m.licence != "CC0" || m.texts[0] != "Free." {
		t.Errorf("%+v, %v", m, err)
	}
}

func TestPageShowsATextOnce(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	err := write(&b, []module{
		{path: "a", version: "v1", licence: "MIT", texts: []string{"same"}},
		{path: "b", version: "v2", licence: "MIT", texts: []string{"same", "own"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	_, page, _ := strings.Cut(b.String(), "|---|---|---|\n")
	want := "| a | v1 | MIT |\n| b | v2 | MIT |\n\n## a, b\n\n```text\nsame\n```\n\n## b\n\n```text\nown\n```\n"
	if page != want {
		t.Errorf("page:\n%s\nwant:\n%s", page, want)
	}
}

func put(t *testing.T, dir, file, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
