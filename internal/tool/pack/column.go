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

// Column reads as many numbers as there is room for, and returns that room: nil, and untouched, where all are zero.
func (u *Reader) Column(room []int64) []int64 {
	switch u.Count() {
	case columnZero:
		return nil
	case columnSame:
		n := u.Number()
		for i := range room {
			room[i] = n
		}
	case columnList:
		here := u.here
		for i := range room {
			if here < len(u.body) && u.body[here] < 0x80 { // nearly all are small
				room[i] = Signed(uint64(u.body[here]))
				here++
				continue
			}
			u.here = here
			room[i] = Signed(u.long())
			here = u.here
		}
		u.here = here
	default:
		u.Fail()
	}
	return room
}
