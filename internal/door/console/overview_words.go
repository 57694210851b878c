package console

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"renown/internal/room/geo/insight"
	"renown/internal/room/geo/run"
)

// alertLines is how many changes an alert tells, and alertsFirst how many alerts are told, before the rest is folded away.
const alertLines, alertsFirst = 2, 3

func overviewText(ctx context.Context, o overview) string {
	if o.answers() == 0 {
		return o.brand.Name
	}
	text := t(ctx, "%s 条回答 · %d 个平台", number(o.answers()), o.measured())
	if o.LastRun != nil && o.LastRun.FinishedAt != nil {
		text += t(ctx, " · 数据截至%s", when(ctx, *o.LastRun.FinishedAt))
	}
	return text
}

func platformText(ctx context.Context, o overview) string {
	whole := o.Indicators.Visibility
	if whole.Value == nil || len(o.Platforms) < 2 {
		return t(ctx, "短竖线为上一周期")
	}
	return t(ctx, "虚线为总体 %s，短竖线为上一周期", percent(*whole.Value))
}

// excludedText tells what was left out; "" when nothing was.
func excludedText(ctx context.Context, e insight.Excluded) string {
	var parts []string
	for _, p := range []struct {
		n    int64
		word string
	}{{e.Failed, key("失败 %s")}, {e.Empty, key("空回答 %s")}, {e.Refused, key("拒答 %s")}} {
		if p.n > 0 {
			parts = append(parts, t(ctx, p.word, number(p.n)))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return t(ctx, "未计入：%s。它们不进入任何比例。", joinWords(ctx, parts))
}

func skippedNames(ctx context.Context, l lens, r run.Run) string {
	var names []string
	for _, p := range r.Platforms {
		if n := parts(p).skipped; n > 0 {
			names = append(names, l.name(p.Platform)+" "+number(n))
		}
	}
	return strings.Join(names, " · ")
}

// rateTicks are the figures under a shared scale of rates.
func rateTicks(top float64) []string {
	step := 20.0
	if top <= 40 {
		step = 10
	}
	var ticks []string
	for x := 0.0; x < top; x += step {
		ticks = append(ticks, rounded(x, 0))
	}
	return append(ticks, rounded(top, 0)+"%")
}

func aspectParameter(a aspect) string {
	if a.name == aspects[0].name {
		return ""
	}
	return a.name
}

func answerPath(brandID, answerID string) string {
	return "/brands/" + brandID + "/answers/" + answerID
}

// spaced sets a Latin name off from the Chinese around it, as print does.
func spaced(ctx context.Context, name string) string {
	if viewOf(ctx).lang.Spaced() || name == "" {
		return name
	}
	first, _ := utf8.DecodeRuneInString(name)
	last, _ := utf8.DecodeLastRuneInString(name)
	if first < 0x250 && (unicode.IsLetter(first) || unicode.IsDigit(first)) {
		name = " " + name
	}
	if last < 0x250 && (unicode.IsLetter(last) || unicode.IsDigit(last)) {
		name += " "
	}
	return name
}

// led is spaced before punctuation, which needs no blank.
func led(ctx context.Context, name string) string { return strings.TrimRight(spaced(ctx, name), " ") }
