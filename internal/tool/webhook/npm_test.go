package webhook_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"renown/internal/testkit/must"
	"renown/internal/tool/webhook"
)

// verifies is a receiver as its author would write it, with the library that the specification's authors publish for Node.
const verifies = `
const {Webhook} = require(process.argv[1]);
let text = '';
process.stdin.on('data', d => text += d).on('end', () => {
  for (const c of JSON.parse(text)) {
    let said = 'taken';
    try { said += ' ' + new Webhook(c.secret).verify(c.body, c.headers).type; } catch (e) { said = e.name; }
    console.log(said);
  }
});`

// A receiver from npm takes what is sent, by either secret while two are in force, and refuses what was changed on the way.
func TestReceiverFromNpm(t *testing.T) {
	t.Parallel()
	library := os.Getenv("RENOWN_TEST_STANDARDWEBHOOKS")
	if library == "" {
		t.Skip("RENOWN_TEST_STANDARDWEBHOOKS names no library: scripts/ensure.sh standardwebhooks prints where it is")
	}
	type sent struct {
		Secret  string            `json:"secret"`
		Body    string            `json:"body"`
		Headers map[string]string `json:"headers"`
	}
	var got sent
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got = sent{Body: string(body), Headers: map[string]string{}}
		for _, name := range []string{"webhook-id", "webhook-timestamp", "webhook-signature"} {
			got.Headers[name] = r.Header.Get(name)
		}
	}))
	defer server.Close()
	former, fresh := webhook.NewSecret(), webhook.NewSecret()
	sender := webhook.New(webhook.Options{Networks: loopback})
	r := sender.Notify(t.Context(), webhook.Endpoint{URL: server.URL, Secret: fresh.After(former)},
		webhook.Message{
			ID: "evt_01kbe8r0v4q7s9t1v3w5x7y9z2", At: time.Now(),
			Body: []byte(`{"type":"run.finished","data":{"brand":"青禾 <b>"}}`),
		})
	if !r.Taken() {
		t.Fatalf("%+v", r)
	}
	with := func(secret webhook.Secret, body string) sent { return sent{secret.Reveal(), body, got.Headers} }
	cases := []sent{with(fresh, got.Body), with(former, got.Body), with(webhook.NewSecret(), got.Body), with(fresh, got.Body+" ")}
	input := must.Get(json.Marshal(cases))(t)
	node := exec.CommandContext(t.Context(), "node", "-e", verifies, library)
	node.Stdin, node.Stderr = strings.NewReader(string(input)), os.Stderr
	said := must.Get(node.Output())(t)
	want := "taken run.finished\ntaken run.finished\nWebhookVerificationError\nWebhookVerificationError\n"
	if string(said) != want {
		t.Errorf("got\n%swant\n%s", said, want)
	}
}
