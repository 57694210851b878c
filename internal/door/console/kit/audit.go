package kit

import (
	"context"
	"net/url"
	"strings"

	"renown/internal/floor/audit"
	"renown/internal/room/account"
	"renown/internal/room/plan"
)

const entriesAPage = 50

// AuditSheet is a page of the log of who did what, narrowed by the URL.
type AuditSheet struct {
	Items  []audit.Entry
	Paging Paging
	Path   string
	Deed   string
	Q      string
	Query  url.Values
	Own    bool // its reader's own account: whose address an operator has is not shown
	Self   string
}

const auditSwap = "log-list"

// AuditOf reads the log as a request asks for it; userID "" is everybody's.
func AuditOf(ctx context.Context, v *Visit, log *audit.Log, userID string) (s AuditSheet, err error) {
	asked := v.URL.Query()
	s = AuditSheet{Paging: PagingOf(v, entriesAPage), Path: v.URL.Path, Deed: asked.Get("deed"), Q: strings.TrimSpace(asked.Get("q")), Query: url.Values{}, Own: userID != "", Self: v.User.ID}
	for name, value := range map[string]string{"deed": s.Deed, "q": s.Q} {
		if value != "" {
			s.Query.Set(name, value)
		}
	}
	s.Paging.Query = s.Query
	s.Items, s.Paging.Total, err = log.List(ctx, s.filter(userID, s.Paging.Number, entriesAPage))
	return s, err
}

func (s AuditSheet) filter(userID string, number, size int64) audit.Filter {
	f := audit.Filter{UserID: userID, Deed: audit.Deed(s.Deed), Text: s.Q}
	f.Page.Number, f.Page.Size = number, size
	return f
}

const exportEntries = 20_000 // rows of a file; the filter narrows to the rest

// ExportAudit is the log as a request asks for it, as CSV, newest first.
func ExportAudit(ctx context.Context, v *Visit, log *audit.Log, userID string) (Reply, error) {
	s, err := AuditOf(ctx, v, log, userID)
	if err != nil {
		return Reply{}, err
	}
	header := []string{v.T("时间"), v.T("操作"), v.T("详情"), v.T("账号"), v.T("操作者"), v.T("途径"), v.T("对象"), v.T("地址"), v.T("请求编号")}
	var rows [][]string
	for number := int64(1); ; number++ {
		list, total, err := log.List(ctx, s.filter(userID, number, ExportBatch))
		if err != nil {
			return Reply{}, err
		}
		for _, e := range list {
			rows = append(rows, []string{
				ExactTime(ctx, e.At), DeedName(ctx, string(e.Deed)), strings.Join(auditDetail(ctx, e), " "), e.UserID, s.Who(ctx, e), auditVia(ctx, e.Via), e.Subject, s.From(e), e.RequestID,
			})
		}
		if number*ExportBatch >= min(total, exportEntries) {
			return CSV(v.T("操作记录")+".csv", header, rows)
		}
	}
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

// Who is who did it, as the reader may know: themselves, the operators of the service, somebody by id.
func (s AuditSheet) Who(ctx context.Context, e audit.Entry) string {
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
	return e.ActorID
}

// memberDeeds are done at an account by members of its teams.
var memberDeeds = map[audit.Deed]bool{audit.MemberJoined: true, audit.MemberRemoved: true}

// From is the address a deed came from. An owner sees their own and those of strangers, not where operators sit.
func (s AuditSheet) From(e audit.Entry) string {
	if s.Own && e.ActorID != "" && e.ActorID != s.Self {
		return ""
	}
	return e.Address
}

func auditVia(ctx context.Context, via string) string {
	switch via {
	case audit.ByConsole:
		return T(ctx, "控制台")
	case audit.ByCommand:
		return T(ctx, "命令行")
	}
	return T(ctx, "系统")
}

// auditDetail says the codes that a reader should not have to know.
func auditDetail(ctx context.Context, e audit.Entry) []string {
	list := append([]string{}, e.Detail...)
	for i, d := range list {
		switch e.Deed {
		case audit.RoleSet:
			list[i] = T(ctx, map[bool]string{true: Key("运营人员"), false: Key("普通用户")}[d == account.RoleOperator])
		case audit.KeyCreated:
			if d == "*" {
				list[i] = T(ctx, "全部权限")
			}
		case audit.StatusSet:
			list[i] = T(ctx, map[bool]string{true: Key("正常"), false: Key("已停用")}[d == account.StatusActive])
		case audit.PlanRequested, audit.PlanDeclined:
			if i == 0 {
				list[i] = T(ctx, TierName(plan.Tier(d)))
			} else {
				list[i] = T(ctx, "%s 个月", d)
			}
		case audit.DeskSet:
			list[i] = T(ctx, map[bool]string{true: Key("可以申请套餐"), false: Key("不能申请套餐")}[d == "open"])
		case audit.PlanSet:
			if i < 2 {
				list[i] = T(ctx, TierName(plan.Tier(d)))
			} else if d == "never" {
				list[i] = T(ctx, "不限期")
			}
		case audit.OrderMoved:
			if i == 1 {
				list[i] = T(ctx, "order_state."+d)
			} else {
				list[i] = ""
			}
		case audit.DetectionSet:
			list[i] = T(ctx, map[bool]string{true: Key("已暂停"), false: Key("已恢复")}[d == "suspended"])
		}
	}
	return list
}
