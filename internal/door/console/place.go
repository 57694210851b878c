package console

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"renown/internal/door/console/kit"
	"renown/internal/room/account"
	"renown/internal/room/brand"
)

// entry is one of the rail: the pages behind it are its tabs or, where they have groups, the items of a menu beside the page.
type entry struct {
	label, icon string
	filters     bool // the filters of analyses stand in the bar
	apart       bool // a line stands before it
	places      []place

	count   int64 // what waits for this user; 0 is not shown
	current bool
}

// place is where a page stands. It is shown once its path is routed, to those who may go there.
type place struct {
	name        string // Page.Entry; "" is a way to a page that stands elsewhere
	label, path string
	key         string // pressed after g it leads there
	old         string // further words it is found by: what it was called
	group, says string // of the settings, and what is set there
	under       string // the place of the settings that it is a tab of

	count   int64
	current bool
}

// rail is every page that has a place. What has no icon is found by its name alone.
var rail = []entry{
	{label: kit.Key("总览"), icon: "overview", filters: true, places: []place{
		{name: "overview", key: "o", label: kit.Key("总览"), path: "/brands/{brand_id}/overview"},
	}},
	{label: kit.Key("可见度"), icon: "eye", filters: true, places: []place{
		{name: "visibility", key: "v", label: kit.Key("问题 × 平台"), path: "/brands/{brand_id}/visibility"},
		{name: "leaders", key: "l", label: kit.Key("谁领先"), path: "/brands/{brand_id}/leaders"},
		{name: "change", label: kit.Key("变化从哪里来"), path: "/brands/{brand_id}/change"},
	}},
	{label: kit.Key("机会"), icon: "aim", filters: true, places: []place{
		{name: "opportunities", key: "i", label: kit.Key("机会"), path: "/brands/{brand_id}/opportunities"},
	}},
	{label: kit.Key("准确度"), icon: "target", filters: true, places: []place{
		{name: "accuracy", key: "e", label: kit.Key("说错的"), path: "/brands/{brand_id}/accuracy"},
		{label: kit.Key("事实"), path: "/brands/{brand_id}/facts"},
	}},
	{label: kit.Key("来源"), icon: "quote", filters: true, places: []place{
		{name: "citations", key: "c", label: kit.Key("网站"), path: "/brands/{brand_id}/citations", old: kit.Key("引用来源")},
		{name: "searches", label: kit.Key("AI 的搜索"), path: "/brands/{brand_id}/searches"},
	}},
	{label: kit.Key("回答"), icon: "chat", filters: true, places: []place{
		{name: "answers", key: "a", label: kit.Key("list|全部"), path: "/brands/{brand_id}/answers"},
		{name: "sentiment", key: "s", label: kit.Key("口碑"), path: "/brands/{brand_id}/sentiment", old: kit.Key("情感")},
	}},
	{label: kit.Key("menu|发布"), icon: "send", apart: true, places: []place{
		{name: "contents", label: kit.Key("内容"), path: "/contents"},
		{name: "orders", key: "d", label: kit.Key("订单"), path: "/orders"},
		{name: "media", key: "m", label: kit.Key("媒体"), path: "/media", old: kit.Key("媒体库")},
		{name: "campaigns", label: kit.Key("成效"), path: "/brands/{brand_id}/campaigns"},
	}},
	{label: kit.Key("设置"), icon: "gear", places: []place{
		{name: "settings", label: kit.Key("设置"), path: "/settings"},
		{
			name: "profile", label: kit.Key("资料"), path: "/brands/{brand_id}/profile", group: kit.Key("品牌"),
			says: kit.Key("名称、别名、自有网站"), old: kit.Key("品牌资料"),
		},
		{
			name: "prompts", key: "p", label: kit.Key("问题"), path: "/brands/{brand_id}/prompts", group: kit.Key("品牌"),
			says: kit.Key("向 AI 问什么"), old: "意图词",
		},
		{
			name: "competitors", key: "k", label: kit.Key("竞品"), path: "/brands/{brand_id}/competitors", group: kit.Key("品牌"),
			says: kit.Key("和谁比"),
		},
		{
			name: "facts", label: kit.Key("事实"), path: "/brands/{brand_id}/facts", group: kit.Key("品牌"),
			says: kit.Key("用来核对回答"), old: kit.Key("事实表"),
		},
		{
			name: "runs", key: "r", label: kit.Key("监测"), path: "/brands/{brand_id}/runs", group: kit.Key("监测"),
			says: kit.Key("每次向各平台问一遍"),
		},
		{
			name: "sampling", label: kit.Key("采样"), path: "/brands/{brand_id}/sampling", group: kit.Key("监测"),
			says: kit.Key("能看出多小的变化"), old: kit.Key("采样计划"),
		},
		{
			name: "runtimes", label: kit.Key("采集方式"), path: "/runtimes", group: kit.Key("监测"),
			says: kit.Key("API 与 App"), old: "运行环境",
		},
		{
			name: "surfaces", label: kit.Key("API 与 App 对照"), path: "/brands/{brand_id}/surfaces", under: "runtimes",
			old: "接口与应用",
		},
		{
			name: "check", label: kit.Key("抽检"), path: "/brands/{brand_id}/check", group: kit.Key("监测"),
			says: kit.Key("系统识别得对不对"), old: "核对阅读",
		},
		{
			name: "teams", label: kit.Key("成员"), path: "/teams", group: kit.Key("空间"), says: kit.Key("谁能看、谁能改"),
			old: kit.Key("成员与团队"),
		},
		{
			name: "plan", label: kit.Key("套餐"), path: "/plan", group: kit.Key("空间"), says: kit.Key("用量与升级"),
			old: kit.Key("套餐与用量"),
		},
		{name: "points", label: kit.Key("积分"), path: "/points", group: kit.Key("空间"), says: kit.Key("每一笔收支")},
		{name: "events", label: kit.Key("通知"), path: "/events", group: kit.Key("接入"), says: kit.Key("群聊、邮件与程序")},
		{
			name: "keys", label: kit.Key("密钥"), path: "/keys", group: kit.Key("接入"), says: kit.Key("给程序调用"),
			old: kit.Key("API 密钥"),
		},
		{
			name: "docs", label: kit.Key("文档"), path: "/docs", group: kit.Key("接入"), says: kit.Key("接口说明"),
			old: kit.Key("接口文档"),
		},
	}},
	{label: kit.Key("运营"), icon: "review", places: []place{
		{name: "review", label: kit.Key("审核"), path: "/operator/review"},
		{name: "operator-media", label: kit.Key("媒体管理"), path: "/operator/media"},
		{name: "users", label: kit.Key("用户"), path: "/operator/users"},
		{name: "plans", label: kit.Key("套餐申请"), path: "/operator/plans"},
		{name: "platforms", label: kit.Key("平台"), path: "/operator/platforms"},
		{name: "jobs", label: kit.Key("失败任务"), path: "/operator/jobs"},
		{name: "log", label: kit.Key("操作记录"), path: "/operator/log"},
	}},
	{places: []place{
		{name: "brands", label: kit.Key("全部品牌"), path: brandsPath},
		{label: kit.Key("新建品牌"), path: "/start"},
		{label: kit.Key("分享报告"), path: "/brands/{brand_id}/report"},
		{label: kit.Key("账号与安全"), path: "/account"},
		{label: kit.Key("最近的更改"), path: "/recent"},
	}},
}

// filters are the parameters by which analyses are narrowed.
var filters = []string{
	"days", "period", "from", "to", "against", "was_from", "was_to", "platform", "topic", "surface", "stage", "tag", "type",
}

// keptFilters is how the page at hand is narrowed, where others are narrowed in the same way.
func keptFilters(v *kit.Visit) string {
	if v.Brand.ID == "" || v.Method != http.MethodGet {
		return ""
	}
	kept := url.Values{}
	for name, values := range v.URL.Query() {
		if slices.Contains(filters, name) {
			kept[name] = values
		}
	}
	return kept.Encode()
}

// railFor is the rail as a visitor sees it, with the paths of the brand at hand.
func (c *Console) railFor(v *kit.Visit, at *brand.Title, current string) (shown []entry) {
	kept := keptFilters(v)
	for _, e := range rail {
		places := e.places
		e.places = nil
		for _, p := range places {
			route, _, _ := strings.Cut(p.path, "?")
			rt, routed := c.patterns[route]
			level := rt.Access
			if !routed || level == kit.Watching && at == nil || level == kit.Operator && v.User.Role != account.RoleOperator ||
				v.Space.Role == account.Guest && !rt.ToGuests() {
				continue
			}
			if level == kit.Watching {
				p.path = strings.ReplaceAll(p.path, "{brand_id}", at.ID)
			}
			if e.filters && kept != "" {
				p.path += map[bool]string{true: "&", false: "?"}[strings.Contains(p.path, "?")] + kept
			}
			p.current = p.name == current && current != ""
			e.current = e.current || p.current
			e.places = append(e.places, p)
		}
		if len(e.places) > 0 {
			shown = append(shown, e)
		}
	}
	return shown
}

// lead is where an entry leads: to what waits, or to its first page.
func (e entry) lead() string {
	for _, p := range e.places {
		if p.count > 0 {
			return p.path
		}
	}
	return e.places[0].path
}

// here is the place of the page at hand.
func (e entry) here() (here place) {
	for _, p := range e.places {
		if p.current {
			here = p
		}
	}
	return here
}

// name is what a place is called out of its place: 来源 › 网站.
func (e entry) name(ctx context.Context, p place) string {
	if e.label == "" || len(e.places) == 1 || p.name == "settings" {
		return kit.T(ctx, p.label)
	}
	return kit.T(ctx, e.label) + " › " + kit.T(ctx, p.label)
}

// root is the name of the item of the settings' menu that a place belongs to.
func (p place) root() string {
	if p.under != "" {
		return p.under
	}
	return p.name
}

// settings are the items of the menu beside the page, group by group; none outside of the settings and on their first page.
func (f frame) settings() [][]place {
	if f.at == nil || f.at.here().group == "" && f.at.here().under == "" {
		return nil
	}
	return grouped(f.at.places)
}

// grouped puts places with the same group together.
func grouped(places []place) (groups [][]place) {
	for _, p := range places {
		if p.group == "" {
			continue
		}
		if n := len(groups); n == 0 || groups[n-1][0].group != p.group {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], p)
	}
	return groups
}

// tabs are the pages beside the one at hand. A page of a single thing has none.
func (f frame) tabs(v *kit.View) (tabs []kit.Tab) {
	if f.at == nil || f.at.icon == "" {
		return nil
	}
	here, settings := f.at.here(), f.settings() != nil
	for _, p := range f.at.places {
		if settings && p.root() != here.root() {
			continue
		}
		tabs = append(tabs, kit.Tab{Label: p.label, Path: p.path, Count: p.count, Current: p.current})
	}
	address, _, _ := strings.Cut(v.Address, "?")
	path, _, _ := strings.Cut(here.path, "?")
	if len(tabs) < 2 || here.name == "settings" || address != path {
		return nil
	}
	return tabs
}
