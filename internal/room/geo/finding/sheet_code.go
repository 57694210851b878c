package finding

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"
)

// A part of a sheet is kept as bytes: its different texts, then its cells, in which texts are numbers of those. Numbers
// are varints; a time is the difference to the one before it.
//
// That is format 1, which has no mark. Any later one begins with formatMark and its number, so that a program that does not
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

type packer struct {
	index       map[string]uint64
	texts, body []byte
	time        int64
}

func (p *packer) text(s string) { p.count(p.textNumber(s)) }

func (p *packer) textNumber(s string) uint64 {
	n, ok := p.index[s]
	if !ok {
		n = uint64(len(p.index))
		p.index[s] = n
		p.texts = append(binary.AppendUvarint(p.texts, uint64(len(s))), s...)
	}
	return n
}

func (p *packer) count(n uint64) { p.body = binary.AppendUvarint(p.body, n) }

// bytes are the texts and what refers to them.
func (p *packer) bytes() []byte {
	return append(append(binary.AppendUvarint(nil, uint64(len(p.index))), p.texts...), p.body...)
}

func (p *packer) number(n int64) { p.body = binary.AppendVarint(p.body, n) }

func (p *packer) at(micro int64) {
	p.number(micro - p.time)
	p.time = micro
}

// errSheet says that a part of a sheet is not as it was written.
var errSheet = errors.New("a sheet of figures cannot be read")

type unpacker struct {
	texts []string
	body  []byte
	here  int // in body; a number is cheaper to move than the slice, of which the garbage collector is told
	time  int64
	bad   bool

	format uint64
}

func newUnpacker(format uint64, part []byte) *unpacker {
	u := &unpacker{body: part, format: format}
	n := u.count()
	if n > uint64(len(part)) {
		u.fail()
		return u
	}
	u.texts = make([]string, n)
	all := string(part) // one string for all texts, not one each
	for i := range u.texts {
		size := u.count()
		if size > uint64(len(part)-u.here) {
			u.fail()
			return u
		}
		to := u.here + int(size)
		u.texts[i], u.here = all[u.here:to], to
	}
	return u
}

// more tells whether there is something left to read.
func (u *unpacker) more() bool { return u.here < len(u.body) }

func (u *unpacker) fail() { u.bad, u.here = true, len(u.body) }

func (u *unpacker) count() uint64 {
	if u.here < len(u.body) {
		if b := u.body[u.here]; b < 0x80 { // nearly all are small
			u.here++
			return uint64(b)
		}
	}
	n, size := binary.Uvarint(u.body[u.here:])
	if size <= 0 {
		u.fail()
		return 0
	}
	u.here += size
	return n
}

func (u *unpacker) text() string {
	n := u.count()
	if n >= uint64(len(u.texts)) {
		u.fail()
		return ""
	}
	return u.texts[n]
}

func (u *unpacker) number() int64 {
	n := u.count()
	return int64(n>>1) ^ -int64(n&1) // as binary.Varint
}

func (u *unpacker) at() int64 {
	u.time += u.number()
	return u.time
}

// code is how the cells of a part are written and read.
type code[K comparable, V any] struct {
	column string
	put    func(*packer, K, *V)
	get    func(*unpacker, *K, *V)
	format uint64 // that is written; 0 means 1
}

func (c code[K, V]) pack(cells map[K]*V) []byte {
	p := &packer{index: map[string]uint64{}}
	for k, v := range cells {
		c.put(p, k, v)
	}
	var out []byte
	if c.format > 1 {
		out = binary.AppendUvarint(slices.Clone(formatMark), c.format)
	}
	return append(out, p.bytes()...)
}

// each calls do for every cell of a part; the figures are do's only until it returns.
func (c code[K, V]) each(part []byte, do func(K, *V)) error {
	format, part, err := unmarked(part)
	if err != nil {
		return err
	}
	u := newUnpacker(format, part)
	var k K
	var v, none V
	for u.more() && !u.bad {
		v = none
		if c.get(u, &k, &v); !u.bad {
			do(k, &v)
		}
	}
	if u.bad {
		return errSheet
	}
	return nil
}

func putNumbers(p *packer, numbers []*int64) {
	for _, n := range numbers {
		p.number(*n)
	}
}

func getNumbers(u *unpacker, numbers []*int64) {
	for _, n := range numbers {
		*n = u.number()
	}
}

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
		func(p *packer, k CellKey, f *CellFigures) {
			for _, s := range []string{k.Prompt, k.Topic, k.Stage, k.Kinds, f.Models, f.LastAnswer} {
				p.text(s)
			}
			n := f.cellNumbers()
			putNumbers(p, n[:])
			p.number(f.LastPosition)
			p.at(f.LastAt)
		},
		func(u *unpacker, k *CellKey, f *CellFigures) {
			k.Prompt, k.Topic, k.Stage, k.Kinds, f.Models, f.LastAnswer = u.text(), u.text(), u.text(), u.text(), u.text(), u.text()
			n := f.cellNumbers()
			getNumbers(u, n[:cellNumbersFirst])
			if u.format > 1 {
				getNumbers(u, n[cellNumbersFirst:])
			}
			f.LastPosition, f.LastAt = u.number(), u.at()
		},
		2,
	}
	rivalsCode = code[RivalKey, OtherFigures]{
		"rivals",
		func(p *packer, k RivalKey, f *OtherFigures) {
			for _, s := range []string{k.Prompt, k.Topic, k.Kinds, k.Competitor} {
				p.text(s)
			}
			n := f.rivalNumbers()
			putNumbers(p, n[:])
		},
		func(u *unpacker, k *RivalKey, f *OtherFigures) {
			k.Prompt, k.Topic, k.Kinds, k.Competitor = u.text(), u.text(), u.text(), u.text()
			n := f.numbers()
			getNumbers(u, n[:])
			if u.format > 1 {
				m := f.Model.numbers()
				getNumbers(u, m[:])
			}
		},
		2,
	}
	figuresCode = code[FigureKey, Figures]{
		"figures",
		func(p *packer, k FigureKey, f *Figures) {
			p.text(k.Topic)
			p.text(k.Kinds)
			n := f.numbers()
			putNumbers(p, n[:])
		},
		func(u *unpacker, k *FigureKey, f *Figures) {
			k.Topic, k.Kinds = u.text(), u.text()
			n := f.numbers()
			getNumbers(u, n[:])
		},
		0,
	}
	promptsCode = code[PromptKey, PromptFigures]{
		"prompts",
		func(p *packer, k PromptKey, f *PromptFigures) {
			p.text(k.Prompt)
			p.text(k.Topic)
			p.text(k.Stage)
			putNumbers(p, []*int64{&f.Answers, &f.Named, &f.Positions, &f.LastPosition})
			p.at(f.LastAt)
			p.text(f.LastAnswer)
		},
		func(u *unpacker, k *PromptKey, f *PromptFigures) {
			k.Prompt, k.Topic, k.Stage = u.text(), u.text(), u.text()
			f.Answers, f.Named, f.Positions, f.LastPosition = u.number(), u.number(), u.number(), u.number()
			f.LastAt, f.LastAnswer = u.at(), u.text()
		},
		0,
	}
	othersCode = code[OtherKey, OtherFigures]{
		"others",
		func(p *packer, k OtherKey, f *OtherFigures) {
			p.text(k.Topic)
			p.text(k.Kinds)
			p.text(k.Competitor)
			n := f.numbers()
			putNumbers(p, n[:])
		},
		func(u *unpacker, k *OtherKey, f *OtherFigures) {
			k.Topic, k.Kinds, k.Competitor = u.text(), u.text(), u.text()
			n := f.numbers()
			getNumbers(u, n[:])
		},
		0,
	}
	sourcesCode = code[SourceKey, SourceFigures]{
		"sources",
		func(p *packer, k SourceKey, f *SourceFigures) {
			page := int64(0)
			if k.Page {
				page = 1
			}
			p.number(page)
			for _, s := range []string{k.Topic, k.Source, f.Domain, f.Class, f.Title} {
				p.text(s)
			}
			putNumbers(p, []*int64{&f.Citations, &f.Answers, &f.WithBrand, &f.Gap})
			p.at(f.FirstAt)
			p.at(f.LastAt)
		},
		func(u *unpacker, k *SourceKey, f *SourceFigures) {
			k.Page = u.number() == 1
			k.Topic, k.Source, f.Domain, f.Class, f.Title = u.text(), u.text(), u.text(), u.text(), u.text()
			f.Citations, f.Answers, f.WithBrand, f.Gap = u.number(), u.number(), u.number(), u.number()
			f.FirstAt, f.LastAt = u.at(), u.at()
		},
		0,
	}
	reachCode = code[ReachKey, ReachFigures]{
		"reach",
		func(p *packer, k ReachKey, f *ReachFigures) {
			p.number(k.Page)
			p.text(k.Prompt)
			p.number(f.Answers)
		},
		func(u *unpacker, k *ReachKey, f *ReachFigures) {
			k.Page, k.Prompt, f.Answers = u.number(), u.text(), u.number()
		},
		0,
	}
)
