package console

import (
	"context"
	"encoding/base64"
	"net/http"
	"time"
	_ "time/tzdata" // a container without zones still knows the user's

	"renown/internal/door/locale"
	"renown/internal/door/porch"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
)

// view is what templates know beside their page: language, theme, zone and time. It travels in the context.
type view struct {
	lang   *locale.Language
	theme  string // light, dark, or "" for the system's
	zone   *time.Location
	now    time.Time
	secure bool

	pattern   string // of the route
	address   string // path and query that were asked for
	requestID string
	flash     string
	user      account.User
	assets    *assets
	cookies   map[string]string
}

type viewKey struct{}

func withView(ctx context.Context, v *view) context.Context {
	return context.WithValue(ctx, viewKey{}, v)
}

// viewOf returns the view of a request; outside of one it is the fallback language, in Beijing.
func viewOf(ctx context.Context) *view {
	if v, ok := ctx.Value(viewKey{}).(*view); ok {
		return v
	}
	return &view{lang: locale.Match("", ""), zone: timestamp.Beijing}
}

// key marks a sentence that is translated later, where it is shown.
func key(zh string) string { return zh }

// t is a sentence in the reader's language, with its arguments filled in as fmt does.
func t(ctx context.Context, zh string, args ...any) string { return viewOf(ctx).t(zh, args...) }

func (v *view) t(zh string, args ...any) string { return v.lang.T(zh, args...) }

// Cookies beside the session's. None holds a secret.
const (
	languageCookie = "lang"
	themeCookie    = "theme"
	zoneCookie     = "zone"
	spaceCookie    = "space"
	brandCookie    = "brand"
	flashCookie    = "flash"
)

const year = 365 * 24 * time.Hour

func (c *Console) newView(r *http.Request) *view {
	v := &view{
		now: c.rooms.Now().Time, zone: timestamp.Beijing, secure: c.secure(r), address: r.URL.RequestURI(), requestID: porch.Of(r.Context()).RequestID,
		assets: c.assets, cookies: map[string]string{},
	}
	for _, cookie := range r.Cookies() {
		v.cookies[cookie.Name] = cookie.Value
	}
	v.lang = locale.Match(v.cookies[languageCookie], r.Header.Get("Accept-Language"))
	if t := v.cookies[themeCookie]; t == "light" || t == "dark" {
		v.theme = t
	}
	if name := v.cookies[zoneCookie]; name != "" && name != "Local" {
		if zone, err := time.LoadLocation(name); err == nil {
			v.zone = zone
		}
	}
	return v
}

func (v *view) remembered(name string) string { return v.cookies[name] }

// remember keeps a choice in the browser.
func (v *visit) remember(name, value string) {
	if v.cookies[name] == value {
		return
	}
	v.cookies[name] = value
	http.SetCookie(v.w, &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: int(year.Seconds()), HttpOnly: true, Secure: v.secure, SameSite: http.SameSiteLaxMode,
	})
}

// say leaves a sentence for the page that comes next: what has just happened, never an error.
func (v *visit) say(key string, args ...any) {
	http.SetCookie(v.w, &http.Cookie{
		Name: flashCookie, Value: base64.RawURLEncoding.EncodeToString([]byte(v.t(key, args...))), Path: "/", MaxAge: 60, HttpOnly: true,
		Secure: v.secure, SameSite: http.SameSiteLaxMode,
	})
}

// takeFlash reads what say left, once.
func (v *visit) takeFlash(secure bool) string {
	value, ok := v.cookies[flashCookie]
	if !ok || v.Method != http.MethodGet {
		return ""
	}
	http.SetCookie(v.w, &http.Cookie{Name: flashCookie, Path: "/", MaxAge: -1, HttpOnly: true, Secure: secure, SameSite: http.SameSiteLaxMode})
	text, err := base64.RawURLEncoding.DecodeString(value)
	if err != nil {
		return ""
	}
	return string(text)
}
