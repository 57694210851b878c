package console

import (
	"context"
	"net/http"
	"strings"

	"renown/internal/room/account"
)

// keyPage lists an account's keys; fresh is one that was made just now, shown this once.
type keyPage struct {
	keys  []account.Key
	fresh *freshKey
	form  form
	base  string // address of the API
}

type freshKey struct{ name, plaintext string }

// scopeNote says what a scope is for.
type scopeNote struct{ scope, text string }

func scopeNotes(ctx context.Context) []scopeNote {
	return []scopeNote{
		{account.GeoRead, t(ctx, "读取品牌、意图词、竞品、监测与分析")},
		{account.GeoWrite, t(ctx, "新建与修改品牌、主题、意图词、竞品")},
		{account.GeoRun, t(ctx, "发起与停止监测，消耗检测次数")},
		{account.MediaRead, t(ctx, "读取媒体库、积分与订单")},
		{account.MediaOrder, t(ctx, "提交与撤回订单，消耗积分")},
	}
}

// personal is who acts in the personal space, which is the one that keys see.
func personal(v *visit) account.Caller {
	who := v.caller
	for _, s := range v.spaces {
		if s.Kind == account.Personal {
			who.SpaceID = s.ID
		}
	}
	return who
}

func (c *Console) showKeys(ctx context.Context, v *visit) (reply, error) {
	return c.keyForm(ctx, v, filled("grant", "all"), nil)
}

func (c *Console) keyForm(ctx context.Context, v *visit, f form, fresh *freshKey) (reply, error) {
	p := page{Title: key("API 密钥"), Entry: "keys"}
	brands, err := c.rooms.Brands.List(ctx, personal(v))
	if err != nil {
		return reply{}, err
	}
	if len(brands) == 0 {
		p.Body = noKeysBody()
		return show(p)
	}
	keys, err := c.rooms.Accounts.Keys(ctx, v.user.ID)
	if err != nil {
		return reply{}, err
	}
	p.Body = keysBody(keyPage{keys: keys, fresh: fresh, form: f, base: c.base(v) + "/openapi/v1"})
	if !f.sound() {
		p.Status = http.StatusUnprocessableEntity
	}
	return show(p)
}

// base is the address under which this console is reached.
func (c *Console) base(v *visit) string {
	if c.rooms.PublicURL != "" {
		return c.rooms.PublicURL
	}
	scheme := "http://"
	if v.secure {
		scheme = "https://"
	}
	return scheme + v.Host
}

// createKey answers with the key itself, which cannot be shown again: there is no redirection it could survive.
func (c *Console) createKey(ctx context.Context, v *visit) (reply, error) {
	f := v.form()
	scopes, err := account.ParseScopes("*")
	if f.value("grant") == "some" {
		if len(f.values["scope"]) == 0 {
			f.blame("scope", v.t("请至少选一项权限"))
		} else {
			scopes, err = account.ParseScopes(strings.Join(f.values["scope"], " "))
		}
	}
	brands, listing := c.rooms.Brands.List(ctx, personal(v))
	switch {
	case listing != nil:
		return reply{}, listing
	case len(brands) == 0:
		return leadTo("/keys")
	case f.sound() && err == nil:
		var made account.Key
		var plaintext string
		if made, plaintext, err = c.rooms.Accounts.CreateKey(ctx, v.user.ID, f.text("name"), scopes); err == nil {
			return c.keyForm(ctx, v, filled("grant", "all"), &freshKey{made.Name, plaintext})
		}
	}
	if err != nil {
		if err := f.take(v, err); err != nil {
			return reply{}, err
		}
	}
	return c.keyForm(ctx, v, f, nil)
}

func (c *Console) revokeKey(ctx context.Context, v *visit) (reply, error) {
	if err := c.rooms.Accounts.RevokeKey(ctx, v.user.ID, v.PathValue("key_id")); err != nil {
		return reply{}, err
	}
	v.say("密钥已吊销")
	return leadTo("/keys")
}

func (c *Console) exportKeys(ctx context.Context, v *visit) (reply, error) {
	keys, err := c.rooms.Accounts.Keys(ctx, v.user.ID)
	if err != nil {
		return reply{}, err
	}
	header := []string{v.t("编号"), v.t("名称"), v.t("权限"), v.t("创建"), v.t("最近使用"), v.t("已吊销")}
	var rows [][]string
	for _, k := range keys {
		used, revoked := "", ""
		if k.UsedAt != nil {
			used = exactTime(ctx, *k.UsedAt)
		}
		if k.RevokedAt != nil {
			revoked = exactTime(ctx, *k.RevokedAt)
		}
		rows = append(rows, []string{k.ID, k.Name, strings.Join(k.Scopes, " "), exactTime(ctx, k.CreatedAt), used, revoked})
	}
	return table(v.t("API 密钥")+".csv", header, rows)
}
