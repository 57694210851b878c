package event

import (
	"fmt"
	"math/rand/v2"
	"time"

	"renown/internal/floor/timestamp"
)

// waits is the schedule of Standard Webhooks: how long after each attempt that failed the next one follows. Ten attempts, 75 hours.
var waits = [...]time.Duration{
	5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 10 * time.Hour, 14 * time.Hour,
	20 * time.Hour, 24 * time.Hour,
}

const (
	attemptsMost = len(waits) + 1
	giveUpAfter  = 5 * day // without any success an endpoint is switched off
	restLeast    = 30 * time.Second
)

// retryAfter is the wait after the attempt-th failure, counted from 1, with a tenth of jitter either way; false when that was the last.
func retryAfter(attempt int64) (time.Duration, bool) {
	if attempt > int64(len(waits)) {
		return 0, false
	}
	wait := waits[max(attempt, 1)-1]
	return wait + time.Duration((rand.Float64()-0.5)*0.2*float64(wait)), true
}

// Quiet is a time of the day, in Beijing, in which a group is left alone. What happens meanwhile is told afterwards, in one message.
type Quiet struct {
	From string `json:"from"` // 22:00
	To   string `json:"to"`   // 08:00, on the next day when it is not after From
}

// minuteOf reads a time of the day; -1 when it is none.
func minuteOf(text string) int64 {
	var hour, minute int64
	if n, err := fmt.Sscanf(text, "%02d:%02d", &hour, &minute); n != 2 || err != nil || len(text) != 5 || hour > 23 ||
		minute > 59 || hour < 0 || minute < 0 {
		return -1
	}
	return hour*60 + minute
}

func (q *Quiet) valid() bool { return minuteOf(q.From) >= 0 && minuteOf(q.To) >= 0 && q.From != q.To }

// columns is how quiet hours are kept: minutes of the day, both or neither.
func (q *Quiet) columns() (from, to *int64) {
	if q == nil {
		return nil, nil
	}
	a, b := minuteOf(q.From), minuteOf(q.To)
	return &a, &b
}

func quietOf(from, to *int64) *Quiet {
	if from == nil || to == nil {
		return nil
	}
	clock := func(m int64) string { return fmt.Sprintf("%02d:%02d", m/60, m%60) }
	return &Quiet{clock(*from), clock(*to)}
}

// until is when the quiet hours that hold a moment end; false outside of them.
func (q *Quiet) until(now time.Time) (time.Time, bool) {
	if q == nil {
		return now, false
	}
	local := now.In(timestamp.Beijing)
	minute, from, to := int64(local.Hour()*60+local.Minute()), minuteOf(q.From), minuteOf(q.To)
	within := from <= minute && minute < to
	if from > to {
		within = minute >= from || minute < to
	}
	if !within {
		return now, false
	}
	left := (to - minute + 24*60) % (24 * 60)
	return local.Truncate(time.Minute).Add(time.Duration(left) * time.Minute), true
}

// crowded tells whether a moment is in the first minute of an hour or of its half, when everybody's bots speak and vendors refuse, and
// gives a moment soon after.
func crowded(now time.Time) (time.Time, bool) {
	if now.Minute()%30 != 0 {
		return now, false
	}
	return now.Truncate(time.Minute).Add(time.Minute + rand.N(40*time.Second)), true
}

// mayspeak is the next moment at which an endpoint may be sent to, from now on.
func (to Endpoint) maySpeak(now timestamp.Time) timestamp.Time {
	at := now.Time
	if to.readyAt.After(at) {
		at = to.readyAt.Time
	}
	if !to.Kind.isBot() {
		return timestamp.Of(at)
	}
	if end, quiet := to.Quiet.until(at); quiet {
		at = end
	}
	if later, yes := crowded(at); yes {
		at = later
	}
	return timestamp.Of(at)
}
