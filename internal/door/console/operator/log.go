package operator

import (
	"context"

	"renown/internal/door/console/kit"
)

// showLog is all that was done, by whomever.
func (pages *Pages) showLog(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	s, err := pages.log().Page(ctx, v, "")
	if err != nil {
		return kit.Reply{}, err
	}
	return kit.Show(kit.Page{
		Title: kit.Key("操作记录"), Entry: "log",
		Body: kit.AuditBody(s, v.T("操作记录"), v.T("谁在什么时候做了什么：登录、密钥、角色、套餐、积分、团队与运营操作。")),
	})
}

func (pages *Pages) exportLog(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	return pages.log().Export(ctx, v, "")
}

func (pages *Pages) log() kit.Audit { return kit.Audit{Log: pages.Audit, Accounts: pages.Accounts} }
