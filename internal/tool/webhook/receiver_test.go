package webhook_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// receiver is an outlet's side, written from the specification alone: it shares no code with the sender.
type receiver struct {
	URL    string
	secret string // whsec_…
	now    time.Time
	answer http.HandlerFunc

	mu    sync.Mutex
	taken map[string]int // by webhook-id
	last  map[string]any
}

func receive(t *testing.T, secret string, now time.Time, answer http.HandlerFunc) *receiver {
	t.Helper()
	r := &receiver{secret: secret, now: now, answer: answer, taken: map[string]int{}}
	server := httptest.NewServer(r)
	t.Cleanup(server.Close)
	r.URL = server.URL
	return r
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	body, err := io.ReadAll(q.Body)
	if err == nil {
		err = r.verify(q.Header, body)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusUnauthorized)
		return
	}
	r.mu.Lock()
	r.taken[q.Header.Get("webhook-id")]++
	r.last = nil
	_ = json.Unmarshal(body, &r.last)
	r.mu.Unlock()
	r.answer(w, q)
}

// seen is how often a message came, and the last one of all.
func (r *receiver) seen(id string) (times int, last map[string]any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.taken[id], r.last
}

// verify is section "Verifying signatures" of Standard Webhooks.
func (r *receiver) verify(h http.Header, body []byte) error {
	id, stamped := h.Get("webhook-id"), h.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(stamped, 10, 64)
	if err != nil || id == "" || strings.Contains(id, ".") {
		return fmt.Errorf("headers are missing")
	}
	if math.Abs(float64(r.now.Unix()-seconds)) > 300 {
		return fmt.Errorf("the timestamp is too old or too new")
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(r.secret, "whsec_"))
	if err != nil {
		return err
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", id, stamped, body)
	want := base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, signature := range strings.Split(h.Get("webhook-signature"), " ") {
		version, value, _ := strings.Cut(signature, ",")
		if version == "v1" && hmac.Equal([]byte(value), []byte(want)) {
			return nil
		}
	}
	return fmt.Errorf("no signature fits")
}
