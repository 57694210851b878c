package finding

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"
	"sync"

	"renown/internal/tool/pack"
)

// A part of a sheet is kept as pack writes it. That is format 1, which has no mark. Any later one begins with formatMark and its number, so that a program that does not
// know it says so instead of reading something else. Format 2 adds to cells and rivals what a model judged.

// sheetFormat is the newest that this program reads.
const sheetFormat = 2

// formatMark is a number of texts, 0, in a form that no packer of format 1 writes.
var formatMark = []byte{0x80, 0x00}

// unmarked returns a part's format and the bytes after its mark. One that is newer than this program is refused.
func unmarked(part []byte) (uint64, []byte, error) {
	rest, marked := bytes.CutPrefix(part, formatMark)
	if !marked {
		return 1, part, nil
	}
	format, size := binary.Uvarint(rest)
	if size <= 0 || format <= 1 {
		return 0, nil, errSheet
	}
	if format > sheetFormat {
		return 0, nil, fmt.Errorf("figures are kept in format %d and this program reads up to %d: a newer program wrote them", format, sheetFormat)
	}
	return format, rest[size:], nil
}

// errSheet says that a part of a sheet is not as it was written.
var errSheet = errors.New("a sheet of figures cannot be read")

// code is how the cells of a part are written and read.
type code[K comparable, V any] struct {
	column string
	put    func(*pack.Writer, K, *V)
	get    func(*pack.Reader, *K, *V)
	format uint64 // that is written; 0 means 1
}

func (c code[K, V]) pack(cells map[K]*V) []byte {
	p := writers.Get().(*pack.Writer)
	for k, v := range cells {
		c.put(p, k, v)
	}
	out := c.marked(p)
	if len(out) <= writerMost {
		p.Reset()
		writers.Put(p)
	}
	return out
}

// writers are kept: the parts of a sheet are written with every answer.
var writers = sync.Pool{New: func() any { return pack.NewWriter() }}

// writerMost is how many bytes one may have written that is kept.
const writerMost = 64 << 10

// marked is what was written, with its format.
func (c code[K, V]) marked(p *pack.Writer) []byte {
	var out []byte
	if c.format > 1 {
		out = binary.AppendUvarint(slices.Clone(formatMark), c.format)
	}
	return p.AppendTo(out)
}

// each calls do for every cell of a part; the figures are do's only until it returns, and are not changed. What a format lacks is zero.
func (c code[K, V]) each(part []byte, do func(K, *V)) error {
	format, part, err := unmarked(part)
	if err != nil {
		return err
	}
	u := pack.NewReader(part)
	u.Format = format
	var k K
	var v V
	for u.More() {
		if c.get(u, &k, &v); !u.Bad {
			do(k, &v)
		}
	}
	if u.Bad {
		return errSheet
	}
	return nil
}

func putNumbers(p *pack.Writer, numbers []*int64) {
	for _, n := range numbers {
		p.Number(*n)
	}
}

// getNumbers reads at most numbersMost.
func getNumbers(u *pack.Reader, numbers []*int64) {
	var counts [numbersMost]uint64
	u.Counts(counts[:len(numbers)])
	for i, n := range numbers {
		*n = pack.Signed(counts[i])
	}
}

const numbersMost = 27

func (f *Figures) numbers() [17]*int64 {
	return [...]*int64{
		&f.Answers, &f.Named, &f.Others, &f.Positions, &f.PositionSquares, &f.Positive, &f.Neutral, &f.Negative, &f.Unjudged, &f.Sum, &f.Squares,
		&f.Cited, &f.Citations, &f.Own, &f.Competitor, &f.Empty, &f.Refused,
	}
}

func (f *OtherFigures) numbers() [8]*int64 {
	return [...]*int64{&f.Answers, &f.Positions, &f.Positive, &f.Neutral, &f.Negative, &f.Unjudged, &f.Sum, &f.Squares}
}

// sealed puts the checksum of the part beside it in front of cells or rivals: an older program writes that part alone.
func sealed(beside, cells []byte) []byte {
	return append(binary.BigEndian.AppendUint32(make([]byte, 0, len(cells)+4), crc32.ChecksumIEEE(beside)), cells...)
}

// cellsIn is what sealed put together; false when an older program has written since, or alone.
func cellsIn(beside, kept []byte) ([]byte, bool) {
	if len(kept) < 4 || binary.BigEndian.Uint32(kept) != crc32.ChecksumIEEE(beside) {
		return nil, false
	}
	return kept[4:], true
}

var (
	cellsCode = code[CellKey, CellFigures]{
		"cells",
		func(p *pack.Writer, k CellKey, f *CellFigures) {
			for _, s := range []string{k.Prompt, k.Topic, k.Stage, k.Kinds, f.Models, f.LastAnswer} {
				p.Text(s)
			}
			n := f.cellNumbers()
			putNumbers(p, n[:])
			p.Number(f.LastPosition)
			p.At(f.LastAt)
		},
		func(u *pack.Reader, k *CellKey, f *CellFigures) {
			k.Prompt, k.Topic, k.Stage, k.Kinds, f.Models, f.LastAnswer = u.Text(), u.Text(), u.Text(), u.Text(), u.Text(), u.Text()
			n := f.cellNumbers()
			getNumbers(u, n[:cellNumbersFirst])
			if u.Format > 1 {
				getNumbers(u, n[cellNumbersFirst:])
			}
			f.LastPosition, f.LastAt = u.Number(), u.At()
		},
		2,
	}
	rivalsCode = code[RivalKey, OtherFigures]{
		"rivals",
		func(p *pack.Writer, k RivalKey, f *OtherFigures) {
			for _, s := range []string{k.Prompt, k.Topic, k.Kinds, k.Competitor} {
				p.Text(s)
			}
			n := f.rivalNumbers()
			putNumbers(p, n[:])
		},
		func(u *pack.Reader, k *RivalKey, f *OtherFigures) {
			k.Prompt, k.Topic, k.Kinds, k.Competitor = u.Text(), u.Text(), u.Text(), u.Text()
			n := f.numbers()
			getNumbers(u, n[:])
			if u.Format > 1 {
				m := f.Model.numbers()
				getNumbers(u, m[:])
			}
		},
		2,
	}
	figuresCode = code[FigureKey, Figures]{
		"figures",
		func(p *pack.Writer, k FigureKey, f *Figures) {
			p.Text(k.Topic)
			p.Text(k.Kinds)
			n := f.numbers()
			putNumbers(p, n[:])
		},
		func(u *pack.Reader, k *FigureKey, f *Figures) {
			k.Topic, k.Kinds = u.Text(), u.Text()
			n := f.numbers()
			getNumbers(u, n[:])
		},
		0,
	}
	promptsCode = code[PromptKey, PromptFigures]{
		"prompts",
		func(p *pack.Writer, k PromptKey, f *PromptFigures) {
			p.Text(k.Prompt)
			p.Text(k.Topic)
			p.Text(k.Stage)
			putNumbers(p, []*int64{&f.Answers, &f.Named, &f.Positions, &f.LastPosition})
			p.At(f.LastAt)
			p.Text(f.LastAnswer)
		},
		func(u *pack.Reader, k *PromptKey, f *PromptFigures) {
			k.Prompt, k.Topic, k.Stage = u.Text(), u.Text(), u.Text()
			f.Answers, f.Named, f.Positions, f.LastPosition = u.Number(), u.Number(), u.Number(), u.Number()
			f.LastAt, f.LastAnswer = u.At(), u.Text()
		},
		0,
	}
	othersCode = code[OtherKey, OtherFigures]{
		"others",
		func(p *pack.Writer, k OtherKey, f *OtherFigures) {
			p.Text(k.Topic)
			p.Text(k.Kinds)
			p.Text(k.Competitor)
			n := f.numbers()
			putNumbers(p, n[:])
		},
		func(u *pack.Reader, k *OtherKey, f *OtherFigures) {
			k.Topic, k.Kinds, k.Competitor = u.Text(), u.Text(), u.Text()
			n := f.numbers()
			getNumbers(u, n[:])
		},
		0,
	}
	sourcesCode = code[SourceKey, SourceFigures]{
		"sources",
		func(p *pack.Writer, k SourceKey, f *SourceFigures) {
			page := int64(0)
			if k.Page {
				page = 1
			}
			p.Number(page)
			for _, s := range []string{k.Topic, k.Source, f.Domain, f.Class, f.Title} {
				p.Text(s)
			}
			putNumbers(p, []*int64{&f.Citations, &f.Answers, &f.WithBrand, &f.Gap})
			p.At(f.FirstAt)
			p.At(f.LastAt)
		},
		func(u *pack.Reader, k *SourceKey, f *SourceFigures) {
			var n [12]uint64 // there are many
			u.Counts(n[:])
			k.Page = pack.Signed(n[0]) == 1
			k.Topic, k.Source, f.Domain, f.Class, f.Title = u.TextAt(n[1]), u.TextAt(n[2]), u.TextAt(n[3]), u.TextAt(n[4]), u.TextAt(n[5])
			f.Citations, f.Answers, f.WithBrand, f.Gap = pack.Signed(n[6]), pack.Signed(n[7]), pack.Signed(n[8]), pack.Signed(n[9])
			f.FirstAt, f.LastAt = u.Time(n[10]), u.Time(n[11])
		},
		0,
	}
	reachCode = code[ReachKey, ReachFigures]{
		"reach",
		func(p *pack.Writer, k ReachKey, f *ReachFigures) {
			p.Number(k.Page)
			p.Text(k.Prompt)
			p.Number(f.Answers)
		},
		func(u *pack.Reader, k *ReachKey, f *ReachFigures) {
			k.Page, k.Prompt, f.Answers = u.Number(), u.Text(), u.Number()
		},
		0,
	}
)
