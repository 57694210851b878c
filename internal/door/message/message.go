// Package message words events for groups and mailboxes. It turns codes and figures into a card or a letter, each figure with its
// interval as text; it refuses to know how they are sent.
package message

import (
	"cmp"
	"encoding/json"
	"fmt"
	"html"
	"strings"

	"renown/internal/door/locale"
	"renown/internal/room/alert"
	"renown/internal/room/event"
	"renown/internal/tool/bot"
	"renown/internal/tool/mail"
)

// Writer words events.
type Writer struct {
	PublicURL string            // that links begin with; without one there are none
	Names     map[string]string // of platforms, by their ids
}

// told is one event in words.
type told struct {
	title string
	lines []string
	path  string // of the page that shows it
	warn  bool
}

func languageOf(code string) *locale.Language {
	l, known := locale.Of(code)
	if !known {
		l, _ = locale.Of("zh")
	}
	return l
}

// Card words events for a group: one under its own title, several under one title, with one link.
func (w Writer) Card(language string, events []event.Event) bot.Card {
	l := languageOf(language)
	list := w.word(l, events)
	card := bot.Card{Title: w.title(l, list), LinkText: l.T("在声闻中查看")}
	for _, one := range list {
		if len(list) > 1 {
			card.Lines = append(card.Lines, "• "+one.title)
		}
		card.Lines = append(card.Lines, one.lines...)
		card.Warn = card.Warn || one.warn
	}
	card.Link = w.link(list)
	return card
}

func (w Writer) title(l *locale.Language, list []told) string {
	if len(list) == 1 {
		return list[0].title
	}
	return l.T("声闻：%d 条通知", len(list))
}

// link leads to the first event that something went wrong in, else to the first.
func (w Writer) link(list []told) string {
	if w.PublicURL == "" || len(list) == 0 {
		return ""
	}
	for _, one := range list {
		if one.warn {
			return w.PublicURL + one.path
		}
	}
	return w.PublicURL + list[0].path
}

// Letter words events for a mailbox, as plain text and as HTML that loads nothing.
func (w Writer) Letter(language, unsubscribe string, events []event.Event) mail.Message {
	l := languageOf(language)
	return w.letter(l, unsubscribe, w.word(l, events))
}

// Report is a report about some days for a mailbox, in words already.
type Report struct {
	Title string
	Lines []string
	Path  string // of the report
}

// Report writes a report for a mailbox. Without an address to unsubscribe nothing is said of it.
func (w Writer) Report(l *locale.Language, unsubscribe string, r Report) mail.Message {
	return w.letter(l, unsubscribe, []told{{title: r.Title, lines: r.Lines, path: r.Path}})
}

func (w Writer) letter(l *locale.Language, unsubscribe string, list []told) mail.Message {
	var text, page strings.Builder
	for _, one := range list {
		fmt.Fprintf(&text, "%s\n%s\n", one.title, strings.Join(one.lines, "\n"))
		fmt.Fprintf(&page, "<h2 style=\"font-size:17px;margin:20px 0 6px\">%s</h2>\n", html.EscapeString(one.title))
		for _, line := range one.lines {
			fmt.Fprintf(&page, "<p style=\"margin:4px 0\">%s</p>\n", html.EscapeString(line))
		}
		if w.PublicURL != "" {
			fmt.Fprintf(&text, "%s\n", w.PublicURL+one.path)
			fmt.Fprintf(&page, "<p style=\"margin:6px 0\"><a href=\"%s\">%s</a></p>\n", html.EscapeString(w.PublicURL+one.path),
				html.EscapeString(l.T("在声闻中查看")))
		}
		text.WriteString("\n")
	}
	if unsubscribe != "" {
		leave := l.T("不想再收到：")
		fmt.Fprintf(&text, "--\n%s%s\n", leave, unsubscribe)
		fmt.Fprintf(&page, "<hr><p style=\"font-size:13px\">%s<a href=\"%s\">%s</a></p>\n", html.EscapeString(leave),
			html.EscapeString(unsubscribe), html.EscapeString(l.T("退订")))
	}
	return mail.Message{
		Subject: w.title(l, list), Text: text.String(), Unsubscribe: unsubscribe,
		HTML: `<!doctype html><html lang="` + l.Tag + `"><meta charset="utf-8"><body style="font:15px/1.6 sans-serif">` +
			"\n" + page.String() + "</body></html>\n",
	}
}

func (w Writer) word(l *locale.Language, events []event.Event) []told {
	list := make([]told, len(events))
	for i, e := range events {
		list[i] = w.one(l, e)
	}
	return list
}

// one words an event; one of a type that is not known here says its type.
func (w Writer) one(l *locale.Language, e event.Event) told {
	switch e.Type {
	case event.RunFinished, event.RunDegraded:
		return w.run(l, e)
	case event.AlertRaised, event.PlatformSkipped, event.FactContradicted:
		return w.alert(l, e)
	case event.OrderPublished, event.OrderFailed, event.OrderNeedsRevision, event.CitationFirst:
		return w.order(l, e)
	case event.DigestWeekly:
		return w.digest(l, e)
	case event.CampaignVerdict:
		return w.campaign(l, e)
	case event.RuntimeStopped:
		return w.runtime(l, e)
	case event.Test:
		return told{title: l.T("声闻：测试消息"), lines: []string{l.T("收到这条，说明通知已经接通。")}, path: "/events"}
	}
	return told{title: string(e.Type), path: "/events"}
}

func (w Writer) run(l *locale.Language, e event.Event) told {
	var r event.RunEnded
	_ = json.Unmarshal(e.Data, &r) // what is missing is not said
	t := told{path: "/brands/" + r.BrandID + "/runs/" + r.RunID}
	t.title = l.T("%s：监测完成", r.Brand)
	if e.Type == event.RunDegraded {
		t.title, t.warn = l.T("%s：监测不完整", r.Brand), true
	}
	t.lines = []string{l.T("得到 %d / %d 个回答", r.Answered, r.Total)}
	for _, p := range r.Platforms {
		if p.Status != "failed" && p.Status != "skipped" {
			continue
		}
		line := l.T("%s：%d / %d", p.Name, p.Answered, p.Total)
		if p.Reason != nil {
			line += l.T("，%s", l.Stored("platform", *p.Reason))
		}
		t.lines = append(t.lines, line)
	}
	return t
}

func (w Writer) alert(l *locale.Language, e event.Event) told {
	var figures alert.Figures
	a := event.Alert{Figures: &figures}
	_ = json.Unmarshal(e.Data, &a)
	t := told{title: l.T("%s：需要留意", a.Brand), path: "/brands/" + a.BrandID + "/overview", warn: a.Severity != alert.Info}
	switch a.Kind {
	case alert.SignificantChange:
		t.title = l.T("%s：显著变化", a.Brand)
		for _, c := range figures.Changes {
			t.lines = append(t.lines, changeText(l, w.Names, c)+between(l, c.Indicator, c.Low, c.High, c.Denominator))
		}
		return t
	case alert.PlatformSkipped:
		t.title = l.T("%s：平台连续跳过", a.Brand)
	case alert.FactContradicted:
		t.title, t.path = l.T("%s：回答与事实不符", a.Brand), "/brands/"+a.BrandID+"/accuracy"
		for _, f := range figures.Facts {
			t.lines = append(t.lines, contradictedText(l, w.Names, f))
		}
		return t
	}
	t.lines = []string{AlertText(l, w.Names, alert.Alert{Kind: a.Kind, Figures: figures})}
	return t
}

// between is a figure's interval as text, with the size of its sample: answers, or for the share of voice what they name.
func between(l *locale.Language, of alert.Indicator, low, high *float64, n int64) string {
	if low == nil || high == nil {
		return ""
	}
	form := formOf(of)
	if of == alert.ShareOfVoice {
		return l.T("（95%% 区间 %s 至 %s，%d 次提及）", form(*low), form(*high), n)
	}
	return l.T("（95%% 区间 %s 至 %s，%d 个回答）", form(*low), form(*high), n)
}

func (w Writer) order(l *locale.Language, e event.Event) told {
	var o event.Order
	_ = json.Unmarshal(e.Data, &o)
	t := told{path: "/orders/" + o.OrderID, lines: []string{l.T("《%s》 · %s", o.Title, o.Outlet)}}
	switch e.Type {
	case event.OrderPublished:
		t.title = l.T("订单已发布")
	case event.OrderNeedsRevision:
		t.title, t.warn = l.T("订单需要修改"), true
	case event.CitationFirst:
		t.title = l.T("文章首次被 AI 助手引用")
		t.lines = append(t.lines, l.T("已被引用 %d 次", o.Citations))
	default:
		t.title, t.warn = l.T("订单未能发布，积分已退回"), true
	}
	if o.Reason != nil {
		t.lines = append(t.lines, l.Stored("order_reason", *o.Reason))
	}
	if o.PublishedURL != nil {
		t.lines = append(t.lines, *o.PublishedURL)
	}
	return t
}

// runtime words that a browser has stopped, and what a person has to do.
func (w Writer) runtime(l *locale.Language, e event.Event) told {
	var r event.Runtime
	_ = json.Unmarshal(e.Data, &r)
	return told{
		title: l.T("%s：App 采集停下了", cmp.Or(w.Names[r.Platform], r.Platform)), path: "/runtimes", warn: true,
		lines: []string{
			l.T("App 采集「%s」：%s", r.Name, l.Stored("runtime_state", r.State)),
			l.T("请在那台电脑上运行 renown runtime login --platform %s，处理页面后重新启动。", r.Platform),
		},
	}
}

func (w Writer) digest(l *locale.Language, e event.Event) told {
	var d event.Digest
	_ = json.Unmarshal(e.Data, &d)
	t := told{title: l.T("%s：一周摘要（%s 至 %s）", d.Brand, d.From, d.To), path: "/brands/" + d.BrandID + "/overview"}
	if !d.Significant {
		t.lines = append(t.lines, l.T("与上一周相比，没有显著变化。"))
	}
	for _, f := range d.Figures {
		of := alert.Indicator(f.Indicator)
		form := formOf(of)
		line := l.T("%s：没有数据", l.T("alert."+f.Indicator))
		if f.Value != nil {
			line = l.T("%s：%s", l.T("alert."+f.Indicator), form(*f.Value)) + between(l, of, f.Low, f.High, f.Denominator)
		}
		if f.Significant && f.Previous != nil {
			line += l.T("，上周 %s，显著变化", form(*f.Previous))
		}
		t.lines = append(t.lines, line)
	}
	t.lines = append(t.lines, l.T("本周监测 %d 次，提醒 %d 条。", d.Runs, d.Alerts))
	return t
}
