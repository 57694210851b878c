package console

import (
	"context"

	"renown/internal/room/geo/brand"
)

func promptStatus(status string) string {
	switch status {
	case brand.Active:
		return key("已启用")
	case brand.Suggested:
		return key("建议")
	}
	return key("已停用")
}

func sourceName(source string) string {
	if source == brand.FromAgent {
		return key("AI")
	}
	return key("手动")
}

// typeNames lists for which analyses a prompt counts; none means both.
func typeNames(ctx context.Context, types []string) []string {
	if len(types) == 0 {
		types = []string{brand.Visibility, brand.Sentiment}
	}
	var names []string
	for _, kind := range types {
		if kind == brand.Visibility {
			names = append(names, t(ctx, "可见度"))
		} else {
			names = append(names, t(ctx, "情感"))
		}
	}
	return names
}

func topicOptions(ctx context.Context, topics []brand.Topic) []option {
	return append(existingTopics(topics), option{"", t(ctx, "新主题…")})
}

func existingTopics(topics []brand.Topic) (list []option) {
	for _, topic := range topics {
		list = append(list, option{topic.ID, topic.Name})
	}
	return list
}

func topicHint(ctx context.Context, topics []brand.Topic) string {
	if len(topics) > 0 {
		return t(ctx, "选「新主题」时填写")
	}
	return t(ctx, "意图词按主题分组，先起个名字")
}

// stageOptions are the stages on offer, and the one that is set when it is none of these.
func stageOptions(ctx context.Context, current string) []option {
	list := stages(ctx)
	if current != "" && stageName(ctx, current) == current {
		list = append(list, option{current, current})
	}
	return list
}
