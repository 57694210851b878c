package kit

import (
	"slices"
	"strings"
)

// Series is a figure over days, in the unit that is shown.
type Series struct {
	Label  string
	Unit   string
	Digits int
	Points []Point
	Flags  []Flag
}

// Point is one day; what was not measured is nil and leaves a gap.
type Point struct {
	Day    string // 2006-01-02
	Value  *float64
	Low    *float64
	High   *float64
	Single *float64 // the day by itself
	Was    *float64 // the same day of the previous period
}

// Flag marks a day: a publication, that a platform changed its model, or what a user noted.
type Flag struct {
	Day   string
	Label string
	Model bool
	Note  bool
	Count int // of publications
}

// Kinds of flags.
const (
	FlagPublished = ""
	FlagModel     = "model"
	FlagNote      = "note"
)

func (f Flag) kind() string {
	switch {
	case f.Model:
		return FlagModel
	case f.Note:
		return FlagNote
	}
	return FlagPublished
}

// Flagged tells whether any day has a mark of the kind.
func (s Series) Flagged(kind string) bool {
	return slices.ContainsFunc(s.Flags, func(f Flag) bool { return f.kind() == kind })
}

// FlaggedOn tells whether a day has a mark of the kind.
func (s Series) FlaggedOn(day, kind string) bool {
	return slices.ContainsFunc(s.Flags, func(f Flag) bool { return f.Day == day && f.kind() == kind })
}

// FlagOn is what is marked on a day; "" is nothing.
func (s Series) FlagOn(day string) string {
	var labels []string
	for _, f := range s.Flags {
		if f.Day == day {
			labels = append(labels, f.Label)
		}
	}
	return strings.Join(labels, " · ")
}

func (s Series) figure(x *float64) string {
	if x == nil {
		return "—"
	}
	return Rounded(*x, s.Digits) + s.Unit
}

// Told is a day's value with its interval and what is marked on it.
func (s Series) Told(day string, p Point) string {
	said := day + " " + s.figure(p.Value)
	if p.Low != nil && p.High != nil {
		said += " (" + s.intervalText(p) + ")"
	}
	if flag := s.FlagOn(p.Day); flag != "" {
		said += " · " + flag
	}
	return said
}

func (s Series) intervalText(p Point) string {
	if p.Low == nil || p.High == nil {
		return "—"
	}
	return Rounded(*p.Low, s.Digits) + " – " + Rounded(*p.High, s.Digits)
}
