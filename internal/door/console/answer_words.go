package console

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"renown/internal/floor/timestamp"
	"renown/internal/room/geo/brand"
	"renown/internal/room/geo/finding"
	"renown/internal/room/geo/run"
)

func toneName(label string) string {
	switch label {
	case "positive":
		return key("正面")
	case "negative":
		return key("负面")
	}
	return key("中性")
}

func toneClass(label string) string {
	switch label {
	case "positive":
		return "good"
	case "negative":
		return "bad"
	}
	return ""
}

// className is a kind of site.
func className(class string) string {
	switch class {
	case "own":
		return key("自有")
	case "competitor":
		return key("竞品官网")
	case "news":
		return key("新闻媒体")
	case "social":
		return key("社交与问答")
	case "encyclopedia":
		return key("百科")
	case "ecommerce":
		return key("电商")
	case "government":
		return key("政府与标准")
	}
	return key("其他")
}

func namedWord(ctx context.Context, a run.Answer) string {
	switch {
	case !a.Counted:
		return t(ctx, "未计入")
	case a.Mentioned != nil && *a.Mentioned:
		return t(ctx, "是")
	}
	return t(ctx, "否")
}

func joinLines(list []string) string { return strings.Join(list, "\n") }

// file names a download after the brand and the period.
func (l lens) file(what string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) || r < 0x20 {
			return '-'
		}
		return r
	}, l.brand.Name) + "-" + what + "-" + l.from.Format(time.DateOnly) + "-" + l.to.Format(time.DateOnly) + ".csv"
}

// promptLabel is a prompt in a choice of many.
func promptLabel(prompts []brand.Prompt, id string) string {
	for _, p := range prompts {
		if p.ID == id {
			return p.Text
		}
	}
	return ""
}

func answerPlace(ctx context.Context, a run.Answer) string {
	if a.Position == nil {
		return ""
	}
	return t(ctx, "第 %d 位", *a.Position)
}

// exactMoment is a time to the second, in the reader's zone.
func exactMoment(ctx context.Context, at timestamp.Time) string {
	local := at.In(viewOf(ctx).zone)
	if local.Year() == viewOf(ctx).now.In(viewOf(ctx).zone).Year() {
		return local.Format("01-02 15:04:05")
	}
	return local.Format(time.DateTime)
}

// rivalWords lists the competitors that an answer names, in their order.
func rivalWords(ctx context.Context, a run.Answer) string {
	list := slices.Clone(a.Competitors)
	slices.SortFunc(list, func(a, b finding.Other) int { return cmp.Compare(a.Position, b.Position) })
	names := make([]string, len(list))
	for i, o := range list {
		names[i] = t(ctx, "%s 第 %d 位", o.Name, o.Position)
	}
	return joinWords(ctx, names)
}
