package store

import "math"

// Page is a part of a list; the first is number 1.
type Page struct{ Number, Size int64 }

// Offset is how many come before the page. One that is further away than can be counted is as far as can be.
func (p Page) Offset() int64 { return min(p.Number-1, math.MaxInt64/max(p.Size, 1)) * p.Size }
