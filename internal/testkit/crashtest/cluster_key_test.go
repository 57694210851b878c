package crashtest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"renown/internal/testkit/await"
)

// session is a browser that is logged in.
type session struct{ cookie string }

// page is what the console answers.
type page struct {
	status         int
	location, text string
	cookie         string // that it sets
}

// visitAt posts a form at one node, or reads a page when there is none.
func (c *fleet) visitAt(door, cookie, path string, form url.Values) (p page, err error) {
	method, body := http.MethodGet, io.Reader(http.NoBody)
	if form != nil {
		method, body = http.MethodPost, strings.NewReader(form.Encode())
	}
	r, err := http.NewRequest(method, door+path, body)
	if err != nil {
		return p, err
	}
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	// Everybody comes from an address of their own: attempts to log in are counted by it.
	r.Header.Set("X-Forwarded-For", fmt.Sprintf("10.%d.%d.%d", rand.IntN(256), rand.IntN(256), rand.IntN(256)))
	if cookie != "" {
		r.AddCookie(&http.Cookie{Name: "renown", Value: cookie})
	}
	c.tally.pages.Add(1)
	response, err := patientClient.Do(r)
	if err != nil {
		return p, notSent(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return p, err
	}
	p = page{status: response.StatusCode, location: response.Header.Get("Location"), text: string(text)}
	for _, k := range response.Cookies() {
		if k.Name == "renown" {
			p.cookie = k.Value
		}
	}
	switch p.status {
	case http.StatusServiceUnavailable:
		return p, errors.New("the node's database is away")
	case http.StatusInternalServerError:
		c.reports.add("%s %s: %d %.600s", method, path, p.status, p.text)
	}
	return p, nil
}

// visit is visitAt at a node that is up, made again while none was reached.
func (c *fleet) visit(cookie, path string, form url.Values) (p page, lost bool) {
	for range await.Looks(time.Minute) {
		doors := c.doors()
		if len(doors) == 0 {
			continue
		}
		p, err := c.visitAt(pick(doors), cookie, path, form)
		if !errors.Is(err, errNotSent) {
			return p, err != nil
		}
	}
	c.reports.add("%s: nobody answers", path)
	return p, true
}

// logIn opens a session; nil when that was lost or refused.
func (c *fleet) logIn(email string) *session {
	p, lost := c.visit("", "/login", url.Values{"email": {email}, "password": {clusterPassword}})
	switch {
	case lost, p.status == http.StatusUnprocessableEntity: // too many attempts
		return nil
	case p.status != http.StatusSeeOther || p.cookie == "":
		c.reports.add("logging in: %d %.300s", p.status, p.text)
		return nil
	}
	return &session{p.cookie}
}

// in is the customer's own session, opened when it is first needed.
func (cu *customer) in() *session {
	cu.mu.Lock()
	defer cu.mu.Unlock()
	if cu.session == nil {
		cu.session = cu.logIn(cu.email)
	}
	return cu.session
}

var shownKey = regexp.MustCompile(`sk-[0-9A-Za-z]{40}`)

// useKey makes a key in the console, uses it everywhere, and revokes it while it is in use: from the moment in which that is
// acknowledged no node takes it.
func (ag *agent) useKey() {
	s := ag.in()
	if s == nil {
		return
	}
	p, lost := ag.visit(s.cookie, "/keys", url.Values{"name": {unique("dashboard")}, "grant": {"all"}})
	key := shownKey.FindString(p.text)
	if lost || key == "" {
		if !lost {
			ag.reports.add("making a key: %d %.300s", p.status, p.text)
		}
		return
	}
	out := ag.sure(request{key: key, method: "GET", path: "/me"})
	if out.Code != 0 {
		ag.reports.add("a new key is answered %+v", out.answer)
		return
	}
	var revokedAt atomic.Int64
	var using sync.WaitGroup
	for range 3 {
		using.Go(func() { ag.hammer(key, &revokedAt) })
	}
	if ag.revoke(s, out.text("key_id")) {
		revokedAt.Store(time.Now().UnixNano())
		ag.tally.revocations.Add(1)
		ag.refusedEverywhere(key)
		ag.fleet.mu.Lock()
		ag.revoked = append(ag.revoked, key)
		ag.fleet.mu.Unlock()
	} else {
		revokedAt.Store(-1)
	}
	using.Wait()
}

// revoke insists: revoking twice is no fault. It gives up when the session does.
func (ag *agent) revoke(s *session, keyID string) bool {
	for range await.Looks(time.Minute) {
		p, lost := ag.visit(s.cookie, "/keys/"+keyID+"/revoke", url.Values{})
		if lost {
			continue
		}
		if p.status != http.StatusSeeOther || p.location != "/keys" {
			ag.reports.add("revoking %s: %d to %s", keyID, p.status, p.location)
			return false
		}
		return true
	}
	return false
}

// hammer uses a key until it is refused. Whatever was begun after its revocation must be.
func (ag *agent) hammer(key string, revokedAt *atomic.Int64) {
	for {
		at, begun := revokedAt.Load(), time.Now().UnixNano()
		out, lost := ag.ask(request{key: key, method: "GET", path: "/me"})
		switch {
		case at != 0:
			if !lost && at > 0 && out.Code != 1001 {
				ag.reports.add("a key that was revoked %v ago is answered %+v", time.Duration(begun-at), out.answer)
			}
			return
		case !lost && out.Code == 1001 && revokedAt.Load() == 0:
			return // revoked, and the answer to that is still on its way
		}
		await.Pause(context.Background(), 10*time.Millisecond)
	}
}

// refusedEverywhere tries a revoked key at every node that is up.
func (c *fleet) refusedEverywhere(key string) {
	for _, door := range c.doors() {
		out, err := c.at(door, request{key: key, method: "GET", path: "/me"})
		if err != nil {
			continue
		}
		c.tally.afterwards.Add(1)
		if out.Code != 1001 {
			c.reports.add("a revoked key is answered at %s: %+v", door, out.answer)
		}
	}
}

// useSession logs in at one node, reads at another, logs out at a third: no node lets the cookie in afterwards.
func (ag *agent) useSession() {
	s := ag.logIn(ag.email)
	if s == nil {
		return
	}
	if p, lost := ag.visit(s.cookie, "/account", nil); !lost && p.status != http.StatusOK {
		ag.reports.add("a page for a new session: %d to %s", p.status, p.location)
	}
	for range await.Looks(time.Minute) {
		p, lost := ag.visit(s.cookie, "/logout", url.Values{})
		if lost {
			continue
		}
		if p.status != http.StatusSeeOther {
			ag.reports.add("logging out: %d", p.status)
			return
		}
		break
	}
	ag.tally.logouts.Add(1)
	ag.outEverywhere(s.cookie)
	ag.fleet.mu.Lock()
	ag.ended = append(ag.ended, s.cookie)
	ag.fleet.mu.Unlock()
}

// outEverywhere tries the cookie of a session that was logged out at every node that is up.
func (c *fleet) outEverywhere(cookie string) {
	for _, door := range c.doors() {
		p, err := c.visitAt(door, cookie, "/account", nil)
		if err != nil {
			continue
		}
		c.tally.afterwards.Add(1)
		if p.status != http.StatusSeeOther || !strings.HasPrefix(p.location, "/login") {
			c.reports.add("a session that was logged out is answered at %s: %d to %q", door, p.status, p.location)
		}
	}
}
