package api_test

import (
	"context"
	"testing"
	"time"

	"renown/internal/config"
	"renown/internal/floor/store"
	"renown/internal/room/brand"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// Two processes on one database keep analyses each for itself. What changes by way of one is shown by the other at once.
func TestAnalysesOnTwoNodes(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		url := storetest.URL(t, d)
		settings := func(s *config.Settings) {
			s.Role, s.Catalogue = config.API, s.Catalogue.Simulated("http://127.0.0.1:1") // each platform has a key
		}
		one := apitest.Start(t, d, apitest.Options{Database: url, Settings: settings})
		other := apitest.Start(t, d, apitest.Options{Database: url, Settings: settings})
		ctx := context.Background()
		demo := must.Get(one.App.OpenDemo(ctx, "demo@apitest.example", "long enough a password"))(t)
		past := func(days int) {
			t.Helper()
			must.Do(t, one.App.History(ctx, demo.Caller, demo.BrandIDs[:1], days, func(int, int) {}))
		}
		look := func() (list [3]string) {
			t.Helper()
			for i, name := range []string{"overview", "sentiment", "citations"} {
				call := apitest.Call{Key: demo.Key, Method: "GET", Path: "/geo/brands/" + demo.BrandIDs[0] + "/" + name}
				for range 2 { // made, and kept
					first, second := one.Expect(t, call), other.Expect(t, call)
					must.Equal(t, string(first.Body), string(second.Body), name, "differs:", first.Body, second.Body)
					list[i] = string(first.Body)
				}
			}
			return list
		}
		past(1)
		before := look()
		past(2) // a day before what is there: no run is newer than the newest
		for i, text := range look() {
			if text == before[i] {
				t.Errorf("the second run is not in %s", text)
			}
		}
		before = look()
		must.Do(t, one.App.DB.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `INSERT INTO platform_gates (platform, open_until, open_class) VALUES ('doubao', $1, 'balance')
					ON CONFLICT (platform) DO UPDATE SET open_until = excluded.open_until, open_class = excluded.open_class`, tx.Now.Add(time.Hour))
			return err
		}))
		if look()[0] == before[0] {
			t.Error("a platform that became unavailable is shown as available")
		}
		must.Get(one.App.Brands.Update(ctx, demo.Caller, demo.BrandIDs[0], func(p *brand.Profile) { p.Name = "另一个名字" }))(t)
		if look()[0] == before[0] {
			t.Error("another name is not shown")
		}
	})
}
