package operator

import (
	"context"
	"strings"

	"renown/internal/door/console/kit"
	"renown/internal/room/job"
)

// jobName is what a kind of job does, in the reader's language. names are those of platforms. A kind that is not known here
// is shown as it is.
func jobName(ctx context.Context, names map[string]string, kind string) string {
	if prefix, platform, ok := strings.Cut(kind, "_"); ok && (prefix == "ask" || prefix == "asks") {
		return kit.T(ctx, "向%s提问", kit.OrElse(names[platform], platform))
	}
	return kit.T(ctx, jobLabel(kind))
}

var jobLabels = map[string]string{
	"generation":   kit.Key("生成问题"),
	"schedule":     kit.Key("发起定时监测"),
	"purge":        kit.Key("清理旧回答"),
	"fact_check":   kit.Key("核对回答与事实"),
	"reread":       kit.Key("重读历史回答"),
	"review":       kit.Key("监测后的提醒"),
	"order_expire": kit.Key("订单到期"),
	"push":         kit.Key("推送订单"),
	"push_sweep":   kit.Key("补推送"),
	"watch":        kit.Key("统计引用"),
	"mail":         kit.Key("邮件"),
}

func jobLabel(kind string) string { return kit.Label(jobLabels, kind, kind) }

func jobState(j job.Failure) string {
	switch {
	case j.Reason != nil: // the one there is
		return kit.Key("进程随它终止，已搁置")
	case j.State == "retryable":
		return kit.Key("等待重试")
	case j.State == "cancelled":
		return kit.Key("已放弃")
	}
	return kit.Key("次数用尽")
}

func jobTone(j job.Failure) string {
	if j.State == "retryable" && j.Reason == nil {
		return "warn"
	}
	return "bad"
}
