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

// Column reads as many numbers as there is room for.
func (u *Reader) Column(into []int64) {
	switch u.Count() {
	case columnZero:
		clear(into)
	case columnSame:
		n := u.Number()
		for i := range into {
			into[i] = n
		}
	case columnList:
		for i := range into {
			into[i] = u.Number()
		}
	default:
		u.Fail()
	}
}
