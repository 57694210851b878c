package account_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"renown/internal/floor/fault"
	"renown/internal/room/account"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

var everyScope = []string{account.GeoRead, account.GeoWrite, account.GeoRun, account.MediaRead, account.MediaOrder, account.EventsManage}

func TestScopes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		granted account.Scopes
		allowed []string
	}{
		{"none", account.Scopes{}, nil},
		{"one", account.Scopes{"geo:read"}, []string{"geo:read"}},
		{"two domains", account.Scopes{"geo:run", "media:read"}, []string{"geo:run", "media:read"}},
		{"a domain", account.Scopes{"geo:*"}, []string{"geo:read", "geo:write", "geo:run"}},
		{"the other domain", account.Scopes{"media:*"}, []string{"media:read", "media:order"}},
		{
			"a domain and one of the other",
			account.Scopes{"media:order", "geo:*"},
			[]string{"geo:read", "geo:write", "geo:run", "media:order"},
		},
		{"everything", account.Scopes{"*"}, everyScope},
		{"no prefix counts", account.Scopes{"geo", "geo:", "geo:r*", ":*", "g*"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for _, required := range everyScope {
				want := slices.Contains(c.allowed, required)
				expect.Equal(t, c.granted.Allows(required), want, c.granted, "allows", required)
				err := c.granted.Require(required)
				expect.Equal(t, want, (err == nil), c.granted, "requires", required, err)
				if !want {
					detail := map[string]any{"required": []string{required}, "missing": []string{required}}
					expect.Same(t, must.Refuse(t, err, fault.ScopeMissing).Detail, detail)
				}
			}
			expect.Do(t, c.granted.Require(""), "nothing is required, and refused")
		})
	}
}

func TestParseScopes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		want       account.Scopes // nil: refused
	}{
		{"unknown", "geo:admin", nil},
		{"one of many unknown", "geo:read,geo:fly", nil},
		{"half a wildcard", "ge*", nil},
		{"unknown domain", "points:*", nil},
		{"capitals", "GEO:READ", nil},

		{"nothing is everything", "", account.Scopes{"*"}},
		{"blank is everything", " , ", account.Scopes{"*"}},
		{"one", "geo:read", account.Scopes{"geo:read"}},
		{"commas", "geo:*,media:read", account.Scopes{"geo:*", "media:read"}},
		{"commas and spaces", " geo:run ,\tmedia:order\n", account.Scopes{"geo:run", "media:order"}},
		{"twice counts once", "geo:run geo:run", account.Scopes{"geo:run"}},
		{"as granted, not widened", "* geo:read", account.Scopes{"*", "geo:read"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := account.ParseScopes(c.text)
			if c.want == nil {
				must.Refuse(t, err, fault.Malformed)
				return
			}
			if diff := cmp.Diff(c.want, got); diff != "" || err != nil {
				t.Errorf("%v\n%s", err, diff)
			}
		})
	}
}

// Every word the contract knows can be granted, and nothing else.
func TestGrantable(t *testing.T) {
	t.Parallel()
	want := append([]string{"*", "geo:*", "media:*"}, everyScope...)
	expect.Same(t, account.Grantable, want)
}
