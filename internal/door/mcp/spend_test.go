package mcp_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"renown/internal/config"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
	"renown/internal/tool/draft"
)

func limited(s *config.Settings) { s.RateLimit = config.Rate{PerMinute: 1, Burst: 2} }

func (w *world) balance(t testing.TB) float64 {
	t.Helper()
	return w.Expect(t, apitest.Call{Key: w.demo.Key, Method: "GET", Path: "/media/publish-quota"}).At("data.balance").(float64)
}

// An order is quoted first and costs nothing; agreed to, it costs what was quoted; sent again, nothing more.
func orders(t *testing.T, w *world) {
	t.Helper()
	s := w.connect(t, "X-API-KEY", w.demo.Key)
	before := w.balance(t)
	in := object{"content_id": w.content, "media_ids": []string{w.outlet, w.dearer}, "idempotency_key": "order-one"}
	with := func(more object) object {
		all := object{}
		for _, from := range []object{in, more} {
			for name, value := range from {
				all[name] = value
			}
		}
		return all
	}
	refused(t, s, "submit_order", object{"content_id": w.content, "media_ids": []string{w.outlet}}, 4220)
	refused(t, s, "submit_order", with(object{"content_id": "cnt_0"}), 3001)
	brief := must.Get(w.App.Contents.Create(t.Context(), w.demo.Caller,
		content.Fields{
			Title: "提纲", Body: draft.Brief(draft.Material{Brand: "云岭"}).Body,
			ContentType: catalogue.Article,
		}))(t)
	refused(t, s, "submit_order", with(object{"content_id": brief.ID}), 3016)
	if list := rows(t, call(t, s, "list_contents", nil)); len(list) == 0 || list[0]["content_id"] != w.content {
		t.Errorf("contents to order: %v", list)
	}
	refused(t, s, "submit_order", with(object{"confirm": "100.1.abc"}), 3012)
	quote := call(t, s, "submit_order", in)
	q := quote["quote"].(object)
	if quote["confirmation_needed"] != true || q["points"] != 100.0 || q["balance"] != before ||
		q["balance_after"] != before-100 || len(rows(t, q["orders"])) != 2 {
		t.Fatalf("quoted %v with %v points", quote, before)
	}
	must.Equal(t, w.balance(t), before, "a quote has cost points")
	confirm := quote["confirm"]
	refused(t, s, "submit_order", with(object{"confirm": confirm, "media_ids": []string{w.outlet}}), 3012)
	refused(t, s, "submit_order", with(object{"confirm": confirm, "idempotency_key": "order-two"}), 3012)
	refused(t, w.connect(t, "X-API-KEY", w.stranger), "submit_order", with(object{"confirm": confirm}), 3012)
	first := call(t, s, "submit_order", with(object{"confirm": confirm}))
	if first["points"] != 100.0 || first["balance"] != before-100 || len(rows(t, first["orders"])) != 2 {
		t.Fatalf("ordered: %v", first)
	}
	again := call(t, s, "submit_order", with(object{"confirm": confirm}))
	if rows(t, again["orders"])[0]["order_id"] != rows(t, first["orders"])[0]["order_id"] || w.balance(t) != before-100 {
		t.Errorf("the same again: %v, balance %v", again, w.balance(t))
	}
	refused(t, s, "submit_order", with(object{"idempotency_key": "order-two"}), 3002)
	if list := rows(t, call(t, s, "list_orders", nil)); len(list) != 2 {
		t.Errorf("orders: %v", list)
	}
}

// What only knows the key and the arguments cannot make an agreement: not by a sum over all that it knows, and not
// out of one for another amount.
func forged(t *testing.T, w *world) {
	t.Helper()
	s := w.connect(t, "X-API-KEY", w.demo.Key)
	before, outlet := w.balance(t), w.addOutlet(t, "暮色新闻", 30)
	in := object{"content_id": w.content, "media_ids": []string{outlet}, "idempotency_key": "order-forged"}
	terms := must.Get(json.Marshal(in))(t)
	keyID := call(t, s, "whoami", nil)["key_id"].(string)
	open := fmt.Sprintf("1000000.%d", time.Now().Unix())
	sum := sha256.Sum256([]byte(open + "\x00" + keyID + "\x00submit_order\x00" + string(terms)))
	parts := strings.Split(call(t, s, "submit_order", in)["confirm"].(string), ".")
	for _, made := range []string{
		open + "." + hex.EncodeToString(sum[:12]), open + "." + hex.EncodeToString(sum[:]), open + ".", open + "." + parts[2],
		"1000000." + parts[1] + "." + parts[2], parts[0] + "." + parts[1] + "0." + parts[2], parts[0] + ".0" + parts[1] + "." + parts[2],
	} {
		in["confirm"] = made
		refused(t, s, "submit_order", in, 3012)
	}
	must.Equal(t, w.balance(t), before, "a made-up agreement has cost points")
}

// A quote can be agreed to for an hour, to the second.
func TestAgreementEnds(t *testing.T) {
	t.Parallel()
	apitest.Each(t, apitest.Options{Frozen: true, Settings: func(s *config.Settings) { s.Role = config.API }},
		func(t *testing.T, s *apitest.Server) {
			w := &world{Server: s}
			w.demo.Key = s.Key(t)
			outlet := w.addOutlet(t, "晨光日报", 30)
			for key, lasts := range map[string]time.Duration{"still-in-time": time.Hour, "too-late": time.Hour + time.Second} {
				content := s.Expect(t, apitest.Call{
					Key: w.demo.Key, Method: "POST", Path: "/media/contents",
					Body: `{"title":"标题","body":"正文","content_type":"article"}`,
				}).At("data.id")
				in := object{"content_id": content, "media_ids": []string{outlet}, "idempotency_key": key}
				in["confirm"] = call(t, w.connect(t, "X-API-KEY", w.demo.Key), "submit_order", in)["confirm"]
				s.Clock.Advance(lasts)
				if key == "too-late" {
					refused(t, w.connect(t, "X-API-KEY", w.demo.Key), "submit_order", in, 3012)
				} else if got := call(t, w.connect(t, "X-API-KEY", w.demo.Key), "submit_order", in); got["points"] != 30.0 {
					t.Errorf("%s: %v", key, got)
				}
			}
		})
}

// What has become dearer since it was quoted is not bought.
func dearer(t *testing.T, w *world) {
	t.Helper()
	s := w.connect(t, "X-API-KEY", w.demo.Key)
	outlet := w.addOutlet(t, "朝露新闻", 30)
	in := object{"content_id": w.content, "media_ids": []string{outlet}, "idempotency_key": "order-dearer"}
	in["confirm"] = call(t, s, "submit_order", in)["confirm"]
	w.addOutlet(t, "朝露新闻", 31) // the same outlet, by its key
	if detail := refused(t, s, "submit_order", in, 3012)["detail"].(object); detail["required"] != 31.0 || detail["max_points"] != 30.0 {
		t.Errorf("refused with %v", detail)
	}
}

// A run is quoted in questions, starts once and is found; a second one is refused as by the API.
func runs(t *testing.T, w *world) {
	t.Helper()
	s := w.connect(t, "X-API-KEY", w.demo.Key)
	refused(t, s, "start_run", object{"brand_id": w.foreign, "idempotency_key": "run-none"}, 3001)
	in := object{"brand_id": w.demo.BrandIDs[0], "idempotency_key": "run-one-1", "platforms": []string{"qwen", "kimi"}, "samples": 2}
	quote := call(t, s, "start_run", in)
	q := quote["quote"].(object)
	if q["questions"] != 4*q["prompts"].(float64) || q["runs_left"].(float64) < 1 || quote["message"] == "" {
		t.Fatalf("quoted: %v", quote)
	}
	refused(t, s, "get_run", object{"run_id": "run_0"}, 3001)
	in["confirm"] = quote["confirm"]
	first, again := call(t, s, "start_run", in), call(t, s, "start_run", in)
	if first["run_id"] != again["run_id"] || first["run_id"] == nil {
		t.Errorf("started %v and %v", first, again)
	}
	if progress := call(t, s, "get_run", object{"run_id": first["run_id"]}); progress["progress"].(object)["total"] != q["questions"] {
		t.Errorf("quoted %v, started %v", q, progress)
	}
	delete(in, "confirm")
	in["idempotency_key"] = "run-two-2"
	in["mode"] = "chat"
	result := refusedAny(t, s, "start_run", in)
	if result != 2004 && result != 3003 && result != 2003 {
		t.Errorf("a second run at once: %v", result)
	}
}
