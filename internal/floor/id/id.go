// Package id makes the identifiers of records: a readable prefix and a ULID in lower case, sortable by time.
package id

import (
	"crypto/rand"
	"encoding/binary"
	"sync"
	"time"
)

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz" // Crockford's base 32

// recent is how many milliseconds are remembered: transactions that overlap have times of their own. It is prime, so that times
// a round distance apart have places of their own too.
const recent = 61

// last holds where the count of a millisecond stands, each in the place of its number.
var last struct {
	sync.Mutex
	at [recent]struct {
		ms uint64
		hi uint16
		lo uint64
	}
}

// New returns prefix_ followed by 26 characters that sort by time. Ids that a process makes one after another for the same
// millisecond sort in that order too, unless a time that lies a multiple of 61 ms away comes in between: then they sort in
// any order, but always the same.
func New(prefix string, now time.Time) string {
	ms := uint64(now.UnixMilli())
	hi, lo := next(ms)
	var out [26]byte
	for i := 9; i >= 0; i-- { // 48 bits of time
		out[i] = alphabet[ms&31]
		ms >>= 5
	}
	for i := 25; i >= 10; i-- { // 80 bits of randomness
		out[i] = alphabet[lo&31]
		lo = lo>>5 | uint64(hi&31)<<59
		hi >>= 5
	}
	return prefix + "_" + string(out[:])
}

// next draws 80 random bits, or continues the count of this millisecond by a random step,
// so that an id never tells how many others were made.
func next(ms uint64) (uint16, uint64) {
	var b [10]byte
	rand.Read(b[:])
	hi, lo := binary.BigEndian.Uint16(b[:2]), binary.BigEndian.Uint64(b[2:])
	last.Lock()
	defer last.Unlock()
	l := &last.at[ms%recent]
	if ms == l.ms {
		step := lo >> 24 // 40 random bits
		sum := l.lo + step + 1
		if sum < l.lo {
			l.hi++
		}
		l.lo = sum
		return l.hi, l.lo
	}
	l.ms, l.hi, l.lo = ms, hi>>1, lo // the top bit is kept free for the count
	return l.hi, l.lo
}
