package message

import (
	"fmt"
	"slices"
	"strings"

	"renown/internal/door/locale"
	"renown/internal/floor/fault"
	"renown/internal/room/alert"
)

// AlertText says an alert by its figures; one of a kind that is not known here says nothing. names are the platforms'.
func AlertText(l *locale.Language, names map[string]string, a alert.Alert) string {
	var said []string
	switch a.Kind {
	case alert.SignificantChange:
		for _, c := range a.Figures.Changes {
			said = append(said, changeText(l, names, c))
		}
	case alert.CompetitorPassed:
		if passed := a.Figures.Passed; len(passed) > 0 {
			for _, p := range passed {
				said = append(said, l.T("alert.competitor", p.Name, percent(p.Theirs)))
			}
			return l.T("alert.passed", said, percent(passed[0].Ours))
		}
	case alert.RunFailed:
		return l.T("alert.run_failed")
	case alert.PlatformSkipped:
		var lines []string
		for _, p := range a.Figures.Platforms {
			gone := slices.IndexFunc(a.Figures.Retired, func(r alert.Retired) bool { return r.Platform == p })
			if gone < 0 {
				said = append(said, platformName(names, p))
				continue
			}
			lines = append(lines, RetiredText(l, platformName(names, p), a.Figures.Retired[gone].Model, a.Figures.Retired[gone].Successor))
		}
		if len(said) > 0 {
			lines = append(lines, l.T("alert.skipped", said))
		}
		said = lines
	case alert.FactContradicted:
		for _, f := range a.Figures.Facts {
			said = append(said, contradictedText(l, names, f))
		}
	case alert.NameConflict:
		for _, c := range a.Figures.Conflicts {
			said = append(said, l.T("alert.shared", c.Spelling, c.Names))
		}
		if len(said) > 0 {
			return l.T("alert.counted", strings.Join(said, l.T("；")))
		}
	}
	return strings.Join(said, l.T("；"))
}

// RetiredText says that a platform's model is gone, and what to name instead.
func RetiredText(l *locale.Language, platform, model, successor string) string {
	if successor == "" {
		return l.T("alert.retired", platform, model)
	}
	return l.T("alert.retired_for", platform, model, successor)
}

func contradictedText(l *locale.Language, names map[string]string, f alert.Contradicted) string {
	list := make([]string, len(f.Platforms))
	for i, p := range f.Platforms {
		list[i] = platformName(names, p)
	}
	return l.T("alert.contradicted", f.Statement, f.Answers, list)
}

func changeText(l *locale.Language, names map[string]string, c alert.Change) string {
	what := l.T("alert." + string(c.Indicator))
	if c.Platform != nil {
		what = l.T("alert.on_platform", platformName(names, *c.Platform), fault.Term("alert."+c.Indicator))
	}
	form := formOf(c.Indicator)
	was, is := form(c.Previous), form(c.Value)
	switch position := c.Indicator == alert.AveragePosition; {
	case position && c.Rises():
		return l.T("alert.later", what, was, is)
	case position:
		return l.T("alert.earlier", what, was, is)
	case c.Rises():
		return l.T("alert.rises", what, was, is)
	}
	return l.T("alert.falls", what, was, is)
}

// formOf is how a figure is written: rates as percentages, positions and tones as numbers.
func formOf(of alert.Indicator) func(float64) string {
	if of == alert.AveragePosition || of == alert.Sentiment {
		return func(v float64) string { return fmt.Sprintf("%.2f", v) }
	}
	return percent
}

func percent(v float64) string { return fmt.Sprintf("%.1f%%", v*100) }

// platformName is what a platform is called; one that has left the catalogue is known by its id alone.
func platformName(names map[string]string, platform string) string {
	if name, known := names[platform]; known {
		return name
	}
	return platform
}
