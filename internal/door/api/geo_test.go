package api_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"renown/internal/config"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// geo is the program with something that is watched: by the caller, by another account and by a team of the caller's.
type geo struct {
	*apitest.Server
	me  *apitest.Account
	key string // may do everything
	ids map[string]string
}

// watched are the ids of a brand with one of each thing, by the names of their placeholders.
type watched = map[string]string

func geoSettings(s *config.Settings) {
	unlimited(s)
	s.Role = config.API
}

// eachGeo runs body on both engines, under a clock that stands still.
func eachGeo(t *testing.T, tier plan.Tier, body func(t *testing.T, g *geo)) {
	t.Helper()
	eachGeoWith(t, apitest.Options{Settings: geoSettings}, tier, body)
}

func eachGeoWith(t *testing.T, options apitest.Options, tier plan.Tier, body func(t *testing.T, g *geo)) {
	t.Helper()
	options.Frozen = true
	apitest.Each(t, options, func(t *testing.T, s *apitest.Server) {
		g := &geo{Server: s, me: s.Account(t, tier)}
		g.key = g.me.Key(t)
		g.ids = things(t, s, g.key)
		body(t, g)
	})
}

// start is how the clock's first moment is written.
const start = "2026-01-05T02:00:00.000Z"

// do makes a call that must succeed, and returns its data.
func (g *geo) do(t testing.TB, method, path, body string) object {
	t.Helper()
	a := g.Expect(t, apitest.Call{Key: g.key, Method: method, Path: fill(path, g.ids), Body: fill(body, g.ids)})
	data, _ := a.At("data").(object)
	return data
}

// same compares what an answer holds with what it should.
func same(t testing.TB, what string, want, got any) {
	t.Helper()
	expect.Same(t, jsonOf(t, got), jsonOf(t, want), what)
}

func jsonOf(t testing.TB, v any) (plain any) {
	t.Helper()
	text, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(text, &plain)
	}
	must.Do(t, err)
	return plain
}

// with is a record with some members changed.
func with(record object, changes object) object {
	record = maps.Clone(record)
	maps.Copy(record, changes)
	return record
}

// byID sorts records as a list does whose times are equal: the greatest id first.
func byID(records ...object) []object {
	slices.SortFunc(records, func(a, b object) int { return strings.Compare(b["id"].(string), a["id"].(string)) })
	return records
}

// inTeam makes one of each thing in a team space of the account's, which no key can see.
func inTeam(t testing.TB, s *apitest.Server, a *apitest.Account) watched {
	t.Helper()
	ctx := t.Context()
	spaceID := must.Get(s.App.Accounts.CreateTeam(ctx, a.UserID, "市场部"))(t)
	who := account.Caller{UserID: a.UserID, SpaceID: spaceID}
	b := must.Get(s.App.Brands.Create(ctx, who, brand.Profile{Name: "团队品牌", Introduction: "团队"}))(t)
	topic := must.Get(s.App.Brands.CreateTopic(ctx, who, b.ID, brand.TopicFields{Name: "团队主题"}))(t)
	prompt, err := s.App.Brands.CreatePrompt(ctx, who, b.ID, brand.NewPrompt{
		PromptFields: brand.PromptFields{TopicID: topic.ID, Text: "团队", Status: brand.Active}, Source: brand.FromUser,
	})
	must.Do(t, err)
	competitor := must.Get(s.App.Brands.CreateCompetitor(ctx, who, b.ID, brand.CompetitorFields{Name: "团队对手"}))(t)
	return watched{"brand_id": b.ID, "topic_id": topic.ID, "prompt_id": prompt.ID, "competitor_id": competitor.ID}
}

// unknown are ids of nothing.
var unknown = watched{
	"brand_id": "brd_00000000000000000000000000", "topic_id": "top_00000000000000000000000000",
	"prompt_id": "pmt_00000000000000000000000000", "competitor_id": "cmp_00000000000000000000000000",
}

// endpoint is an operation with a body that it takes, placeholders in both.
type endpoint struct{ method, path, body string }

// names tells which thing the endpoint's path names, as the answer 3001 calls it; "" for none.
func (e endpoint) names() string {
	return strings.TrimSuffix(strings.Trim(placeholder.FindString(e.path), "{}"), "_id")
}

// refuses checks what every endpoint refuses: no key, keys without the scope, and things that are not the caller's,
// which all read the same and stay as they were.
func refuses(t *testing.T, endpoints ...endpoint) {
	t.Helper()
	apitest.Each(t, apitest.Options{Frozen: true, Settings: geoSettings}, func(t *testing.T, s *apitest.Server) {
		me, other := s.Account(t, plan.Upper), s.Account(t, plan.Upper)
		g := &geo{Server: s, me: me, key: me.Key(t)}
		otherKey := other.Key(t)
		g.ids = things(t, s, g.key)
		foreign := map[string]watched{"other account": things(t, s, otherKey), "team": inTeam(t, s, me), "unknown": unknown}
		before := jsonOf(t, everything(t, s, otherKey))
		scoped := map[string]map[string]string{ // by method: keys that lack the scope it needs
			"GET":    {"geo:read": me.Key(t, "geo:write", "geo:run", "media:*")},
			"POST":   {"geo:write": me.Key(t, "geo:read", "geo:run", "media:*")},
			"PATCH":  {"geo:write": me.Key(t, "geo:read")},
			"DELETE": {"geo:write": me.Key(t, "geo:read", "geo:run")},
		}
		media := me.Key(t, "media:*")
		for _, e := range endpoints {
			t.Run(e.method+" "+e.path, func(t *testing.T) {
				call := apitest.Call{Method: e.method, Path: fill(e.path, g.ids), Body: fill(e.body, g.ids), Status: 401, Code: 1001}
				s.Expect(t, call)
				for scope, key := range scoped[e.method] {
					call.Status, call.Code = 403, 1002
					call.Want = apitest.Values{"detail": map[string][]string{"required": {scope}, "missing": {scope}}}
					for _, call.Key = range []string{key, media} {
						s.Expect(t, call)
					}
				}
				g.refusesForeign(t, e, foreign)
			})
		}
		same(t, "what was refused had an effect", before, everything(t, s, otherKey))
	})
}

func (g *geo) refusesForeign(t *testing.T, e endpoint, foreign map[string]watched) {
	t.Helper()
	resource := e.names()
	if resource == "" {
		return
	}
	var bodies []string
	for name, ids := range foreign {
		id := ids[resource+"_id"]
		a := g.Expect(t, apitest.Call{
			Name: name, Key: g.key, Method: e.method, Path: fill(e.path, ids), Body: fill(e.body, ids), Status: 404, Code: 3001,
			Want: apitest.Values{"detail": object{"resource": resource, "id": id}},
		})
		bodies = append(bodies, strings.ReplaceAll(string(a.Body), id, "ID"))
	}
	if slices.Sort(bodies); bodies[0] != bodies[len(bodies)-1] {
		t.Errorf("the refusals differ: %q", bodies)
	}
}

// everything reads all that a key can see of its configuration.
func everything(t testing.TB, s *apitest.Server, key string) (all []any) {
	t.Helper()
	brands := s.Expect(t, apitest.Call{Key: key, Method: "GET", Path: "/geo/brands"})
	list, _ := brands.At("data.items").([]any)
	all = append(all, list...)
	for _, b := range list {
		for _, kind := range []string{"topics", "prompts", "competitors"} {
			all = append(all, s.Expect(t, apitest.Call{Key: key, Method: "GET", Path: "/geo/brands/" +
				b.(object)["id"].(string) + "/" + kind}).At("data"))
		}
	}
	return all
}

// failure is one entry of a 422, as far as it is compared: where, which kind, and the words unless empty.
type failure struct{ loc, kind, msg string }

// malformed expects exactly these failures.
func (g *geo) malformed(t testing.TB, e endpoint, want ...failure) {
	t.Helper()
	a := g.Expect(t, apitest.Call{
		Key: g.key, Method: e.method, Path: fill(e.path, g.ids), Body: fill(e.body, g.ids),
		Status: 422, Code: 4220,
	})
	list, _ := a.At("detail").([]any)
	var got []failure
	for i, entry := range list {
		entry := entry.(object)
		loc, _ := json.Marshal(entry["loc"])
		f := failure{string(loc), entry["type"].(string), entry["msg"].(string)}
		if i < len(want) && want[i].msg == "" {
			f.msg = ""
		}
		got = append(got, f)
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(failure{})); diff != "" {
		t.Errorf("%s %s %.200s: (-want +got)\n%s", e.method, e.path, e.body, diff)
	}
}
