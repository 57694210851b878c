package message

import (
	"encoding/json"
	"strings"
	"testing"

	"renown/internal/room/alert"
	"renown/internal/room/event"
	"renown/internal/testkit/must"
)

func made(t *testing.T, of event.Type, data any) event.Event {
	t.Helper()
	text := must.Get(json.Marshal(data))(t)
	return event.Event{Type: of, Data: text}
}

// Every type is said in both languages, with its figures; none says its code.
func TestCards(t *testing.T) {
	t.Parallel()
	low, high, value, before, reason, url := 0.181, 0.284, 0.229, 0.412, "balance", "https://news.example/1"
	run := event.RunEnded{
		Brand: "青禾", BrandID: "b", RunID: "r", Answered: 40, Total: 48,
		Platforms: []event.PlatformPart{{Platform: "kimi", Name: "Kimi", Status: "skipped", Total: 8, Reason: &reason}},
	}
	change := event.Alert{
		Brand: "青禾", BrandID: "b", Kind: alert.SignificantChange, Severity: alert.Warning,
		Figures: alert.Figures{Changes: []alert.Change{
			{Indicator: alert.Visibility, Previous: before, Value: value, Low: &low, High: &high, Denominator: 48},
		}},
	}
	order := event.Order{OrderID: "o", Title: "怎么选", Outlet: "前沿", Reason: &reason, PublishedURL: &url, Citations: 2}
	digest := event.Digest{Brand: "青禾", BrandID: "b", From: "2026-11-02", To: "2026-11-08", Runs: 7, Figures: []event.DigestFigure{
		{Indicator: "visibility", Value: &value, Low: &low, High: &high, Denominator: 48},
		{Indicator: "sentiment"},
		{Indicator: "share_of_voice", Value: &value, Low: &low, High: &high, Denominator: 131},
	}}
	verdict, diverging := event.Campaign{
		Brand: "青禾", BrandID: "b", CampaignID: "c", Name: "通勤", Verdict: "effective", Reason: new("above_controls"),
		Difference: &value, Low: &low, High: &high, Targets: 4, Published: 3, Citations: 9,
	}, "placebo"
	w := Writer{PublicURL: "https://renown.example", Names: map[string]string{"kimi": "Kimi"}}
	for _, tc := range []struct {
		event    event.Event
		link     string
		warn     bool
		zh, en   string
		zh2, en2 string
	}{
		{made(t, event.RunFinished, run), "/brands/b/runs/r", false, "青禾：监测完成", "青禾: run finished", "40 / 48", "40 of 48"},
		{made(t, event.RunDegraded, run), "/brands/b/runs/r", true, "监测不完整", "run incomplete", "Kimi：0 / 8，平台账户余额不足", "Kimi: 0 of 8, "},
		{
			made(t, event.AlertRaised, change), "/brands/b/overview", true, "显著变化", "a significant change",
			"41.2% → 22.9%（95% 区间 18.1% 至 28.4%，48 个回答）", "41.2% → 22.9% (95% interval 18.1% to 28.4%, 48 answers)",
		},
		{
			made(t, event.PlatformSkipped, event.Alert{
				Brand: "青禾", BrandID: "b", Kind: alert.PlatformSkipped,
				Severity: alert.Warning, Figures: alert.Figures{Platforms: []string{"kimi"}},
			}), "/brands/b/overview",
			true, "平台连续跳过", "platforms skipped", "Kimi", "Kimi",
		},
		{
			made(t, event.FactContradicted, event.Alert{
				Brand: "青禾", BrandID: "b", Kind: alert.FactContradicted,
				Severity: alert.Warning, Figures: alert.Figures{Facts: []alert.Contradicted{{
					Statement: "门店 118 家",
					Answers:   2, Platforms: []string{"kimi"},
				}}},
			}), "/brands/b/accuracy", true, "回答与事实不符", "contradict a fact",
			"「门店 118 家」被 2 条回答说错（Kimi）", "2 answers contradict “门店 118 家” (Kimi)",
		},
		{made(t, event.CitationFirst, order), "/orders/o", false, "首次被 AI 助手引用", "for the first time", "2 次", "2 times"},
		{made(t, event.OrderPublished, order), "/orders/o", false, "订单已发布", "Order published", url, url},
		{made(t, event.OrderFailed, order), "/orders/o", true, "积分已退回", "credits were returned", "怎么选", "怎么选"},
		{made(t, event.OrderNeedsRevision, order), "/orders/o", true, "需要修改", "needs a revision", "怎么选", "怎么选"},
		{made(t, event.DigestWeekly, digest), "/brands/b/overview", false, "一周摘要", "the week from", "没有显著变化", "No significant change"},
		{
			made(t, event.DigestWeekly, digest), "/brands/b/overview", false, "28.4%，48 个回答）", "28.4%, 48 answers)",
			"28.4%，131 次提及）", "28.4%, 131 mentions)",
		},
		{
			made(t, event.CampaignVerdict, verdict), "/brands/b/campaigns/c", false, "青禾：「通勤」的成效", "青禾: impact of “通勤”",
			"上升 22.9 点，区间 +18.1 至 +28.4", "by 22.9 pts",
		},
		{made(t, event.CampaignVerdict, event.Campaign{
			BrandID: "b", CampaignID: "c", Verdict: "not_identifiable",
			Reason: &diverging,
		}), "/brands/b/campaigns/c", false, "看不出", "Inconclusive", "已在分开", "apart"},
		{
			made(t, event.RuntimeStopped, event.Runtime{Name: "工作站", Platform: "kimi", State: "challenge"}), "/runtimes",
			true, "Kimi：App 采集停下了", "Kimi: app collection has stopped", "「工作站」：等待人工验证", "“工作站”: Waiting for a person",
		},
		{made(t, event.Test, map[string]string{}), "/events", false, "测试消息", "test message", "已经接通", "notifications arrive"},
	} {
		for language, want := range map[string][2]string{"zh": {tc.zh, tc.zh2}, "en": {tc.en, tc.en2}} {
			card := w.Card(language, []event.Event{tc.event})
			text := card.Title + "\n" + strings.Join(card.Lines, "\n")
			if !strings.Contains(text, want[0]) || !strings.Contains(text, want[1]) ||
				card.Link != "https://renown.example"+tc.link || card.Warn != tc.warn || strings.Contains(text, "%!") {
				t.Errorf("%s %s: %+v", tc.event.Type, language, card)
			}
		}
	}
	all := w.Card("zh", []event.Event{made(t, event.RunFinished, run), made(t, event.AlertRaised, change)})
	if all.Title != "声闻：2 条通知" || all.Link != "https://renown.example/brands/b/overview" || !all.Warn {
		t.Errorf("%+v", all)
	}
}

// A letter says the same twice, loads nothing, and can be ended.
func TestLetter(t *testing.T) {
	t.Parallel()
	w := Writer{PublicURL: "https://renown.example"}
	hostile := event.Order{OrderID: "o", Title: `<img src="https://evil.example/x">`, Outlet: "前沿"}
	m := w.Letter("zh", "https://renown.example/unsubscribe/T", []event.Event{made(t, event.OrderPublished, hostile)})
	if m.Subject != "订单已发布" || m.Unsubscribe != "https://renown.example/unsubscribe/T" ||
		!strings.Contains(m.Text, "https://renown.example/orders/o\n") || !strings.Contains(m.Text, m.Unsubscribe) {
		t.Errorf("%+v", m)
	}
	if strings.Contains(m.HTML, "<img") || strings.Contains(m.HTML, "src=") &&
		!strings.Contains(m.HTML, "src=&#34;") || !strings.Contains(m.HTML,
		`href="https://renown.example/unsubscribe/T"`) {
		t.Errorf("%s", m.HTML)
	}
}

// What is shown as nothing has no sign.
func TestPoints(t *testing.T) {
	t.Parallel()
	for x, want := range map[float64]string{0.11: "+11.0", -0.0049: "−0.5", 0: "0.0", 5.6e-9: "0.0", -5.6e-9: "0.0", -0.00051: "−0.1"} {
		if got := Points(&x); got != want {
			t.Errorf("%g: %s, want %s", x, got, want)
		}
	}
}
