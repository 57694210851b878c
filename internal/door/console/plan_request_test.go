package console_test

import (
	"strings"
	"testing"

	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// Operators say how they are reached; plans are asked for where they let it, and confirmed or declined.
func TestPlanRequests(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		b, a := loggedIn(t, s, plan.Standard)
		stranger := newBrowser(t, s)
		b.get("/operator/plans").expect(404)
		b.post("/operator/plans", "contact", "me").expect(404)
		b.get("/plan").expect(200, "请联系客服")
		b.post("/plan/request", "tier", "upper", "months", "3").expect(422, "没有开放套餐申请")

		desk, _ := operatorIn(t, s)
		desk.post("/operator/plans", "contact", "x", "price_url", "javascript:alert(1)").expect(422, "完整的 http 或 https 链接")
		desk.post("/operator/plans/plr_none/confirm").expect(404)
		desk.follow(desk.post("/operator/plans", "contact", "service@example.com", "price_url",
			"https://example.com/prices", "open", "yes").leads("/operator/plans")).expect(200, "没有待处理的申请")
		expect.Equal(t, attr(stranger.get("/forgot").expect(200).find(".auth-body p a")[0], "href"),
			"mailto:service@example.com", "who forgot the password is led to")
		expect.Equal(t, b.get("/plan").expect(200).count(`#contact a[href="https://example.com/prices"]`), 1,
			"the plan page does not lead to the prices")

		b.post("/plan/request", "tier", "trial", "months", "3").expect(422)
		b.post("/plan/request", "tier", "upper", "months", "x").expect(422, "1 到 36")
		b.follow(b.post("/plan/request", "tier", "upper", "months", "3", "note", "<b>发票</b>").leads("/plan")).expect(200, "待处理", "3 个月")
		b.post("/plan/request", "tier", "upper", "months", "6").expect(422, "已有一份申请")
		page := desk.get("/operator/plans").expect(200, a.Email, "<b>发票</b>", "专业版，3 个月")
		expect.Equal(t, page.one(`.nav a[href="/operator/plans"] .count`), "1", "the rail counts")
		var confirm string
		for _, f := range page.find("form") {
			if action := attr(f, "action"); strings.HasSuffix(action, "/confirm") {
				confirm = action
			}
		}
		decline := strings.TrimSuffix(confirm, "confirm") + "decline"
		desk.post(decline, "reason", " ").expect(422, "请填写原因")
		desk.follow(desk.post(decline, "reason", "请先<i>付款</i>").leads("/operator/plans")).expect(200, "已谢绝", "请先<i>付款</i>")
		desk.post(confirm).expect(422, "已有结果或已撤回")
		b.get("/plan").expect(200, "已谢绝", "请先<i>付款</i>")
		b.post("/plan/request", "tier", "upper", "months", "1").leads("/plan")
		b.follow(b.post("/plan/request/withdraw").leads("/plan")).expect(200, "已撤回")
		b.post("/plan/request/withdraw").expect(422, "已有结果或已撤回")

		b.post("/plan/request", "tier", "upper", "months", "12").leads("/plan")
		asked := must.Get(s.App.Plans.Asked(t.Context(), a.UserID))(t)
		desk.follow(desk.post("/operator/plans/"+asked.ID+"/confirm").leads("/operator/plans")).expect(200, "套餐已更新")
		b.get("/plan").expect(200, "专业版", "已确认")
		desk.get("/operator/log?deed=desk_set").expect(200, "可以申请套餐")
		desk.get("/operator/log?deed=plan_requested").expect(200, "专业版")
	})
}
