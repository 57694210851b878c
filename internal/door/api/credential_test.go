package api_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
)

func TestCredential(t *testing.T) {
	t.Parallel()
	apitest.Each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		key, other := s.Key(t), s.Key(t)
		revokedID, revoked := s.Owner(t).NewKey(t)
		s.Expect(t, apitest.Call{Key: revoked, Method: "GET", Path: "/me"})
		must.Do(t, s.App.Accounts.RevokeKey(context.Background(), "", revokedID))
		unknown := "sk-" + strings.Repeat("A", 40)
		for _, tc := range []struct {
			name   string
			header http.Header
			ok     bool
		}{
			{"none", http.Header{}, false},
			{"empty", http.Header{"X-Api-Key": {""}}, false},
			{"empty bearer", http.Header{"Authorization": {"Bearer"}}, false},
			{"blank bearer", http.Header{"Authorization": {"Bearer  "}}, false},
			{"empty authorization", http.Header{"Authorization": {""}}, false},
			{"unknown", http.Header{"X-Api-Key": {unknown}}, false},
			{"revoked", http.Header{"X-Api-Key": {revoked}}, false},
			{"revoked bearer", http.Header{"Authorization": {"Bearer " + revoked}}, false},
			{"cut short", http.Header{"X-Api-Key": {key[:42]}}, false},
			{"too long", http.Header{"X-Api-Key": {key + "a"}}, false},
			{"prefix in capitals", http.Header{"X-Api-Key": {"SK-" + key[3:]}}, false},
			{"without prefix", http.Header{"X-Api-Key": {key[3:]}}, false},
			{"not ASCII", http.Header{"X-Api-Key": {"sk-密钥密钥密钥密钥密钥密钥密钥密钥密钥密钥密钥密钥密钥x"}}, false},
			{"not UTF-8", http.Header{"X-Api-Key": {"sk-" + strings.Repeat("\xff", 40)}}, false},
			{"key as Basic", http.Header{"Authorization": {"Basic " + key}}, false},
			{"key without scheme", http.Header{"Authorization": {key}}, false},
			{"key as a cookie", http.Header{"Cookie": {"X-API-KEY=" + key}}, false},
			{"two keys", http.Header{"X-Api-Key": {key}, "Authorization": {"Bearer " + other}}, false},
			{"two keys in one kind", http.Header{"X-Api-Key": {key, other}}, false},
			{"two bearers", http.Header{"Authorization": {"Bearer " + key, "Bearer " + other}}, false},
			{"a good and an unknown key", http.Header{"X-Api-Key": {unknown}, "Authorization": {"Bearer " + key}}, false},
			{"two in one value", http.Header{"X-Api-Key": {key + ", " + other}}, false},

			{"key", http.Header{"X-Api-Key": {key}}, true},
			{"bearer", http.Header{"Authorization": {"Bearer " + key}}, true},
			{"lower case", http.Header{"Authorization": {"bearer " + key}}, true},
			{"capitals", http.Header{"Authorization": {"BEARER " + key}}, true},
			{"spaces", http.Header{"Authorization": {"Bearer   " + key}}, true},
			{"both, the same", http.Header{"X-Api-Key": {key}, "Authorization": {"Bearer " + key}}, true},
			{"twice the same", http.Header{"X-Api-Key": {key, key}}, true},
			{"beside an empty one", http.Header{"X-Api-Key": {""}, "Authorization": {"Bearer " + key}}, true},
			{"beside an empty bearer", http.Header{"X-Api-Key": {key}, "Authorization": {"Bearer "}}, true},
			{"beside Basic", http.Header{"X-Api-Key": {key}, "Authorization": {"Basic dTpw"}}, true},
			{"Basic and Bearer", http.Header{"Authorization": {"Basic dTpw", "Bearer " + key}}, true},
		} {
			t.Run(tc.name, func(t *testing.T) {
				call := apitest.Call{Method: "GET", Path: "/me", Header: tc.header}
				if !tc.ok {
					call.Status, call.Code, call.Want = 401, 1001, apitest.Values{"detail": map[string]any{}}
				}
				a := s.Expect(t, call)
				if got := a.Header.Get("WWW-Authenticate"); (got == "Bearer") == tc.ok {
					t.Errorf("WWW-Authenticate %q", got)
				}
			})
		}
		s.Expect(t, apitest.Call{Method: "GET", Path: "/me?X-API-KEY=" + key, Status: 401, Code: 1001})
	})
}
