package main

import (
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

// group is a kind of request. Those that the server refuses because it is too busy, or asked too often, are told apart.
type group int

const (
	analyses group = iota
	polling
	lists
	writes
	refused
	groups
)

func (g group) String() string {
	return [...]string{"analyses", "polling", "lists", "writes", "refused"}[g]
}

// Codes of refusals that say nothing about the request.
const (
	tooFrequent = 2001
	unavailable = 5030
)

// mix draws requests: 70 % analyses, 15 % polling, 10 % lists, 5 % writes.
type mix struct {
	*rand.Rand
	accounts []*account
}

func (d *driver) mix(stream uint64) *mix {
	return &mix{rand.New(rand.NewPCG(d.seed, stream)), d.accounts}
}

func (m *mix) next() shot {
	a := m.accounts[m.IntN(len(m.accounts))]
	s := shot{method: http.MethodGet, key: a.key}
	switch n := m.IntN(100); {
	case n < 70:
		s.group, s.path = analyses, "/geo/brands/"+a.brand+m.analysis()
	case n < 85:
		s.group, s.path = polling, "/geo/runs/"+a.runs[m.IntN(len(a.runs))]
	case n < 95:
		s.group, s.path = lists, m.list(a)
	default:
		return a.write()
	}
	return s
}

// analysis is one of the four, most often the overview, of one of some periods.
func (m *mix) analysis() string {
	name := [...]string{"/overview", "/overview", "/visibility", "/sentiment", "/citations"}[m.IntN(5)]
	day := func(ago int) string { return time.Now().UTC().AddDate(0, 0, -ago).Format(time.DateOnly) }
	switch m.IntN(4) {
	case 0:
		return name + "?from=" + day(7) + "&to=" + day(1)
	case 1:
		return name + "?from=" + day(89) + "&to=" + day(0)
	case 2:
		return name + "?platform=" + [...]string{"doubao", "deepseek", "qwen"}[m.IntN(3)]
	}
	return name
}

func (m *mix) list(a *account) string {
	page := strconv.Itoa(1 + m.IntN(2))
	switch m.IntN(5) {
	case 0:
		return "/geo/brands/" + a.brand + "/prompts"
	case 1:
		return "/geo/brands/" + a.brand + "/runs?page=" + page
	case 2:
		return "/geo/runs/" + a.runs[m.IntN(len(a.runs))] + "/answers?page_size=10&page=" + page
	case 3:
		return "/media?media_type=news&sort=price_asc&page=" + page
	}
	return "/media/orders?page=" + page
}
