package access

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"renown/internal/door/console/kit"
	"renown/internal/room/account"
)

// keyPage lists an account's keys; fresh is one that was made just now, shown this once.
type keyPage struct {
	keys  []account.Key
	fresh *freshKey
	form  kit.Form
	base  string // address of the API

	paging     kit.Paging
	afterReset bool // of the password: keys work on, and others may hold them
}

// keysPerPage is how many are shown at a time, those in force first: an account may have revoked any number.
const keysPerPage = 50

func revoked(k account.Key) int {
	if k.RevokedAt != nil {
		return 1
	}
	return 0
}

// inForce counts the keys that work.
func (k keyPage) inForce() (n int) {
	for _, one := range k.keys {
		if one.RevokedAt == nil {
			n++
		}
	}
	return n
}

// agents are the settings of programs with agents, with the fresh key where there is one.
func (k keyPage) agents() []agentClient {
	key := keyInPlace
	if k.fresh != nil {
		key = k.fresh.plaintext
	}
	return agentClients(strings.TrimSuffix(k.base, "/openapi/v1"), key)
}

type freshKey struct{ name, plaintext string }

// scopeNote says what a scope is for.
type scopeNote struct{ scope, text string }

func scopeNotes(ctx context.Context) []scopeNote {
	return []scopeNote{
		{account.GeoRead, kit.T(ctx, "读取品牌、问题、竞品、监测与分析")},
		{account.GeoWrite, kit.T(ctx, "新建与修改品牌、主题、问题、竞品")},
		{account.GeoRun, kit.T(ctx, "发起与停止监测，消耗监测次数")},
		{account.MediaRead, kit.T(ctx, "读取媒体库、积分与订单")},
		{account.MediaOrder, kit.T(ctx, "提交与撤回订单，消耗积分")},
		{account.EventsManage, kit.T(ctx, "管理通知渠道，查看与补发投递")},
	}
}

// personal is who acts in the personal space, which is the one that keys see.
func personal(v *kit.Visit) account.Caller {
	who := v.Caller
	for _, s := range v.Spaces {
		if s.Kind == account.Personal {
			who = account.Caller{UserID: who.UserID, SpaceID: s.ID, Scopes: s.Scopes()}
		}
	}
	return who
}

func (pages *Pages) showKeys(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	return pages.keyForm(ctx, v, kit.Filled("grant", "all"), nil)
}

func (pages *Pages) keyForm(ctx context.Context, v *kit.Visit, f kit.Form, fresh *freshKey) (kit.Reply, error) {
	p := kit.Page{Title: kit.Key("API 密钥"), Entry: "keys"}
	brands, err := pages.Brands.Titles(ctx, personal(v))
	if err != nil {
		return kit.Reply{}, err
	}
	keys, err := pages.Accounts.Keys(ctx, v.User.ID)
	if err != nil {
		return kit.Reply{}, err
	}
	slices.SortStableFunc(keys, func(a, b account.Key) int { return cmp.Compare(revoked(a), revoked(b)) })
	if len(brands) == 0 && len(keys) == 0 {
		p.Body = noKeysBody()
		return kit.Show(p)
	}
	p.Body = keysBody(keyPage{
		keys: keys, paging: kit.PagingAt(v, "/keys", keysPerPage).Of(int64(len(keys))), fresh: fresh,
		form: f, base: v.Base(pages.PublicURL) + "/openapi/v1", afterReset: v.URL.Query().Get("after") == "reset",
	})
	return kit.Show(p, f)
}

// createKey answers with the key itself, which cannot be shown again: there is no redirection it could survive.
func (pages *Pages) createKey(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	scopes, err := account.ParseScopes("*")
	if f.Value("grant") == "some" {
		if len(f.Values["scope"]) == 0 {
			f.Blame("scope", v.T("请至少选一项权限"))
		} else {
			scopes, err = account.ParseScopes(strings.Join(f.Values["scope"], " "))
		}
	}
	brands, listing := pages.Brands.Titles(ctx, personal(v))
	switch {
	case listing != nil:
		return kit.Reply{}, listing
	case len(brands) == 0:
		return kit.LeadTo("/keys")
	case f.Sound() && err == nil:
		var made account.Key
		var plaintext string
		if made, plaintext, err = pages.Accounts.CreateKey(ctx, v.User.ID, f.Text("name"), scopes); err == nil {
			return pages.keyForm(ctx, v, kit.Filled("grant", "all"), &freshKey{made.Name, plaintext})
		}
	}
	if err != nil {
		if err := f.Take(v, err); err != nil {
			return kit.Reply{}, err
		}
	}
	return pages.keyForm(ctx, v, f, nil)
}

func (pages *Pages) revokeKey(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	if err := pages.Accounts.RevokeKey(ctx, v.User.ID, v.PathValue("key_id")); err != nil {
		return kit.Reply{}, err
	}
	v.Say("密钥已吊销")
	return kit.LeadTo("/keys")
}

// revokeKeys makes every key of the account worthless.
func (pages *Pages) revokeKeys(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	n, err := pages.Accounts.RevokeKeys(ctx, v.User.ID)
	if err != nil {
		return kit.Reply{}, err
	}
	v.Say("已吊销 %d 把密钥", n)
	return kit.LeadTo("/keys")
}

func (pages *Pages) exportKeys(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	keys, err := pages.Accounts.Keys(ctx, v.User.ID)
	if err != nil {
		return kit.Reply{}, err
	}
	return kit.TableOf(ctx, keys, func(k account.Key) []kit.Cell {
		return []kit.Cell{
			kit.Column("编号", k.ID), kit.Column("名称", k.Name), kit.Column("权限", strings.Join(k.Scopes, " ")),
			kit.Column("创建", k.CreatedAt),
			kit.Column("最近使用", k.UsedAt), kit.Column("已吊销", k.RevokedAt),
		}
	}).CSV(v.ListFile(v.T("API 密钥")))
}
