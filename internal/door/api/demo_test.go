package api_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"renown/internal/floor/store"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
)

// The examples of query parameters are true for the demo: each is known there, and a list it narrows is not empty.
func TestExamplesInTheDemo(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, store.SQLite, apitest.Options{Settings: held})
	demo := must.Get(s.App.OpenDemo(t.Context(), "demo@apitest.example", "long enough a password"))(t)
	must.Do(t, s.App.History(t.Context(), demo.Caller, demo.BrandIDs[:1], 1, func(int, int) {}))
	do := func(path string) *apitest.Answer {
		return s.Expect(t, apitest.Call{Key: demo.Key, Method: "GET", Path: path})
	}
	run := do("/geo/brands/" + demo.BrandIDs[0] + "/runs").At("data.items.0.run_id").(string)
	root, count := document(t), 0
	for name, op := range operations(t) {
		path := strings.NewReplacer("{brand_id}", demo.BrandIDs[0], "{run_id}", run).Replace(op.path)
		if op.method != "GET" || strings.Contains(path, "{") || op.open() {
			continue
		}
		for _, p := range asList(op.object["parameters"]) {
			parameter := resolved(root, p)
			example, parameterName := parameter["example"], parameter["name"].(string)
			if parameter["in"] != "query" || strings.HasSuffix(fmt.Sprint(parameterName), "id") || path == "/media/orders" {
				continue // ids are those of the day, and the demo has no orders
			}
			values := asList(example)
			if values == nil {
				values = []any{example}
			}
			q := url.Values{}
			for _, v := range values {
				q.Add(parameterName, fmt.Sprint(v))
			}
			a := do(path + "?" + q.Encode())
			count++
			if total, listed := a.At("data.total").(float64); listed && total == 0 &&
				strings.HasPrefix(path, "/media") && path != "/media/contents" {
				t.Errorf("%s: the demo has nothing for %s", name, q.Encode())
			}
			if asList(example) != nil {
				same(t, name+" "+parameterName, values, a.At("data.filters."+parameterName))
			}
		}
	}
	brand := do("/geo/brands/" + demo.BrandIDs[0])
	shown := resolvedExample(root, "/geo/brands/{brand_id}", "get")
	for _, field := range []string{
		"name", "introduction", "product_type", "homepage_url", "keywords",
		"selling_points", "core_audience", "aliases", "exclusions", "contexts",
	} {
		same(t, "the brand's "+field, shown[field], brand.At("data."+field))
	}
	if count < 30 {
		t.Errorf("only %d examples were tried", count)
	}
}

// resolvedExample is the data of the answer that an operation shows.
func resolvedExample(root object, path, method string) object {
	op := root["paths"].(object)[path].(object)[method].(object)
	content := op["responses"].(object)["200"].(object)["content"].(object)["application/json"].(object)
	return content["example"].(object)["data"].(object)
}
