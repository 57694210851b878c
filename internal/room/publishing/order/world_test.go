package order_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"renown/internal/floor/fault"
	"renown/internal/floor/limit"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/room/points"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/room/publishing/order"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

var start = storetest.Start

// unkept leaves out of a comparison what an order's record does not show.
var unkept = cmp.Options{
	cmpopts.IgnoreUnexported(order.Order{}, order.Event{}, order.Declaration{}),
	cmpopts.IgnoreFields(order.Order{}, "SpaceID", "PayerID", "DueAt", "Push", "Found", "Warnings"),
	cmpopts.IgnoreFields(order.Event{}, "ActorID"),
}

// rooms is the room with the two that it asks.
type rooms struct {
	*order.Orders
	catalogue *catalogue.Catalogue
	contents  *content.Contents
}

// shop is the room over a fresh database, with a clock that stands still.
type shop struct {
	rooms
	db    *store.DB
	url   string
	clock *storetest.Clock
	plans *plan.Plans
	made  int

	accounts *account.Accounts
}

func eachShop(t *testing.T, body func(t *testing.T, s *shop)) {
	t.Helper()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		body(t, newShop(t, d))
	})
}

func newShop(t testing.TB, d store.Dialect) *shop {
	t.Helper()
	s := &shop{url: storetest.URL(t, d), clock: storetest.NewClock()}
	s.db = storetest.OpenURL(t, s.url, store.WithClock(s.clock.Now))
	s.rooms, s.plans = roomOver(s.db)
	s.accounts = s.plans.Accounts
	return s
}

func roomOver(db *store.DB) (rooms, *plan.Plans) {
	plans := plan.New(db, account.New(db, limit.New(db), account.Options{MaxKeys: 50, PasswordMemory: 64}), plan.Options{})
	return roomsOver(db, order.Rooms{Plans: plans}), plans
}

// roomsOver fills in the rooms of publishing.
func roomsOver(db *store.DB, with order.Rooms) rooms {
	with.Catalogue = catalogue.New(db, catalogue.Options{Findings: with.Findings, Sender: with.Post.Sender, Keys: with.Post.Keys})
	if with.Contents == nil {
		with.Contents = content.New(db, with.Plans, content.Options{})
	}
	return rooms{order.New(db, with, order.Options{}), with.Catalogue, with.Contents}
}

// refusal checks that err is a fault with this code and exactly this detail.
func refusal(t must.Tester, err error, code fault.Code, detail map[string]any) {
	t.Helper()
	if !fault.Is(err, code) {
		t.Fatalf("got %v, want a fault with code %d", err, code)
	}
	expect.Same(t, fault.As(err).Detail, detail, "code", code)
}

// buyer is a user with a personal space and a plan. There is no login, so no password is hashed.
func (s *shop) buyer(t must.Tester, tier plan.Tier) account.Caller {
	t.Helper()
	s.made++
	who := account.Caller{UserID: fmt.Sprintf("usr_%d", s.made), SpaceID: fmt.Sprintf("spc_%d", s.made)}
	storetest.Exec(t, s.db,
		`INSERT INTO users (id, email, email_key, password_hash, created_at, updated_at) VALUES ($1, $1, $1, '', $2, $2)`, who.UserID, s.db.Now())
	storetest.Exec(t, s.db,
		`INSERT INTO spaces (id, kind, name, owner_id, created_at) VALUES ($1, 'personal', '', $2, $3)`, who.SpaceID,
		who.UserID, s.db.Now())
	storetest.Exec(t, s.db,
		`INSERT INTO subscriptions (user_id, tier, started_at, updated_at) VALUES ($1, $2, $3, $3)`, who.UserID,
		string(tier), s.db.Now())
	return who
}

// team is a team space of the owner's, in which a member stands.
func (s *shop) team(t must.Tester, owner, member account.Caller) account.Caller {
	t.Helper()
	s.made++
	space := fmt.Sprintf("spc_team%d", s.made)
	storetest.Exec(t, s.db,
		`INSERT INTO spaces (id, kind, name, owner_id, created_at) VALUES ($1, 'team', '市场部', $2, $3)`, space,
		owner.UserID, s.db.Now())
	return account.Caller{UserID: member.UserID, SpaceID: space}
}

// outlet takes articles for so many points.
func (s *shop) outlet(t must.Tester, price int64) string {
	t.Helper()
	s.made++
	m, err := s.catalogue.Set(ctx, catalogue.Entry{Fields: catalogue.Fields{
		Name: fmt.Sprintf("晨光日报 %d", s.made), MediaType: catalogue.News, ContentTypes: store.Texts{"article"},
		Price: catalogue.Price{Points: price},
	}})
	must.Do(t, err)
	return m.ID
}

func (s *shop) outlets(t must.Tester, n int, price int64) []string {
	t.Helper()
	ids := make([]string, n)
	for i := range ids {
		ids[i] = s.outlet(t, price)
	}
	return ids
}

func (s *shop) article(t must.Tester, who account.Caller) string {
	t.Helper()
	c, err := s.contents.Create(ctx, who, content.Fields{Title: "团队笔记怎么选", Body: "正文", ContentType: catalogue.Article})
	must.Do(t, err)
	return c.ID
}

func (s *shop) submit(t must.Tester, who account.Caller, contentID string, outletIDs ...string) []order.Order {
	t.Helper()
	out := must.Get(s.Submit(ctx, who, order.Submission{ContentID: contentID, OutletIDs: outletIDs}))(t)
	return out.Items
}

// one submits a fresh article to a fresh outlet.
func (s *shop) one(t must.Tester, who account.Caller, price int64) order.Order {
	t.Helper()
	return s.submit(t, who, s.article(t, who), s.outlet(t, price))[0]
}

// figures are an account's: granted, used, held, refunded, balance.
func (s *shop) figures(t must.Tester, who account.Caller) [5]int64 {
	t.Helper()
	q := must.Get(s.plans.Quota(ctx, who.UserID))(t)
	return [5]int64{q.Granted, q.Used, q.Held, q.Refunded, q.Balance}
}

func (s *shop) have(t must.Tester, who account.Caller, want ...int64) {
	t.Helper()
	if got := s.figures(t, who); !slices.Equal(got[:], want) {
		t.Errorf("granted, used, held, refunded, balance: %v, want %v", got, want)
	}
	s.sound(t)
}

// sound checks what must hold at any time: accounts are the sums of their entries, and every order's points are where its
// status says.
func (s *shop) sound(t must.Tester) {
	t.Helper()
	if _, found, err := points.New(s.db).Check(ctx); err != nil || len(found) > 0 {
		t.Fatalf("accounts and entries differ: %v, %v", found, err)
	}
	found, err := s.CheckPoints(ctx)
	if err != nil || len(found) > 0 {
		t.Fatalf("orders and entries differ: %v, %v", found, err)
	}
}

// brand is one of the caller's space.
func (s *shop) brand(t must.Tester, who account.Caller) string {
	t.Helper()
	s.made++
	id := fmt.Sprintf("brd_%d", s.made)
	storetest.Exec(t, s.db, `INSERT INTO brands (id, space_id, name, introduction, product_type, keywords, selling_points, aliases, exclusions, contexts, created_at, updated_at)
		VALUES ($1, $2, '青禾', '', '', '[]', '[]', '[]', '[]', '[]', $3, $3)`, id, who.SpaceID, s.db.Now())
	return id
}
