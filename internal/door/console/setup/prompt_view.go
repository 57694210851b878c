package setup

import (
	"context"

	"renown/internal/door/console/kit"
	"renown/internal/room/brand"
)

func sourceName(source string) string {
	if source == brand.FromAgent {
		return kit.Key("AI")
	}
	return kit.Key("手动")
}

// typeNames lists for which analyses a prompt counts; none means both.
func typeNames(ctx context.Context, types []string) []string {
	if len(types) == 0 {
		types = []string{brand.Visibility, brand.Sentiment}
	}
	var names []string
	for _, kind := range types {
		if kind == brand.Visibility {
			names = append(names, kit.T(ctx, "可见度"))
		} else {
			names = append(names, kit.T(ctx, "情感"))
		}
	}
	return names
}

func topicOptions(ctx context.Context, topics []brand.Topic) []kit.Option {
	return append(kit.TopicOptions(topics), kit.Option{Value: "", Label: kit.T(ctx, "新主题…")})
}

func topicHint(ctx context.Context, topics []brand.Topic) string {
	if len(topics) > 0 {
		return kit.T(ctx, "选「新主题」时填写")
	}
	return kit.T(ctx, "问题按主题分组，先起个名字")
}
