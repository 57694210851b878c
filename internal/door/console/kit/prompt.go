package kit

import (
	"context"
	"strings"

	"renown/internal/room/brand"
)

// PromptForm shows a prompt as it is stored.
func PromptForm(p brand.Prompt) Form {
	f := Filled("text", p.Text, "stage", p.Stage, "topic_id", p.TopicID, "tags", strings.Join(p.TagIDs, "、"))
	f.Values["type"] = p.Types
	return f
}

// PromptStatus is the key of a prompt's status.
func PromptStatus(status string) string {
	return Label(map[string]string{brand.Active: Key("已启用"), brand.Suggested: Key("建议")}, status, Key("已停用"))
}

// TopicOptions are topics to choose from.
func TopicOptions(topics []brand.Topic) (list []Option) {
	for _, topic := range topics {
		list = append(list, Option{Value: topic.ID, Label: topic.Name})
	}
	return list
}

// stageOptions are the stages on offer, and the one that is set when it is none of these.
func stageOptions(ctx context.Context, current string) []Option {
	list := Stages(ctx)
	if current != "" && StageName(ctx, current) == current {
		list = append(list, Option{Value: current, Label: current})
	}
	return list
}
