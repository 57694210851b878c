package pack

// How the numbers of a column are written: most are the same all along.
const (
	columnZero = iota
	columnSame // followed by the number
	columnList // followed by each of them
)

// Column writes numbers of which the reader knows how many there are.
func (p *Writer) Column(list []int64) {
	same := true
	for _, n := range list {
		same = same && n == list[0]
	}
	switch {
	case len(list) == 0, same && list[0] == 0:
		p.Count(columnZero)
	case same:
		p.Count(columnSame)
		p.Number(list[0])
	default:
		p.Count(columnList)
		for _, n := range list {
			p.Number(n)
		}
	}
}

// columnMost is how many numbers of a column are read at once.
const columnMost = 32

// Column reads as many numbers as there is room for, and returns that room: nil, and untouched, where all are zero.
func (u *Reader) Column(room []int64) []int64 {
	into := room
	switch u.Count() {
	case columnZero:
		return nil
	case columnSame:
		n := u.Number()
		for i := range into {
			into[i] = n
		}
	case columnList:
		var counts [columnMost]uint64
		for len(into) > 0 {
			n := min(len(into), columnMost)
			u.Counts(counts[:n])
			for i, c := range counts[:n] {
				into[i] = Signed(c)
			}
			into = into[n:]
		}
	default:
		u.Fail()
	}
	return room
}
