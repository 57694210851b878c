package console

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/room/account"
)

const sessionLife = 30 * 24 * time.Hour // the room ends it by its own clock

// sessionCookie has the prefix that binds it to this host over TLS, where a browser accepts that.
func sessionCookie(secure bool) string {
	if secure {
		return "__Host-renown"
	}
	return "renown"
}

// resume finds who sent the request. An ended session is nobody's, and its cookie goes.
func (c *Console) resume(v *visit) (known bool, err error) {
	cookie, err := v.Cookie(sessionCookie(v.secure))
	if err != nil || cookie.Value == "" {
		return false, nil
	}
	v.session, v.user, err = c.rooms.Accounts.Resume(v.Context(), cookie.Value)
	if fault.Is(err, fault.Unauthenticated) || fault.Is(err, fault.AccountDisabled) {
		v.endSession()
		return false, nil
	}
	v.view.user = v.user
	return err == nil, err
}

// enterSpace puts the visit into the space that was chosen last, or the personal one.
func (c *Console) enterSpace(v *visit) error {
	spaces, err := c.rooms.Accounts.Spaces(v.Context(), v.user.ID)
	if err != nil {
		return err
	}
	chosen := v.remembered(spaceCookie)
	for _, s := range spaces {
		if s.ID == chosen || (v.space.ID == "" && s.Kind == account.Personal) {
			v.space = s
		}
	}
	v.spaces = spaces
	v.caller = account.Caller{UserID: v.user.ID, SpaceID: v.space.ID, Scopes: account.Scopes{"*"}}
	return nil
}

func (v *visit) beginSession(token string) {
	http.SetCookie(v.w, &http.Cookie{
		Name: sessionCookie(v.secure), Value: token, Path: "/", MaxAge: int(sessionLife.Seconds()), HttpOnly: true, Secure: v.secure,
		SameSite: http.SameSiteLaxMode,
	})
}

func (v *visit) endSession() {
	for _, name := range []string{sessionCookie(v.secure), spaceCookie, brandCookie} {
		http.SetCookie(v.w, &http.Cookie{Name: name, Path: "/", MaxAge: -1, HttpOnly: true, Secure: v.secure, SameSite: http.SameSiteLaxMode})
	}
}

// loginPath leads to the log-in page and back to what was asked for, where that can be asked for again.
func loginPath(r *http.Request) string {
	if r.Method != http.MethodGet || r.URL.Path == "/" {
		return "/login"
	}
	return "/login?next=" + url.QueryEscape(r.URL.RequestURI())
}

// localPath returns the path if it leads nowhere but into this console, else "/". Browsers take a backslash for a slash and
// drop tabs and line ends, so none of these may be in it.
func localPath(path string) string {
	if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || strings.ContainsFunc(path, func(r rune) bool { return r == '\\' || r < 0x20 || r == 0x7f }) {
		return "/"
	}
	u, err := url.Parse(path)
	if err != nil || u.Host != "" || u.Scheme != "" || u.User != nil || strings.HasPrefix(u.Path, "//") {
		return "/"
	}
	return path
}
