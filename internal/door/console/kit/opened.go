package kit

import (
	"maps"
	"net/url"
	"slices"
	"strings"
)

// openedField carries what the fields of a form held when it was opened.
const openedField = "opened"

// othersShown is how many characters are shown of what another user has saved meanwhile.
const othersShown = 1000

func (f Form) opened() string {
	if f.Values.Has(openedField) {
		return f.Value(openedField)
	}
	return f.Values.Encode()
}

// Join joins what was typed with what others have saved since the form was opened. A field that was left alone takes what is
// stored now. One that both have changed is blamed with what is stored, unless it is one of the choices, whose values are no words;
// when the form is sent again it is taken as typed. A form that does not say what it was opened with is left as it is.
func (v *Visit) Join(f, stored Form, choices ...string) {
	opened, err := url.ParseQuery(f.Value(openedField))
	if err != nil || !f.Values.Has(openedField) {
		return
	}
	names := maps.Clone(opened)
	maps.Copy(names, stored.Values)
	for name := range names {
		was, typed, now := told(opened[name]), told(f.Values[name]), told(stored.Values[name])
		switch {
		case slices.Equal(typed, was):
			f.Values[name] = stored.Values[name]
		case !slices.Equal(now, was) && !slices.Equal(now, typed):
			f.Blame("", v.T("你打开这一页之后，别人改了同一处。下面是你写的，还没有保存；再保存一次，就以你写的为准。"))
			if !slices.Contains(choices, name) && len(now) > 0 {
				f.Blame(name, v.T("别人刚存的是：%s", Clipped(strings.Join(now, "\n"), othersShown)))
			} else {
				f.Blame(name, v.T("别人也改了这一处"))
			}
		}
	}
	f.Values.Set(openedField, stored.Values.Encode())
}

// told are the values of a field without what browsers make of them on their way: blanks around, line ends, empty ones.
func told(values []string) (list []string) {
	for _, s := range values {
		if s = strings.TrimSpace(strings.ReplaceAll(s, "\r\n", "\n")); s != "" {
			list = append(list, s)
		}
	}
	return list
}
