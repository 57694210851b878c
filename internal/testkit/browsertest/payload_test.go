package browsertest

import (
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"

	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/event"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/room/publishing/order"
	"renown/internal/room/run"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
)

// attack stores harm wherever something can be stored.
type attack struct {
	*demo
	t          *testing.T
	user, desk *tab
	fields     []string // of forms in which harm was stored
}

// send posts a form that must be taken: names and values in turn.
func (a *attack) send(b *tab, path string, pairs ...string) {
	a.t.Helper()
	for i := 0; i+1 < len(pairs); i += 2 {
		if strings.Contains(pairs[i+1], "evil") {
			name, _, _ := strings.Cut(pairs[i], ".") // of a row of a sheet
			a.fields = append(a.fields, name)
		}
	}
	if why := b.post(path, pairs...); why != "" {
		a.t.Errorf("%s is not taken: %s", path, why)
	}
}

// Whatever is stored or answered is shown as text: nothing runs, nothing is asked of another host, no link leads into a script.
func TestPayloads(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, "sqlite", apitest.Options{Settings: hostile(t)})
	owner := s.Account(t, plan.Upper)
	spaces := must.Get(s.App.Accounts.Spaces(t.Context(), owner.UserID))(t)
	a := &attack{t: t, demo: &demo{
		s: s, who: account.Caller{UserID: owner.UserID, SpaceID: spaces[0].ID},
		operator: operator(t, s),
	}, user: newTab(t, s.URL), desk: newTab(t, s.URL)}
	a.user.do("name the browser", call(emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{UserAgent: harm}))
	a.user.logIn(owner.Email, owner.Password)
	a.desk.logIn(a.operator.Email, a.operator.Password)
	a.observe()
	a.publish()
	a.administer()
	a.visit()
}

// observe fills everything around a brand, and has it answered.
func (a *attack) observe() {
	a.t.Helper()
	ctx, b := a.t.Context(), a.user
	a.send(b, "/start", "name", shortHarm, "introduction", harm, "homepage_url", harmfulURL, "keywords", shortHarm,
		"selling_points", shortHarm, "aliases", shortHarm+"z", "exclusions", shortHarm+"x")
	brands := must.Get(a.s.App.Brands.List(ctx, a.who))(a.t)
	if len(brands) != 1 {
		a.t.Fatalf("%d brands", len(brands))
	}
	a.brand = brands[0].ID
	at := "/brands/" + a.brand
	a.send(b, at+"/profile", "name", shortHarm, "introduction", harm, "homepage_url", harmfulURL, "keywords",
		shortHarm, "selling_points", shortHarm,
		"core_audience", shortHarm, "marketing_goal", shortHarm, "aliases", shortHarm+"z", "exclusions", shortHarm+
			"x", "contexts", shortHarm, "product_lines", shortHarm+"p", "domains", "evil.example", "schedule",
		"weekly", "weekday", "1", "hour", "9")
	a.send(b, at+"/profile", "name", shortHarm, "introduction", harm, "homepage_url", harmfulURL, "keywords",
		shortHarm, "selling_points", shortHarm,
		"core_audience", shortHarm, "marketing_goal", shortHarm, "aliases", "evil.example", "schedule", "off", "weekday", "1", "hour", "9")
	a.send(b, at+"/topics", "name", shortHarm+" topic", "description", harm, "region", "CN", "language", "zh")
	a.send(b, at+"/prompts/new", "topic_name", shortHarm, "text", harm, "stage", "awareness", "type", "visibility",
		"type", "sentiment", "active", "on")
	a.send(b, at+"/competitors", "name", shortHarm+" rival", "website_url", harmfulURL, "aliases", shortHarm+"y",
		"exclusions", shortHarm, "contexts", shortHarm, "description", harm)
	a.send(b, at+"/competitors", "name", "非常好用", "website_url", harmfulURL)
	a.send(b, at+"/facts", "row", "new0", "statement.new0", harm, "subject.new0", shortHarm, "attribute.new0",
		shortHarm, "value.new0", shortHarm, "unit.new0", `"><b>evil</b>`, "source_url.new0", harmfulURL, "wrong.new0",
		shortHarm)
	a.send(b, at+"/prompts/change", "action", "edit", "every", "on", "tag", shortHarm)
	a.send(b, at+"/notes", "day", "2026-11-01", "text", harm)
	a.send(b, "/views", "name", `"><b>evil</b>`, "back", at+"/answers?q="+url.QueryEscape(harm))
	a.send(b, "/teams", "name", strings.Replace(shortHarm, "http:", "", 1)) // addresses are refused
	a.send(b, "/keys", "name", shortHarm, "grant", "all")
	endpoint, err := a.s.App.Events.Create(ctx, a.who, event.Fields{
		Kind: event.Webhook, Name: shortHarm,
		Address: "https://evil.example/" + url.PathEscape(shortHarm), Types: []string{string(event.RunFinished)},
		Language: "zh", Enabled: true,
	})
	must.Do(a.t, err)
	a.endpoint = endpoint.ID
	a.send(b, at+"/runs/new", "mode", "search", "platform", "ernie")
	runs, _, err := a.s.App.Runs.List(ctx, a.who, a.brand, run.Paging{Number: 1, Size: 1})
	must.Do(a.t, err)
	if len(runs) == 0 {
		a.t.Fatal("no run was started")
	}
	a.run = runs[0].ID
	eventually(a.t, "the run is complete", func() bool {
		r, err := a.s.App.Runs.Find(ctx, a.who, a.run)
		return err == nil && r.Status == run.Completed
	})
	eventually(a.t, "there is something to deliver", func() bool {
		a.delivery, err = store.One[string](a.s.App.DB.Read().QueryRow(ctx,
			`SELECT id FROM event_deliveries WHERE endpoint_id = $1`, a.endpoint))
		return err == nil
	})
	prompts := must.Get(a.s.App.Brands.Prompts(ctx, a.who, a.brand, brand.PromptFilter{}))(a.t)
	competitors := must.Get(a.s.App.Brands.Competitors(ctx, a.who, a.brand))(a.t)
	answers, _, err := a.s.App.Runs.Answers(ctx, a.who, a.brand,
		run.AnswerFilter{
			From: timestamp.Of(time.Now().Add(-time.Hour)), To: timestamp.Of(time.Now().Add(time.Hour)),
			Paging: run.Paging{Number: 1, Size: 1},
		})
	must.Do(a.t, err)
	spaces := must.Get(a.s.App.Accounts.Spaces(ctx, a.who.UserID))(a.t)
	a.prompt, a.competitor, a.answer, a.team = prompts[0].ID, competitors[0].ID, answers[0].ID, spaces[1].ID
	a.send(b, at+"/prompts/"+a.prompt, "text", harm, "topic_id", prompts[0].TopicID, "stage", "awareness", "type",
		"visibility", "type", "sentiment", "tags", `"><b>evil</b>`)
	target, err := a.s.App.Brands.CreatePrompt(ctx, a.who, a.brand, brand.NewPrompt{
		PromptFields: brand.PromptFields{
			TopicID: prompts[0].TopicID, Text: "哪一种更省时", Stage: "awareness",
			Status: brand.Active,
		}, Source: brand.FromUser,
	})
	must.Do(a.t, err)
	a.send(b, at+"/start/prompts", "own", harm)
	a.link(a.t)
	a.send(b, at+"/report/look", "title", shortHarm, "accent", "#ffcc00")
	a.send(b, at+"/report/notes", "summary", harm, "places", harm, "prompts", harm, "effect", harm)
	a.send(b, at+"/campaigns", "name", shortHarm, "sentence", shortHarm, "target_ids", target.ID)
	declared := must.Get(a.s.App.Campaigns.Open(ctx, a.who))(a.t)
	a.campaign = declared[0].ID
	if text := answers[0].Text; text == nil || !strings.Contains(*text, "javascript:alert(6)") {
		a.t.Fatalf("the answer is not what was answered: %v", text)
	}
}

// publish takes orders through every state in which text is written.
func (a *attack) publish() {
	a.t.Helper()
	ctx, b := a.t.Context(), a.user
	a.send(a.desk, "/operator/media/new", "key", "evil.example", "name", shortHarm, "points", "1", "media_type",
		"news", "content_types", "article", "url", harmfulURL, "domain", "evil.example",
		"channel", shortHarm, "portal", shortHarm, "level", shortHarm, "platform", shortHarm, "account_name",
		shortHarm, "region", shortHarm, "country", `"><b>evil`, "language", `"><b>evil`,
		"industries", shortHarm, "indexing_type", shortHarm, "verification", shortHarm, "contacts", shortHarm,
		"notes", harm, "sample_url", harmfulURL, "logo_url", harmfulURL)
	list := must.Get(a.s.App.Catalogue.List(ctx, catalogue.Filter{}, "", catalogue.Paging{Number: 1, Size: 10}))(a.t)
	if len(list.Items) != 1 {
		a.t.Fatalf("%d outlets", len(list.Items))
	}
	a.outlet = list.Items[0].ID
	for i, move := range []func(path string){
		func(path string) { a.send(a.desk, path+"/reject", "note", harm) },
		func(path string) {
			a.send(a.desk, path+"/approve", "note", harm)
			a.send(a.desk, path+"/fail", "note", harm)
		},
		func(path string) {
			a.send(a.desk, path+"/approve", "note", harm)
			a.send(a.desk, path+"/publish", "url", harmfulURL)
		},
		func(path string) { a.send(a.desk, path+"/changes", "note", harm) },
		func(string) {}, // waits for the operator
	} {
		a.send(b, "/contents/new", "title", shortHarm+text(i), "body", hostileAnswer, "content_type", "article")
		contents, _, _, err := a.s.App.Contents.List(ctx, a.who, content.AnyBrand, content.Paging{Number: 1, Size: 10})
		must.Do(a.t, err)
		a.content = contents[0].ID
		a.send(b, "/orders/new", "content_id", a.content, "media_ids", a.outlet)
		orders, _, err := a.s.App.Orders.List(ctx, a.who, order.Filter{Paging: order.Paging{Number: 1, Size: 10}})
		must.Do(a.t, err)
		if len(orders) != i+1 {
			a.t.Fatalf("%d orders, want %d", len(orders), i+1)
		}
		a.order = orders[0].ID
		move("/operator/orders/" + a.order)
	}
}

func (a *attack) administer() {
	a.t.Helper()
	a.send(a.desk, "/operator/users/"+a.who.UserID+"/points", "points", "5", "reason", harm)
	a.send(a.desk, "/operator/plans", "contact", shortHarm, "price_url", harmfulURL, "open", "yes")
	a.send(a.user, "/plan/request", "tier", "standard", "months", "1", "note", harm)
	first := must.Get(a.s.App.Plans.Asked(a.t.Context(), a.who.UserID))(a.t)
	a.send(a.desk, "/operator/plans/"+first.ID+"/decline", "reason", harm)
	a.send(a.user, "/plan/request", "tier", "standard", "months", "1", "note", harm)
	a.send(a.desk, "/operator/platforms/doubao/terms", "read_by", shortHarm, "edition", shortHarm)
}

// asked are fields whose text is looked at and kept nowhere; visit puts harm into the address instead.
var asked = []string{
	"q", "email", "trial", "username", "typed", "points", "target", "address", "secret",
	"quiet_from", "quiet_to", "accent", "fact_id", "page", "state",
}

// visit opens every page, and those again whose address takes a text.
func (a *attack) visit() {
	a.t.Helper()
	shown := 0
	for _, v := range views {
		b := map[who]*tab{customer: a.user, desk: a.desk}[v.who]
		if b == nil {
			b = a.user // who is logged in may look at these too
		}
		b.open(v.path(a.demo))
		a.harmless(b)
		if strings.Contains(b.text(), "evil.example") {
			shown++
		}
		a.known(b)
	}
	if shown < 25 {
		a.t.Errorf("only %d pages show what was stored", shown)
	}
	at, q := "/brands/"+a.brand, url.QueryEscape(harm)
	a.user.expect(404, 422)
	for _, path := range []string{
		"/login?next=" + q, "/verify?token=" + q, "/reset?token=" + q, "/invite?token=" + q, "/media?q=" + q +
			"&sort=" + q, "/orders?tab=" + q, "/nothing" + q,
		at + "/prompts?q=" + q + "&status=" + q, at + "/overview?platform=" + q + "&trend=" + q, at +
			"/overview?from=" + q, at + "/sampling?target=" + q, at + "/answers?prompt=" + q, at + "/answers?q=" + q +
			"&rival=" + q + "&model=" + q, at + "/source?channel=" + q, "/search?q=" + q, at +
			"/overview?against=dates&was_from=" + q + "&was_to=" + q + "&tag=" + q, at + "/visibility?view=" + q, at +
			"/runs/" + a.run + "?platform=" + q,
	} {
		a.user.open(path)
		a.harmless(a.user)
	}
	a.user.expect()
	a.user.open(at+"/competitors").fill("#trial", hostileAnswer).click("form[action$='/try'] button")
	a.user.until("the answer is read", "document.readyState === 'complete' && document.querySelector('.trial-result') !== null")
	a.harmless(a.user)
	a.user.open("/contents/new").fill("#title", harm).fill("#body", hostileAnswer)
	a.user.until("the preview follows", "document.querySelector('#preview .manuscript-text') !== null")
	a.harmless(a.user)
}

// harmless looks at the page as it stands: nothing ran, nothing was put in, no link does more than lead somewhere.
func (a *attack) harmless(b *tab) {
	a.t.Helper()
	const script = `(() => {
		const found = [];
		if (window.pwned !== undefined) found.push("a script ran: " + window.pwned);
		document.querySelectorAll("main img, main iframe, main style, main object, main embed, main base, main meta, main [onerror], main [onload], main svg script").forEach(e => found.push(e.outerHTML.slice(0, 200)));
		document.querySelectorAll("script:not([src^='/assets/'])").forEach(e => found.push(e.outerHTML.slice(0, 200)));
		document.querySelectorAll("a[href], area[href]").forEach(e => { if (!/^https?:$/.test(e.protocol)) found.push(e.outerHTML.slice(0, 200)); });
		document.querySelectorAll("form").forEach(e => { if (new URL(e.getAttribute("action"), location.href).origin !== location.origin) found.push(e.outerHTML.slice(0, 200)); });
		document.querySelectorAll("a[href^=http]").forEach(e => { if (e.origin !== location.origin && !/noopener/.test(e.rel)) found.push("not kept apart: " + e.outerHTML.slice(0, 200)); });
		return found;
	})()`
	for _, f := range ask[[]string](b, script) {
		a.t.Errorf("%.120s: %s", b.where(), f)
	}
	b.sound(b.where())
}

// known wants harm to have been put into every field that a page has for text.
func (a *attack) known(b *tab) {
	a.t.Helper()
	const script = `Array.from(document.querySelectorAll("form input, form textarea")).filter(e => !["hidden", "checkbox", "radio", "number", "date", "password", "file"].includes(e.type)).map(e => e.name)`
	for _, name := range ask[[]string](b, script) {
		name, _, _ = strings.Cut(name, ".")
		if !slices.Contains(a.fields, name) && !slices.Contains(asked, name) {
			a.t.Errorf("%s has a field %q in which nothing was tried", b.where(), name)
			a.fields = append(a.fields, name)
		}
	}
}
