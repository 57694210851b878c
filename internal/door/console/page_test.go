package console_test

import (
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// crawl opens every page that links lead to, from the first one on, and hands each to look.
func (b *browser) crawl(from string, look func(s *received)) (pages int) {
	b.t.Helper()
	seen, waiting := map[string]bool{from: true}, []string{from}
	for len(waiting) > 0 {
		path := waiting[0]
		waiting = waiting[1:]
		s := b.get(path)
		if s.status >= 400 {
			b.t.Errorf("%s: status %d", path, s.status)
		}
		pages++
		if s.location != "" {
			waiting = appendNew(waiting, seen, s.location)
			continue
		}
		if !strings.HasPrefix(s.header.Get("Content-Type"), "text/html") {
			continue
		}
		look(s)
		for _, link := range s.find("a[href]") {
			waiting = appendNew(waiting, seen, attr(link, "href"))
		}
	}
	return pages
}

func appendNew(waiting []string, seen map[string]bool, address string) []string {
	u, err := url.Parse(address)
	if err != nil || u.Host != "" || !strings.HasPrefix(u.Path, "/") || strings.HasPrefix(u.Path, "/openapi/") {
		return waiting
	}
	u.Fragment = ""
	key := u.Path // one of each page is enough, whatever its filters
	if strings.Contains(u.RawQuery, "page=") || seen[key] {
		return waiting
	}
	seen[key] = true
	return append(waiting, u.String())
}

// englishBrand is a brand whose own texts are English, so that what is Chinese on an English page was not translated.
func (b *browser) englishBrand() string {
	b.t.Helper()
	made := b.post("/start", "name", "Nimbus", "introduction", "A note app for teams.", "keywords", "notes", "aliases", "Nimbus Notes")
	brand := strings.TrimSuffix(made.location, "/start")
	b.post(brand+"/prompts/new", "topic_name", "Choice", "text",
		"Which note app is best for a small team?\nWhich note app works offline?", "stage", "awareness", "active",
		"on").leads(brand + "/prompts")
	b.post(brand+"/competitors", "name", "Obsidian", "aliases", "obsidian.md", "website_url",
		"https://obsidian.example").leads(brand + "/competitors")
	return brand
}

// Every page that can be reached is there, in both languages, and the English ones are English.
func TestPages(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{Settings: simulated}, func(t *testing.T, s *apitest.Server) {
		b, a := loggedIn(t, s, plan.Upper)
		brand := b.englishBrand()
		a.Key(t)
		b.post("/teams", "name", "Marketing")
		run := b.post(brand+"/runs/new", "mode", "chat", "platform", "doubao", "platform", "qwen")
		b.until(run.location, func(s *received) bool { return strings.Contains(s.one("#live h2"), "完成") })
		if n := b.crawl("/", func(*received) {}); n < 15 {
			t.Errorf("only %d pages are reached", n)
		}
		b.post("/preferences", "lang", "en", "back", "/")
		b.crawl("/", func(s *received) {
			for _, text := range chinese(s.root) {
				t.Errorf("%s: not translated: %s", s.path, text)
			}
		})
	})
}

// chinese lists what an English page says in Chinese. What assistants answered and the description's examples are as they are.
func chinese(root *html.Node) (found []string) {
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		if n.Type == html.ElementNode && (n.Data == "pre" || attr(n, "lang") == "zh-CN" ||
			strings.Contains(attr(n, "class"), "answer-text") || n.Data == "mark" || n.Data == "blockquote" ||
			strings.Contains(attr(n, "class"), "cited-list") || strings.Contains(attr(n, "class"), "manual")) {
			return
		}
		if n.Type == html.TextNode && han(n.Data) {
			found = append(found, strings.TrimSpace(n.Data))
		}
		for _, a := range n.Attr {
			if (a.Key == "aria-label" || a.Key == "title" || a.Key == "placeholder") && han(a.Val) {
				found = append(found, a.Key+"="+a.Val)
			}
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	walk(root)
	return found
}

// All that a first visit loads stays small.
func TestFirstLoad(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, "sqlite", apitest.Options{})
	b, _ := loggedIn(t, s, plan.Upper)
	brand := b.englishBrand()
	b.header = http.Header{"Accept-Encoding": {"gzip"}}
	size := 0
	get := func(path string) string {
		r := must.Get(http.NewRequest(http.MethodGet, s.URL+path, nil))(t)
		r.Header = b.header
		response := must.Get(b.client.Do(r))(t)
		defer response.Body.Close()
		n := must.Get(io.Copy(io.Discard, response.Body))(t)
		size += int(n)
		return response.Header.Get("Content-Encoding")
	}
	expect.Equal(t, get(brand+"/prompts"), "gzip", "a page is sent as it is")
	b.header = http.Header{}
	page := b.get(brand + "/prompts")
	b.header = http.Header{"Accept-Encoding": {"gzip"}}
	for _, n := range append(page.find("script[src]"), page.find("link[href]")...) {
		get(attr(n, "src") + attr(n, "href"))
	}
	if size < 20_000 || size > 75_000 {
		t.Errorf("%d bytes", size)
	}
	t.Logf("%d bytes", size)
}
