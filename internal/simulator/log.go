package simulator

import (
	"net/http"
	"strings"
	"sync"
	"time"
)

// Request is one request the simulator received.
type Request struct {
	At       time.Time
	Platform string
	Question string // with its marker
	Search   bool   // a search was asked for
	Thinking bool
	Round    int     // from 1; only Kimi's questions take more
	Did      Outcome // "" for later rounds

	// AnsweredAt is when the answer began to leave: until then the request was surely open. Zero: the caller did not
	// wait for it, or it is not time yet.
	AnsweredAt time.Time
}

// requestLog keeps the latest requests.
type requestLog struct {
	mu    sync.Mutex
	limit int
	list  []Request
	start int // of the ring, once it is full
	total int
}

// add returns the request's number, from 0.
func (l *requestLog) add(r Request) (number int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	number = l.total
	l.total++
	if len(l.list) < l.limit {
		l.list = append(l.list, r)
		return number
	}
	l.list[l.start] = r
	l.start = (l.start + 1) % l.limit
	return number
}

// answer notes that a request is being answered, if the log still reaches so far.
func (l *requestLog) answer(number int, at time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if number >= l.total-len(l.list) {
		l.list[number%l.limit].AnsweredAt = at
	}
}

// Requests lists what was asked, oldest first, as far as the log reaches.
func (s *Simulator) Requests() []Request {
	s.log.mu.Lock()
	defer s.log.mu.Unlock()
	return append(append([]Request(nil), s.log.list[s.log.start:]...), s.log.list[:s.log.start]...)
}

// Asked counts how often a platform was asked a question; "" counts all platforms. Later rounds do not count.
func (s *Simulator) Asked(platform, question string) int {
	s.log.mu.Lock()
	defer s.log.mu.Unlock()
	n := 0
	for _, r := range s.log.list {
		if r.Round == 1 && r.Question == question && (platform == "" || r.Platform == platform) {
			n++
		}
	}
	return n
}

// Total counts all requests ever received.
func (s *Simulator) Total() int {
	s.log.mu.Lock()
	defer s.log.mu.Unlock()
	return s.log.total
}

// serveSide answers what is no platform: the list of platforms at the root, and the log for tests in other processes.
func (s *Simulator) serveSide(w http.ResponseWriter, r *http.Request) bool {
	switch {
	case r.URL.Path == "/":
		names := make([]string, 0, len(s.options.Platforms))
		for _, p := range s.options.Platforms {
			names = append(names, "/"+p.ID)
		}
		writeJSON(w, http.StatusOK, object{"simulator": true, "platforms": names})
	case r.URL.Path == "/_requests":
		writeJSON(w, http.StatusOK, object{"total": s.Total(), "requests": s.Requests()})
	case strings.HasSuffix(r.URL.Path, "/fibers") && r.Method == http.MethodPost:
		serveFiber(w, r)
	case strings.Contains(r.URL.Path, redirectPath):
		s.serveRedirect(w, r)
	default:
		return false
	}
	return true
}
