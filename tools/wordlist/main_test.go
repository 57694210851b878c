package main

import (
	"bytes"
	"strings"
	"testing"
)

func TestHan(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{"上海\n", "上海 many ns\n"} {
		if err := han(strings.NewReader(bad), &bytes.Buffer{}); err == nil {
			t.Errorf("%q was taken for a dictionary", bad)
		}
	}
	var out bytes.Buffer
	in := "B超 99 n\n上海 16377 ns\n三 100 m\n一二三四五 100 x\n罕见 24 x\n一个 1024 m\n"
	if err := han(strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	want := "\x00\x00\x00\x01" + "\x4e\x09\x50" + // 三, 12·log2(100) = 80
		"\x00\x00\x00\x02" + "\x4e\x00\x4e\x2a\x78" + "\x4e\x0a\x6d\x77\xa8" + // 一个 120, 上海 168
		"\x00\x00\x00\x00" + "\x00\x00\x00\x00"
	if got := out.String(); got != want {
		t.Errorf("%x, want %x", got, want)
	}
}

func TestEnglish(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	in := "running\nrun\nruns\nbake\nbaking\nbaked\ncry\ncries\nbus\nglass\nacer\nace\nbuilder\nbuild\nit\nextraordinary\nEnglish\nit's\nquickly\nquick\n"
	if err := english(strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	want := "ace\nacer\nbake\nbuild\nbuilder\nbus\ncry\nglass\nquick\nrun\n"
	if got := out.String(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
