package reading

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"renown/internal/floor/day"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

func drawSheet(t *rapid.T) *Sheet {
	s := newSheet()
	name := rapid.OneOf(rapid.SampledFrom([]string{"", "甲", "乙", "https://a.example/1"}), rapid.String())
	number := rapid.Int64Range(-1<<40, 1<<40)
	for range rapid.IntRange(0, 5).Draw(t, "cells") {
		c := at(s.Cells, CellKey{
			name.Draw(t, "prompt"), name.Draw(t, "topic"), name.Draw(t, "stage"),
			rapid.SampledFrom([]string{"v", "s", "vs"}).Draw(t, "kinds"),
		})
		for i := range c.Counts {
			c.Counts[i] = number.Draw(t, "n")
		}
		c.LastAt, c.LastAnswer = 1+number.Draw(t, "at")&0xff, name.Draw(t, "answer")
		c.LastPosition = int64(len(c.LastAnswer)) // an answer is in one place
		r := at(s.Rivals, RivalKey{name.Draw(t, "prompt"), name.Draw(t, "topic"), "v", name.Draw(t, "competitor")})
		for i := range r {
			r[i] = number.Draw(t, "n")
		}
		at(s.Reach, ReachKey{number.Draw(t, "page"), name.Draw(t, "prompt")}).Answers = 1 + number.Draw(t, "n")&0xff
		*at(s.Sources, SourceKey{rapid.Bool().Draw(t, "page"), name.Draw(t, "topic"), name.Draw(t, "source")}) = SourceFigures{
			name.Draw(t, "domain"), name.Draw(t, "class"), name.Draw(t, "title"), 1 + number.Draw(t, "n")&0xff, 1, 2,
			3, number.Draw(t, "first"), number.Draw(t, "last"),
		}
	}
	return s
}

// What is packed is unpacked as it was.
func TestSheetRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		want, got := drawSheet(t), newSheet()
		must.Do(t, got.take(want.parts()))
		must.Same(t, got, want)
	})
}

// Sheets join in any order to the same.
func TestSheetJoin(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := drawSheet(t), drawSheet(t), drawSheet(t)
		sum := func(list ...*Sheet) *Sheet {
			s := newSheet()
			for _, part := range list {
				s.Join(part)
			}
			return s
		}
		// The domain is the source's own and not joined.
		for _, s := range []*Sheet{a, b, c} {
			for k, v := range s.Sources {
				v.Domain = k.Source
			}
		}
		must.Same(t, sum(c, sum(b, a)), sum(a, b, c))
	})
}

// A part that was damaged is an error or other figures, never a panic and never endless.
func TestSheetDamaged(t *testing.T) {
	t.Parallel()
	for _, part := range [][]byte{
		nil,
		{},
		{1},
		{1, 0xff},
		{1, 5},
		{1, 1, 200, 1},
		{1, 0, 7},
		{1, 1, 1, 'a', 9},
		{1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f},
	} {
		expect.Is(t, sourcesCode.each(part, func(SourceKey, *SourceFigures) { t.Errorf("%v has a cell", part) }), errSheet, part)
	}
	rapid.Check(t, func(t *rapid.T) {
		parts := drawSheet(t).parts()
		for i, part := range parts {
			if at := rapid.IntRange(1, len(part)-1).Draw(t, "at"); rapid.Bool().Draw(t, "cut") {
				parts[i] = part[:at]
			} else {
				part[at] = rapid.Byte().Draw(t, "byte")
			}
		}
		if err := newSheet().take(parts); err != nil && !errors.Is(err, errSheet) {
			t.Fatal(err)
		}
	})
}

// Days are read of which no month was: before the first whole month, of platforms without one, and after the last day of one.
func TestBeside(t *testing.T) {
	t.Parallel()
	e := Extent{From: day.Numbered(20260115), To: day.Numbered(20260420)}
	on := day.Numbered
	february := on(20260201).Month()
	got := e.beside(map[day.Month][]reach{
		february:     {{"b", on(20260228)}, {"a", on(20260228)}},
		february + 1: {{"a", on(20260331)}, {"b", on(20260330)}},
		february + 2: {{"a", on(20260419)}},
	})
	must.Same(t, fmt.Sprint(got), fmt.Sprint([]days{
		{from: on(20260115), to: on(20260131)},
		{from: on(20260201), to: on(20260331), without: []string{"a", "b"}},
		{from: on(20260401), to: on(20260420), without: []string{"a"}},
		{from: on(20260331), to: on(20260331), only: []string{"b"}},
		{from: on(20260420), to: on(20260420), only: []string{"a"}},
	}))
}

// A part of another format is refused with both numbers.
func TestSheetFormat(t *testing.T) {
	t.Parallel()
	part := newSheet().parts()[0]
	part[0] = 3
	if err := cellsCode.each(part, nil); err == nil || !strings.Contains(err.Error(), "format 3 and this program reads 1") {
		t.Errorf("format 3: %v", err)
	}
}
