package crashtest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"renown/internal/testkit/await"
)

// tally counts what went on.
type tally struct {
	requests, lost, refused, slowed atomic.Int64
	kills, pages, replays           atomic.Int64
	revocations, logouts            atomic.Int64
	afterwards                      atomic.Int64 // uses of what was revoked or logged out, at a node that answered
}

// check says what went on, and that everything did that is to be checked.
func (n *tally) check(t *testing.T, looks int) {
	t.Helper()
	t.Logf("%d requests (%d refused, %d told to slow down, %d lost), %d pages, %d replays, %d keys revoked, %d sessions ended, tried %d times afterwards; %d looks at sums",
		n.requests.Load(), n.refused.Load(), n.slowed.Load(), n.lost.Load(), n.pages.Load(), n.replays.Load(),
		n.revocations.Load(), n.logouts.Load(), n.afterwards.Load(), looks)
	if looks == 0 || n.revocations.Load() == 0 || n.logouts.Load() == 0 {
		t.Error("something never happened that is to be checked")
	}
}

// reports fails the test with what goes wrong on the way, up to a readable number of times.
type reports struct {
	t  *testing.T
	mu sync.Mutex
	n  int
}

func (r *reports) add(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.n++; r.n <= 30 {
		r.t.Errorf(format, args...)
	}
}

// request is one to the interface.
type request struct{ key, method, path, body, once string }

// reply is what came back.
type reply struct {
	answer
	replayed bool
}

func (r reply) text(name string) string {
	text, _ := r.Data[name].(string)
	return text
}

func (r reply) items() (list []map[string]any) {
	items, _ := r.Data["items"].([]any)
	for _, item := range items {
		list = append(list, item.(map[string]any))
	}
	return list
}

// patientClient waits longer than a node works on a request: who hears nothing has lost its node. Connections are kept, so
// that a kill cuts them at any point.
var patientClient = &http.Client{
	Timeout:       40 * time.Second,
	Transport:     &http.Transport{MaxIdleConnsPerHost: 32, IdleConnTimeout: 10 * time.Second},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// errNotSent is a request that reached no node.
var errNotSent = errors.New("not sent")

func notSent(err error) error {
	var op *net.OpError
	if errors.As(err, &op) && op.Op == "dial" {
		return fmt.Errorf("%w: %w", errNotSent, err)
	}
	return err
}

// at makes one request at one node. An error other than errNotSent leaves open what became of it.
func (c *fleet) at(door string, q request) (out reply, err error) {
	r, err := http.NewRequest(q.method, door+"/openapi/v1"+q.path, strings.NewReader(q.body))
	if err != nil {
		return out, err
	}
	r.Header.Set("X-API-KEY", q.key)
	r.Header.Set("Content-Type", "application/json")
	if q.once != "" {
		r.Header.Set("Idempotency-Key", q.once)
	}
	c.tally.requests.Add(1)
	response, err := patientClient.Do(r)
	if err != nil {
		return out, notSent(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return out, err
	}
	out.replayed = response.Header.Get("Idempotent-Replayed") == "true"
	if err := json.NewDecoder(bytes.NewReader(text)).Decode(&out.answer); err != nil { // an array as detail is no answer to a sound request
		c.reports.add("%s %s: %d %.300s: %v", q.method, q.path, response.StatusCode, text, err)
	}
	switch out.Code {
	case 5030:
		return out, errors.New("the node's database is away")
	case 5000, 5010, 4000, 4040, 4050, 4220, 3009:
		c.reports.add("%s %s %s: %.300s", q.method, q.path, q.body, text)
	}
	return out, nil
}

// ask makes a request at a node that is up, chosen at random; it is made again while none was reached or the key has
// to slow down. Lost means that its outcome is unknown.
func (c *fleet) ask(q request) (out reply, lost bool) {
	for range await.Looks(time.Minute) {
		doors := c.doors()
		if len(doors) == 0 {
			continue
		}
		out, err := c.at(doors[rand.IntN(len(doors))], q)
		switch {
		case errors.Is(err, errNotSent):
			continue
		case err != nil:
			c.tally.lost.Add(1)
			return out, true
		case out.Code == 2001:
			c.tally.slowed.Add(1)
			await.Pause(context.Background(), rand.N(time.Second))
			continue
		case out.Code != 0:
			c.tally.refused.Add(1)
		}
		return out, false
	}
	c.reports.add("%s %s: nobody answers", q.method, q.path)
	return out, true
}

// sure asks until it is told: for what may be asked for as often as one likes.
func (c *fleet) sure(q request) reply {
	var out reply
	for range await.Looks(2 * time.Minute) {
		var lost bool
		if out, lost = c.ask(q); !lost {
			return out
		}
	}
	c.reports.add("%s %s: not told for two minutes", q.method, q.path)
	return out
}

// encoded is a request's body.
func encoded(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(text)
}

var serial atomic.Int64

// unique is a text that nothing else has.
func unique(what string) string { return fmt.Sprintf("%s-%d", what, serial.Add(1)) }
