package order

import (
	"math/rand/v2"
	"time"

	"renown/internal/floor/timestamp"
)

// lotSeeds is how many draws there are: whole numbers that every reader of JSON keeps.
const lotSeeds = 1 << 53

// drawLots gives orders their turns in random order, evenly over some weeks from now on. The seed is kept with each,
// so that the draw can be done again.
func drawLots(list []Order, weeks int64, now timestamp.Time) {
	seed := rand.Int64N(lotSeeds)
	apart := time.Duration(weeks) * 7 * 24 * time.Hour / time.Duration(len(list))
	for turn, i := range rand.New(rand.NewPCG(uint64(seed), uint64(len(list)))).Perm(len(list)) {
		at := now.Add(time.Duration(turn) * apart)
		list[i].LotSeed, list[i].PlannedAt = &seed, &at
	}
}

// notBefore is the later of the wish for a time and the lot.
func (o *Order) notBefore() *timestamp.Time {
	wish := notBefore(o.ScheduledAt)
	if wish == nil || o.PlannedAt != nil && o.PlannedAt.After(wish.Time) {
		return o.PlannedAt
	}
	return wish
}
