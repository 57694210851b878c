package access

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"renown/internal/door/console/kit"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/event"
	"renown/internal/room/fact"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/room/publishing/order"
	"renown/internal/tool/openapi"
)

// examples fills the calls of the manual in for its reader.
type examples struct {
	base string            // stands within quotes of a shell: has none itself
	own  map[string]string // ids of the reader's own things, by their prefix
}

// A hole begins and ends with this sign, which is in no text. Within it is an invented id, or nothing where the base goes.
const hole = "\x00"

// ownable are the ids in a call that can be the reader's own; see ownIDs.
var ownable = regexp.MustCompile(`(brd|top|pmt|cmp|run|fct|cam|med|cnt|ord|end|dlv)_[0-9a-z]*`)

// fill is what goes into a hole: the reader's own id, as far as there is one.
func (e examples) fill(inside string) string {
	if inside == "" {
		return e.base
	}
	return kit.OrElse(e.own[inside[:len("brd_")]], inside)
}

// exemplify takes the example of a parameter into the path or the query of the example.
func (o *manualOperation) exemplify(name, place string, example *yaml.Node) {
	values := openapi.Items(example)
	if example != nil && example.Kind == yaml.ScalarNode {
		values = []*yaml.Node{example}
	}
	switch {
	case name == "Idempotency-Key":
		o.once = true
	case place == "path" && len(values) > 0:
		o.filled = strings.ReplaceAll(kit.OrElse(o.filled, o.path), "{"+name+"}", values[0].Value)
	case place == "query" && example != nil && example.Kind == yaml.SequenceNode: // shows how names are repeated
		for _, v := range values {
			o.query = append(o.query, name+"="+url.QueryEscape(v.Value))
		}
	}
}

// line is a call that works when it is pasted into a shell in which RENOWN_KEY holds a key.
func (o manualOperation) line() string {
	path := kit.OrElse(o.filled, o.path)
	if len(o.query) > 0 {
		path += "?" + strings.Join(o.query, "&")
	}
	line := "curl"
	if o.method != "GET" {
		line += " -X " + o.method
	}
	line += " " + quoted(hole+hole+path)
	if o.scope != "" {
		line += ` -H "X-API-KEY: $RENOWN_KEY"`
	}
	if o.once {
		line += ` -H "Idempotency-Key: $(date +%s)"`
	}
	if o.bodyExample != "" {
		var compact bytes.Buffer
		if json.Compact(&compact, []byte(o.bodyExample)) == nil {
			line += " \\\n  -H 'Content-Type: application/json' -d " + quoted(compact.String())
		}
	}
	return line
}

// shownCall is a call in one language.
type shownCall struct{ name, text string }

//go:embed calls.gen.json
var callSource []byte

// clientCalls are the calls of the clients, by the operations' names in the contract.
var clientCalls = sync.OnceValue(func() map[string]struct{ Go, TypeScript, Python string } {
	calls := map[string]struct{ Go, TypeScript, Python string }{}
	if err := json.Unmarshal(callSource, &calls); err != nil {
		panic(err) // it is compiled in, and a test reads it
	}
	return calls
})

// calls are an operation in every language that the reference shows, with holes for the reader's own ids; a call that ends something has
// none and keeps the invented ones. What no client has is shown for the shell alone.
func (o manualOperation) calls() []shownCall {
	list := []shownCall{{"curl", o.line()}}
	if c, known := clientCalls()[o.id]; known {
		list = append(list, shownCall{"Go", c.Go}, shownCall{"TypeScript", c.TypeScript}, shownCall{"Python", c.Python})
	}
	for i := range list {
		if !o.ends() {
			list[i].text = ownable.ReplaceAllString(list[i].text, hole+"$0"+hole)
		}
	}
	return list
}

// ends tells whether a call ends something.
func (o manualOperation) ends() bool {
	return o.method == "DELETE" || strings.HasSuffix(o.path, "/delete") || strings.HasSuffix(o.path, "/cancel") ||
		strings.HasSuffix(o.path, "/end")
}

// quoted is a word of the shell, whatever is in it.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// ownIDs finds one of each thing that the reader has in the personal space, the only one that keys see: a brand and what
// belongs to it, an outlet, a content, an order, an endpoint. What there is none of stays an invented id.
func (pages *Pages) ownIDs(ctx context.Context, v *kit.Visit) (map[string]string, error) {
	own := map[string]string{}
	if v.User.ID == "" || v.Space.Kind != account.Personal {
		return own, nil
	}
	if err := pages.ownBrand(ctx, v, own); err != nil {
		return nil, err
	}
	media, err := pages.Catalogue.List(ctx, catalogue.Filter{ContentType: "article"}, "price_asc", catalogue.Paging{Number: 1, Size: 1})
	if err != nil {
		return nil, err
	}
	contents, _, err := pages.Contents.Articles(ctx, v.Caller, content.AnyBrand, content.Paging{Number: 1, Size: 1})
	if err != nil {
		return nil, err
	}
	orders, _, err := pages.Orders.List(ctx, v.Caller, order.Filter{Paging: order.Paging{Number: 1, Size: 1}})
	if err != nil {
		return nil, err
	}
	for _, m := range media.Items {
		own["med_"] = m.ID
	}
	for _, c := range contents {
		own["cnt_"] = c.ID
	}
	for _, o := range orders {
		own["ord_"] = o.ID
	}
	return own, pages.ownEndpoint(ctx, v, own)
}

func (pages *Pages) ownEndpoint(ctx context.Context, v *kit.Visit, own map[string]string) error {
	endpoints, err := pages.Events.List(ctx, v.Caller)
	if err != nil {
		return err
	}
	var newest event.Filter
	newest.Paging.Number, newest.Paging.Size = 1, 1
	deliveries, _, err := pages.Events.Deliveries(ctx, v.Caller, newest)
	for _, e := range endpoints {
		own["end_"] = e.ID
	}
	for _, d := range deliveries {
		own["dlv_"] = d.ID
	}
	return err
}

// ownBrand prefers a brand that has been run.
func (pages *Pages) ownBrand(ctx context.Context, v *kit.Visit, own map[string]string) error {
	brands, err := pages.Brands.List(ctx, v.Caller)
	if err != nil || len(brands) == 0 {
		return err
	}
	chosen := brands[0]
	if i := slices.IndexFunc(brands, func(b brand.Brand) bool { return b.LastRun != nil }); i >= 0 {
		chosen = brands[i]
		own["run_"] = chosen.LastRun.RunID
	}
	newest, err := pages.Brands.Newest(ctx, v.Caller, chosen.ID)
	own["brd_"] = chosen.ID
	for prefix, id := range map[string]string{"top_": newest.TopicID, "pmt_": newest.PromptID, "cmp_": newest.CompetitorID} {
		if id != "" {
			own[prefix] = id
		}
	}
	if err != nil {
		return err
	}
	facts, _, err := pages.Facts.List(ctx, v.Caller, chosen.ID, fact.Filter{}, fact.Paging{Number: 1, Size: 1})
	if err != nil {
		return err
	}
	for _, f := range facts {
		own["fct_"] = f.ID
	}
	campaigns, _, err := pages.Campaigns.List(ctx, v.Caller, chosen.ID, brand.Paging{Number: 1, Size: 1})
	for _, c := range campaigns {
		own["cam_"] = c.ID
	}
	return err
}
