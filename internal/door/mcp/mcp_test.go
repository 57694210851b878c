package mcp_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"renown/internal/floor/undo"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// Everything is tried at one program with each engine: it is the door that is tested, and a program is dear to start.
func TestAgents(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		for _, part := range []struct {
			name string
			try  func(*testing.T, *world)
		}{
			{"refusals", refusals},
			{"scopes", scopes},
			{"arguments", arguments},
			{"reading", reading},
			{"notes", notes},
			{"resources", resources},
			{"bridge", bridge},
			{"javascript", javaScript},
			{"order", orders},
			{"dearer order", dearer},
			{"forged agreement", forged},
			{"run", runs},
		} {
			t.Run(part.name, func(t *testing.T) { part.try(t, w) })
		}
	})
}

const hello = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`

// Every refusal is an error of the protocol with the API's code in its data.
func refusals(t *testing.T, w *world) {
	t.Helper()
	revoked, key := w.Owner(t).NewKey(t)
	must.Do(t, w.App.Accounts.RevokeKey(t.Context(), w.Owner(t).UserID, revoked))
	large := `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"` + strings.Repeat("x", 1<<20) + `"}}`
	for _, c := range []struct {
		name, body string
		header     []string
		status     int
		rpc, code  float64
		id         any
	}{
		{"no key", hello, []string{"X-API-KEY", ""}, 401, -32000, 1001, nil},
		{"a key that is none", hello, []string{"X-API-KEY", "sk-nothing"}, 401, -32000, 1001, nil},
		{"a revoked key", hello, []string{"X-API-KEY", "", "Authorization", "Bearer " + key}, 401, -32000, 1001, nil},
		{"two keys", hello, []string{"Authorization", "Bearer " + w.stranger}, 401, -32000, 1001, nil},
		{"from another site", hello, []string{"Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site"}, 403, -32600, 4000, nil},
		{"not JSON", `{"jsonrpc"`, nil, 400, -32700, 4000, nil},
		{"nothing", ``, nil, 400, -32700, 4000, nil},
		{"another type", hello, []string{"Content-Type", "text/plain"}, 415, -32600, 4000, nil},
		{"a batch", `[` + hello + `]`, nil, 400, -32600, 4000, nil},
		{"a text", `"tools/list"`, nil, 400, -32600, 4000, nil},
		{"no version", `{"id":1,"method":"tools/list"}`, nil, 400, -32600, 4000, 1.0},
		{"no method", `{"jsonrpc":"2.0","id":1}`, nil, 400, -32600, 4000, 1.0},
		{"a method that is a number", `{"jsonrpc":"2.0","id":1,"method":7}`, nil, 400, -32600, 4000, 1.0},
		{"an id that is an object", `{"jsonrpc":"2.0","id":{},"method":"tools/list"}`, nil, 400, -32600, 4000, nil},
		{"a call without an id", `{"jsonrpc":"2.0","method":"tools/list"}`, nil, 400, -32600, 4000, nil},
		{"params that are a list", `{"jsonrpc":"2.0","id":"a","method":"tools/call","params":[1]}`, nil, 400, -32600, 4000, "a"},
		{"an unknown method", `{"jsonrpc":"2.0","id":1,"method":"tools/delete"}`, nil, 200, -32601, 4040, 1.0},
		{
			"an unknown method, newer", `{"jsonrpc":"2.0","id":1,"method":"logging/setLevel"}`,
			[]string{"Mcp-Protocol-Version", "2026-07-28"},
			404, -32601, 4040, 1.0,
		},
		{"a version that is none", hello, []string{"Mcp-Protocol-Version", "2020-01-01"}, 400, -32600, 4000, 1.0},
		{"an unknown tool", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"drop_tables"}}`, nil, 200, -32602, 4040, 1.0},
		{
			"an unknown resource",
			`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}`, nil, 200,
			-32602, 4040, 1.0,
		},
		{"an unknown prompt", `{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"nothing"}}`, nil, 200, -32602, 4040, 1.0},
		{"a tool that is a number", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":7}}`, nil, 200, -32602, 4000, 1.0},
		{"a cursor that is a number", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":7}}`, nil, 200, -32602, 4000, 1.0},
		{
			"a client that is a text", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"clientInfo":"x"}}`, nil,
			200, -32602, 4000, 1.0,
		},
		{"a newer version without its fields", hello, []string{"Mcp-Protocol-Version", "2026-07-28"}, 400, -32602, 4000, 1.0},
		{"an id with a fraction", `{"jsonrpc":"2.0","id":1.5,"method":"ping"}`, nil, 400, -32600, 4000, nil},
		{"an id that no number holds", `{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}`, nil, 400, -32600, 4000, nil},
		{"an id beyond all", `{"jsonrpc":"2.0","id":1e400,"method":"ping"}`, nil, 400, -32600, 4000, nil},
		{"half a character", `{"jsonrpc":"2.0","id":"\ud800","method":"ping"}`, nil, 400, -32700, 4000, nil},
		{"not UTF-8", "{\"jsonrpc\":\"2.0\",\"id\":\"\xff\",\"method\":\"ping\"}", nil, 400, -32700, 4000, nil},
		{
			"a prompt without its brand",
			`{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"weekly_review"}}`, nil, 200, -32602,
			4220, 1.0,
		},
		{"too large", large, nil, 413, -32600, 4130, nil},
	} {
		status, answer, h := w.post(t, c.body, c.header...)
		failure, _ := answer["error"].(object)
		data, _ := failure["data"].(object)
		if status != c.status || failure == nil || c.rpc != 0 &&
			(failure["code"] != c.rpc || data["code"] != c.code || data["msg"] == "") || answer["id"] != c.id {
			t.Errorf("%s: %d %v", c.name, status, answer)
		}
		if said := fmt.Sprint(answer); strings.Contains(said, "mcp.") || strings.Contains(said, "struct") {
			t.Errorf("%s tells of the program: %v", c.name, answer)
		}
		if h.Get("Cache-Control") != "private, no-store" || (status == 401) != (h.Get("WWW-Authenticate") != "") {
			t.Errorf("%s: %v", c.name, h)
		}
	}
	for _, method := range []string{http.MethodGet, http.MethodDelete} {
		r := must.Get(http.NewRequestWithContext(t.Context(), method, w.URL+"/mcp", http.NoBody))(t)
		response := must.Get((&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(r))(t)
		response.Body.Close()
		if response.StatusCode != http.StatusMethodNotAllowed || response.Header.Get("Allow") != "POST" {
			t.Errorf("%s: %d, allowed %q", method, response.StatusCode, response.Header.Get("Allow"))
		}
	}
	if _, answer, _ := w.post(t, hello, "X-API-KEY", "", "Accept-Language",
		"en"); !strings.Contains(answer["error"].(object)["message"].(string), "key") {
		t.Errorf("in English: %v", answer)
	}
	long := strings.Repeat("x", 1<<19)
	if _, answer, _ := w.post(t, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"`+long+
		`"}}`); strings.Contains(fmt.Sprint(answer), long) {
		t.Error("a long name is told again as it was sent")
	}
	if status, answer, _ := w.post(t, `{"jsonrpc":"2.0","id":9007199254740991,"method":"ping"}`); status != 200 ||
		answer["id"] != float64(1<<53-1) {
		t.Errorf("the largest id: %d %v", status, answer)
	}
	if status, answer, _ := w.post(t,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`); status != http.StatusAccepted || answer != nil {
		t.Errorf("a notification: %d %v", status, answer)
	}
}

// The limits are those of the API, counted together with it.
func TestTooFrequent(t *testing.T) {
	t.Parallel()
	w := &world{Server: apitest.Start(t, "sqlite", apitest.Options{Frozen: true, Settings: limited})}
	w.demo.Key = w.Key(t)
	w.Expect(t, apitest.Call{Key: w.demo.Key, Method: "GET", Path: "/me"})
	if status, answer, _ := w.post(t, hello); status != 200 || answer["result"] == nil {
		t.Fatalf("the second of two: %d %v", status, answer)
	}
	status, answer, h := w.post(t, hello)
	if data := answer["error"].(object)["data"].(object); status != 429 || data["code"] != 2001.0 ||
		h.Get("Retry-After") == "" || data["detail"].(object)["retry_after"] == nil {
		t.Errorf("the third: %d %v", status, answer)
	}
}

// What a key may call is what it sees.
func scopes(t *testing.T, w *world) {
	t.Helper()
	geo := []string{
		"get_accuracy", "get_answer", "get_campaign", "get_citations", "get_opportunities",
		"get_overview", "get_run", "get_searches", "get_sentiment", "get_visibility", "list_annotations",
		"list_answers", "list_brands", "list_campaigns",
	}
	noting := []string{"create_annotation", "delete_annotation"}
	media := []string{"inspect_article", "list_contents", "list_orders", "list_outlets"}
	for _, c := range []struct {
		scopes, tools []string
	}{
		{[]string{"geo:write"}, noting},
		{[]string{"geo:read"}, geo},
		{[]string{"media:read"}, media},
		{[]string{"geo:run", "media:order"}, []string{"start_run", "submit_order"}},
		{[]string{"*"}, slices.Concat(geo, noting, media, []string{"start_run", "submit_order"})},
	} {
		owner := w.Owner(t)
		session := w.connect(t, "Authorization", "Bearer "+owner.Key(t, c.scopes...))
		list := must.Get(session.ListTools(t.Context(), nil))(t)
		var names []string
		for _, tool := range list.Tools {
			names = append(names, tool.Name)
			adds, takes := tool.Name == "create_annotation",
				slices.Contains([]string{"delete_annotation", "start_run", "submit_order"}, tool.Name)
			hint := tool.Annotations
			if hint.ReadOnlyHint == (adds || takes) || *hint.DestructiveHint != takes ||
				hint.IdempotentHint == adds || tool.Description == "" || tool.Title == "" {
				t.Errorf("%s: %+v", tool.Name, tool)
			}
		}
		want := slices.Sorted(slices.Values(append([]string{"whoami"}, c.tools...)))
		if !slices.Equal(want, names) || list.CacheScope != "private" {
			t.Errorf("%v sees %v, cached %s", c.scopes, names, list.CacheScope)
		}
		if slices.Equal(c.tools, noting) {
			out := refused(t, session, "list_brands", nil, 1002)
			if missing := out["detail"].(object)["missing"]; missing.([]any)[0] != "geo:read" {
				t.Errorf("missing %v", missing)
			}
			refused(t, session, "submit_order", object{}, 1002)
		}
	}
}

// Arguments are checked by the API's checker, and what belongs to others does not exist.
func arguments(t *testing.T, w *world) {
	t.Helper()
	s := w.connect(t, "X-API-KEY", w.demo.Key)
	brand := w.demo.BrandIDs[0]
	for name, c := range map[string]struct {
		tool string
		in   object
		code float64
		kind string
		loc  string
	}{
		"missing":         {"get_overview", object{}, 4220, "missing", "brand_id"},
		"a number":        {"get_overview", object{"brand_id": 7}, 4220, "string_type", "brand_id"},
		"no day":          {"get_overview", object{"brand_id": brand, "from": "yesterday"}, 4220, "", "from"},
		"no mode":         {"get_overview", object{"brand_id": brand, "mode": "shout"}, 4220, "literal_error", "mode"},
		"too long a page": {"list_brands", object{"page_size": 1000}, 4220, "less_than_equal", "page_size"},
		"a list":          {"list_answers", object{"brand_id": brand, "platforms": "doubao"}, 4220, "list_type", "platforms"},
		"misspelt": {
			"get_overview",
			object{"brand_id": brand, "platform": []string{"doubao"}},
			4220,
			"extra_forbidden", "platform",
		},
		"ends before": {
			"get_overview",
			object{"brand_id": brand, "from": "2026-02-02", "to": "2026-01-01"},
			4220, "value_error", "from",
		},
		"another's brand":  {"get_overview", object{"brand_id": w.foreign}, 3001, "", ""},
		"another's brand ": {"list_answers", object{"brand_id": w.foreign}, 3001, "", ""},
		"no answer":        {"get_answer", object{"answer_id": "ans_0"}, 3001, "", ""},
		"no run":           {"get_run", object{"run_id": "run_0"}, 3001, "", ""},
		"no day to note":   {"create_annotation", object{"brand_id": brand, "day": "9/3", "text": "x"}, 4220, "", "day"},
		"nothing to note":  {"create_annotation", object{"brand_id": brand, "day": "2026-09-03", "text": " "}, 4220, "value_error", "text"},
		"another's notes":  {"list_annotations", object{"brand_id": w.foreign}, 3001, "", ""},
		"another's note":   {"create_annotation", object{"brand_id": w.foreign, "day": "2026-09-03", "text": "x"}, 3001, "", ""},
		"no note":          {"delete_annotation", object{"annotation_id": "ann_0"}, 3001, "", ""},
	} {
		out := refused(t, s, c.tool, c.in, c.code)
		if c.code != 4220 {
			continue
		}
		first := out["detail"].([]any)[0].(object)
		loc := first["loc"].([]any)
		if c.kind != "" && first["type"] != c.kind || loc[0] != "arguments" || loc[len(loc)-1] != c.loc {
			t.Errorf("%s: %v", name, first)
		}
		if sent := c.in[c.loc]; c.kind == "extra_forbidden" && fmt.Sprint(first["input"]) != fmt.Sprint(sent) {
			t.Errorf("%s: %v was sent, and %v is told", name, sent, first["input"])
		}
	}
}

// Every figure comes with numerator, denominator, interval and answers; they are those of the API, and the answers exist.
func reading(t *testing.T, w *world) {
	t.Helper()
	s := w.connect(t, "X-API-KEY", w.demo.Key)
	brand := w.demo.BrandIDs[0]
	if me := call(t, s, "whoami", nil); me["user_id"] == "" || len(rows(t, me["platforms"])) == 0 ||
		me["plan"].(object)["points"] == nil || me["plan"].(object)["platforms"] != nil {
		t.Errorf("whoami: %v", me)
	}
	if brands := rows(t, call(t, s, "list_brands", nil)); len(brands) == 0 || brands[0]["brand_id"] == nil {
		t.Errorf("brands: %v", brands)
	}
	api := w.Expect(t, apitest.Call{Key: w.demo.Key, Method: "GET", Path: "/geo/brands/" + brand + "/overview"})
	o := call(t, s, "get_overview", object{"brand_id": brand})
	shown := map[string]bool{}
	for _, f := range rows(t, o["figures"]) {
		at := "data.indicators." + f["figure"].(string)
		if f["numerator"] == nil || f["denominator"] != api.At(at+".denominator") ||
			(f["value"] == nil) != (api.At(at+".value") == nil) || (f["low"] == nil) != (f["value"] == nil) {
			t.Errorf("%v; the API has %v", f, api.At(at))
		}
		ids := f["answer_ids"].([]any)
		if (f["numerator"].(float64) > 0) && len(ids) == 0 {
			t.Errorf("no answers behind %v", f)
		}
		for _, id := range ids {
			shown[id.(string)] = true
		}
	}
	if len(shown) == 0 || len(rows(t, o["platforms"])) == 0 || len(rows(t, o["competitors"])) < 2 {
		t.Fatalf("overview: %v", o)
	}
	for id := range shown {
		a := call(t, s, "get_answer", object{"answer_id": id})
		if a["brand_id"] != brand || a["text"] == "" || a["prompt_text"] == "" || a["citations"].(object)["columns"] == nil {
			t.Errorf("answer %s: %v", id, a)
		}
	}
	v := call(t, s, "get_visibility", object{"brand_id": brand, "page_size": 2})
	if items := rows(t, v["prompts"]); len(items) != 2 || v["prompts"].(object)["has_more"] != true ||
		items[0]["denominator"] == nil || len(items[0]["answer_ids"].([]any)) != 1 {
		t.Errorf("visibility: %v", v)
	}
	if tone := call(t, s, "get_sentiment", object{"brand_id": brand}); len(rows(t, tone["quotes"])) == 0 ||
		len(rows(t, tone["figures"])) != 2 || len(rows(t, tone["platforms"])) == 0 {
		t.Errorf("sentiment: %v", tone)
	}
	if found := call(t, s, "get_accuracy", object{"brand_id": brand}); found["contradictions"] == nil || found["judging"] != 4.0 {
		t.Errorf("accuracy: %v", found)
	}
	if found := call(t, s, "get_opportunities", object{"brand_id": brand}); found["opportunities"] == nil || found["compared"] == nil {
		t.Errorf("%v", found)
	}
	if found := call(t, s, "list_campaigns", object{"brand_id": brand}); found["rows"] == nil || found["total"] != 0.0 {
		t.Errorf("%v", found)
	}
	if found := call(t, s, "get_searches", object{"brand_id": brand}); len(rows(t, found["searches"])) == 0 ||
		rows(t, found["searches"])[0]["of"] == nil {
		t.Errorf("%v", found)
	}
	if cited := call(t, s, "get_citations", object{"brand_id": brand}); len(rows(t, cited["channels"])) == 0 ||
		rows(t, cited["channels"])[0]["denominator"] == nil || len(rows(t, cited["pages"])) == 0 {
		t.Errorf("citations: %v", cited)
	}
	named := call(t, s, "list_answers", object{"brand_id": brand, "named": "yes", "page_size": 3})
	for _, a := range rows(t, named) {
		if a["mentioned"] != true || a["excerpt"] == nil {
			t.Errorf("answer: %v", a)
		}
	}
	if outlets := rows(t, call(t, s, "list_outlets", object{"q": "晨光日报", "content_type": "article"})); len(outlets) == 0 {
		t.Error("no outlets")
	}
	if found := call(t, s, "inspect_article", object{"content_id": w.content}); found["gate"] != "warn" ||
		found["revision"] != 1.0 || found["claims"] == nil || len(rows(t, found["issues"])) == 0 {
		t.Errorf("inspection: %v", found)
	}
	if contents := rows(t, call(t, s, "list_contents", nil)); len(contents) == 0 || contents[0]["content_id"] != w.content {
		t.Errorf("contents: %v", contents)
	}
}

// A note that an agent makes is the one the API lists, is found by its day, and is gone once deleted, by its owner alone.
func notes(t *testing.T, w *world) {
	t.Helper()
	s := w.connect(t, "X-API-KEY", w.demo.Key)
	brand := w.demo.BrandIDs[0]
	before := len(rows(t, call(t, s, "list_annotations", object{"brand_id": brand})))
	made := call(t, s, "create_annotation", object{"brand_id": brand, "day": "2020-09-03", "text": "官网改版上线"})
	if made["brand_id"] != brand || made["day"] != "2020-09-03" || made["text"] != "官网改版上线" {
		t.Fatalf("made %v", made)
	}
	api := w.Expect(t, apitest.Call{Key: w.demo.Key, Method: "GET", Path: "/geo/brands/" + brand + "/annotations"})
	if first := api.At("data.items.0.id"); first != made["id"] {
		t.Errorf("the API lists %v first", first)
	}
	for _, c := range []struct {
		from, to string
		found    int
	}{{"", "", before + 1}, {"2020-09-03", "2020-09-03", 1}, {"", "2020-09-02", 0}, {"2020-09-04", "", before}} {
		in := object{"brand_id": brand}
		if c.from != "" {
			in["from"] = c.from
		}
		if c.to != "" {
			in["to"] = c.to
		}
		if found := rows(t, call(t, s, "list_annotations", in)); len(found) != c.found || c.found == 1 &&
			before > 0 && found[0]["annotation_id"] != made["id"] {
			t.Errorf("from %q to %q: %v", c.from, c.to, found)
		}
	}
	refused(t, w.connect(t, "X-API-KEY", w.stranger), "delete_annotation", object{"annotation_id": made["id"]}, 3001)
	if gone := call(t, s, "delete_annotation", object{"annotation_id": made["id"]}); gone["id"] != made["id"] || gone["deleted"] != true {
		t.Errorf("deleted %v", gone)
	}
	refused(t, s, "delete_annotation", object{"annotation_id": made["id"]}, 3001)
	if kept := must.Get(w.App.Undos.Recent(t.Context(), undo.By{
		SpaceID: w.demo.Caller.SpaceID,
		UserID:  w.demo.Caller.UserID,
	}))(t); len(kept) != 1 {
		t.Errorf("the console can undo %v", kept)
	}
	if left := rows(t, call(t, s, "list_annotations", object{"brand_id": brand})); len(left) != before {
		t.Errorf("left %v", left)
	}
}

// The words of the console, and what people ask for again and again.
func resources(t *testing.T, w *world) {
	t.Helper()
	s := w.connect(t, "X-API-KEY", w.demo.Key)
	list := must.Get(s.ListResources(t.Context(), nil))(t)
	for _, r := range list.Resources {
		read := must.Get(s.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: r.URI}))(t)
		if len(read.Contents) != 1 || len(read.Contents[0].Text) < 10 || read.CacheScope != "private" {
			t.Errorf("%s: %+v", r.URI, read)
		}
	}
	if len(list.Resources) < 12 {
		t.Errorf("only %d resources", len(list.Resources))
	}
	prompts := must.Get(s.ListPrompts(t.Context(), nil))(t)
	for _, p := range prompts.Prompts {
		got, err := s.GetPrompt(t.Context(), &mcp.GetPromptParams{
			Name:      p.Name,
			Arguments: map[string]string{"brand_id": "brd_7", "claim": "不再推荐我们"},
		})
		must.Do(t, err)
		text := got.Messages[0].Content.(*mcp.TextContent).Text
		if !strings.Contains(text, "brd_7") || strings.Contains(text, "%!") ||
			(p.Name == "check_a_claim") != strings.Contains(text, "不再推荐我们") {
			t.Errorf("%s: %s", p.Name, text)
		}
	}
	expect.Equal(t, len(prompts.Prompts), 3, "prompts")
}
