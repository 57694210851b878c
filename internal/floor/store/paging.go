package store

import "math"

// Paging is which part of a list is wanted; the first is number 1.
type Paging struct{ Number, Size int64 }

// Offset is how many come before the page. One that is further away than can be counted is as far as can be.
func (p Paging) Offset() int64 { return min(p.Number-1, math.MaxInt64/max(p.Size, 1)) * p.Size }
