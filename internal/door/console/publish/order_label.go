package publish

import "renown/internal/room/publishing/order"

func stateName(s order.State) string { return "order_state." + string(s) }

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
