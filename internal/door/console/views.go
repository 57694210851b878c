package console

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"renown/internal/door/console/kit"
	"renown/internal/floor/fault"
	"renown/internal/room/account"
)

// lists are the pages whose query can be saved as a view, by route.
var lists = map[string]bool{
	"/brands/{brand_id}/answers": true, "/brands/{brand_id}/citations": true, "/brands/{brand_id}/prompts": true,
	"/brands/{brand_id}/searches":      true,
	"/brands/{brand_id}/opportunities": true, "/media": true, "/contents": true, "/orders": true,
}

// passing are the parameters that no view keeps: which page, and what is open beside the list.
var passing = []string{"page", "answer", "order", "media"}

// lasting is the part of a query that a view keeps, always written the same way.
func lasting(query url.Values) string {
	kept := url.Values{}
	for name, values := range query {
		kept[name] = values
	}
	for _, name := range passing {
		kept.Del(name)
	}
	return kept.Encode()
}

// savedHere is the views of the page at hand, if it is a list that has any.
func (c *Console) savedHere(v *kit.Visit) (*kit.Saved, error) {
	if !lists[v.Route] || v.Method == http.MethodPost {
		return nil, nil
	}
	views, err := c.rooms.Accounts.Views(v.Context(), v.Caller, v.URL.Path)
	return &kit.Saved{Views: views, Path: v.URL.Path, Query: lasting(v.URL.Query()), Changes: v.Space.MayChange()}, err
}

// listAt is the list that an address leads to, as a view of it. What is no list of this console, or of a brand elsewhere, is refused.
func (c *Console) listAt(ctx context.Context, v *kit.Visit, address string) (view account.View, err error) {
	u, err := url.Parse(kit.LocalPath(address))
	if err != nil {
		return view, fault.New(fault.Malformed).Why("view_path")
	}
	_, pattern := c.changing.mux.Handler(&http.Request{Method: http.MethodGet, URL: &url.URL{Path: u.Path}})
	route := strings.TrimPrefix(pattern, http.MethodGet+" ")
	if !lists[route] || !kit.ReadableValues(u.Query()) {
		return view, fault.New(fault.Malformed).Why("view_path")
	}
	view.Path, view.Query = u.Path, lasting(u.Query())
	if rest, ok := strings.CutPrefix(u.Path, "/brands/"); ok {
		id, _, _ := strings.Cut(rest, "/")
		if _, err := c.rooms.Brands.Find(ctx, v.Caller, id); err != nil {
			return view, err
		}
		view.BrandID = &id
	}
	return view, nil
}

func (c *Console) saveView(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	view, err := c.listAt(ctx, v, v.PostForm.Get("back"))
	if err != nil {
		return kit.Reply{}, err
	}
	view.Name = v.PostForm.Get("name")
	if err := c.rooms.Accounts.SaveView(ctx, v.Caller, view); err != nil {
		return kit.Reply{}, err
	}
	v.Say("已保存视图")
	return toView(view)
}

func (c *Console) renameView(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	view, err := c.rooms.Accounts.RenameView(ctx, v.Caller, v.PathValue("view_id"), v.PostForm.Get("name"))
	if err != nil {
		return kit.Reply{}, err
	}
	v.Say("已改名")
	return toView(view)
}

func (c *Console) deleteView(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	view, err := c.rooms.Accounts.DeleteView(ctx, v.Caller, v.PathValue("view_id"))
	if err != nil {
		return kit.Reply{}, err
	}
	v.Say("已删除视图「%s」", view.Name)
	return toView(view)
}

func toView(view account.View) (kit.Reply, error) {
	return kit.LeadTo(kit.Saved{Path: view.Path}.Address(view.Query))
}
