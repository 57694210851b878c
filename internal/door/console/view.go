package console

import (
	"context"
	"net/http"
	"time"
	_ "time/tzdata" // a container without zones still knows the user's

	"renown/internal/door/locale"
	"renown/internal/floor/fault"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/tool/requestschema"
)

// view is what templates know beside their page: language, theme, zone and time. It travels in the context.
type view struct {
	lang   *locale.Language
	theme  string // light, dark, or "" for the system's
	zone   *time.Location
	now    timestamp.Time
	secure bool

	route     string // its pattern
	address   string // path and query that were asked for
	requestID string
	flash     string
	user      account.User
	assets    map[string]string // name of a file → its address
	contract  *requestschema.Contract
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

// read takes from a request what its reader has chosen.
func (v *view) read(r *http.Request) {
	v.zone, v.address, v.cookies = timestamp.Beijing, r.URL.RequestURI(), map[string]string{}
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
}

func (v *view) remembered(name string) string { return v.cookies[name] }

// asset returns the address of a file in the folder assets.
func asset(ctx context.Context, name string) string { return viewOf(ctx).assets[name] }

// sentence is what a fault says, in the reader's language.
func (v *view) sentence(f *fault.Fault) string {
	return v.lang.Proper(f.Msg, upperFirst(f.EN))
}
