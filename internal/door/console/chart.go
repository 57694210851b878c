package console

import "encoding/json"

// series is a figure over days, in the unit that is shown.
type series struct {
	Label  string  `json:"label"`
	Unit   string  `json:"unit"`
	Digits int     `json:"digits"`
	Points []point `json:"points"`
	Flags  []flag  `json:"flags,omitempty"`
}

// point is one day; what was not measured is nil and leaves a gap.
type point struct {
	Day    string   `json:"day"` // 2006-01-02
	Value  *float64 `json:"value"`
	Low    *float64 `json:"low"`
	High   *float64 `json:"high"`
	Single *float64 `json:"single,omitempty"` // the day by itself
	Was    *float64 `json:"was,omitempty"`    // the same day of the previous period
}

// flag marks a day, a publication for example.
type flag struct {
	Day   string `json:"day"`
	Label string `json:"label"`
}

// flagOn is what is marked on a day; "" is nothing.
func (s series) flagOn(day string) string {
	for _, f := range s.Flags {
		if f.Day == day {
			return f.Label
		}
	}
	return ""
}

func (s series) encoded() string {
	text, err := json.Marshal(s)
	if err != nil { // a figure that is no number
		return "{}"
	}
	return string(text)
}

func (s series) figure(x *float64) string {
	if x == nil {
		return "—"
	}
	return rounded(*x, s.Digits) + s.Unit
}

func (s series) span(p point) string {
	if p.Low == nil || p.High == nil {
		return "—"
	}
	return rounded(*p.Low, s.Digits) + " – " + rounded(*p.High, s.Digits)
}
