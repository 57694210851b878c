package kit

import (
	"context"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"renown/internal/floor/audit"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/plan"
)

const entriesAPage = 50

// AuditPage is a page of the log of who did what, narrowed by the URL.
type AuditPage struct {
	Items  []audit.Entry
	Paging Paging
	Path   string
	Deed   string
	Q      string
	Query  url.Values
	Own    bool // its reader's own account: whose address an operator has is not shown
	Self   string
	Names  map[string]string // of users and spaces, by id
}

const auditSwap = "log-list"

// Audit is the log and who knows the names of those in it.
type Audit struct {
	Log      *audit.Log
	Accounts *account.Accounts
}

// Page reads the log as a request asks for it; userID "" is everybody's.
func (a Audit) Page(ctx context.Context, v *Visit, userID string) (s AuditPage, err error) {
	asked := v.URL.Query()
	s = AuditPage{
		Paging: PagingOf(v, entriesAPage), Path: v.URL.Path, Deed: asked.Get("deed"),
		Q: strings.TrimSpace(asked.Get("q")), Query: url.Values{}, Own: userID != "", Self: v.User.ID,
	}
	for name, value := range map[string]string{"deed": s.Deed, "q": s.Q} {
		if value != "" {
			s.Query.Set(name, value)
		}
	}
	s.Paging.Query = s.Query
	if s.Items, s.Paging.Total, err = a.Log.List(ctx, s.filter(userID, s.Paging.Number, entriesAPage)); err != nil {
		return s, err
	}
	s.Names, err = a.names(ctx, s.Items)
	return s, err
}

// names of the users and spaces in a page of the log.
func (a Audit) names(ctx context.Context, page []audit.Entry) (map[string]string, error) {
	seen := map[string]bool{}
	for _, e := range page {
		for _, id := range append([]string{e.UserID, e.ActorID, e.Subject}, e.Detail...) {
			if strings.HasPrefix(id, "usr_") || strings.HasPrefix(id, "spc_") {
				seen[id] = true
			}
		}
	}
	return a.Accounts.Names(ctx, slices.Sorted(maps.Keys(seen)))
}

// Name is what an id is called, or the id.
func (s AuditPage) Name(id string) string { return OrElse(s.Names[id], id) }

func (s AuditPage) filter(userID string, number, size int64) audit.Filter {
	f := audit.Filter{UserID: userID, Deed: audit.Deed(s.Deed), Text: s.Q}
	f.Paging.Number, f.Paging.Size = number, size
	return f
}

const exportEntries = 20_000 // rows of a file; the filter narrows to the rest

// Export is the log as a request asks for it, as CSV, newest first.
func (a Audit) Export(ctx context.Context, v *Visit, userID string) (Reply, error) {
	s, err := a.Page(ctx, v, userID)
	if err != nil {
		return Reply{}, err
	}
	read := func(number, size int64) (list []audit.Entry, total int64, err error) {
		if list, total, err = a.Log.List(ctx, s.filter(userID, number, size)); err == nil {
			s.Names, err = a.names(ctx, list)
		}
		return list, min(total, exportEntries), err
	}
	t := Gather(ctx, read, func(e audit.Entry) []Cell {
		return []Cell{
			Column("时间", e.At), Column("操作", DeedName(ctx, string(e.Deed))), Column("详情", s.detail(ctx, e)),
			Column("账号", e.UserID), Column("邮箱", s.Names[e.UserID]),
			Column("操作者", s.Who(ctx, e)), Column("途径", auditVia(ctx, e.Via)), Column("对象", e.Subject),
			Column("地址", s.From(e)), Column("请求编号", e.RequestID),
		}
	})
	return t.CSV(FileName("csv", OrElse(s.Names[userID], userID), v.T("操作记录"))) // the operators' is of no single account
}

// DeedName is what was done, in the reader's language.
func DeedName(ctx context.Context, deed string) string { return T(ctx, "audit."+deed) }

func deedOptions(ctx context.Context) []Option {
	options := []Option{{Value: "", Label: T(ctx, "全部操作")}}
	for _, d := range audit.Deeds {
		options = append(options, Option{Value: string(d), Label: DeedName(ctx, string(d))})
	}
	return options
}

// Who is who did it, as the reader may know: themselves, the operators of the service, others by name or id.
func (s AuditPage) Who(ctx context.Context, e audit.Entry) string {
	switch {
	case e.ActorID == s.Self:
		return T(ctx, "本人")
	case s.Own && (e.Via == audit.ByCommand || e.ActorID != "" && !memberDeeds[e.Deed]):
		return T(ctx, "运营人员")
	case e.Via == audit.ByCommand:
		return T(ctx, "命令行")
	case e.Via == audit.BySystem:
		return T(ctx, "系统")
	case e.ActorID == "":
		return T(ctx, "未登录者")
	}
	return s.Name(e.ActorID)
}

// memberDeeds are done at an account by members of its teams.
var memberDeeds = map[audit.Deed]bool{audit.MemberJoined: true, audit.MemberRemoved: true}

// From is the address a deed came from. An owner sees their own and those of strangers, not where operators sit.
func (s AuditPage) From(e audit.Entry) string {
	if s.Own && e.ActorID != "" && e.ActorID != s.Self {
		return ""
	}
	return e.Address
}

func auditVia(ctx context.Context, via string) string {
	return T(ctx, Label(map[string]string{audit.ByConsole: Key("控制台"), audit.ByCommand: Key("命令行")}, via, Key("系统")))
}

// auditCodes are the words for codes among the details of deeds: where in them a code stands, and what it says.
var auditCodes = map[audit.Deed]struct {
	at    int
	words map[string]string
}{
	audit.RoleSet:       {0, map[string]string{account.RoleOperator: Key("运营人员"), account.RoleUser: Key("普通用户")}},
	audit.KeyCreated:    {0, map[string]string{"*": Key("全部权限")}},
	audit.StatusSet:     {0, map[string]string{account.StatusActive: Key("正常"), account.StatusDisabled: Key("已停用")}},
	audit.DeskSet:       {0, map[string]string{"open": Key("可以申请套餐"), "closed": Key("不能申请套餐")}},
	audit.PlanSet:       {2, map[string]string{"never": Key("不限期")}},
	audit.DetectionSet:  {0, map[string]string{"suspended": Key("已暂停"), "resumed": Key("已恢复")}},
	audit.MemberRoleSet: {1, map[string]string{account.Editor: Key("role|编辑"), account.Viewer: Key("role|查看")}},
	audit.OutletStatus:  {1, map[string]string{"available": Key("可下单"), "paused": Key("暂停接单"), "retired": Key("已下架")}},
	audit.OutletConnect: {0, map[string]string{"webhook": Key("自动推送"), "manual": Key("人工发布")}},
	audit.EndpointCreated: {0, map[string]string{
		"feishu": Key("飞书群机器人"), "dingtalk": Key("钉钉群机器人"),
		"wecom": Key("企业微信群机器人"), "mail": Key("邮件"),
	}},
	audit.PageShared:   {0, sharedPages},
	audit.ShareStopped: {0, sharedPages},
}

var sharedPages = map[string]string{
	"report": Key("客户报告"), "overview": Key("总览"), "visibility": Key("可见度"), "sentiment": Key("情感"), "citations": Key("引用来源"),
}

// planEnd is until when a plan was set; the log keeps the moment, or that there is none.
func planEnd(ctx context.Context, end string) string {
	at, err := time.Parse(time.RFC3339, end)
	if err != nil {
		return T(ctx, "不限期")
	}
	return T(ctx, "到 %s", LastDay(ctx, timestamp.Of(at)))
}

// apart says the limits that were set apart from the plan, as plan.Own writes them.
func apart(ctx context.Context, own string) string {
	list := strings.Fields(own)
	for i, limit := range list {
		name, n, _ := strings.Cut(limit, "=")
		list[i] = T(ctx, LimitName(name)) + " " + n
	}
	return JoinWords(ctx, list)
}

// detail says the codes and ids that a reader should not have to know.
func (s AuditPage) detail(ctx context.Context, e audit.Entry) string {
	var list []string
	for i, d := range e.Detail {
		if codes := auditCodes[e.Deed]; codes.at == i && codes.words[d] != "" {
			d = T(ctx, codes.words[d])
		}
		switch {
		case e.Deed == audit.PlanSet && i < 2, (e.Deed == audit.PlanRequested || e.Deed == audit.PlanDeclined) && i == 0:
			d = T(ctx, TierName(plan.Tier(d)))
		case e.Deed == audit.PlanSet && i == 2:
			d = planEnd(ctx, d)
		case e.Deed == audit.PlanSet:
			d = apart(ctx, d)
		case e.Deed == audit.PlanRequested:
			d = T(ctx, "%s 个月", d)
		case (e.Deed == audit.MemberRemoved && i > 0 || e.Deed == audit.MemberRoleSet && i > 1) && d == "0":
			continue
		case e.Deed == audit.MemberRemoved && i == 2, e.Deed == audit.MemberRoleSet && i == 3:
			d = T(ctx, "吊销 %s 个 App 采集令牌", d)
		case e.Deed == audit.MemberRemoved && i == 1, e.Deed == audit.MemberRoleSet && i == 2:
			d = T(ctx, "停止分享 %s 个链接", d)
		case e.Deed == audit.OrderMoved && i == 0:
			continue
		case e.Deed == audit.OrderMoved:
			d = T(ctx, "order_state."+d)
		}
		list = append(list, s.Name(d))
	}
	return strings.Join(list, " · ")
}
