package console

import (
	"net/http"
	"net/url"

	"renown/internal/door/console/kit"
	"renown/internal/door/porch"
	"renown/internal/floor/fault"
	"renown/internal/room/account"
)

// resume finds who sent the request. An ended session has no user, and its cookie goes.
func (c *Console) resume(v *kit.Visit) (known bool, err error) {
	cookie, err := v.Cookie(kit.SessionCookie(v.Secure))
	if err != nil || cookie.Value == "" {
		return false, nil
	}
	v.Session, v.User, err = c.rooms.Accounts.Resume(v.Context(), cookie.Value)
	if fault.Is(err, fault.Unauthenticated) || fault.Is(err, fault.AccountDisabled) {
		v.EndSession()
		return false, nil
	}
	porch.Of(v.Context()).UserID = v.User.ID
	return err == nil, err
}

// enterSpace puts the visit into the space that was chosen last, or the personal one.
func (c *Console) enterSpace(v *kit.Visit) error {
	spaces, err := c.rooms.Accounts.Spaces(v.Context(), v.User.ID)
	if err != nil {
		return err
	}
	chosen := v.Remembered(kit.SpaceCookie)
	for _, s := range spaces {
		if s.ID == chosen || (v.Space.ID == "" && s.Kind == account.Personal) {
			v.Space = s
		}
	}
	v.Spaces = spaces
	v.Caller = account.Caller{UserID: v.User.ID, SpaceID: v.Space.ID, Scopes: v.Space.Scopes(), Guest: v.Space.Role == account.Guest, Brands: v.Space.Brands}
	return nil
}

// loginPath leads to the log-in page and back to what was asked for, or to the page whose form was sent.
func loginPath(r *http.Request) string {
	next := r.URL.RequestURI()
	if r.Method != http.MethodGet {
		next = "/"
		if from, err := url.Parse(r.Referer()); err == nil && from.Host == r.Host && r.URL.Path != "/logout" {
			next = kit.LocalPath(from.RequestURI())
		}
	}
	if next == "/" {
		return "/login"
	}
	return "/login?next=" + url.QueryEscape(next)
}
