package console

import (
	"context"
	"strings"
)

// jobName is what a kind of job does, in the reader's language. names are those of platforms. A kind that is not known here
// is shown as it is.
func jobName(ctx context.Context, names map[string]string, kind string) string {
	if platform, ok := strings.CutPrefix(kind, "ask_"); ok {
		return t(ctx, "向%s提问", orElse(names[platform], platform))
	}
	return t(ctx, jobLabel(kind))
}

func jobLabel(kind string) string {
	switch kind {
	case "generation":
		return key("生成意图词")
	case "schedule":
		return key("发起定时监测")
	case "purge":
		return key("清理旧回答")
	case "reread":
		return key("重读历史回答")
	case "review":
		return key("监测后的提醒")
	case "order_expire":
		return key("订单到期")
	case "push":
		return key("推送订单")
	case "push_sweep":
		return key("补推送")
	case "watch":
		return key("统计引用")
	case "mail":
		return key("邮件")
	}
	return kind
}

func jobState(state string) string {
	switch state {
	case "retryable":
		return key("等待重试")
	case "cancelled":
		return key("已放弃")
	}
	return key("次数用尽")
}

func jobTone(state string) string {
	if state == "retryable" {
		return "warn"
	}
	return "bad"
}
