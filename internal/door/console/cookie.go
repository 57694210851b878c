package console

import (
	"encoding/base64"
	"net/http"
	"time"
)

// Cookies beside the session's. None holds a secret.
const (
	languageCookie = "lang"
	themeCookie    = "theme"
	zoneCookie     = "zone"
	spaceCookie    = "space"
	brandCookie    = "brand"
	flashCookie    = "flash"
)

const sessionLife = 30 * 24 * time.Hour // the room ends it by its own clock

// sessionCookie has the prefix that binds it to this host over TLS, where a browser accepts that.
func sessionCookie(secure bool) string {
	if secure {
		return "__Host-renown"
	}
	return "renown"
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

const year = 365 * 24 * time.Hour

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
func (v *visit) takeFlash() string {
	value, ok := v.cookies[flashCookie]
	if !ok || v.Method != http.MethodGet {
		return ""
	}
	http.SetCookie(v.w, &http.Cookie{Name: flashCookie, Path: "/", MaxAge: -1, HttpOnly: true, Secure: v.secure, SameSite: http.SameSiteLaxMode})
	text, err := base64.RawURLEncoding.DecodeString(value)
	if err != nil {
		return ""
	}
	return string(text)
}
