package console

import (
	"context"
	"net/http"
	"time"
	_ "time/tzdata" // a container without zones still knows the user's

	"renown/internal/floor/fault"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/tool/requestschema"
)

// view is what templates know beside their page: language, theme, zone and time. It travels in the context.
type view struct {
	english bool
	theme   string // light, dark, or "" for the system's
	zone    *time.Location
	now     timestamp.Time
	secure  bool

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

// viewOf returns the view of a request; outside of one it is Chinese, in Beijing.
func viewOf(ctx context.Context) *view {
	if v, ok := ctx.Value(viewKey{}).(*view); ok {
		return v
	}
	return &view{zone: timestamp.Beijing}
}

// read takes from a request what its reader has chosen.
func (v *view) read(r *http.Request) {
	v.zone, v.address, v.cookies = timestamp.Beijing, r.URL.RequestURI(), map[string]string{}
	for _, cookie := range r.Cookies() {
		v.cookies[cookie.Name] = cookie.Value
	}
	v.english = v.cookies[languageCookie] == "en"
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
	if v.english {
		return upperFirst(f.EN)
	}
	return f.Msg
}
