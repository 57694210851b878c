package console

import (
	"context"
	"strings"

	"renown/internal/door/console/kit"
	"renown/internal/floor/timestamp"
	"renown/internal/room/brand"
	"renown/internal/room/insight"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/room/run"
)

// finder is what is found for a few words: pages, brands, and of the brand at hand prompts, articles, sources, outlets and answers.
type finder struct {
	q      string
	groups []foundGroup
}

type foundGroup struct {
	label string
	links []foundLink
}

type foundLink struct{ label, small, path string }

const (
	foundEach     = 6   // of a kind
	findRunes     = 100 // of what is looked for
	foundDays     = 90  // in which answers are looked for
	foundArticles = 100 // newest, whose titles are looked through
	foundLabel    = 80  // code points
)

// search finds what has the words in it. Without words it lists the pages.
func (c *Console) search(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	runes := []rune(strings.TrimSpace(strings.ToValidUTF8(strings.ReplaceAll(v.URL.Query().Get("q"), "\x00", ""), "")))
	f := finder{q: string(runes[:min(len(runes), findRunes)])}
	brands, err := c.rooms.Brands.Titles(ctx, v.Caller)
	if err != nil {
		return kit.Reply{}, err
	}
	at := atHand(brands, v.Remembered(kit.BrandCookie))
	for _, e := range c.railFor(v, at, "") {
		for _, p := range e.places {
			f.addPlace(v, e, p)
		}
	}
	for _, b := range brands {
		f.add(kit.Key("品牌"), b.Name, "", c.firstPath(b.ID))
	}
	if f.q == "" {
		f.groups = f.groups[:min(len(f.groups), 1)]
	} else if at != nil {
		if err := c.findIn(ctx, v, at, &f); err != nil {
			return kit.Reply{}, err
		}
	}
	return kit.Show(kit.Page{Title: kit.Key("查找"), Body: finderBody(f)})
}

// add keeps what has the words in it, as far as there is room among its kind.
func (f *finder) add(kind, label, small, path string) {
	if !strings.Contains(strings.ToLower(label), strings.ToLower(f.q)) {
		return
	}
	f.found(kind, label, small, path)
}

// addPlace keeps a page that is called so, or was.
func (f *finder) addPlace(v *kit.Visit, e entry, p place) {
	label, old := e.name(v.Context(), p), ""
	if p.old != "" {
		old = v.T(p.old)
	}
	if strings.Contains(strings.ToLower(label+" "+v.T(p.label)+" "+old), strings.ToLower(f.q)) {
		f.found(kit.Key("页面"), label, "", p.path)
	}
}

func (f *finder) found(kind, label, small, path string) {
	if n := len(f.groups); n == 0 || f.groups[n-1].label != kind {
		f.groups = append(f.groups, foundGroup{label: kind})
	}
	g := &f.groups[len(f.groups)-1]
	if len(g.links) < foundEach || f.q == "" {
		g.links = append(g.links, foundLink{kit.Clipped(label, foundLabel), small, path})
	}
}

// findIn looks among what a brand has.
func (c *Console) findIn(ctx context.Context, v *kit.Visit, at *brand.Title, f *finder) error {
	path := "/brands/" + at.ID
	prompts, err := c.rooms.Brands.Prompts(ctx, v.Caller, at.ID, brand.PromptFilter{})
	if err != nil {
		return err
	}
	for _, p := range prompts {
		f.add(kit.Key("问题"), p.Text, "", path+"/prompts/"+p.ID)
	}
	articles, _, err := c.rooms.Contents.Titles(ctx, v.Caller, at.ID, content.Paging{Number: 1, Size: foundArticles})
	if err != nil {
		return err
	}
	for _, a := range articles {
		f.add(kit.Key("文章"), a.Title, "", "/contents/"+a.ID)
	}
	cited, err := c.rooms.Insights.Citations(ctx, v.Caller, at.ID, insight.Query{})
	if err != nil {
		return err
	}
	for _, d := range cited.Domains {
		f.add(kit.Key("来源"), d.Channel, "", kit.WithQuery(path+"/source", nil, "channel", d.Channel))
	}
	outlets, err := c.rooms.Catalogue.List(ctx, catalogue.Filter{Q: f.q}, "", catalogue.Paging{Number: 1, Size: foundEach})
	if err != nil {
		return err
	}
	for _, o := range outlets.Items {
		f.found(kit.Key("媒体"), o.Name, "", "/media?media="+o.ID)
	}
	answers, err := c.rooms.Runs.Newest(ctx, v.Caller, at.ID,
		run.AnswerFilter{Q: f.q, From: timestamp.Of(v.Now.AddDate(0, 0, -foundDays)), Paging: run.Paging{Number: 1, Size: foundEach}})
	if err != nil {
		return err
	}
	for _, a := range answers {
		f.found(kit.Key("回答"), around(*a.Text, f.q), a.PromptText, kit.AnswerPath(at.ID, a.ID))
	}
	return nil
}

// around is the text about the words that were looked for.
func around(text, q string) string {
	line := strings.Join(strings.Fields(text), " ")
	at := strings.Index(strings.ToLower(line), strings.ToLower(q))
	if at < 0 || at >= len(line) {
		return line
	}
	before := []rune(line[:at])
	if len(before) <= 20 {
		return line
	}
	return "…" + string(before[len(before)-20:]) + line[at:]
}
