package crashtest

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"testing"
)

func (ag *agent) addContent() {
	if len(ag.contents) == 30 {
		return
	}
	r := ag.create("content", "/media/contents", map[string]string{"title": unique("新品上市"), "body": "正文", "content_type": "article"})
	if r != nil {
		ag.contents = append(ag.contents, r)
	}
}

func (ag *agent) changeContent() {
	if list := present(ag.contents); len(list) > 0 {
		ag.change(pick(list), pick([]string{"title", "body"}), unique("正文"))
	}
}

func (ag *agent) dropContent() {
	if list := present(ag.contents); len(list) > 5 {
		ag.remove(pick(list))
	}
}

// ordered is an order as its customer and the operators know it. Everybody may act on it at the same time.
type ordered struct {
	*fleet
	id    string
	acted []string // states that it was acknowledged to have come to, by any caller
}

// order submits one content, or several at the same time: the points are not spent twice.
func (ag *agent) order() {
	if list := present(ag.contents); len(list) > 0 {
		together(pick([]int{1, 1, 4}), func(int) { ag.orderOf(pick(list)) })
	}
}

// orderOf submits a content to some outlets, once however often it must be asked for.
func (ag *agent) orderOf(content *record) {
	chosen := slices.Clone(ag.outlets)
	rand.Shuffle(len(chosen), func(i, k int) { chosen[i], chosen[k] = chosen[k], chosen[i] })
	chosen = chosen[:1+rand.IntN(3)]
	var ids []string
	cost := 0.0
	for _, o := range chosen {
		ids = append(ids, o.id)
		cost += o.points
	}
	q := request{
		key: ag.key, method: "POST", path: "/media/orders", once: unique("order"),
		body: encoded(map[string]any{"content_id": content.id, "media_ids": ids}),
	}
	out := ag.sure(q)
	switch out.Code {
	case 0:
	case 2005:
		if required, balance := out.Detail["required"], out.Detail["balance"]; required != cost || balance.(float64) >= cost {
			ag.reports.add("an order of %v points is refused by %v", cost, out.Detail)
		}
		return
	case 3002: // the content has an open order at one of them
		return
	default:
		ag.reports.add("ordering: %+v", out.answer)
		return
	}
	points, _ := out.Data["points"].(map[string]any)
	if len(out.items()) != len(ids) || points["charged"] != cost {
		ag.reports.add("%d outlets for %v points were ordered: %v", len(ids), cost, out.Data)
	}
	ag.fleet.mu.Lock()
	for _, item := range out.items() {
		o := &ordered{fleet: ag.fleet, id: item["id"].(string)}
		ag.own, ag.orders = append(ag.own, o), append(ag.orders, o)
	}
	ag.fleet.mu.Unlock()
	ag.repeat(q, out)
}

// awaitOrder waits until something is ordered: on a slow machine there would be no books to be checked.
func (c *fleet) awaitOrder(t *testing.T) {
	t.Helper()
	eventually(t, "something is ordered", func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		return len(c.orders) > 0
	})
}

// anyOrder picks one of a list that grows meanwhile, if there is any.
func (c *fleet) anyOrder(list *[]*ordered) *ordered {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(*list) == 0 {
		return nil
	}
	return pick(*list)
}

// came notes that an order was acknowledged to be in a state.
func (o *ordered) came(state string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.acted = append(o.acted, state)
}

// withdraw takes an order back, sometimes at several nodes at once: its points return once.
func (ag *agent) withdraw() {
	if o := ag.anyOrder(&ag.own); o != nil {
		together(pick([]int{1, 3}), func(int) { ag.withdrawOf(o) })
	}
}

func (ag *agent) withdrawOf(o *ordered) {
	switch out := ag.sure(request{key: ag.key, method: "DELETE", path: "/media/orders/" + o.id}); {
	case out.Code == 0 && out.text("status") == "withdrawn":
		o.came("withdrawn")
	case out.Code != 3007: // too late
		ag.reports.add("withdrawing %s: %+v", o.id, out.answer)
	}
}

func (ag *agent) resubmit() {
	o := ag.anyOrder(&ag.own)
	if o == nil {
		return
	}
	out, lost := ag.ask(request{key: ag.key, method: "POST", path: "/media/orders/" + o.id + "/resubmit"})
	// 3007: it does not wait for that; 3001: its content was deleted meanwhile.
	if !lost && out.Code != 0 && out.Code != 3007 && out.Code != 3001 {
		ag.reports.add("resubmitting %s: %+v", o.id, out.answer)
	}
}

// operatorMoves are what an operator does with an order, with the state to which each leads.
var operatorMoves = []struct{ word, state string }{
	{"approve", "publishing"},
	{"publish", "published"},
	{"publish", "published"},
	{"reject", "rejected"},
	{"changes", "needs_revision"},
	{"fail", "failed"},
}

// review is an operator's work, in the console.
func (c *fleet) review(s *session) {
	o := c.anyOrder(&c.orders)
	if o == nil {
		return
	}
	m := pick(operatorMoves)
	page, lost := c.visit(s.cookie, "/operator/orders/"+o.id+"/"+m.word, url.Values{
		"note": {"请补充来源"}, "url": {"https://outlet.example/" + o.id},
	})
	switch {
	case lost:
	case page.status == 303 && page.location != "/login":
		o.came(m.state)
	case page.status != 422:
		c.reports.add("%s %s: %d %.300s", m.word, o.id, page.status, page.text)
	}
}

// follows are the states in which an order may be found that was acknowledged to be in a state.
var follows = map[string][]string{
	"withdrawn": {"withdrawn"}, "rejected": {"rejected"}, "published": {"published"}, "failed": {"failed"},
	"publishing":     {"publishing", "published", "failed"},
	"needs_revision": {"needs_revision", "awaiting_review", "withdrawn", "rejected", "publishing", "published", "failed"},
}

// fits tells what is wrong about the state in which an order is found that was acknowledged to have come to others.
func (o *ordered) fits(state string, acted []string) error {
	for _, earlier := range acted {
		if !slices.Contains(follows[earlier], state) {
			return fmt.Errorf("%s was acknowledged to be %v and is %s", o.id, acted, state)
		}
	}
	return nil
}
