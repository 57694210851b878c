package reading

import (
	"errors"
	"fmt"
	"sync"

	"renown/internal/tool/pack"
)

// partFormat is the first byte of every part of a day or a month; what follows is as pack writes it.
const partFormat = 1

// errSheet says that a part of a day or a month is not as it was written.
var errSheet = errors.New("a sheet of figures cannot be read")

// sealed is what was packed, with its format.
func sealed(p *pack.Writer) []byte { return p.AppendTo([]byte{partFormat}) }

// opened reads what sealed wrote. Another format is refused.
func opened(part []byte) (*pack.Reader, error) {
	if len(part) == 0 {
		return nil, errSheet
	}
	if part[0] != partFormat {
		return nil, fmt.Errorf("figures are kept in format %d and this program reads %d: another program wrote them", part[0], partFormat)
	}
	return pack.NewReader(part[1:]), nil
}

// closed tells whether all was read as it was written.
func closed(u *pack.Reader) error {
	if u.Bad {
		return errSheet
	}
	return nil
}

// code is how the records of a part are written and read.
type code[K comparable, V any] struct {
	put func(*pack.Writer, K, *V)
	get func(*pack.Reader, *K, *V)
}

func (c code[K, V]) pack(records map[K]*V) []byte {
	p := writers.Get().(*pack.Writer)
	for k, v := range records {
		c.put(p, k, v)
	}
	out := sealed(p)
	if len(out) <= writerMost {
		p.Reset()
		writers.Put(p)
	}
	return out
}

// writers are kept: the parts of a day are written with every answer.
var writers = sync.Pool{New: func() any { return pack.NewWriter() }}

// writerMost is how many bytes one may have written that is kept.
const writerMost = 64 << 10

// each calls do for every record of a part; what it gives is do's only until it returns, and is not changed.
func (c code[K, V]) each(part []byte, do func(K, *V)) error {
	u, err := opened(part)
	if err != nil {
		return err
	}
	var k K
	var v V
	for u.More() {
		if c.get(u, &k, &v); !u.Bad {
			do(k, &v)
		}
	}
	return closed(u)
}

func putTexts(p *pack.Writer, list ...string) {
	for _, s := range list {
		p.Text(s)
	}
}

func putNumbers(p *pack.Writer, list ...int64) {
	for _, n := range list {
		p.Number(n)
	}
}

var (
	cellsCode = code[CellKey, CellFigures]{
		func(p *pack.Writer, k CellKey, f *CellFigures) {
			putTexts(p, k.Prompt, k.Topic, k.Stage, k.Kinds, f.Models, f.LastAnswer)
			f.Counts.put(p)
			p.Number(f.LastPosition)
			p.At(f.LastAt)
		},
		func(u *pack.Reader, k *CellKey, f *CellFigures) {
			k.Prompt, k.Topic, k.Stage, k.Kinds, f.Models, f.LastAnswer = u.Text(), u.Text(), u.Text(), u.Text(), u.Text(), u.Text()
			f.Counts.get(u)
			f.LastPosition, f.LastAt = u.Number(), u.At()
		},
	}
	rivalsCode = code[RivalKey, Counts]{
		func(p *pack.Writer, k RivalKey, c *Counts) {
			putTexts(p, k.Prompt, k.Topic, k.Kinds, k.Competitor)
			c.put(p)
		},
		func(u *pack.Reader, k *RivalKey, c *Counts) {
			k.Prompt, k.Topic, k.Kinds, k.Competitor = u.Text(), u.Text(), u.Text(), u.Text()
			c.get(u)
		},
	}
	sourcesCode = code[SourceKey, SourceFigures]{
		func(p *pack.Writer, k SourceKey, f *SourceFigures) {
			p.Number(number(k.Page))
			putTexts(p, k.Topic, k.Source, f.Domain, f.Class, f.Title)
			putNumbers(p, f.Citations, f.Answers, f.WithBrand, f.Gap)
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
	}
	reachCode = code[ReachKey, ReachFigures]{
		func(p *pack.Writer, k ReachKey, f *ReachFigures) {
			p.Number(k.Page)
			p.Text(k.Prompt)
			p.Number(f.Answers)
		},
		func(u *pack.Reader, k *ReachKey, f *ReachFigures) {
			k.Page, k.Prompt, f.Answers = u.Number(), u.Text(), u.Number()
		},
	}
)
