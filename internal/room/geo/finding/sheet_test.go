package finding

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

func drawSheet(t *rapid.T) *Sheet {
	s := newSheet()
	name := rapid.OneOf(rapid.SampledFrom([]string{"", "甲", "乙", "https://a.example/1"}), rapid.String())
	number := rapid.Int64Range(-1<<40, 1<<40)
	for range rapid.IntRange(0, 5).Draw(t, "cells") {
		f := at(s.Figures, FigureKey{name.Draw(t, "topic"), rapid.SampledFrom([]string{"v", "s", "vs"}).Draw(t, "kinds")})
		for _, n := range f.numbers() {
			*n = number.Draw(t, "n")
		}
		*at(s.Prompts, PromptKey{name.Draw(t, "prompt"), name.Draw(t, "topic"), name.Draw(t, "stage")}) = PromptFigures{
			Answers: 1 + number.Draw(t, "n")&0xff, LastAt: number.Draw(t, "at"), LastAnswer: name.Draw(t, "answer"), LastPosition: number.Draw(t, "n"),
		}
		o := at(s.Others, OtherKey{name.Draw(t, "topic"), "v", name.Draw(t, "competitor")})
		for _, n := range o.numbers() {
			*n = number.Draw(t, "n")
		}
		c := at(s.Cells, CellKey{name.Draw(t, "prompt"), name.Draw(t, "topic"), name.Draw(t, "stage"), "vs"})
		for _, n := range c.cellNumbers() {
			*n = number.Draw(t, "n")
		}
		r := at(s.Rivals, RivalKey{name.Draw(t, "prompt"), name.Draw(t, "topic"), "v", name.Draw(t, "competitor")})
		for _, n := range r.rivalNumbers() {
			*n = number.Draw(t, "n")
		}
		at(s.Reach, ReachKey{number.Draw(t, "page"), name.Draw(t, "prompt")}).Answers = 1 + number.Draw(t, "n")&0xff
		*at(s.Sources, SourceKey{rapid.Bool().Draw(t, "page"), name.Draw(t, "topic"), name.Draw(t, "source")}) = SourceFigures{
			name.Draw(t, "domain"), name.Draw(t, "class"), name.Draw(t, "title"), 1 + number.Draw(t, "n")&0xff, 1, 2, 3, number.Draw(t, "first"), number.Draw(t, "last"),
		}
	}
	return s
}

// What is packed is unpacked as it was.
func TestSheetRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		want, got := drawSheet(t), newSheet()
		must.Do(t, got.take(want.Parts()))
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
			for k, v := range s.Prompts { // an answer is in one place
				v.LastPosition = int64(len(k.Prompt))
			}
		}
		must.Same(t, sum(c, sum(b, a)), sum(a, b, c))
	})
}

// A part that was damaged is an error or other figures, never a panic and never endless.
func TestSheetDamaged(t *testing.T) {
	t.Parallel()
	for _, part := range [][]byte{nil, {}, {0xff}, {5}, {1, 200, 1}, {0, 7}, {1, 1, 'a', 9}, {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f}} {
		expect.Is(t, sourcesCode.each(part, func(SourceKey, *SourceFigures) { t.Errorf("%v has a cell", part) }), errSheet, part)
	}
	rapid.Check(t, func(t *rapid.T) {
		parts := drawSheet(t).Parts()
		for i, part := range parts {
			if at := rapid.IntRange(0, len(part)-1).Draw(t, "at"); rapid.Bool().Draw(t, "cut") {
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

func TestMonths(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ from, to, first, last int64 }{
		{20260101, 20261231, 202601, 202612},
		{20260102, 20261230, 202602, 202611},
		{20260201, 20260228, 202602, 202602},
		{20240201, 20240228, 202402, 202401},
		{20240201, 20240229, 202402, 202402},
		{20260115, 20260120, 202602, 202512},
		{20251215, 20260115, 202601, 202512},
		{20251231, 20260131, 202601, 202601},
	} {
		if first, last := (Extent{From: c.from, To: c.to}).months(); first != c.first || last != c.last {
			t.Errorf("%d to %d: %d to %d, want %d to %d", c.from, c.to, first, last, c.first, c.last)
		}
	}
}

// A part without a mark is of the first format and is read; one that a newer program wrote is refused with both numbers, and one
// that claims the format which has no mark is no sheet.
func TestSheetFormat(t *testing.T) {
	t.Parallel()
	sheet := newSheet()
	at(sheet.Figures, FigureKey{"top_1", "vs"}).Answers = 3
	part := sheet.Parts()[0]
	read := func(part []byte) (figures []Figures, err error) {
		err = figuresCode.each(part, func(_ FigureKey, f *Figures) { figures = append(figures, *f) })
		return figures, err
	}
	if figures, err := read(part); err != nil || len(figures) != 1 || figures[0].Answers != 3 {
		t.Errorf("%v, %v", figures, err)
	}
	for format, want := range map[byte]string{3: "format 3", 0: "cannot be read", 1: "cannot be read"} {
		if _, err := read(append([]byte{0x80, 0x00, format}, part...)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("format %d: %v", format, err)
		}
	}
	if _, err := read([]byte{0x80, 0x00}); err == nil {
		t.Error("a mark without a number is read")
	}
}
