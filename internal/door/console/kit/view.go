package kit

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

// View is what templates know beside their page: language, theme, zone and time. It travels in the context.
type View struct {
	Lang   *locale.Language
	Theme  string // light, dark, or "" for the system's
	Zone   *time.Location
	Now    timestamp.Time
	Secure bool
	Years  bool // dates are written with their year and without today or yesterday: for paper

	Route     string // its pattern
	Address   string // path and query that were asked for
	RequestID string
	Flash     string
	FlashUndo string // the change that the flash tells of, if it can be undone
	User      account.User
	Assets    map[string]string // name of a file → its address
	Contract  *requestschema.Contract
	Saved     *Saved // views of the list that is shown; nil: the page is no list that has any
	cookies   map[string]string
}

type viewKey struct{}

func withView(ctx context.Context, v *View) context.Context {
	return context.WithValue(ctx, viewKey{}, v)
}

// ViewOf returns the view of a request; outside of one it is the fallback language, in Beijing.
func ViewOf(ctx context.Context) *View {
	if v, ok := ctx.Value(viewKey{}).(*View); ok {
		return v
	}
	return &View{Lang: locale.Match("", ""), Zone: timestamp.Beijing}
}

// Key marks a sentence that is translated later, where it is shown.
func Key(zh string) string { return zh }

// T is a sentence in the reader's language, with its arguments filled in as fmt does.
func T(ctx context.Context, zh string, args ...any) string { return ViewOf(ctx).T(zh, args...) }

// T is as the function T.
func (v *View) T(zh string, args ...any) string { return v.Lang.T(zh, args...) }

// read takes from a request what its reader has chosen.
func (v *View) read(r *http.Request) {
	v.Zone, v.Address, v.cookies = timestamp.Beijing, r.URL.RequestURI(), map[string]string{}
	for _, cookie := range r.Cookies() {
		v.cookies[cookie.Name] = cookie.Value
	}
	v.Lang = locale.Match(v.cookies[LanguageCookie], r.Header.Get("Accept-Language"))
	if t := v.cookies[ThemeCookie]; t == "light" || t == "dark" {
		v.Theme = t
	}
	if name := v.cookies[ZoneCookie]; name != "" && name != "Local" {
		if zone, err := time.LoadLocation(name); err == nil {
			v.Zone = zone
		}
	}
}

// Remembered is a choice that the browser keeps.
func (v *View) Remembered(name string) string { return v.cookies[name] }

// Asset returns the address of a file in the folder assets.
func Asset(ctx context.Context, name string) string { return ViewOf(ctx).Assets[name] }

// Sentence is what a fault says, in the reader's language.
func (v *View) Sentence(f *fault.Fault) string {
	return UpperFirst(v.Lang.Fault(f))
}
