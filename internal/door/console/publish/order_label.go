package publish

import (
	"renown/internal/door/console/kit"
	"renown/internal/room/publishing/order"
)

func stateName(s order.State) string { return "order_state." + string(s) }

var stateTones = map[order.State]string{
	order.AwaitingReview: "warn",
	order.InPublication:  "live",
	order.Published:      "good",
	order.Rejected:       "bad",
	order.Failed:         "bad",
}

func stateTone(s order.State) string { return kit.Label(stateTones, s, "off") }
