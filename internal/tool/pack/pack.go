// Package pack writes records of texts and numbers as few bytes, and reads them: each text once, then records in
// which texts are numbers of those. Numbers are varints, small when near zero; a time is the difference to the one
// before it. What a record holds, and in which order, is its writer's business.
package pack

import (
	"encoding/binary"
	"slices"
)

// Writer packs records.
type Writer struct {
	index       map[string]uint64
	texts, body []byte
	time        int64
}

// NewWriter is one that has packed nothing.
func NewWriter() *Writer { return &Writer{index: map[string]uint64{}} }

// Text writes a text.
func (p *Writer) Text(s string) { p.Count(p.TextNumber(s)) }

// TextNumber is the number that stands for a text in this part. It is written only by Count.
func (p *Writer) TextNumber(s string) uint64 {
	n, ok := p.index[s]
	if !ok {
		n = uint64(len(p.index))
		p.index[s] = n
		p.texts = append(binary.AppendUvarint(p.texts, uint64(len(s))), s...)
	}
	return n
}

// Count writes a number that is not negative.
func (p *Writer) Count(n uint64) { p.body = binary.AppendUvarint(p.body, n) }

// Number writes any number.
func (p *Writer) Number(n int64) { p.body = binary.AppendVarint(p.body, n) }

// At writes a time in microseconds.
func (p *Writer) At(micro int64) {
	p.Number(micro - p.time)
	p.time = micro
}

// Part writes bytes.
func (p *Writer) Part(b []byte) {
	p.Count(uint64(len(b)))
	p.body = append(p.body, b...)
}

// Bytes are the texts and what refers to them.
func (p *Writer) Bytes() []byte { return p.AppendTo(nil) }

// AppendTo puts the texts and what refers to them behind out.
func (p *Writer) AppendTo(out []byte) []byte {
	out = slices.Grow(out, binary.MaxVarintLen64+len(p.texts)+len(p.body))
	return append(append(binary.AppendUvarint(out, uint64(len(p.index))), p.texts...), p.body...)
}

// Reset forgets what was packed and keeps the room that it took.
func (p *Writer) Reset() {
	clear(p.index)
	p.texts, p.body, p.time = p.texts[:0], p.body[:0], 0
}

// Reader unpacks what a Writer wrote, in the same order. What cannot be read is zero, and Bad from then on.
type Reader struct {
	Texts  []string
	Bad    bool
	Format uint64 // for the caller to know which records there are
	body   []byte
	here   int // in body; a number is cheaper to move than the slice, of which the garbage collector is told
	time   int64
}

// NewReader reads a part.
func NewReader(part []byte) *Reader {
	u := &Reader{body: part}
	n := u.Count()
	if n > uint64(len(part)) {
		u.Fail()
		return u
	}
	begin := u.here
	for range n {
		if u.Part(); u.Bad {
			return u
		}
	}
	all := string(part[:u.here]) // one string for all texts, not one each
	u.Texts, u.here = make([]string, n), begin
	for i := range u.Texts {
		size := len(u.Part())
		u.Texts[i] = all[u.here-size : u.here]
	}
	return u
}

// Part reads bytes, which are not copied.
func (u *Reader) Part() []byte {
	size := u.Count()
	if size > uint64(len(u.body)-u.here) {
		u.Fail()
		return nil
	}
	u.here += int(size)
	return u.body[u.here-int(size) : u.here]
}

// More tells whether there is something left to read.
func (u *Reader) More() bool { return u.here < len(u.body) && !u.Bad }

// Fail says that the part is not as it was written.
func (u *Reader) Fail() { u.Bad, u.here = true, len(u.body) }

// Count reads a number that is not negative.
func (u *Reader) Count() uint64 {
	if u.here < len(u.body) {
		if b := u.body[u.here]; b < 0x80 { // nearly all are small
			u.here++
			return uint64(b)
		}
	}
	return u.long()
}

func (u *Reader) long() uint64 {
	n, size := binary.Uvarint(u.body[u.here:])
	if size <= 0 {
		u.Fail()
		return 0
	}
	u.here += size
	return n
}

// Counts reads as many as there is room for: for a whole record that takes a third of the time of single calls.
func (u *Reader) Counts(into []uint64) {
	body, here := u.body, u.here
	for n := range into {
		var v uint64
		for shift := 0; ; shift += 7 {
			if here >= len(body) || shift > 63 {
				clear(into[n:])
				u.Fail()
				return
			}
			b := body[here]
			here++
			v |= uint64(b&0x7f) << shift
			if b < 0x80 {
				break
			}
		}
		into[n] = v
	}
	u.here = here
}

// Text reads a text.
func (u *Reader) Text() string { return u.TextAt(u.Count()) }

// TextAt is the text that a count stands for.
func (u *Reader) TextAt(n uint64) string {
	if n >= uint64(len(u.Texts)) {
		u.Fail()
		return ""
	}
	return u.Texts[n]
}

// Number reads any number.
func (u *Reader) Number() int64 { return Signed(u.Count()) }

// Signed is the number that a count stands for, as binary.Varint has it.
func Signed(n uint64) int64 { return int64(n>>1) ^ -int64(n&1) }

// At reads a time.
func (u *Reader) At() int64 { return u.Time(u.Count()) }

// Time is the time that a count stands for. Times are asked for in the order in which they stand.
func (u *Reader) Time(n uint64) int64 {
	u.time += Signed(n)
	return u.time
}
