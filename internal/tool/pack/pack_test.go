package pack_test

import (
	"math"
	"testing"

	"renown/internal/tool/pack"
)

// What is written is read, by single calls and by records; what was cut off anywhere is bad and ends.
func TestReader(t *testing.T) {
	t.Parallel()
	numbers := []int64{0, 1, -1, 63, 64, -65, 300, math.MaxInt64, math.MinInt64, 1_764_000_000_000_000}
	p := pack.NewWriter()
	p.Count(7)
	for i, n := range numbers {
		p.Text([]string{"云栖", "", "a"}[i%3])
		p.Number(n)
	}
	p.At(1_764_000_000_000_000)
	p.At(1_764_000_000_000_005)
	p.Part([]byte("part"))
	p.Part(nil)
	p.Column(numbers)
	p.Column(make([]int64, 40))
	p.Column([]int64{5, 5, 5})
	p.Column(nil)
	part := p.Bytes()

	read := func(part []byte, together bool) (ok bool) {
		u := pack.NewReader(part)
		ok = u.Count() == 7
		for i, n := range numbers {
			var record [2]uint64
			if together {
				u.Counts(record[:])
			} else {
				record = [2]uint64{u.Count(), u.Count()}
			}
			ok = u.TextAt(record[0]) == []string{"云栖", "", "a"}[i%3] && pack.Signed(record[1]) == n && ok
		}
		ok = u.At() == 1_764_000_000_000_000 && u.At() == 1_764_000_000_000_005 && ok
		ok = string(u.Part()) == "part" && len(u.Part()) == 0 && ok
		all, zeros, same := make([]int64, len(numbers)), make([]int64, 40), make([]int64, 3)
		u.Column(all)
		ok = u.Column(zeros) == nil && ok
		u.Column(same)
		ok = u.Column(nil) == nil && ok
		for i, n := range numbers {
			ok = ok && all[i] == n
		}
		return ok && same[2] == 5 && !u.Bad && !u.More()
	}
	for _, together := range []bool{false, true} {
		if !read(part, together) {
			t.Errorf("not as it was written, together %v", together)
		}
		for cut := range part {
			if read(part[:cut], together) {
				t.Errorf("cut off at %d of %d it is read", cut, len(part))
			}
		}
	}
	if u := pack.NewReader([]byte{0, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1}); u.Count() != 0 || !u.Bad {
		t.Error("a number of eleven bytes is read")
	}
}

// A writer that is used again writes what a new one does.
func TestReset(t *testing.T) {
	t.Parallel()
	write := func(p *pack.Writer, texts ...string) string {
		for i, s := range texts {
			p.Text(s)
			p.At(int64(i) + 1_764_000_000_000_000)
		}
		return string(p.AppendTo([]byte("mark")))
	}
	p := pack.NewWriter()
	write(p, "云栖", "a", "云栖")
	p.Reset()
	if got, want := write(p, "b", "a"), write(pack.NewWriter(), "b", "a"); got != want {
		t.Errorf("%q instead of %q", got, want)
	}
}
