package console

import "renown/internal/room/publishing/order"

func stateName(s order.State) string {
	switch s {
	case order.AwaitingReview:
		return key("待审核")
	case order.NeedsRevision:
		return key("待修改")
	case order.InPublication:
		return key("发布中")
	case order.Published:
		return key("已发布")
	case order.Withdrawn:
		return key("已撤回")
	case order.Rejected:
		return key("已驳回")
	case order.Expired:
		return key("已过期")
	}
	return key("发布失败")
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
