package simulator

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"renown/internal/testkit/must"
	"renown/internal/tool/assistant"
)

// telegramProtocol is invented. This entry is all that the simulator needs to serve it.
var telegramProtocol = &protocol{
	name: "telegram", suffix: "/send", refusals: "qwen",
	understand: func(in *inquiry, raw []byte) bool {
		var b struct{ Model, Ask string }
		err := json.Unmarshal(raw, &b)
		in.model, in.asked, in.searching = b.Model, b.Ask, true
		return err == nil
	},
	encode: func(in *inquiry, d *Draft, _ Outcome) []byte {
		return marshal(object{"model": in.served(), "say": d.Text(), "from": d.Sources[0].URL})
	},
}

func init() { // before any test reads the table; not the last, which answers in the place of another
	protocols = slices.Insert(protocols, 1, telegramProtocol)
}

func TestMadeUpProtocol(t *testing.T) {
	t.Parallel()
	s := New(Options{SearchAlways: true, Platforms: []*assistant.Platform{{ID: "wire", Protocol: "telegram"}}})
	post := func(question, auth string) (int, string) {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://simulator/wire/send",
			strings.NewReader(`{"model":"morse","ask":"`+question+`"}`))
		must.Do(t, err)
		r.Header.Set("Authorization", auth)
		response := must.Get(s.RoundTrip(r))(t)
		defer response.Body.Close()
		body := must.Get(io.ReadAll(response.Body))(t)
		return response.StatusCode, string(body)
	}
	for _, c := range []struct {
		question, auth string
		status         int
		holds          string
	}{
		{"跑鞋推荐", "", 401, "InvalidApiKey"},
		{"", "Bearer k", 400, "InvalidParameter"},
		{"跑鞋推荐[sim:balance]", "Bearer k", 400, "Arrearage"},
		{"跑鞋推荐", "Bearer k", 200, `"model":"simulated/morse"`},
	} {
		if status, body := post(c.question, c.auth); status != c.status || !strings.Contains(body, c.holds) {
			t.Errorf("%q with %q: %d %s", c.question, c.auth, status, body)
		}
	}
}

// What the client can speak the simulator can serve, and an entry of the catalogue has it tested by the conformance suite.
func TestProtocolsMatch(t *testing.T) {
	t.Parallel()
	for _, name := range assistant.Protocols() {
		if !slices.ContainsFunc(protocols, func(p *protocol) bool { return p.name == name }) {
			t.Errorf("the simulator does not serve the protocol %s: it needs a file %s.go and an entry in protocol.go", name, name)
		}
		if !slices.ContainsFunc(assistant.Known().All(), func(p *assistant.Platform) bool { return p.Protocol == name }) {
			t.Errorf("no entry of catalogue.yaml speaks %s: the conformance suite does not test it", name)
		}
	}
	for _, p := range protocols {
		if p != telegramProtocol && !slices.Contains(assistant.Protocols(), p.name) {
			t.Errorf("the simulator serves %s, which the client cannot speak", p.name)
		}
	}
}
