package console

import (
	"context"
	"strings"

	"renown/internal/door/console/kit"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/plan"
)

// frame is what stands around a page: rail and bar.
type frame struct {
	groups   []railGroup
	brands   []brandLink
	more     int          // brands that the menu leaves out
	brand    *brand.Title // at hand; nil while there is none
	spaces   []account.Space
	space    account.Space
	standing plan.Standing
	expired  bool
	tour     *tour // of the demo; nil outside of it

	unconnected bool     // no assistant can be asked, and this is where people arrive
	keys        []string // the variables that assistants' keys are read from
	operator    bool
}

// arrivals are the pages that people see first.
var arrivals = map[string]bool{"/brands/{brand_id}/overview": true, "/brands": true, "/operator/review": true}

// brandLink is a brand to switch to.
type brandLink struct {
	brand.Title
	path string
}

type railGroup struct {
	label   string
	entries []railEntry
}

type railEntry struct {
	name, label, icon, path string
	key                     string // pressed after g it leads there
	count                   int64  // 0 is not shown
	current                 bool
}

// rail lists every page that has a place in it. An entry is shown once its path is routed, to those who may go there.
var rail = []railGroup{
	{kit.Key("分析"), []railEntry{
		{name: "overview", key: "o", label: kit.Key("总览"), icon: "overview", path: "/brands/{brand_id}/overview"},
		{name: "visibility", key: "v", label: kit.Key("可见度"), icon: "eye", path: "/brands/{brand_id}/visibility"},
		{name: "sentiment", key: "s", label: kit.Key("情感"), icon: "mood", path: "/brands/{brand_id}/sentiment"},
		{name: "answers", key: "a", label: kit.Key("回答"), icon: "chat", path: "/brands/{brand_id}/answers"},
		{name: "citations", key: "c", label: kit.Key("引用来源"), icon: "quote", path: "/brands/{brand_id}/citations"},
		{name: "searches", label: kit.Key("AI 的搜索"), icon: "search", path: "/brands/{brand_id}/searches"},
		{name: "opportunities", label: kit.Key("机会"), icon: "aim", path: "/brands/{brand_id}/opportunities"},
		{name: "accuracy", label: kit.Key("准确度"), icon: "target", path: "/brands/{brand_id}/accuracy"},
		{name: "surfaces", label: kit.Key("接口与应用"), icon: "window", path: "/brands/{brand_id}/surfaces"},
		{name: "check", label: kit.Key("核对阅读"), icon: "review", path: "/brands/{brand_id}/check"},
	}},
	{kit.Key("采集"), []railEntry{
		{name: "prompts", key: "p", label: kit.Key("意图词"), icon: "chat", path: "/brands/{brand_id}/prompts"},
		{name: "competitors", key: "k", label: kit.Key("竞品"), icon: "flag", path: "/brands/{brand_id}/competitors"},
		{name: "facts", label: kit.Key("事实表"), icon: "facts", path: "/brands/{brand_id}/facts"},
		{name: "runs", key: "r", label: kit.Key("监测"), icon: "run", path: "/brands/{brand_id}/runs"},
		{name: "sampling", label: kit.Key("采样计划"), icon: "plan", path: "/brands/{brand_id}/sampling"},
		{name: "profile", label: kit.Key("品牌资料"), icon: "edit", path: "/brands/{brand_id}/profile"},
	}},
	{kit.Key("menu|发布"), []railEntry{
		{name: "media", key: "m", label: kit.Key("媒体库"), icon: "media", path: "/media"},
		{name: "contents", label: kit.Key("内容"), icon: "draft", path: "/contents"},
		{name: "orders", key: "d", label: kit.Key("订单"), icon: "order", path: "/orders"},
		{name: "campaigns", label: kit.Key("成效"), icon: "flag", path: "/brands/{brand_id}/campaigns"},
		{name: "points", label: kit.Key("积分"), icon: "calendar", path: "/points"},
	}},
	{kit.Key("接入"), []railEntry{
		{name: "keys", label: kit.Key("API 密钥"), icon: "key", path: "/keys"},
		{name: "runtimes", label: kit.Key("运行环境"), icon: "window", path: "/runtimes"},
		{name: "events", label: kit.Key("通知"), icon: "bell", path: "/events"},
		{name: "docs", label: kit.Key("接口文档"), icon: "draft", path: "/docs"},
	}},
	{kit.Key("空间"), []railEntry{
		{name: "brands", label: kit.Key("全部品牌"), icon: "overview", path: "/brands"},
		{name: "teams", label: kit.Key("成员与团队"), icon: "user", path: "/teams"},
	}},
	{kit.Key("运营"), []railEntry{
		{name: "review", label: kit.Key("审核"), icon: "review", path: "/operator/review"},
		{name: "operator-media", label: kit.Key("媒体管理"), icon: "media", path: "/operator/media"},
		{name: "users", label: kit.Key("用户"), icon: "user", path: "/operator/users"},
		{name: "plans", label: kit.Key("套餐申请"), icon: "calendar", path: "/operator/plans"},
		{name: "platforms", label: kit.Key("平台"), icon: "run", path: "/operator/platforms"},
		{name: "jobs", label: kit.Key("失败任务"), icon: "alert", path: "/operator/jobs"},
		{name: "log", label: kit.Key("操作记录"), icon: "review", path: "/operator/log"},
	}},
}

// menuBrands is how many brands the menu shows, beside the one at hand; all are on a page of their own.
const menuBrands = 20

// frame gathers what rail and bar show, by three statements: brands, the plan with what is used of it, what waits.
func (c *Console) frame(v *kit.Visit, p kit.Page) (f frame, err error) {
	ctx := v.Context()
	f.spaces, f.space = v.Spaces, v.Space
	brands, err := c.rooms.Brands.Titles(ctx, v.Caller)
	if err != nil {
		return f, err
	}
	f.brand = atHand(brands, v.Remembered(kit.BrandCookie))
	for i, b := range brands {
		if i >= menuBrands && b.ID != f.brand.ID {
			f.more++
			continue
		}
		f.brands = append(f.brands, brandLink{b, c.brandPath(v.Route, b.ID)})
	}
	if f.standing, err = c.rooms.Runs.Standing(ctx, v.Caller); err != nil {
		return f, err
	}
	f.expired = f.standing.Expired(v.Now)
	f.groups = c.railFor(v, f.brand, p.Entry)
	f.tour = c.tourFor(v, brands)
	if arrivals[v.Route] {
		f.keys, f.unconnected = c.rooms.Runs.Unconnected()
		f.operator = v.User.Role == account.RoleOperator
	}
	err = c.countWaiting(ctx, v, f)
	return f, err
}

// atHand is the brand that was looked at last, or the newest.
func atHand(brands []brand.Title, id string) *brand.Title {
	for i := range brands {
		if brands[i].ID == id {
			return &brands[i]
		}
	}
	if len(brands) > 0 {
		return &brands[0]
	}
	return nil
}

func (c *Console) railFor(v *kit.Visit, at *brand.Title, current string) []railGroup {
	var groups []railGroup
	for _, g := range rail {
		shown := railGroup{label: g.label}
		for _, e := range g.entries {
			level, routed := c.patterns[e.path]
			if !routed || (level == kit.Watching && at == nil) || (level == kit.Operator && v.User.Role != account.RoleOperator) {
				continue
			}
			if level == kit.Watching {
				e.path = strings.ReplaceAll(e.path, "{brand_id}", at.ID)
			}
			if e.name == "prompts" && at != nil {
				e.count = at.ActivePrompts
			}
			e.current = e.name == current
			shown.entries = append(shown.entries, e)
		}
		if len(shown.entries) > 0 {
			groups = append(groups, shown)
		}
	}
	return groups
}

// brandPath is the page at hand for another brand, or that brand's first page when this one shows a single thing.
func (c *Console) brandPath(pattern, brandID string) string {
	rest, ok := strings.CutPrefix(pattern, "/brands/{brand_id}/")
	if ok && !strings.Contains(rest, "{") && c.patterns["/brands/{brand_id}/"+rest] == kit.Watching {
		return "/brands/" + brandID + "/" + rest
	}
	return c.firstPath(brandID)
}

// firstPath is where a brand is opened.
func (c *Console) firstPath(brandID string) string {
	for _, name := range []string{"overview", "prompts"} {
		if _, ok := c.patterns["/brands/{brand_id}/"+name]; ok {
			return "/brands/" + brandID + "/" + name
		}
	}
	return "/account"
}

// home leads to the brand at hand, or to the guided start.
func (c *Console) home(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	brands, err := c.rooms.Brands.Titles(ctx, v.Caller)
	if err != nil {
		return kit.Reply{}, err
	}
	if at := atHand(brands, v.Remembered(kit.BrandCookie)); at != nil {
		return kit.LeadTo(c.firstPath(at.ID))
	}
	switch {
	case v.User.Role == account.RoleOperator:
		return kit.LeadTo("/operator/review")
	case !v.Space.MayChange():
		return kit.LeadTo("/brands")
	}
	return kit.LeadTo("/start")
}

// countWaiting writes beside entries of the rail what waits for this user there.
func (c *Console) countWaiting(ctx context.Context, v *kit.Visit, f frame) error {
	revision, review, err := c.rooms.Orders.Waiting(ctx, v.Caller, v.User.Role == account.RoleOperator)
	if err != nil {
		return err
	}
	waiting := map[string]int64{"orders": revision, "review": review, "plans": f.standing.Asking}
	for _, g := range f.groups {
		for i := range g.entries {
			g.entries[i].count = max(g.entries[i].count, waiting[g.entries[i].name])
		}
	}
	return nil
}
