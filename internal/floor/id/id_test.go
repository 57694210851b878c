package id_test

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"renown/internal/floor/id"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

var form = regexp.MustCompile(`^brd_[0-7][0-9a-hjkmnp-tv-z]{25}$`)

// moments are milliseconds from 1970 to the year 3000.
func moments() *rapid.Generator[time.Time] {
	return rapid.Custom(func(t *rapid.T) time.Time {
		return time.UnixMilli(rapid.Int64Range(0, 32503680000000).Draw(t, "ms"))
	})
}

func TestForm(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		now := moments().Draw(t, "now")
		made := id.New("brd", now)
		if !form.MatchString(made) {
			t.Fatalf("%q is not a prefix and a ULID in lower case", made)
		}
		must.Equal(t, timeOf(made), now.UnixMilli(), made, "holds the time")
	})
}

// timeOf reads the milliseconds out of an id.
func timeOf(made string) (ms int64) {
	_, ulid, _ := strings.Cut(made, "_")
	for _, c := range ulid[:10] {
		ms = ms<<5 | int64(strings.IndexRune("0123456789abcdefghjkmnpqrstvwxyz", c))
	}
	return ms
}

func TestSortedByTime(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		now := moments().Draw(t, "now")
		later := now.Add(time.Duration(rapid.Int64Range(1, 1e9).Draw(t, "ms")) * time.Millisecond)
		if a, b := id.New("run", now), id.New("run", later); a >= b {
			t.Fatalf("%q of %v sorts behind %q of %v", a, now, b, later)
		}
	})
}

// Ids break ties between equal times, so those of one millisecond sort as they were made. Not parallel: another
// test's ids would come between, with other times.
func TestSortedWithinOneMillisecond(t *testing.T) {
	now := time.Date(2026, 1, 5, 2, 0, 0, 0, time.UTC)
	made := make([]string, 10_000)
	for i := range made {
		made[i] = id.New("ans", now)
		// another caller's, in between
		id.New("ans", now.Add(time.Duration(1+i%60)*time.Millisecond))
		id.New("ans", now.Add(time.Duration(1+i%20)*time.Hour))
	}
	if !slices.IsSorted(made) {
		t.Error("they do not sort in the order they were made")
	}
	expect.Equal(t, len(slices.Compact(made)), 10_000, "some are equal")
}

// An id must not tell how many others were made: neighbours differ by a random step.
func TestNeighboursCannotBeGuessed(t *testing.T) {
	now := time.Date(2026, 1, 6, 2, 0, 0, 0, time.UTC)
	before := id.New("ord", now)
	near := 0
	for range 100 {
		next := id.New("ord", now)
		if next[:24] == before[:24] { // the last 6 of 30 characters: 30 bits of a step of 40, so by chance one pair of a thousand
			near++
		}
		before = next
	}
	if near > 10 { // by chance in less than one run of 10^17
		t.Errorf("%d of 100 follow the one before too closely", near)
	}
}

func TestUnique(t *testing.T) {
	t.Parallel()
	const makers, each = 16, 2000
	now := time.Date(2026, 1, 7, 2, 0, 0, 0, time.UTC)
	made := make([][]string, makers)
	var group sync.WaitGroup
	for i := range made {
		group.Go(func() {
			for range each {
				made[i] = append(made[i], id.New("evt", now))
			}
		})
	}
	group.Wait()
	all := slices.Concat(made...)
	slices.Sort(all)
	if n := len(slices.Compact(all)); n != makers*each {
		t.Errorf("%d ids are %d different ones", makers*each, n)
	}
}
