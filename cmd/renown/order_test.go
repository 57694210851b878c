package main

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"renown/internal/app"
	"renown/internal/config"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/room/points"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/room/publishing/order"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// titled is an article's title as a key may send one.
const titled = "团队笔记\n怎么选\x1b[2J"

// counter is a fresh database with one account and some orders of it.
type counter struct {
	where  string // the flag that names the database
	userID string
	orders []string
}

func newCounter(t *testing.T, url string) counter {
	t.Helper()
	ctx := t.Context()
	c := counter{where: "--database=" + url}
	if folder, ok := strings.CutPrefix(url, "sqlite:"); ok {
		c.where = "--data=" + folder
	}
	a := openApp(t, url)
	defer a.Close()
	user := must.Get(a.Accounts.Prepare(ctx, "li@example.com", "long enough a password"))(t)
	c.userID = must.Get(a.Plans.Open(ctx, user, plan.Terms{Tier: plan.Standard}))(t)
	spaces := must.Get(a.Accounts.Spaces(ctx, c.userID))(t)
	who := account.Caller{UserID: c.userID, SpaceID: spaces[0].ID}
	content, err := a.Contents.Create(ctx, who, content.Fields{Title: titled, Body: "# 正文", ContentType: catalogue.Article})
	must.Do(t, err)
	var outlets []string
	for i := range 5 {
		m, err := a.Catalogue.Set(ctx, catalogue.Entry{Fields: catalogue.Fields{
			Name: fmt.Sprint("晨光日报 ", i), MediaType: catalogue.News, ContentTypes: []string{"article"}, Price: catalogue.Price{Points: 20},
		}})
		must.Do(t, err)
		outlets = append(outlets, m.ID)
	}
	out := must.Get(a.Orders.Submit(ctx, who, order.Submission{ContentID: content.ID, OutletIDs: outlets}))(t)
	for _, o := range out.Items {
		c.orders = append(c.orders, o.ID)
	}
	return c
}

func openApp(t *testing.T, url string) *app.App {
	t.Helper()
	var texts config.Server
	config.FillDefaults(&texts)
	database := config.Database{Database: url}
	if folder, ok := strings.CutPrefix(url, "sqlite:"); ok {
		database = config.Database{Data: folder}
	}
	settings := must.Get(config.Check(database, config.Logging{LogLevel: "info", LogFormat: "json"}, texts, nil))(t)
	return must.Get(app.Open(t.Context(), settings, slog.New(slog.DiscardHandler)))(t)
}

// run runs a command that must succeed and decodes what it prints.
func (c counter) run(t *testing.T, into any, words ...string) {
	t.Helper()
	status, out, errors := call(t, append(words, "--json", c.where)...)
	if status != 0 || errors != "" {
		t.Fatalf("%v: status %d, %s", words, status, errors)
	}
	if err := json.Unmarshal([]byte(out), into); err != nil {
		t.Fatalf("%v: %v: %s", words, err, out)
	}
}

// fails runs a command that must fail with this sentence.
func (c counter) fails(t *testing.T, want string, words ...string) {
	t.Helper()
	status, out, errors := call(t, append(words, c.where)...)
	if status == 0 || !strings.Contains(errors, want) || out != "" && status == 1 {
		t.Errorf("%v: status %d, %q, %q, want %q", words, status, out, errors, want)
	}
}

func eachCounter(t *testing.T, body func(t *testing.T, c counter)) {
	t.Helper()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		body(t, newCounter(t, storetest.URL(t, d)))
	})
}

func TestOrderCommands(t *testing.T) {
	t.Parallel()
	eachCounter(t, func(t *testing.T, c counter) {
		c.fails(t, "renown: no such order: ord_none", "order", "show", "ord_none")
		c.fails(t, "renown: no such order: ord_none", "order", "approve", "ord_none")
		c.fails(t, "missing flags: --reason", "order", "reject", c.orders[0])
		c.fails(t, "renown: say why: the user reads it", "order", "reject", c.orders[0], "--reason", " ")
		c.fails(t, "renown: the order is awaiting_review: it does not allow publish", "order", "publish", c.orders[0],
			"--url", "https://qianyan.example/1")
		c.fails(t, "renown: the article's address is a complete http or https URL", "order", "publish", c.orders[0],
			"--url", "qianyan.example/1")

		var row orderRow
		for i, words := range [][]string{
			{"approve"},
			{"approve", "--note", "好稿"},
			{"reject", "--reason", "不合规"},
			{"request-changes", "--reason", "标题过长"},
		} {
			c.run(t, &row, slices.Concat([]string{"order", words[0], c.orders[i]}, words[1:])...)
			if row.ID != c.orders[i] || row.UserID != c.userID {
				t.Errorf("%v answered %+v", words, row)
			}
		}
		c.run(t, &row, "order", "publish", c.orders[0], "--url", "https://qianyan.example/1")
		c.run(t, &row, "order", "fail", c.orders[1], "--reason", "停更")
		if row.Reason == nil || *row.Reason != "停更" || row.Status != order.Failed {
			t.Errorf("%+v", row)
		}
		var all list[orderRow]
		c.run(t, &all, "order", "list")
		states := map[order.State]int{}
		for _, o := range all.Items {
			states[o.Status]++
		}
		if all.Total != 5 || states[order.Published] != 1 || states[order.Failed] != 1 ||
			states[order.Rejected] != 1 || states[order.NeedsRevision] != 1 {
			t.Errorf("there are %v", states)
		}
		c.run(t, &all, "order", "list", "--status", "published", "--status", "failed", "--page-size", "1")
		if all.Total != 2 || len(all.Items) != 1 {
			t.Errorf("%d of %d", len(all.Items), all.Total)
		}
		var shown orderShown
		c.run(t, &shown, "order", "show", c.orders[0])
		if shown.Body != "# 正文" || shown.Title != titled || len(shown.Events) != 3 {
			t.Errorf("%+v", shown)
		}
		_, out, _ := call(t, "order", "show", c.orders[0], c.where)
		for _, want := range []string{c.orders[0] + "  published\n", "https://qianyan.example/1", "# 团队笔记 怎么选[2J\n", "20, of " + c.userID} {
			if !strings.Contains(out, want) {
				t.Errorf("%q is not in %s", want, out)
			}
		}
		var export struct {
			Orders []order.Order
			Points []points.Entry
		}
		c.run(t, &export, "user", "export", "--email", "li@example.com")
		if len(export.Orders) != 5 || len(export.Orders[0].Events) == 0 || len(export.Points) != 1+5+3 {
			t.Errorf("exported are %d orders and %d entries", len(export.Orders), len(export.Points))
		}
		_, out, _ = call(t, "order", "list", c.where)
		if strings.Count(out, "\n") != 1+5+1 || strings.Count(out, "  团队笔记 怎么选[2J  ") != 5 {
			t.Errorf("%q", out)
		}
		if !strings.HasPrefix(out, "ORDER ") || !strings.HasSuffix(out, "5 of 5\n") {
			t.Errorf("got %s", out)
		}
	})
}

func TestPointsCommands(t *testing.T) {
	t.Parallel()
	eachCounter(t, func(t *testing.T, c counter) {
		c.fails(t, "renown: no such user: wang@example.com", "points", "show", "wang@example.com")
		c.fails(t, "renown: no such user: usr_none", "points", "adjust", "usr_none", "--points", "5", "--reason", "试")
		c.fails(t, "missing flags: --reason", "points", "adjust", "li@example.com", "--points", "5")
		c.fails(t, "renown: say why, in 1 to 500 characters", "points", "adjust", "li@example.com", "--points", "5", "--reason", "")
		c.fails(t, "renown: credits are adjusted by a number that is not 0", "points", "adjust", "li@example.com",
			"--points", "0", "--reason", "试")
		c.fails(t, "renown: not enough publishing credits: 201 needed, 200 left", "points", "adjust", "li@example.com",
			"--points=-201", "--reason", "试")

		var quota plan.Quota
		c.run(t, &quota, "points", "adjust", c.userID, "--points", "50", "--reason", "补偿")
		if quota.Balance != 250 || quota.Held != 100 || quota.Granted != 300 {
			t.Errorf("%+v", quota)
		}
		c.run(t, &quota, "points", "adjust", "LI@example.com", "--points=-250", "--reason", "冲正")
		var shown pointsShown
		c.run(t, &shown, "points", "show", "li@example.com", "--entries", "2")
		if shown.UserID != c.userID || shown.Balance != 0 || len(shown.Entries) != 2 ||
			shown.Entries[0].Note != "Adjusted by an operator: 冲正" {
			t.Errorf("%+v", shown)
		}
		if _, out, _ := call(t, "points", "show", "li@example.com", c.where); !strings.Contains(out,
			"Adjusted by an operator: 补偿") || !strings.Contains(out, "+50") {
			t.Errorf("got %s", out)
		}
		var check struct {
			Accounts    int
			Differences []any
			Misplaced   []any
		}
		c.run(t, &check, "points", "check")
		if check.Accounts != 1 || check.Differences == nil || len(check.Differences) != 0 || check.Misplaced == nil {
			t.Errorf("%+v", check)
		}
		if _, out, _ := call(t, "points", "check", c.where); out != "1 account agrees with its entries, and all orders with them\n" {
			t.Errorf("got %s", out)
		}
	})
}

// Whatever was changed by hand is told, with status 1.
func TestPointsCheckFinds(t *testing.T) {
	t.Parallel()
	url := storetest.URL(t, "sqlite")
	c := newCounter(t, url)
	a := openApp(t, url)
	must.Do(t, a.DB.InTx(t.Context(), func(tx *store.Tx) error {
		_, err := tx.Exec(t.Context(), `UPDATE points_accounts SET balance = 7`)
		if err != nil {
			return err
		}
		_, err = tx.Exec(t.Context(), `UPDATE orders SET points = 21 WHERE id = $1`, c.orders[0])
		return err
	}))
	must.Do(t, a.Close())
	status, out, errors := call(t, "points", "check", c.where)
	if status != 1 || !strings.Contains(out, c.userID+": balance is 7, the entries say 200") ||
		!strings.Contains(out, c.orders[0]) || errors != "renown: 2 figures differ from the entries\n" {
		t.Errorf("status %d, %q, %q", status, out, errors)
	}
}
