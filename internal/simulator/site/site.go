// Package site serves three chat sites that look and behave differently, for trying a browser on: answers streamed to a fetch, to an
// EventSource and over a WebSocket; sources in a panel behind a click, as chips, and within the text. They know a login, a challenge, a
// refusal, a page that changed and an answer that never ends; POST {site}/state?to=challenge has one behave so.
package site

import (
	"embed"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// Names of the sites.
var Names = []string{"fetch", "events", "socket"}

// State is how a site behaves.
type State string

// States of a site. In all but Changed and Endless it takes no question.
const (
	Open      State = ""
	Login     State = "login"     // the browser is not logged in
	Challenge State = "challenge" // it wants to see a person
	Refusal   State = "refusal"   // no more questions today
	Changed   State = "changed"   // another page than it was
	Endless   State = "endless"   // the answer grows for ever
	LogOut    State = "logout"    // a question logs the browser out
)

var states = []State{Open, Login, Challenge, Refusal, Changed, Endless, LogOut}

// Answer is what a site says.
type Answer struct {
	Text    string
	Sources []Source
	Queries []string
}

// Source is a page that an answer rests on.
type Source struct{ URL, Title string }

// Sites serves the sites, each below its name.
type Sites struct {
	ask   func(r *http.Request, question string) Answer
	piece time.Duration // between two pieces of an answer

	// Accounts wants a visitor to log in, which takes any telephone number. Without it everybody is.
	Accounts bool

	mu     sync.Mutex
	states map[string]State
	asked  []string
}

// New returns sites that answer by ask, a piece at a time.
func New(ask func(r *http.Request, question string) Answer, piece time.Duration) *Sites {
	return &Sites{ask: ask, piece: piece, states: map[string]State{}}
}

// Set has a site behave so from now on.
func (s *Sites) Set(site string, state State) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.states[site] = state
}

// Asked lists the questions that were put, site by site.
func (s *Sites) Asked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string{}, s.asked...)
}

//go:embed page/*.html
var pages embed.FS

// ServeHTTP serves the page of a site and its interface.
func (s *Sites) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	s.mu.Lock()
	state := s.states[name]
	s.mu.Unlock()
	if !slices.Contains(Names, name) {
		http.NotFound(w, r)
		return
	}
	known := !s.Accounts || member(r, name)
	switch {
	case rest == "" && !known:
		show(w, string(Login))
	case rest == "" && (state == Open || state == Endless || state == LogOut):
		show(w, name)
	case rest == "":
		show(w, string(state))
	case rest == "ask" && known:
		s.answer(w, r, name, state)
	case rest == "ask":
		w.WriteHeader(http.StatusUnauthorized)
	case rest == "login" && r.Method == http.MethodPost:
		http.SetCookie(w, &http.Cookie{
			Name: cookie + name, Value: "1", Path: "/", MaxAge: 30 * 86400, HttpOnly: true,
			SameSite: http.SameSiteLaxMode,
		})
		w.Header().Set("Location", "./")
		w.WriteHeader(http.StatusSeeOther)
	case rest == "state" && r.Method == http.MethodPost:
		s.change(w, name, State(r.FormValue("to")))
	default:
		http.NotFound(w, r)
	}
}

// cookie of a member, followed by the site's name.
const cookie = "simulated_member_"

func member(r *http.Request, name string) bool {
	c, err := r.Cookie(cookie + name)
	return err == nil && c.Value == "1"
}

func (s *Sites) change(w http.ResponseWriter, name string, to State) {
	if !slices.Contains(states, to) {
		http.Error(w, fmt.Sprintf("states: %q", states), http.StatusUnprocessableEntity)
		return
	}
	s.Set(name, to)
	w.WriteHeader(http.StatusNoContent)
}

func show(w http.ResponseWriter, page string) {
	text, err := pages.ReadFile("page/" + page + ".html")
	if err != nil {
		http.Error(w, "no such site", http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(text)
}

// answer streams an answer in the site's own way.
func (s *Sites) answer(w http.ResponseWriter, r *http.Request, name string, state State) {
	if name == "socket" {
		s.overSocket(w, r, state)
		return
	}
	question := r.FormValue("q")
	s.note(name, question)
	if state == LogOut {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream") // no charset, as several real ones
	flush := http.NewResponseController(w).Flush
	send := func(b []byte) error {
		if _, err := w.Write(b); err != nil {
			return err
		}
		return flush()
	}
	a := s.ask(r, question)
	for i, p := range s.pieces(name, a, state) {
		half := len(p) / 2 // a character of three bytes may be cut in two
		if send(p[:half]) != nil || send(p[half:]) != nil || !s.wait(r, i) {
			return
		}
	}
}

func (s *Sites) note(name, question string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, name+" "+question)
}

func (s *Sites) wait(r *http.Request, _ int) bool {
	select {
	case <-time.After(s.piece):
		return true
	case <-r.Context().Done():
		return false
	}
}

// runesAPiece is how long a piece is.
const runesAPiece = 40

// pieces are an answer as a site sends it: like completions by fetch, else one object a piece.
func (s *Sites) pieces(name string, a Answer, state State) (list [][]byte) {
	results := make([]map[string]string, len(a.Sources))
	for i, source := range a.Sources {
		results[i] = map[string]string{"url": source.URL, "title": source.Title}
	}
	wrap := func(text string, last bool) []byte {
		object := map[string]any{"text": text}
		if name == "fetch" {
			object = map[string]any{"choices": []any{map[string]any{"delta": map[string]any{"content": text}}}, "model": "site-1"}
		}
		if last && name == "fetch" {
			object["search_results"], object["search_queries"] = results, a.Queries
		} else if last {
			object["results"], object["queries"], object["done"] = results, a.Queries, true
		}
		encoded, err := json.Marshal(object)
		if err != nil {
			panic(err) // plain values only
		}
		if name == "socket" {
			return encoded
		}
		return fmt.Appendf(nil, "data: %s\n\n", encoded)
	}
	text := []rune(a.Text)
	if state == Endless {
		for range 10_000 {
			list = append(list, wrap("还有", false))
		}
		return list
	}
	for len(text) > 0 {
		n := min(runesAPiece, len(text))
		list = append(list, wrap(string(text[:n]), false))
		text = text[n:]
	}
	return append(list, wrap("", true))
}
