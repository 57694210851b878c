package api_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"renown/internal/config"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

const burst = 5

// scarce gives each key a handful of requests and practically no more.
func scarce(s *config.Settings) { s.RateLimit = config.Rate{PerMinute: 1, Burst: burst} }

func exhaust(t *testing.T, s *apitest.Server, key string) {
	t.Helper()
	for range burst {
		s.Expect(t, apitest.Call{Key: key, Method: "GET", Path: "/me"})
	}
}

// Requests that are wrong in several ways get the refusal that comes first.
func TestOrderOfRefusal(t *testing.T) {
	t.Parallel()
	apitest.Each(t, apitest.Options{Settings: scarce}, func(t *testing.T, s *apitest.Server) {
		exhausted := s.Key(t, "media:read")
		exhaust(t, s, exhausted)
		gone := s.Account(t, plan.Standard)
		disabled := gone.Key(t, "media:read")
		exhaust(t, s, disabled)
		must.Do(t, s.App.Accounts.SetStatus(context.Background(), gone.UserID, account.StatusDisabled))
		narrow, wide := s.Key(t, "media:*"), s.Key(t)
		const malformed = `{"name":`
		huge := `"` + strings.Repeat("x", 1<<20) + `"`
		create := func(name, key, body string, status, code int) apitest.Call {
			return apitest.Call{Name: name, Key: key, Method: "POST", Path: "/geo/brands", Body: body, Status: status, Code: code}
		}
		s.Run(t,
			apitest.Call{Name: "route", Method: "BREW", Path: "/geo/nothing", Body: malformed, Status: 404, Code: 4040},
			apitest.Call{
				Name: "route, though disabled", Key: disabled, Method: "POST", Path: "/geo/nothing",
				Body: malformed, Status: 404, Code: 4040,
			},
			apitest.Call{Name: "method", Method: "PUT", Path: "/geo/brands", Body: malformed, Status: 405, Code: 4050},
			apitest.Call{Name: "method, though exhausted", Key: exhausted, Method: "DELETE", Path: "/geo/brands", Status: 405, Code: 4050},
			create("credential", "", malformed, 401, 1001),
			create("credential before size", "", huge, 401, 1001),
			create("unknown credential", "sk-"+strings.Repeat("a", 40), malformed, 401, 1001),
			create("account", disabled, malformed, 403, 1003),
			create("rate", exhausted, malformed, 429, 2001),
			create("scope", narrow, malformed, 403, 1002),
			create("scope before size", narrow, huge, 403, 1002),
			create("size before shape", wide, huge, 413, 4130),
			create("shape", wide, malformed, 422, 4220),
			apitest.Call{
				Name: "shape before existence", Key: wide, Method: "POST", Path: "/geo/brands/brd_unknown/topics", Body: `{"brand_id":5}`,
				Status: 422, Code: 4220, Want: apitest.Values{
					"detail.0.loc": []any{"body", "brand_id"},
					"detail.1.loc": []any{"body", "name"},
				},
			},
		)
	})
}

func TestAllow(t *testing.T) {
	t.Parallel()
	apitest.Each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		for path, allow := range map[string]string{
			"/me":                     "GET, HEAD",
			"/geo/brands":             "GET, HEAD, POST",
			"/geo/brands/x":           "GET, HEAD, PATCH",
			"/geo/prompts/x":          "DELETE, GET, HEAD, PATCH",
			"/geo/runs":               "POST",
			"/media/orders/x":         "DELETE, GET, HEAD",
			"/openapi.json":           "GET, HEAD",
			"/media/contents":         "GET, HEAD, POST",
			"/geo/brands/me/generate": "GET, HEAD, POST",
		} {
			for _, method := range []string{"PUT", "OPTIONS", "BREW", "TRACE"} {
				a := s.Expect(t, apitest.Call{Method: method, Path: path, Status: 405, Code: 4050})
				expect.Equal(t, a.Header.Get("Allow"), allow, method, path, "Allow")
			}
		}
	})
}

func TestScopes(t *testing.T) {
	t.Parallel()
	apitest.Each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		for _, tc := range []struct {
			scopes, path string
			missing      string
		}{
			{"geo:read", "/geo/brands", ""},
			{"geo:*", "/geo/brands", ""},
			{"*", "/geo/brands", ""},
			{"geo:write", "/geo/brands", "geo:read"},
			{"geo:run", "/geo/brands", "geo:read"},
			{"media:*", "/geo/brands", "geo:read"},
			{"geo:*", "/media/orders", "media:read"},
			{"media:order", "/media/orders", "media:read"},
			{"media:read", "/media/orders", ""},
			{"media:read", "/me", ""},
		} {
			call := apitest.Call{Key: s.Key(t, tc.scopes), Method: "GET", Path: tc.path}
			if tc.missing == "" {
				if a := s.Do(t, call); a.Code == 1002 {
					t.Errorf("%s with %s: %s", tc.path, tc.scopes, a.Body)
				}
				continue
			}
			call.Status, call.Code = 403, 1002
			call.Want = apitest.Values{"detail": map[string][]string{"required": {tc.missing}, "missing": {tc.missing}}}
			s.Expect(t, call)
		}
	})
}

// Every operation stands behind the gates: without a key, with a key of the other domain, and with its own.
func TestEveryOperationIsGuarded(t *testing.T) {
	t.Parallel()
	apitest.Each(t, apitest.Options{Settings: unlimited}, func(t *testing.T, s *apitest.Server) {
		keys := map[string]string{"none": s.Key(t, "media:read")}
		for _, scope := range []string{
			account.GeoRead, account.GeoWrite, account.GeoRun, account.MediaRead,
			account.MediaOrder, account.EventsManage,
		} {
			keys[scope] = s.Key(t, scope)
		}
		other := map[string]string{"geo": s.Key(t, "media:*"), "media": s.Key(t, "geo:*"), "events": s.Key(t, "geo:*", "media:*")}
		for name, op := range operations(t) {
			if op.open() {
				continue
			}
			call := apitest.Call{Method: op.method, Path: placeholder.ReplaceAllString(op.path,
				"none_01jcp7x0b3m5v8w2y4z6a8c0e2"), Body: op.example(t)}
			call.Status, call.Code = 401, 1001
			s.Expect(t, call)
			if domain, _, _ := strings.Cut(op.scope(), ":"); domain != "none" {
				call.Key, call.Status, call.Code = other[domain], 403, 1002
				s.Expect(t, call)
			}
			call.Key = keys[op.scope()]
			switch a := s.Do(t, call); {
			case a.Status == http.StatusUnauthorized, a.Code == 1002, a.Code == 4040, a.Code == 4050,
				a.Status == http.StatusInternalServerError:
				t.Errorf("%s with %s: %s", name, op.scope(), a.Body)
			}
		}
	})
}
