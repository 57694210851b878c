package publish

import (
	"renown/internal/door/console/kit"
	"renown/internal/room/publishing/order"
)

func stateName(s order.State) string {
	switch s {
	case order.AwaitingReview:
		return kit.Key("待审核")
	case order.NeedsRevision:
		return kit.Key("待修改")
	case order.InPublication:
		return kit.Key("发布中")
	case order.Published:
		return kit.Key("已发布")
	case order.Withdrawn:
		return kit.Key("已撤回")
	case order.Rejected:
		return kit.Key("已驳回")
	case order.Expired:
		return kit.Key("已过期")
	}
	return kit.Key("发布失败")
}

func stateTone(s order.State) string {
	switch s {
	case order.AwaitingReview:
		return "warn"
	case order.InPublication:
		return "live"
	case order.Published:
		return "good"
	case order.Rejected, order.Failed:
		return "bad"
	}
	return "off"
}
