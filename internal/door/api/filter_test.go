package api_test

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"renown/internal/room/account"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// Every parameter that may be repeated stands in the answer's filters under its name.
func TestFiltersAreEchoed(t *testing.T) {
	t.Parallel()
	root := document(t)
	count := 0
	for path, methods := range root["paths"].(object) {
		for method, op := range methods.(object) {
			for _, p := range asList(op.(object)["parameters"]) {
				parameter := resolved(root, p)
				schema := resolved(root, parameter["schema"])
				if parameter["in"] != "query" || schema["type"] != "array" {
					continue
				}
				count++
				result := resolved(root,
					op.(object)["responses"].(object)["200"].(object)["content"].(object)["application/json"].(object)["schema"])
				data := resolved(root, result["properties"].(object)["data"])
				filters := resolved(root, data["properties"].(object)["filters"])
				echoed := resolved(root, filters["properties"].(object)[parameter["name"].(string)])
				if !slices.Contains(asList(data["required"]), any("filters")) || echoed["type"] != "array" {
					t.Errorf("%s %s does not echo %s", method, path, parameter["name"])
				}
			}
		}
	}
	if count < 20 {
		t.Errorf("only %d repeated parameters were found", count)
	}
}

// narrowing is a list or analysis with one parameter of which two values are known.
type narrowing struct {
	path, name string
	known      [2]string
}

var echoed = regexp.MustCompile(`"filters":\{[^}]*\}`)

// Whatever is narrowed: repeated names add up, a value that is not known narrows nothing, and filters says what did.
func TestFilters(t *testing.T) {
	t.Parallel()
	apitest.Each(t, apitest.Options{Settings: held}, func(t *testing.T, s *apitest.Server) {
		demo := must.Get(s.App.OpenDemo(t.Context(), "demo@apitest.example", "long enough a password"))(t)
		must.Do(t, s.App.History(t.Context(), demo.Caller, demo.BrandIDs[:1], 1, func(int, int) {}))
		for _, n := range narrowings(t, s, demo.Key, demo.BrandIDs[0], demo.Caller) {
			t.Run(n.path[strings.LastIndex(n.path, "/")+1:]+" "+n.name, func(t *testing.T) { n.check(t, s, demo.Key) })
		}
		expect := func(method, path, body string) *apitest.Answer {
			return s.Expect(t, apitest.Call{Key: demo.Key, Method: method, Path: path, Body: body})
		}
		made := expect("POST", "/media/contents", `{"title":"题","body":"正文","brand_id":"`+demo.BrandIDs[0]+`"}`).At("data.id").(string)
		media := expect("GET", "/media?content_type=article&sort=price_asc&page_size=1", "").At("data.items.0.id").(string)
		ordered := expect("POST", "/media/orders", `{"content_id":"`+made+`","media_ids":["`+media+`"]}`).At("data.items.0.id").(string)
		for path, newest := range map[string]string{"/media/contents": made, "/media/orders": ordered} {
			total := func(brandID string) any { return expect("GET", path+"?brand_id="+brandID, "").At("data.total") }
			of := expect("GET", path+"?brand_id="+demo.BrandIDs[0], "")
			if of.At("data.items.0.id") != newest || of.At("data.total") == total("") || total("none") == total("") ||
				total("brd_none") != 0.0 {
				t.Errorf("%s of a brand: %v of %v, %v of none, %v of one that is not: %.200s", path,
					of.At("data.total"), total(""), total("none"), total("brd_none"), of.Body)
			}
		}
		same(t, "the brand", demo.BrandIDs[0], expect("GET", "/media/orders?brand_id="+demo.BrandIDs[0], "").At("data.filters.brand_id"))
	})
}

func (n narrowing) check(t *testing.T, s *apitest.Server, key string) {
	ask := func(values ...string) *apitest.Answer {
		t.Helper()
		q := url.Values{n.name: values}
		return s.Expect(t, apitest.Call{Key: key, Method: "GET", Path: n.path + "?" + q.Encode()})
	}
	echo := func(a *apitest.Answer) any { return a.At("data.filters." + n.name) }
	all, both, one := ask(), ask(n.known[0], n.known[1]), ask(n.known[0])
	expect.Equal[any](t, echo(all), apitest.Absent, "without a filter")
	same(t, "both", []any{n.known[0], n.known[1]}, echo(both))
	same(t, "one", []any{n.known[0]}, echo(one))
	bare := func(a *apitest.Answer) string { return echoed.ReplaceAllString(string(a.Body), "") }
	sure := n.name != "topic_id" || strings.HasSuffix(n.path, "/visibility") || strings.HasSuffix(n.path, "/prompts") // of other analyses one topic may have all there is
	if sure && (bare(one) == bare(all) || n.name != "media_id" && n.name != "content_id" && bare(both) == bare(all)) {
		t.Errorf("nothing was narrowed: %.300s", one.Body)
	}
	for _, unknown := range [][]string{
		{n.known[0] + "," + n.known[1]},
		{""},
		{"nothing"},
		{strings.ToUpper(n.known[0])},
		{"a", "b", "'; DROP TABLE runs"},
	} {
		if got := ask(unknown...); string(got.Body) != string(all.Body) {
			t.Errorf("%q narrows: %.300s", unknown, got.Body)
		}
		if got := ask(append(unknown, n.known[0], n.known[0])...); string(got.Body) != string(one.Body) {
			t.Errorf("%q beside a known value: %.300s", unknown, got.Body)
		}
	}
}

func narrowings(t *testing.T, s *apitest.Server, key, brandID string, who account.Caller) (list []narrowing) {
	t.Helper()
	expect := func(method, path, body string) *apitest.Answer {
		t.Helper()
		return s.Expect(t, apitest.Call{Key: key, Method: method, Path: path, Body: body})
	}
	two := func(a *apitest.Answer, field string) (ids [2]string) {
		t.Helper()
		for i := range ids {
			ids[i], _ = a.At(fmt.Sprintf("data.items.%d.%s", i, field)).(string)
		}
		if ids[0] == "" || ids[1] == "" || ids[0] == ids[1] {
			t.Fatalf("two different %s are needed: %.300s", field, a.Body)
		}
		return ids
	}
	brand := "/geo/brands/" + brandID
	topics := two(expect("GET", brand+"/topics", ""), "id")
	prompts := two(expect("GET", brand+"/prompts?status=active", ""), "id")
	for _, name := range []string{"overview", "visibility", "sentiment", "citations"} {
		list = append(list, narrowing{brand + "/" + name, "platform", [2]string{"doubao", "qwen"}},
			narrowing{brand + "/" + name, "topic_id", topics})
	}
	list = append(list, narrowing{brand + "/prompts", "topic_id", topics})
	run := expect("GET", brand+"/runs", "").At("data.items.0.run_id").(string)
	answers := "/geo/runs/" + run + "/answers"
	list = append(list, narrowing{answers, "platform", [2]string{"doubao", "qwen"}}, narrowing{answers, "prompt_id", prompts})

	media := two(expect("GET", "/media?content_type=article&sort=price_asc&page_size=2", ""), "id")
	var contents, orders [2]string
	for i := range contents {
		contents[i] = expect("POST", "/media/contents", fmt.Sprintf(`{"title":"题 %d","body":"正文"}`, i)).At("data.id").(string)
		orders[i] = expect("POST", "/media/orders", `{"content_id":"`+contents[i]+`","media_ids":["`+media[i]+
			`"]}`).At("data.items.0.id").(string)
	}
	expect("DELETE", "/media/orders/"+orders[1], "")
	third := expect("POST", "/media/orders", `{"content_id":"`+contents[0]+`","media_ids":["`+media[1]+`"]}`).At("data.items.0.id").(string)
	must.Get(s.App.Orders.Reject(t.Context(), who.UserID, third, "no"))(t)
	return append(list,
		narrowing{"/media/orders", "status", [2]string{"awaiting_review", "withdrawn"}},
		narrowing{"/media/orders", "id", orders},
		narrowing{"/media/orders", "media_id", media},
		narrowing{"/media/orders", "content_id", contents},
	)
}

// resolved follows a reference of the document.
func resolved(root object, v any) object {
	o, _ := v.(object)
	ref, ok := o["$ref"].(string)
	if !ok {
		return o
	}
	at := any(root)
	for _, name := range strings.Split(strings.TrimPrefix(ref, "#/"), "/") {
		at = at.(object)[name]
	}
	return resolved(root, at)
}

func asList(v any) []any {
	list, _ := v.([]any)
	return list
}
