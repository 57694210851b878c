package kit

import (
	"net/url"
	"strconv"
)

// Paging is a page of a list; address keeps the rest of the query.
type Paging struct {
	Number, size, Total int64
	Path                string
	Query               url.Values
}

// PagingOf reads the page that a request asks for.
func PagingOf(v *Visit, size int64) Paging {
	n, err := strconv.ParseInt(v.URL.Query().Get("page"), 10, 32)
	if err != nil || n < 1 {
		n = 1
	}
	return Paging{Number: n, size: size, Path: v.URL.Path, Query: v.URL.Query()}
}

// PagingAt is PagingOf for a list at another path than the request's, such as that of a form beside it, which carries the number.
func PagingAt(v *Visit, path string, size int64) Paging {
	p := PagingOf(v, size)
	if n, err := strconv.ParseInt(v.PostForm.Get("page"), 10, 32); err == nil && n > 1 {
		p.Number = n
	}
	p.Path = path
	return p
}

// Of is the paging of a list of so many; a number behind its end is the last page's.
func (p Paging) Of(total int64) Paging {
	p.Total = total
	p.Number = min(p.Number, p.count())
	return p
}

// Place leads to the page at hand.
func (p Paging) Place() string {
	if p.Number == 1 {
		return WithQuery(p.Path, p.Query, "page", "")
	}
	return p.address(p.Number)
}

// Pages tells how many there are.
func (p Paging) Pages() int64 { return p.count() }

// PartOf is the part of a list that its page shows.
func PartOf[T any](p Paging, list []T) []T {
	from := min((p.Number-1)*p.size, int64(len(list)))
	return list[from:min(from+p.size, int64(len(list)))]
}

func (p Paging) first() int64 { return min((p.Number-1)*p.size+1, p.Total) }

func (p Paging) last() int64 { return min(p.Number*p.size, p.Total) }

func (p Paging) count() int64 { return max((p.Total+p.size-1)/p.size, 1) }

func (p Paging) address(n int64) string {
	return WithQuery(p.Path, p.Query, "page", strconv.FormatInt(n, 10))
}

// Sorting is by which column a table is sorted.
type Sorting struct {
	Column     string
	Descending bool
	Path, Swap string
	Query      url.Values
}

// SortingOf reads ?sort=column or ?sort=-column; what is not among the columns is the first of them.
func SortingOf(v *Visit, swap string, columns ...string) Sorting {
	s := Sorting{Column: columns[0], Path: v.URL.Path, Query: v.URL.Query(), Swap: swap}
	wanted := v.URL.Query().Get("sort")
	if len(wanted) > 0 && wanted[0] == '-' {
		s.Descending, wanted = true, wanted[1:]
	}
	for _, c := range columns {
		if c == wanted {
			s.Column = c
			return s
		}
	}
	s.Descending = false
	return s
}

func (s Sorting) address(column string) string {
	value := column
	if s.Column == column && !s.Descending {
		value = "-" + column
	}
	return WithQuery(s.Path, s.Query, "sort", value)
}

func (s Sorting) direction() string {
	if s.Descending {
		return "descending"
	}
	return "ascending"
}

func (s Sorting) arrow() string {
	if s.Descending {
		return "down"
	}
	return "up"
}
