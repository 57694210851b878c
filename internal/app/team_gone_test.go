package app_test

import (
	"fmt"
	"testing"
	"time"

	"renown/internal/config"
	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/event"
	"renown/internal/room/plan"
	"renown/internal/room/run/runtime"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/await"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
	"renown/internal/tool/secretbox"
)

// teams starts a server whose worker rests, with an account and its team.
func teams(t *testing.T, body func(t *testing.T, s *apitest.Server, who account.Caller)) {
	t.Helper()
	keys := must.Get(secretbox.ParseRing("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="))(t)
	apitest.Each(t, apitest.Options{Settings: func(s *config.Settings) { s.Role, s.SealKeys = config.API, keys }},
		func(t *testing.T, s *apitest.Server) {
			me := s.Account(t, plan.Upper)
			body(t, s, account.Caller{UserID: me.UserID, SpaceID: must.Get(s.App.Accounts.CreateTeam(t.Context(), me.UserID, "市场部"))(t)})
		})
}

// A team or a brand may be deleted between the look at it and the write: the write finds nothing, and nothing is broken.
func TestWritesIntoATeamThatIsGone(t *testing.T) {
	t.Parallel()
	teams(t, func(t *testing.T, s *apitest.Server, who account.Caller) {
		ctx, a := t.Context(), s.App
		watched := must.Get(a.Brands.Create(ctx, who, brand.Profile{Name: "云栖", Introduction: "笔记", ProductType: "software"}))(t)
		sharing := account.Sharing{BrandID: watched.ID, Page: "overview", Until: a.DB.Now().Add(time.Hour)}
		must.Do(t, a.DeleteBrand(ctx, who, watched.ID, "云栖"))
		_, err := a.Accounts.CreateShare(ctx, who, sharing)
		must.Refuse(t, err, fault.NoSuchThing)
		must.Do(t, a.Accounts.DeleteTeam(ctx, who.UserID, who.SpaceID, "市场部"))
		for name, write := range map[string]func() error{
			"share":   func() error { _, err := a.Accounts.CreateShare(ctx, who, sharing); return err },
			"view":    func() error { return a.Accounts.SaveView(ctx, who, account.View{Path: "/orders", Name: "待修改"}) },
			"basket":  func() error { return a.Orders.ChangeBasket(ctx, who, func(l []string) []string { return l }) },
			"content": func() error { _, err := a.Contents.Create(ctx, who, fields(0, 10)); return err },
			"brand": func() error {
				_, err := a.Brands.Create(ctx, who, brand.Profile{Name: "云栖", Introduction: "笔记", ProductType: "software"})
				return err
			},
			"runtime": func() error {
				_, _, err := a.Runtimes.Create(ctx, runtime.NewRuntime{
					SpaceID: who.SpaceID, UserID: who.UserID,
					Name: "桌上", Platforms: []string{"doubao"},
				})
				return err
			},
			"endpoint": func() error {
				_, err := a.Events.Create(ctx, who, event.Fields{
					Kind: event.Webhook, Name: "数据",
					Address: "https://a.example/x", Types: []string{string(event.RunFinished)}, Language: "zh",
					Enabled: true,
				})
				return err
			},
			"mailbox": func() error {
				_, err := a.Events.Create(ctx, who, event.Fields{
					Kind: event.Mail, Name: "信箱",
					Address: "a@example.com", Types: []string{string(event.RunFinished)}, Language: "zh",
					Enabled: true,
				})
				return err
			},
		} {
			if err := write(); !fault.Is(err, fault.NoSuchThing) {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

// Drafts are counted by the day: neither a brand nor a team vanishes with those of today, whose number would come back.
func TestDraftOfTodayKeepsItsBrand(t *testing.T) {
	t.Parallel()
	teams(t, func(t *testing.T, s *apitest.Server, who account.Caller) {
		ctx, a := t.Context(), s.App
		watched := must.Get(a.Brands.Create(ctx, who, brand.Profile{Name: "云栖", Introduction: "笔记", ProductType: "software"}))(t)
		draft := func(sql string, at timestamp.Time) {
			must.Do(t, a.DB.InTx(ctx, func(tx *store.Tx) error { return expect.Error(tx.Exec(ctx, sql, watched.ID, at)) }))
		}
		draft(`INSERT INTO drafts (id, brand_id, opportunity_id, status, created_at) VALUES ('dft_a', $1, 'opp_a', 'completed', $2)`, a.DB.Now())
		must.Refuse(t, a.DeleteBrand(ctx, who, watched.ID, "云栖"), fault.CapReached)
		must.Refuse(t, a.Accounts.DeleteTeam(ctx, who.UserID, who.SpaceID, "市场部"), fault.CapReached)
		draft(`UPDATE drafts SET created_at = $2 WHERE brand_id = $1`, a.DB.Now().Add(-24*time.Hour))
		must.Do(t, a.DeleteBrand(ctx, who, watched.ID, "云栖"))
	})
}

// A brand has a hundred links: of members who take the last one at once, one gets it.
func TestLastShareOfATeam(t *testing.T) {
	t.Parallel()
	teams(t, func(t *testing.T, s *apitest.Server, who account.Caller) {
		ctx, a := t.Context(), s.App
		watched := must.Get(a.Brands.Create(ctx, who, brand.Profile{Name: "云栖", Introduction: "笔记", ProductType: "software"}))(t)
		members := []account.Caller{who}
		for range 9 {
			member := account.Caller{UserID: s.Account(t, plan.Standard).UserID, SpaceID: who.SpaceID}
			storetest.Exec(t, a.DB,
				`INSERT INTO members (space_id, user_id, role, created_at) VALUES ($1, $2, 'member', 0)`,
				member.SpaceID, member.UserID)
			members = append(members, member)
		}
		share := func(by account.Caller) error {
			_, err := a.Accounts.CreateShare(ctx, by, account.Sharing{
				BrandID: watched.ID, Page: "overview",
				Until: a.DB.Now().Add(time.Hour),
			})
			return err
		}
		for range 99 {
			must.Do(t, share(who))
		}
		made := 0
		for _, err := range await.Errors(len(members), func(i int) error { return share(members[i]) }) {
			if err == nil {
				made++
				continue
			}
			must.Refuse(t, err, fault.CapReached)
		}
		expect.Equal(t, made, 1, "links were made")
		expect.Equal(t, len(must.Get(a.Accounts.Shares(ctx, who, watched.ID))(t)), 100, "links of the brand")
	})
}

// A link is good until before its end, which is a year away at most.
func TestShareEnds(t *testing.T) {
	t.Parallel()
	apitest.Each(t, apitest.Options{Frozen: true, Settings: func(s *config.Settings) { s.Role = config.API }},
		func(t *testing.T, s *apitest.Server) {
			ctx, a := t.Context(), s.App
			me := s.Account(t, plan.Standard)
			who := account.Caller{UserID: me.UserID, SpaceID: must.Get(a.Accounts.Spaces(ctx, me.UserID))(t)[0].ID}
			watched := must.Get(a.Brands.Create(ctx, who, brand.Profile{Name: "云栖", Introduction: "笔记", ProductType: "software"}))(t)
			share := func(lasts time.Duration) (string, error) {
				return a.Accounts.CreateShare(ctx, who, account.Sharing{BrandID: watched.ID, Page: "overview", Until: a.DB.Now().Add(lasts)})
			}
			const year = 366 * 24 * time.Hour
			for _, wrong := range []time.Duration{-time.Microsecond, 0, year + time.Microsecond} {
				expect.Refuse(t, expect.Error(share(wrong)), fault.Malformed, wrong)
			}
			token := must.Get(share(year))(t)
			s.Clock.Advance(year - time.Microsecond)
			must.Get(a.Accounts.OpenShare(ctx, token, "192.0.2.1"))(t)
			s.Clock.Advance(time.Microsecond)
			must.Refuse(t, expect.Error(a.Accounts.OpenShare(ctx, token, "192.0.2.1")), fault.NoSuchThing)
		})
}

// A link is shut while the account of who made it, or of who owns the space, is disabled, and opens again with it.
func TestShareOfDisabled(t *testing.T) {
	t.Parallel()
	teams(t, func(t *testing.T, s *apitest.Server, who account.Caller) {
		ctx, a := t.Context(), s.App
		watched := must.Get(a.Brands.Create(ctx, who, brand.Profile{Name: "云栖", Introduction: "笔记", ProductType: "software"}))(t)
		member := account.Caller{UserID: s.Account(t, plan.Standard).UserID, SpaceID: who.SpaceID}
		storetest.Exec(t, a.DB,
			`INSERT INTO members (space_id, user_id, role, created_at) VALUES ($1, $2, 'member', 0)`, member.SpaceID,
			member.UserID)
		var tokens []string
		for _, by := range []account.Caller{who, member} {
			tokens = append(tokens, must.Get(a.Accounts.CreateShare(ctx, by,
				account.Sharing{BrandID: watched.ID, Page: "overview", Until: a.DB.Now().Add(time.Hour)}))(t))
		}
		opens := func() (list []bool) {
			for _, token := range tokens {
				_, err := a.Accounts.OpenShare(ctx, token, "192.0.2.1")
				if err != nil {
					must.Refuse(t, err, fault.NoSuchThing)
				}
				list = append(list, err == nil)
			}
			return list
		}
		for userID, want := range map[string][]bool{member.UserID: {true, false}, who.UserID: {false, false}} {
			must.Do(t, a.Accounts.SetStatus(ctx, userID, account.StatusDisabled))
			expect.Equal(t, fmt.Sprint(opens()), fmt.Sprint(want), "links while one is disabled")
			must.Do(t, a.Accounts.SetStatus(ctx, userID, account.StatusActive))
			expect.Equal(t, fmt.Sprint(opens()), "[true true]", "links afterwards")
		}
		must.Get(a.Accounts.RevokeEverything(ctx))(t)
		expect.Equal(t, fmt.Sprint(opens()), "[false false]", "links after everything was revoked")
	})
}

// What counted late in the evening is not had again by deleting it after midnight: the gap to the next run goes on.
func TestGapOutlivesMidnight(t *testing.T) {
	t.Parallel()
	apitest.Each(t, apitest.Options{Frozen: true, Settings: func(s *config.Settings) { s.Role = config.API }},
		func(t *testing.T, s *apitest.Server) {
			ctx, a := t.Context(), s.App
			b := newBusy(t, a, "late@apitest.example", 1)
			team := account.Caller{UserID: b.UserID, SpaceID: must.Get(a.Accounts.CreateTeam(ctx, b.UserID, "市场部"))(t)}
			evening := time.Date(2026, 1, 5, 23, 50, 0, 0, timestamp.Beijing)
			s.Clock.Set(evening)
			b.start(t, a)
			ofTeam := must.Get(a.Brands.Create(ctx, team, brand.Profile{Name: "云栖", Introduction: "笔记", ProductType: "software"}))(t)
			storetest.Exec(t, a.DB, `INSERT INTO runs (id, space_id, brand_id, origin, mode, surface, selection, samples, status, total, done, created_at)
			SELECT 'run_2', $1, $2, origin, mode, surface, selection, samples, status, total, done, created_at FROM runs`, team.SpaceID, ofTeam.ID)
			storetest.Exec(t, a.DB, `UPDATE runs SET status = 'completed', asked = 1, done = total`)
			for _, vanish := range []func() error{
				func() error { return a.DeleteBrand(ctx, b.Caller, b.brandID, "云栖笔记") },
				func() error { return a.Accounts.DeleteTeam(ctx, team.UserID, team.SpaceID, "市场部") },
			} {
				for after, wait := range map[time.Duration]int{0: 3600, 10 * time.Minute: 3000, time.Hour - time.Second: 1} {
					s.Clock.Set(evening.Add(after))
					expect.Equal(t, must.Refuse(t, vanish(), fault.RunGap).Detail["retry_after"], any(wait), "to wait after", after)
				}
				s.Clock.Set(evening.Add(time.Hour))
				must.Do(t, vanish())
			}
		})
}

// Deleting a brand takes its answers out of the citations of the space's articles at once.
func TestDeletedBrandCitesNothing(t *testing.T) {
	t.Parallel()
	teams(t, func(t *testing.T, s *apitest.Server, _ account.Caller) {
		ctx, a := t.Context(), s.App
		who, orderID := submitted(t, s)
		must.Get(a.Orders.Approve(ctx, "op", orderID, ""))(t)
		must.Get(a.Orders.Publish(ctx, "op", orderID, "https://nirgends.example/1"))(t)
		today, brands := int(day.Of(time.Now())), []string{}
		for i, name := range []string{"云栖", "青简"} {
			b := must.Get(a.Brands.Create(ctx, who, brand.Profile{Name: name, Introduction: "笔记", ProductType: "software"}))(t)
			brands = append(brands, b.ID)
			storetest.Exec(t, a.DB, `INSERT INTO cited (brand_id, page, days, cells) SELECT $1, published_key, $2, '{}' FROM orders WHERE id = $3`,
				b.ID, fmt.Sprintf(`{"%d":%d}`, today, 2+i), orderID)
		}
		storetest.Exec(t, a.DB, `UPDATE orders SET citations = 5, reach = '{}' WHERE id = $1`, orderID)
		must.Do(t, a.DeleteBrand(ctx, who, brands[1], "青简"))
		if n := must.Get(store.One[int](a.DB.Read().QueryRow(ctx, `SELECT citations FROM orders WHERE id = $1`, orderID)))(t); n != 2 {
			t.Errorf("%d answers cite the article, want 2", n)
		}
	})
}
