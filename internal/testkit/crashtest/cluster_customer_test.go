package crashtest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"renown/internal/app"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/testkit/await"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

const clusterPassword = "long enough a password"

// customer is an account. Two agents act for it at the same time, each with a key and a brand of its own; what the plan
// allows they share.
type customer struct {
	*fleet
	email           string
	tier            plan.Tier
	userID, spaceID string
	agents          []*agent

	own []*ordered // its orders, under the fleet's lock

	mu       sync.Mutex
	doubtful map[string]bool // things whose making was not answered, by kind and name
	runs     []*submitted
	hours    int // that were let go by
	session  *session
	planned  *record // brand that is monitored by itself; nil: none
}

// agent is a program of a customer's that writes down what it was told.
type agent struct {
	*customer
	key     string
	brand   *record
	topicID string

	brands, prompts, competitors, contents []*record
	run                                    *submitted // that it waits for
}

// outletSold is what can be ordered.
type outletSold struct {
	id     string
	points float64
}

// populate opens the accounts and fills the catalogue; everything else is the customers' own work.
func (c *fleet) populate(t *testing.T, accounts int) {
	t.Helper()
	a := c.open(t)
	defer a.Close()
	c.customers = make([]*customer, accounts)
	var group sync.WaitGroup
	for i := range accounts {
		group.Go(func() {
			cu := &customer{fleet: c, email: fmt.Sprintf("customer%d@example.com", i), tier: tierOf(i), doubtful: map[string]bool{}}
			expect.Do(t, cu.enrol(a))
			c.customers[i] = cu
		})
	}
	group.Wait()
	for i := range 6 {
		m, err := a.Catalogue.Set(context.Background(), catalogue.Entry{Key: fmt.Sprint("outlet", i), Fields: catalogue.Fields{
			Name: fmt.Sprint("晨光日报 ", i), MediaType: catalogue.News, ContentTypes: store.Texts{"article"},
			Price: catalogue.Price{Points: int64(20 + 10*i)},
		}})
		must.Do(t, err)
		c.outlets = append(c.outlets, outletSold{m.ID, float64(20 + 10*i)})
	}
	if t.Failed() {
		t.FailNow()
	}
}

func (cu *customer) enrol(a *app.App) error {
	ctx := context.Background()
	user, err := a.Accounts.Prepare(ctx, cu.email, clusterPassword)
	if err != nil {
		return err
	}
	if cu.userID, err = a.Plans.Open(ctx, user, plan.Terms{Tier: cu.tier}); err != nil {
		return err
	}
	spaces, err := a.Accounts.Spaces(ctx, cu.userID)
	if err != nil {
		return err
	}
	cu.spaceID = spaces[0].ID
	for range 2 {
		_, key, err := a.Accounts.CreateKey(ctx, cu.userID, "agent", account.Scopes{"*"})
		if err != nil {
			return err
		}
		cu.agents = append(cu.agents, &agent{customer: cu, key: key})
	}
	return nil
}

// work lets the agents of some customers act until ctx ends, each about once in a pause.
func (c *fleet) work(ctx context.Context, customers []*customer, pause time.Duration) {
	for _, cu := range customers {
		for _, ag := range cu.agents {
			c.busy.Go(func() {
				await.Pause(ctx, rand.N(pause))
				c.eachPause(ctx, pause, ag.act)
			})
		}
	}
}

// deeds are what an agent does, as often as their weights say.
var deeds = []struct {
	weight int
	do     func(*agent)
}{
	{10, (*agent).changeBrand},
	{1, (*agent).addBrand},
	{10, (*agent).addPrompt},
	{8, (*agent).changePrompt},
	{10, (*agent).switchPrompt},
	{6, (*agent).enableMany},
	{3, (*agent).dropPrompt},
	{4, (*agent).addCompetitor},
	{4, (*agent).changeCompetitor},
	{22, (*agent).monitor},
	{6, (*agent).addContent},
	{6, (*agent).changeContent},
	{1, (*agent).dropContent},
	{12, (*agent).order},
	{8, (*agent).withdraw},
	{3, (*agent).resubmit},
	{12, (*agent).read},
	{2, (*agent).useKey},
	{1, (*agent).useSession},
}

// act does one thing. The first is always the same: a brand to work with.
func (ag *agent) act() {
	if !ag.settled() {
		return
	}
	total := 0
	for _, d := range deeds {
		total += d.weight
	}
	n := rand.IntN(total)
	for _, d := range deeds {
		if n -= d.weight; n < 0 {
			d.do(ag)
			return
		}
	}
}

// read looks at something that only reads.
func (ag *agent) read() {
	below := "/geo/brands/" + ag.brand.id
	path := pick([]string{
		"/me", "/geo/brands", below, below + "/overview", below + "/visibility", below + "/sentiment", below +
			"/citations", below + "/prompts",
		below + "/competitors", below + "/runs", "/media", "/media/channels", "/media/orders", "/media/publish-quota",
		"/media/points-records",
	})
	if out, lost := ag.ask(request{key: ag.key, method: "GET", path: path}); !lost && out.Code != 0 {
		ag.reports.add("GET %s: %+v", path, out.answer)
	}
}

// pick chooses one at random.
func pick[T any](list []T) T { return list[rand.IntN(len(list))] }

// present are the records that are surely there.
func present(list []*record) []*record {
	return slices.DeleteFunc(slices.Clone(list), func(r *record) bool { return r.gone != no })
}

// passHour lets an hour go by for the customer's runs. Not in the first hours of a Beijing day: no run may move into the
// day before, where others count.
func (cu *customer) passHour(db *store.DB) {
	cu.mu.Lock()
	defer cu.mu.Unlock()
	if db == nil || cu.hours == 3 || time.Now().In(timestamp.Beijing).Hour() < 4 {
		return
	}
	ctx := context.Background()
	err := db.InTx(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE runs SET created_at = created_at - $2 WHERE space_id = $1`, cu.spaceID,
			(61 * time.Minute).Microseconds())
		return err
	})
	if err == nil {
		cu.hours++
	}
}
