package api

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"renown/internal/door/porch"
	"renown/internal/testkit/must"
	"renown/internal/tool/requestschema"
)

const ended = `{"info":{"title":"Renown","version":"v1"},"paths":{"/old":{"get":{"summary":"Old","x-scope":"none",%}}},"x-changes":[{"date":"2026-12-01","items":["one","two"]}]}`

// An operation that is going to end says since when, until when, and where more is told; a careless contract is refused.
func TestEnding(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ lifetime, since, until, wrong string }{
		{`"x-deprecated":"2026-12-01","x-sunset":"2027-12-01"`, "@1796083200", "Wed, 01 Dec 2027 00:00:00 GMT", ""},
		{`"tags":[]`, "", "", ""},
		{`"x-deprecated":"2026-12-01","x-sunset":"2027-11-30"`, "", "", "less than 12 months"},
		{`"x-deprecated":"2026-12-01"`, "", "", "x-sunset"},
		{`"x-sunset":"2027-12-01"`, "", "", "x-deprecated"},
		{`"x-deprecated":"soon","x-sunset":"2027-12-01"`, "", "", "x-deprecated"},
	} {
		contract := must.Get(requestschema.Compile([]byte(strings.Replace(ended, "%", c.lifetime, 1))))(t)
		headers, err := ending(contract.Operation("GET", "/old"))
		if c.wrong != "" {
			if err == nil || !strings.Contains(err.Error(), c.wrong) {
				t.Errorf("%s: %v", c.lifetime, err)
			}
			continue
		}
		must.Do(t, err)
		// The headers stand on refusals as well: every caller learns it.
		d := &Door{rooms: Rooms{Time: requestTime, Admission: &porch.Admission{}}}
		w := httptest.NewRecorder()
		func() {
			defer func() { _ = recover() }() // there are no rooms behind this door
			d.serve(operation{check: contract.Operation("GET", "/old"), ending: headers})(w,
				httptest.NewRequest(http.MethodGet, Prefix+"/old", nil))
		}()
		if w.Header().Get("Deprecation") != c.since || w.Header().Get("Sunset") != c.until ||
			strings.Contains(w.Header().Get("Link"), "/changes.md") != (c.since != "") {
			t.Errorf("%s: %v", c.lifetime, w.Header())
		}
	}
}

func TestChangesPage(t *testing.T) {
	t.Parallel()
	page := must.Get(changesOf([]byte(strings.Replace(ended, "%", `"x-deprecated":"2026-12-01","x-sunset":"2027-12-01"`, 1))))(t)
	for _, want := range []string{"## Going to end\n\n- `GET /old` (Old): deprecated since 2026-12-01, answers until 2027-12-01\n", "## 2026-12-01\n\n- one\n- two\n"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("no %q in\n%s", want, page)
		}
	}
}
