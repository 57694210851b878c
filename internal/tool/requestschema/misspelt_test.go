package requestschema_test

import (
	"strings"
	"testing"

	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/tool/requestschema"
)

func TestMisspelt(t *testing.T) {
	t.Parallel()
	contract, err := requestschema.Compile([]byte(`{"paths":{"/x":{"post":{
		"parameters":[{"name":"page_size","in":"query","schema":{"type":"integer"}},{"name":"q","in":"query","schema":{"type":"string"}}],
		"requestBody":{"content":{"application/json":{"schema":{"type":"object","properties":{
			"name":{"type":"string"},"introduction":{"type":"string"},"media_ids":{"type":"array","items":{"type":"string"}},"id":{"type":"string"}}}}}}}}}}`))
	must.Do(t, err)
	op := contract.Operation("POST", "/x")
	many := `{"nam":1` + strings.Repeat(`,"`+strings.Repeat("z", 60)+`":1`, 1) + `}`
	for _, c := range []struct {
		body, query string
		want        []requestschema.Misspelling
	}{
		{body: `{"name":"a","introduction":"b"}`},
		{body: `{"nmae":"a"}`, want: []requestschema.Misspelling{{Sent: "nmae", Meant: "name"}}},
		{body: `{"Name":"a"}`, want: []requestschema.Misspelling{{Sent: "Name", Meant: "name"}}},
		{body: `{"mediaIds":[]}`, want: []requestschema.Misspelling{{Sent: "mediaIds", Meant: "media_ids"}}},
		{body: `{"introdction":"","intorductoin":""}`, want: []requestschema.Misspelling{{
			Sent:  "introdction",
			Meant: "introduction",
		}, {Sent: "intorductoin", Meant: "introduction"}}},
		{body: `{"name":"a","names":"b"}`},                 // what it could mean was sent
		{body: `{"note":1,"ix":1,"introspection":1,"":1}`}, // other words
		{body: `{"name":"a"}`, query: "pagesize=3&Q=x", want: []requestschema.Misspelling{{
			Sent:  "pagesize",
			Meant: "page_size",
		}, {Sent: "Q", Meant: "q"}}},
		{body: many, want: []requestschema.Misspelling{{Sent: "nam", Meant: "name"}}},
		{body: `[1]`},
		{body: `{`},
		{body: ``, query: "&=&%zz=1"},
	} {
		got := op.Misspelt(requestschema.Request{Body: []byte(c.body), RawQuery: c.query})
		expect.Same(t, got, c.want, c.body, c.query)
	}
}
