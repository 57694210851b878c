package crashtest

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"mime/multipart"
	"net/url"
	"strings"
)

// enemy is an account that means harm.
type enemy struct {
	*besieged
	member member
	email  string
	cookie string // of its session

	contents, competitors, brands []string // ids of what it made
}

// act does harm without a pause until ctx ends.
func (e *enemy) act(ctx context.Context) {
	if _, e.cookie = e.visit(ctx, "/login", url.Values{
		"email":    {e.email},
		"password": {"long enough a password"},
	}); e.cookie == "" && ctx.Err() == nil {
		e.reports.add("%s cannot log in", e.email)
	}
	e.brands = []string{e.member.brandID}
	deeds := []func(context.Context){
		e.write, e.write, e.rewrite, e.preview, e.read, e.name, e.name, e.try, e.rename, e.schedule, e.monitor, e.found, e.forget, e.fuzz,
		e.spell, e.state, e.state, e.inspect, e.point, e.flood,
	}
	for ctx.Err() == nil {
		pick(deeds)(ctx)
		e.attacks.Add(1)
	}
}

// do makes a request of the interface, and tells what is wrong with the answer, which may be any refusal.
func (e *enemy) do(ctx context.Context, method, path, body string) answer {
	out, err := e.call(ctx, e.member.key, method, path, body)
	if err != nil {
		if ctx.Err() == nil {
			e.reports.add("%s %s %.60s: %v", method, path, body, err)
		}
		return out
	}
	switch out.Code {
	case 5000:
		e.reports.add("%s %s %.200s: %d", method, path, body, out.Code)
	case 2001:
		e.slowed.Add(1)
		e.visit(ctx, "/contents", nil) // pages are not counted by key
	case 5030:
		e.busy.Add(1)
	case 0:
	default:
		e.refused.Add(1)
	}
	return out
}

func keep(list *[]string, out answer) {
	if id, _ := out.Data["id"].(string); id != "" {
		*list = append(*list, id)
	}
}

// hostileText is up to 100,000 characters that are expensive to format.
func hostileText() string {
	n := 1_000 + rand.IntN(99_000)
	unit := pick([]string{
		"*a_ ", "_声*", "[a](", "![", "](", "> ", "- ", "`", "``a", "~", "<a x='", "<!--", "&#1;", "|-", "[a]: x\n",
		"www.a.b ", "1. ", "\t- a\n", "~\\```---\n", "a\n=\n", "*𠀀_ ", "\n|a|b|\n|-|-|\n",
	})
	switch rand.IntN(4) {
	case 0: // a table of many columns and rows
		columns := n / 5
		return strings.Repeat("|", columns) + "\n" + strings.Repeat("|-", columns) + "|\n" + strings.Repeat("|\n", columns)
	case 1: // many small ones that are each formatted
		part := strings.Repeat(unit, 1+rand.IntN(200))
		return strings.Repeat(part+"\n\n", max(1, n/(len([]rune(part))+2)))
	case 2: // two that follow each other
		other := pick([]string{"\n", "a ", "[a]", "|\n", "> a\n"})
		return strings.Repeat(unit, n/2/len([]rune(unit))) + strings.Repeat(other, n/2/len(other))
	}
	return strings.Repeat(unit, n/len([]rune(unit)))
}

func (e *enemy) write(ctx context.Context) {
	keep(&e.contents, e.do(ctx, "POST", "/media/contents", encoded(map[string]string{"title": "稿", "body": hostileText()})))
}

func (e *enemy) rewrite(ctx context.Context) {
	if len(e.contents) > 0 {
		e.do(ctx, "PATCH", "/media/contents/"+pick(e.contents), encoded(map[string]string{"body": hostileText()}))
	}
}

func (e *enemy) preview(ctx context.Context) {
	e.page(ctx, "/contents/preview", url.Values{"title": {"稿"}, "body": {hostileText()}})
	if len(e.contents) > 0 {
		e.page(ctx, "/contents/"+pick(e.contents), nil)
	}
}

func (e *enemy) page(ctx context.Context, path string, form url.Values) {
	status, _ := e.visit(ctx, path, form)
	e.tell(path, status)
}

// tell counts what a page was answered with.
func (e *enemy) tell(path string, status int) {
	switch {
	case status == 500:
		e.reports.add("%s: %d", path, status)
	case status == 503:
		e.busy.Add(1)
	case status == 429:
		e.slowed.Add(1)
	case status >= 400:
		e.refused.Add(1)
	}
}

// read asks for as much as there is.
func (e *enemy) read(ctx context.Context) {
	switch rand.IntN(4) {
	case 0:
		e.do(ctx, "GET", "/media/contents?page_size=100", "")
	case 1:
		e.page(ctx, "/plan/export", nil)
	case 2:
		e.page(ctx, "/contents.csv", nil)
	default:
		e.do(ctx, "GET", "/geo/brands/"+e.member.brandID+"/competitors", "")
	}
}

// hostileNames are names inside each other, or of as many different characters as can be.
func hostileNames() []string {
	list := make([]string, 50)
	base := rune(0x4E00 + rand.IntN(20_000))
	for i := range list {
		if rand.IntN(2) == 0 {
			list[i] = strings.Repeat("哈", i+1)
			continue
		}
		var b strings.Builder
		for k := range 64 {
			b.WriteRune(base + rune(i*64+k))
		}
		list[i] = b.String()
	}
	return list
}

func (e *enemy) name(ctx context.Context) {
	brandID := pick(e.brands)
	keep(&e.competitors, e.do(ctx, "POST", "/geo/brands/"+brandID+"/competitors", encoded(map[string]any{
		"brand_id": brandID, "name": unique("敌"), "aliases": hostileNames(), "exclusions": hostileNames(), "contexts": hostileNames(),
	})))
}

// try has names looked for in the longest text that the page takes.
func (e *enemy) try(ctx context.Context) {
	e.page(ctx, "/brands/"+e.member.brandID+"/competitors/try", url.Values{"trial": {strings.Repeat("哈", 20_000)}})
}

func (e *enemy) rename(ctx context.Context) {
	e.do(ctx, "PATCH", "/geo/brands/"+pick(e.brands), encoded(map[string]any{
		"aliases":      hostileNames(),
		"introduction": strings.Repeat("介绍", 10_000),
	}))
}

func (e *enemy) schedule(ctx context.Context) {
	e.do(ctx, "PATCH", "/geo/brands/"+pick(e.brands), fmt.Sprintf(`{"schedule":{"hour":%d,"weekday":%d}}`, rand.IntN(26)-1, rand.IntN(9)))
}

func (e *enemy) monitor(ctx context.Context) {
	e.do(ctx, "POST", "/geo/runs", `{"brand_id":"`+pick(e.brands)+`"}`)
}

func (e *enemy) found(ctx context.Context) {
	out := e.do(ctx, "POST", "/geo/brands", encoded(map[string]any{
		"name":         unique("牌"),
		"introduction": strings.Repeat("介", 20_000), "keywords": hostileNames(),
	}))
	if id, _ := out.Data["id"].(string); id != "" {
		e.brands = append(e.brands, id)
	}
}

// forget deletes something, mostly what was made last.
func (e *enemy) forget(ctx context.Context) {
	for path, list := range map[string]*[]string{"/media/contents/": &e.contents, "/geo/brands/" + e.member.brandID +
		"/competitors/": &e.competitors} {
		if n := len(*list); n > 0 {
			e.do(ctx, "DELETE", path+(*list)[n-1], "")
			*list = (*list)[:n-1]
		}
	}
	if n := len(e.brands); n > 3 {
		e.do(ctx, "DELETE", "/geo/brands/"+e.brands[n-1], "")
		e.brands = e.brands[:n-1]
	}
}

// fuzz sends what is nothing at all.
func (e *enemy) fuzz(ctx context.Context) {
	bytes := make([]byte, rand.IntN(100_000))
	for i := range bytes {
		bytes[i] = byte(rand.IntN(256))
	}
	e.do(ctx, pick([]string{"POST", "PATCH", "DELETE"}), pick([]string{
		"/media/contents", "/geo/brands", "/geo/runs",
		"/media/orders",
	}), string(bytes))
	e.page(ctx, "/brands/%ff/competitors?q=%00", nil)
	e.page(ctx, "/contents/new", url.Values{"title": {string(bytes[:min(len(bytes), 300)])}, "body": {strings.Repeat("[", 100)}})
}

// spell takes names of as many spellings as can be, and has questions held against them.
func (e *enemy) spell(ctx context.Context) {
	list := make([]string, 50)
	for i := range list {
		list[i] = fmt.Sprintf("%d-%d-%s", rand.IntN(90)+10, rand.IntN(90)+10, strings.Repeat(string(rune('a'+rand.IntN(26))), 58))
	}
	at := "/geo/brands/" + pick(e.brands)
	keep(&e.competitors, e.do(ctx, "POST", at+"/competitors", encoded(map[string]any{
		"brand_id": strings.TrimPrefix(at, "/geo/brands/"), "name": unique("12-34-zzz"), "aliases": list,
	})))
	e.do(ctx, "GET", at+"/prompts", "")
}

// state sends a sheet of facts: up to 5,000 with 20 terms of 60 characters, or as many as a sheet may hold.
func (e *enemy) state(ctx context.Context) {
	var text, body bytes.Buffer
	text.WriteString("attribute,terms,value\n")
	for i := range pick([]int{150, 5_000}) {
		terms := make([]string, 20)
		for k := range terms {
			terms[k] = fmt.Sprintf("%d-%d-%s", i, k, strings.Repeat("z", 60-len(fmt.Sprint(i))-len(fmt.Sprint(k))-2))
		}
		fmt.Fprintf(&text, "a%d,%s,v%d\n", i, strings.Join(terms, "|"), i)
	}
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", "facts.csv")
	if err == nil {
		_, err = part.Write(text.Bytes())
	}
	if err != nil || form.Close() != nil {
		e.reports.add("a file of facts: %v", err)
		return
	}
	status, _ := e.send(ctx, "/brands/"+e.member.brandID+"/facts/import", form.FormDataContentType(), &body)
	e.tell("a file of facts", status)
}

// inspect has a short article held against the facts.
func (e *enemy) inspect(ctx context.Context) {
	out := e.do(ctx, "POST", "/media/contents", encoded(map[string]string{"title": "稿", "body": "FB2 a1 is v3.", "brand_id": e.member.brandID}))
	if keep(&e.contents, out); out.Code == 0 && len(e.contents) > 0 {
		e.do(ctx, "GET", "/media/contents/"+e.contents[len(e.contents)-1]+"/inspection", "")
	}
}

// point leads a webhook to this machine, in the ways in which an address may be written.
func (e *enemy) point(ctx context.Context) {
	host := pick([]string{"2130706433", "0x7f.1", "0177.0.0.1", "127.1", "①②⑦.⓪.⓪.①", "[::ffff:127.0.0.1]", "localhost", "127.0.0.1"})
	out := e.do(ctx, "POST", "/events/endpoints", encoded(map[string]any{
		"kind": "webhook", "name": "敌", "address": "https://" + host + "/x", "types": []string{"run.completed"},
	}))
	if out.Code == 0 && out.Data != nil {
		e.reports.add("a webhook to %s was taken", host)
	}
}

// flood sends as many members as a body holds.
func (e *enemy) flood(ctx context.Context) {
	var b strings.Builder
	for i := range 70_000 {
		fmt.Fprintf(&b, `"k%d":1,`, i)
	}
	e.do(ctx, "POST", "/geo/brands", "{"+strings.TrimSuffix(b.String(), ",")+"}")
}
