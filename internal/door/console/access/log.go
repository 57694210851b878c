package access

import (
	"context"

	"renown/internal/door/console/kit"
)

// showLog is what was done at the reader's own account, by whomever.
func (pages *Pages) showLog(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	s, err := pages.log().Page(ctx, v, v.User.ID)
	if err != nil {
		return kit.Reply{}, err
	}
	return kit.Show(kit.Page{Title: kit.Key("操作记录"), Body: kit.AuditBody(s, v.T("操作记录"), v.T("这个账号上做过的事：登录、密码、密钥、团队、套餐与积分。不认识的，请立即修改密码。"))})
}

func (pages *Pages) exportLog(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	return pages.log().Export(ctx, v, v.User.ID)
}

func (pages *Pages) log() kit.Audit { return kit.Audit{Log: pages.Audit, Accounts: pages.Accounts} }
