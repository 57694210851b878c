package assistant

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"renown/internal/testkit/must"
)

// A recording names nobody, and is read as the reply was.
func TestRecord(t *testing.T) {
	t.Parallel()
	const reply = `{"id":"chatcmpl-8f3a9c1e77","model":"m","user":"acct-4711-owner","choices":[{"message":{"role":"assistant",` +
		`"content":"请写信到 lin.wei@corp.example 或打 13912345678。"}}],"debug":"key sk-own-0123456789","request_id":"chatcmpl-8f3a9c1e77","ip":"203.0.113.77"}`
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(reply)) }))
	defer server.Close()
	c := must.Get(load(t, fmt.Sprintf(ownEntry, server.URL, "{x-tenant: tenant-0123456789}"), nil))(t)
	client := New(c, Settings{})
	defer client.Close()
	q := Question{Platform: "own", Text: "问"}
	a := must.Get(client.Ask(t.Context(), q))(t)
	r := must.Get(client.Record(q, a, time.Date(2026, 11, 19, 1, 0, 0, 0, time.UTC)))(t)
	written := string(must.Get(json.Marshal(r))(t))
	for _, secret := range []string{"0123456789", "8f3a9c1e77", "4711", "lin.wei", "13912345678", "203.0.113"} {
		if strings.Contains(written, secret) {
			t.Errorf("%s is in %s", secret, written)
		}
	}
	if r.Day != "2026-11-19" || r.Made != Recorded || !strings.Contains(string(r.Request), `"问"`) ||
		strings.Count(written, `"id-1"`) != 2 {
		t.Errorf("recorded %s", written)
	}
	again := must.Get(Reread(c.Find("own"), ModeSearch, r.Body))(t)
	if len([]rune(again.Text)) != len([]rune(a.Text)) {
		t.Errorf("offsets moved: %q, %q", a.Text, again.Text)
	}
}
