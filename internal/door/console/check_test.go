package console_test

import (
	"strings"
	"testing"

	"renown/internal/testkit/apitest"
)

// A member draws a sample, is asked about one answer after the other and goes on where he stopped; a stranger sees nothing of it.
func TestCheckReadings(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		few := newWatched(t, s, 1)
		few.get(few.path+"/check").expect(200, "随机抽 40 条", "抽取样本")
		few.post(few.path+"/check").expect(422, "不足 40 条")
		few.post(few.path+"/check/ans_x", "read", "no", "named", "yes").leads(few.path + "/check")

		w := newWatched(t, s, 12)
		few.get(w.path + "/check").expect(404)
		few.post(w.path + "/check").expect(404)
		few.post(w.path+"/check/ans_x", "read", "no", "named", "yes").expect(404)
		newBrowser(t, s).get(w.path + "/check").expect(303)

		w.post(w.path + "/check").leads(w.path + "/check")
		first := w.get(w.path+"/check").expect(200, "已有定论 0 / 40 条，你判了 0 条", "对吗？", "满 30 条")
		form := attr(first.find("form.reading")[0], "action")
		w.post(form, "read", "no").expect(422, "请选择是或否")
		w.post(form, "read", "no", "named", "no").leads(w.path + "/check")
		second := w.get(w.path+"/check").expect(200, "已有定论 1 / 40 条，你判了 1 条")
		if next := attr(second.find("form.reading")[0], "action"); next == form {
			t.Error("the same answer is asked about again")
		}
		for n := 1; n < 40; n++ {
			page := w.get(w.path + "/check").expect(200)
			read := attr(page.find("form.reading input[name=read]")[0], "value")
			w.post(attr(page.find("form.reading")[0], "action"), "read", read, "named", "yes", "position", "yes",
				"tone", "yes").leads(w.path + "/check")
		}
		w.get(w.path+"/check").expect(200, "你已判完这份样本", "可见度与声量份额已按这些核对校正", "再抽 20 条", "准确率", "召回率", "1 人判过")
		w.post(w.path + "/check").leads(w.path + "/check")
		w.get(w.path+"/check").expect(200, "已有定论 40 / 60 条")
		w.get(w.path+"/change").expect(200, "人工核对过 40 条回答")
		w.get(w.path+"/report").expect(200, "人工核对过 40 条回答")
		w.post("/preferences", "lang", "en", "back", "/")
		english := w.get(w.path+"/check").expect(200, "Precision", "corrected by these checks")
		if strings.Contains(english.text(), "核对结果") {
			t.Error("the page is not in English")
		}
	})
}
