package apitest_test

import (
	"testing"

	"renown/internal/testkit/apitest"
)

func TestMe(t *testing.T) {
	t.Parallel()
	apitest.Each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		id, key := s.Owner(t).NewKey(t, "geo:*", "media:read")
		s.Run(t,
			apitest.Call{Name: "no key", Method: "GET", Path: "/me", Status: 401, Code: 1001},
			apitest.Call{
				Name: "a key", Key: key, Method: "GET", Path: "/me",
				Want: apitest.Values{
					"data.user_id": s.Owner(t).UserID, "data.key_id": id,
					"data.scopes": []string{"geo:*", "media:read"}, "detail": apitest.Absent,
				},
			},
		)
	})
}
