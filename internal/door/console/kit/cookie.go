package kit

import (
	"encoding/base64"
	"net/http"
	"strings"
	"time"
)

// Cookies beside the session's. None holds a secret.
const (
	LanguageCookie = "lang"
	ThemeCookie    = "theme"
	ZoneCookie     = "zone"
	SpaceCookie    = "space"
	BrandCookie    = "brand"
	TourCookie     = "tour"
	flashCookie    = "flash"
)

// SessionCookie has the prefix that binds it to this host over TLS, where a browser accepts that.
func SessionCookie(secure bool) string {
	if secure {
		return "__Host-renown"
	}
	return "renown"
}

// set gives the browser a cookie, or takes one away that lasts for less than nothing.
func (v *Visit) set(name, value string, lasting time.Duration) {
	http.SetCookie(v.Writer, &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: int(lasting.Seconds()), HttpOnly: true, Secure: v.Secure,
		SameSite: http.SameSiteLaxMode,
	})
}

const (
	year = 365 * 24 * time.Hour
	gone = -time.Second
)

// BeginSession gives the browser its session. The room ends it by its own clock, which goes on as long as the session is used.
func (v *Visit) BeginSession(token string) { v.set(SessionCookie(v.Secure), token, year) }

// EndSession takes the session from the browser. Which space and brand were looked at last stays: they open for their members alone.
func (v *Visit) EndSession() { v.set(SessionCookie(v.Secure), "", gone) }

// Remember keeps a choice in the browser.
func (v *Visit) Remember(name, value string) {
	if v.cookies[name] != value {
		v.cookies[name] = value
		v.set(name, value, year)
	}
}

// Say leaves a sentence for the page that comes next: what has just happened, never an error. What the request has changed can be
// undone from there.
func (v *Visit) Say(key string, args ...any) {
	v.set(flashCookie, base64.RawURLEncoding.EncodeToString([]byte(v.T(key, args...)))+"."+v.Slip.ID, time.Minute)
}

// takeFlash reads what say left, once.
func (v *Visit) takeFlash() (said, change string) {
	value, ok := v.cookies[flashCookie]
	if !ok || v.Method != http.MethodGet {
		return "", ""
	}
	v.set(flashCookie, "", gone)
	value, change, _ = strings.Cut(value, ".")
	text, err := base64.RawURLEncoding.DecodeString(value)
	if err != nil {
		return "", ""
	}
	return string(text), change
}
