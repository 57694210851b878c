package browser_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"renown/internal/simulator/site"
	"renown/internal/testkit/await"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/tool/assistant"
	"renown/internal/tool/browser"
)

const question = "哪款云笔记好用？"

var said = site.Answer{
	Text:    "推荐云栖笔记，其次是青简笔记。" + strings.Repeat("同步、检索与离线都好用；", 20) + "😀<script>alert(1)</script>",
	Queries: []string{"云笔记 推荐"},
	Sources: []site.Source{{URL: "https://example.com/a", Title: "评测"}, {URL: "https://example.org/b", Title: "榜单"}},
}

var quick = browser.Patience{Page: time.Minute, Answer: 2 * time.Minute, Still: 300 * time.Millisecond, Look: 100 * time.Millisecond}

// options are of a browser that reaches nothing but this computer, with a profile of its own.
func options(t *testing.T) browser.Options {
	t.Helper()
	if _, err := browser.Executable(); err != nil {
		if os.Getenv("RENOWN_TEST_REQUIRE_CHROMIUM") == "1" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	return browser.Options{
		Profile: t.TempDir(),
		Flags:   []string{"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--disable-gpu"},
	}
}

func start(t *testing.T) *browser.Browser {
	t.Helper()
	o := options(t)
	b := must.Get(browser.Start(o))(t)
	t.Cleanup(b.Close)
	expect.Is(t, expect.Error(browser.Start(browser.Options{Profile: o.Profile})), browser.ErrProfileInUse,
		"a second browser with the profile")
	return b
}

// recipes of the three sites: the first says all, the others leave what roles tell.
func recipes(t *testing.T, origin string) map[string]*browser.Recipe {
	t.Helper()
	list := map[string]*browser.Recipe{}
	for _, name := range site.Names {
		r, err := browser.For(browser.Choice{Recipe: "sim-" + name, Start: origin + "/" + name + "/"})
		if err != nil || !r.Local() {
			t.Fatal(r, err)
		}
		list[name] = r
	}
	return list
}

// One browser, all sites, one after the other.
func TestSites(t *testing.T) {
	t.Parallel()
	sites := site.New(func(*http.Request, string) site.Answer { return said }, 20*time.Millisecond)
	server := httptest.NewServer(sites)
	t.Cleanup(server.Close)
	b := start(t)
	ctx := context.Background()
	for name, recipe := range recipes(t, server.URL) {
		shown, err := b.Ask(ctx, recipe, question, quick)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		expect.Equal(t, shown.Text, said.Text, name, "the text is not what was sent")
		expect.Equal(t, shown.Cut, false, name, "an answer that ended counts as cut")
		var links []string
		for _, s := range shown.Sources {
			links = append(links, s.URL)
		}
		for _, s := range said.Sources {
			if !slices.Contains(links, s.URL) {
				t.Errorf("%s: %s is missing in %v", name, s.URL, links)
			}
		}
		if !slices.Equal(shown.Queries, said.Queries) {
			t.Errorf("%s: queries %v", name, shown.Queries)
		}
		expect.Do(t, expect.Error(assistant.FromPage(name, shown)))
		if name != "fetch" { // the others' recipes leave most to roles anyway
			continue
		}
		generic := must.Get(browser.For(browser.Choice{Start: recipe.Start}))(t)
		byRoles, err := b.Ask(ctx, generic, question, quick)
		if err != nil || byRoles.Cut || !strings.Contains(byRoles.Text, said.Text) {
			t.Errorf("%s by roles: %v, cut %v, %.60q", name, err, byRoles.Cut, byRoles.Text)
		}
	}
	stops(t, b, sites, recipes(t, server.URL))
}

// TestKilledBrowser kills the browser while it asks: the question fails and says why, and the next one gets a browser of its own with the
// same profile.
func TestKilledBrowser(t *testing.T) {
	t.Parallel()
	sites := site.New(func(*http.Request, string) site.Answer { return said }, 20*time.Millisecond)
	server := httptest.NewServer(sites)
	t.Cleanup(server.Close)
	keeper := &browser.Keeper{Options: options(t), Patience: quick}
	t.Cleanup(keeper.Close)
	recipe := recipes(t, server.URL)["fetch"]
	sites.Set("fetch", site.Endless)
	ended := make(chan error, 1)
	go func() {
		_, err := keeper.Ask(context.Background(), recipe, question)
		ended <- err
	}()
	await.True(t, time.Minute, "the question was put", func() bool { return len(sites.Asked()) == 1 })
	must.Do(t, keeper.Kill())
	expect.Is(t, <-ended, browser.ErrDied, "killed while it asked")
	sites.Set("fetch", site.Open)
	if shown, err := keeper.Ask(context.Background(), recipe, question); err != nil || shown.Text != said.Text {
		t.Errorf("after it was killed: %v %.40q", err, shown.Text)
	}
}

// stops has every site in every state in which nothing may be asked.
func stops(t *testing.T, b *browser.Browser, sites *site.Sites, recipes map[string]*browser.Recipe) {
	t.Helper()
	ctx, short := context.Background(), quick
	short.Page, short.Answer = time.Second, time.Second
	before := len(sites.Asked())
	for state, want := range map[site.State]error{
		site.Login: browser.ErrLogin, site.Challenge: browser.ErrChallenge, site.Refusal: browser.ErrRefused,
		site.Changed: browser.ErrUnknown,
	} {
		sites.Set("fetch", state)
		patience := quick
		if state == site.Changed { // it is known by nothing, so the time has to pass
			patience = short
		}
		expect.Is(t, expect.Error(b.Ask(ctx, recipes["fetch"], question, patience)), want, state)
	}
	if n := len(sites.Asked()); n != before {
		t.Errorf("%d questions were put to pages that take none", n-before)
	}
	sites.Set("socket", site.LogOut)
	expect.Is(t, expect.Error(b.Ask(ctx, recipes["socket"], question, quick)), browser.ErrLogin, "logged out while it answers")
	sites.Set("fetch", site.Endless)
	endless, err := b.Ask(ctx, recipes["fetch"], question, short)
	// on a busy machine nothing may have come
	if !(err == nil && endless.Cut) && !errors.Is(err, browser.ErrTimeout) && !errors.Is(err, browser.ErrEmpty) {
		t.Errorf("an answer without an end: %v, cut %v", err, endless.Cut)
	}
}

func TestRecipes(t *testing.T) {
	t.Parallel()
	all, err := browser.Recipes()
	if err != nil || len(all) != 11 {
		t.Fatal(len(all), err)
	}
	known := assistant.Known()
	for _, r := range all {
		if r.Verified() {
			t.Errorf("%s says that it was seen to work: nobody here has an account", r.Name())
		}
		if r.Platform != "" && known.Find(r.Platform) == nil {
			t.Errorf("%s is for a platform that is in no catalogue", r.Name())
		}
	}
	for _, bad := range []string{
		"site: x", "site: x\nversion: 1\nodd: 1",
		"site: x\nversion: 1\nstream: {address: a, format: none}", "site: x\nversion: 1\nlogin: {address: ['(']}",
		"site: x\nversion: 1\nplatform: kimi",
	} {
		if _, err := browser.ParseRecipe([]byte(bad)); err == nil {
			t.Errorf("%q is a recipe", bad)
		}
	}
}
