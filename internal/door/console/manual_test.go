package console_test

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"os/exec"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"renown/internal/config"
	"renown/internal/door/api"
	"renown/internal/floor/store"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
	"renown/internal/tool/secretbox"
)

// Who holds only a key can read the reference: every operation, and every code that the operations lead to.
func TestManual(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, store.SQLite, apitest.Options{Settings: func(s *config.Settings) { s.Role = config.API }})
	page := newBrowser(t, s).get("/docs").expect(200, "RENOWN_KEY")
	document := api.Document()
	var root struct {
		Codes []any `json:"x-codes"`
	}
	must.Do(t, json.Unmarshal(document, &root))
	if rows := page.find("#codes tbody tr"); len(rows) != len(root.Codes) || len(rows) < 29 {
		t.Errorf("%d codes are shown, the contract has %d", len(rows), len(root.Codes))
	}
	if shown := page.find("details.op"); len(shown) != strings.Count(string(document), `"operationId":`) {
		t.Errorf("%d operations are shown", len(shown))
	}
	ids := map[string]bool{}
	for _, n := range page.find("[id]") {
		ids[attr(n, "id")] = true
	}
	for _, n := range page.find("a[href]") {
		if to, local := strings.CutPrefix(attr(n, "href"), "#"); local && !ids[to] {
			t.Errorf("#%s leads nowhere", to)
		}
	}
}

// A call of the reference works as it is pasted, with the reader's own things in it.
func TestManualCalls(t *testing.T) {
	t.Parallel()
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell")
	}
	s := apitest.Start(t, store.SQLite, apitest.Options{Settings: func(s *config.Settings) {
		s.Role, s.Catalogue = config.API, s.Catalogue.Simulated("http://127.0.0.1:1")
		s.RateLimit = config.Rate{}
		ring := must.Get(secretbox.ParseRing(base64.StdEncoding.EncodeToString(make([]byte, 32))))(t)
		s.SealKeys = ring
	}})
	const email, password = "demo@apitest.example", "long enough a password"
	demo := must.Get(s.App.OpenDemo(t.Context(), email, password))(t)
	must.Do(t, s.App.History(t.Context(), demo.Caller, demo.BrandIDs[:1], 1, func(int, int) {}))
	do := func(method, path, body string) *apitest.Answer {
		return s.Do(t, apitest.Call{Key: demo.Key, Method: method, Path: path, Body: body})
	}
	media := do("GET", "/media?content_type=article&sort=price_asc", "").At("data.items.0.id").(string)
	made := do("POST", "/media/contents", `{"title":"题","body":"正文"}`).At("data.id").(string)
	do("POST", "/media/orders", `{"content_id":"`+made+`","media_ids":["`+media+`"]}`)
	added := do("POST", "/events/endpoints",
		`{"kind":"webhook","name":"我","address":"https://hooks.example.com/renown","types":["run.finished"]}`)
	endpoint, ok := added.At("data.id").(string)
	if !ok {
		t.Fatalf("%d %s", added.Status, added.Body)
	}
	if a := do("POST", "/events/endpoints/"+endpoint+"/test", ""); a.Code != 0 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	brand := demo.BrandIDs[0]
	if a := do("POST", "/geo/brands/"+brand+"/facts", `{"brand_id":"`+brand+`","attribute":"员工数","value":"400","unit":"人"}`); a.Code != 0 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	target := do("GET", "/geo/brands/"+brand+"/prompts?status=active", "").At("data.items.0.id").(string)
	if a := do("POST", "/geo/campaigns", `{"brand_id":"`+brand+`","name":"试","target_ids":["`+target+`"]}`); a.Code != 0 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	b := newBrowser(t, s)
	b.post("/login", "email", email, "password", password)
	tried := 0
	for _, op := range b.get("/docs").expect(200, "青禾咖啡").find("details.op") {
		line := wordForWord(find(op, "pre.curl")[0])
		method, path, body := pasted(t, shell, line, demo.Key)
		path, ok = strings.CutPrefix(path, s.URL+api.Prefix)
		if !ok || strings.Contains(path, "{") {
			t.Errorf("not an address of this server: %s", line)
		}
		ends := method == http.MethodDelete || strings.HasSuffix(path, "/delete") ||
			strings.HasSuffix(path, "/cancel") || strings.HasSuffix(path, "/end")
		if strings.HasSuffix(path, "/drafts") && method == http.MethodPost {
			continue // opportunities come and go: a caller takes their ids from the list
		}
		a := do(method, path, body)
		switch {
		case ends && a.Code != 3001, !ends && (a.Code == 3001 || a.Code == 4220 &&
			!strings.HasSuffix(path, "/replay")), method == http.MethodGet && a.Code != 0:
			t.Errorf("%s\n%d %s", line, a.Status, a.Body)
		}
		tried++
	}
	if tried < 50 {
		t.Errorf("only %d calls were tried", tried)
	}
}

// pasted has a shell read a call, and tells what curl would send.
func pasted(t *testing.T, shell, line, key string) (method, address, body string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), shell, "-c", "curl() { printf '%s\\0' \"$@\"; }\n"+line)
	cmd.Env = []string{"RENOWN_KEY=" + key, "PATH=/usr/bin:/bin"}
	out, err := cmd.Output()
	must.Do(t, err, line)
	words := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	method = http.MethodGet
	for i := 0; i < len(words); i++ {
		switch words[i] {
		case "-X":
			i++
			method = words[i]
		case "-d":
			i++
			body = words[i]
		case "-H":
			i++
			if name, value, _ := strings.Cut(words[i], ": "); name == "X-API-KEY" && value != key {
				t.Errorf("%s sends the key %q", line, value)
			}
		default:
			address = words[i]
		}
	}
	return method, address, body
}

// wordForWord is the text of an element with its blanks.
func wordForWord(n *html.Node) string {
	var text strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			text.WriteString(d.Data)
		}
	}
	return text.String()
}
