package browsertest

import (
	"testing"

	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
)

// outlets puts three into the catalogue, by what they cost.
func outlets(t testing.TB, s *apitest.Server) map[string]catalogue.Outlet {
	t.Helper()
	made := map[string]catalogue.Outlet{}
	for _, o := range []struct {
		name, domain string
		points       int64
	}{{"晨光日报", "chenguang.example", 60}, {"前沿科技报", "qianyan.example", 120}, {"城市周刊", "chengshi.example", 90}} {
		m, err := s.App.Catalogue.Set(t.Context(), catalogue.Entry{Fields: catalogue.Fields{
			Name: o.name, Domain: &o.domain, MediaType: catalogue.News, ContentTypes: []string{"article"},
			Price: catalogue.Price{Points: o.points}, Industries: []string{"technology"},
		}})
		must.Do(t, err)
		made[o.name] = m
	}
	return made
}

// operator is an account that runs the installation.
func operator(t testing.TB, s *apitest.Server) *apitest.Account {
	t.Helper()
	a := s.Account(t, plan.Standard)
	must.Do(t, s.App.Accounts.SetRole(t.Context(), a.UserID, account.RoleOperator))
	return a
}
