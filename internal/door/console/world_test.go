package console_test

import (
	"io"
	"mime"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"

	"go.uber.org/goleak"
	"golang.org/x/net/html"

	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// each runs body against the whole program on each engine.
func each(t *testing.T, o apitest.Options, body func(t *testing.T, s *apitest.Server)) {
	t.Helper()
	apitest.Each(t, o, body)
}

// browser is a user's browser in front of the console. It follows no redirections.
type browser struct {
	t      testing.TB
	s      *apitest.Server
	client *http.Client
	header http.Header // sent with every request
	asked  map[string]bool
}

func newBrowser(t testing.TB, s *apitest.Server) *browser {
	t.Helper()
	jar := must.Get(cookiejar.New(nil))(t)
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	return &browser{t: t, s: s, header: http.Header{}, asked: map[string]bool{}, client: &http.Client{
		Jar: jar, Transport: transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// loggedIn is a new account of the tier, in front of the console.
func loggedIn(t testing.TB, s *apitest.Server, tier plan.Tier) (*browser, *apitest.Account) {
	t.Helper()
	a := s.Account(t, tier)
	b := newBrowser(t, s)
	b.logIn(a.Email, a.Password)
	return b, a
}

func (b *browser) logIn(email, password string) {
	b.t.Helper()
	if got := b.post("/login", "email", email, "password", password); got.status != http.StatusSeeOther {
		b.t.Fatalf("logging in: status %d: %s", got.status, got.text())
	}
}

// received is a page that came back.
type received struct {
	t        testing.TB
	path     string
	status   int
	header   http.Header
	location string
	body     string
	root     *html.Node
}

func (b *browser) get(path string) *received {
	b.t.Helper()
	return b.send(http.MethodGet, path, nil)
}

// post sends a form: names and values in turn.
func (b *browser) post(path string, pairs ...string) *received {
	b.t.Helper()
	values := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		values.Add(pairs[i], pairs[i+1])
	}
	return b.send(http.MethodPost, path, values)
}

func (b *browser) send(method, path string, values url.Values) *received {
	b.t.Helper()
	s := b.raw(method, path, values)
	var err error
	if s.root, err = html.Parse(strings.NewReader(s.body)); err != nil {
		b.t.Fatal(err)
	}
	if strings.HasPrefix(s.header.Get("Content-Type"), "text/html") && s.location == "" {
		inspect(b.t, s)
		for _, form := range s.find("details.ask form") {
			b.asked[attr(form, "action")] = true
		}
	}
	return s
}

// raw is send for where only the status counts: the page is neither read nor inspected.
func (b *browser) raw(method, path string, values url.Values) *received {
	b.t.Helper()
	var body io.Reader
	if method == http.MethodPost {
		body = strings.NewReader(values.Encode())
	}
	r := must.Get(http.NewRequest(method, b.s.URL+path, body))(b.t)
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Sec-Fetch-Site", "same-origin")
	}
	for name, list := range b.header {
		r.Header[name] = list
	}
	response := must.Get(b.client.Do(r))(b.t)
	defer response.Body.Close()
	raw := must.Get(io.ReadAll(response.Body))(b.t)
	return &received{
		t: b.t, path: path, status: response.StatusCode, header: response.Header,
		location: response.Header.Get("Location"), body: string(raw),
	}
}

// follow opens the page that a form led to. What a dialog asks about cannot be undone, and the other way round.
func (b *browser) follow(s *received) *received {
	b.t.Helper()
	if s.status != http.StatusSeeOther || s.location == "" {
		b.t.Fatalf("%s: status %d and no redirection: %.800s", s.path, s.status, s.text())
	}
	page := b.get(s.location)
	if b.asked[s.path] && page.count("#toasts form") > 0 {
		b.t.Errorf("%s is asked about and can be undone", s.path)
	}
	return page
}

func (s *received) find(selector string) []*html.Node { return find(s.root, selector) }

// one is the text of the first element that the selector names; it must be there.
func (s *received) one(selector string) string {
	s.t.Helper()
	found := s.find(selector)
	if len(found) == 0 {
		s.t.Errorf("%s: nothing is %s: %.400s", s.path, selector, s.text())
		return ""
	}
	return textOf(found[0])
}

func (s *received) count(selector string) int { return len(s.find(selector)) }

func (s *received) text() string { return textOf(s.root) }

// typed is the first form of the page that says what it was opened with: where it is sent, and what it holds.
func (s *received) typed() (action string, values url.Values) {
	s.t.Helper()
	for _, form := range s.find("main form") {
		if len(find(form, "[name=opened]")) == 0 {
			continue
		}
		values = url.Values{}
		for _, e := range append(find(form, "input"), find(form, "option")...) {
			of, kind := e, attr(e, "type")
			if e.Data == "option" {
				for of = e.Parent; of.Data != "select"; of = of.Parent {
				}
			}
			if chosen := e.Data == "option" || kind == "checkbox" || kind == "radio"; chosen && !has(e, "checked") && !has(e, "selected") {
				continue
			}
			values.Add(attr(of, "name"), attr(e, "value"))
		}
		for _, e := range find(form, "textarea") {
			text := ""
			if e.FirstChild != nil {
				text = strings.ReplaceAll(e.FirstChild.Data, "\n", "\r\n") // as browsers send it
			}
			values.Add(attr(e, "name"), text)
		}
		return attr(form, "action"), values
	}
	s.t.Fatalf("%s: no form says what it was opened with: %.400s", s.path, s.text())
	return "", nil
}

// file is what a download is called; "" where it is none.
func (s *received) file() string {
	_, parameters, _ := mime.ParseMediaType(s.header.Get("Content-Disposition"))
	return parameters["filename"]
}

// expect holds status and words against what came.
func (s *received) expect(status int, words ...string) *received {
	s.t.Helper()
	if s.status != status {
		s.t.Errorf("%s: status %d, want %d: %.600s", s.path, s.status, status, s.text())
	}
	if len(words) == 0 {
		return s
	}
	text := s.text()
	for _, w := range words {
		if !strings.Contains(text, w) {
			s.t.Errorf("%s: %q is not on the page: %.1200s", s.path, w, text)
		}
	}
	return s
}

// leads holds a redirection against where it must lead.
func (s *received) leads(to string) *received {
	s.t.Helper()
	if s.status != http.StatusSeeOther || s.location != to {
		s.t.Errorf("%s: status %d to %q, want a redirection to %q: %.400s", s.path, s.status, s.location, to, s.text())
	}
	return s
}
