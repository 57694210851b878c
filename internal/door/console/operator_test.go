package console_test

import (
	"bytes"
	"io"
	"mime/multipart"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"renown/internal/room/plan"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/room/publishing/order"
	"renown/internal/room/run/runtime"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// Who is no operator does not learn that there is anything.
func TestOperatorOnly(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		ids := stocked(t, s)
		b, a := loggedIn(t, s, plan.Upper)
		o := ordered(t, s, a, written(t, s, a, article).ID, ids["晨光日报"])[0]
		for _, path := range []string{
			"/operator/review", "/operator/review.csv", "/operator/media", "/operator/media/export",
			"/operator/media/import", "/operator/media/new",
			"/operator/media/" + ids["晨光日报"], "/operator/users", "/operator/users.csv", "/operator/users/" + a.UserID,
			"/operator/platforms", "/operator/platforms.csv",
		} {
			b.get(path).expect(404, "没有这个页面")
		}
		for _, path := range []string{
			"/operator/orders/" + o.ID + "/approve", "/operator/orders/" + o.ID + "/publish",
			"/operator/media/import", "/operator/media/new",
			"/operator/media/" + ids["晨光日报"] + "/status", "/operator/users/" + a.UserID + "/role",
			"/operator/users/" + a.UserID + "/points", "/operator/detection",
		} {
			b.post(path, "role", "operator", "points", "100", "reason", "x", "status", "retired", "detection", "suspend").expect(404)
		}
		if b.get("/media").expect(200).count(`.nav a[href="/operator/review"]`) > 0 {
			t.Error("the rail leads to the operator's pages")
		}
		if now, err := s.App.Orders.FindAny(t.Context(), o.ID); err != nil || now.Status != order.AwaitingReview {
			t.Errorf("the order moved: %v %v", now.Status, err)
		}
	})
}

func TestReview(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		ids := stocked(t, s)
		a := s.Account(t, plan.Upper)
		b, _ := operatorIn(t, s)
		b.get("/").leads("/operator/review")
		b.get("/operator/review").expect(200, "没有待审核的订单")
		b.get("/operator/review?order=ord_nothing").expect(404)
		b.post("/operator/orders/ord_nothing/approve").expect(404)
		nasty := written(t, s, a, content.Fields{
			Title: "全网<i>最好</i>的扫地机",
			Body:  "<script>alert(1)</script>\n\n[买](https://a.example)", ContentType: catalogue.Article,
		})
		first := ordered(t, s, a, nasty.ID, ids["晨光日报"])[0]
		second := ordered(t, s, a, written(t, s, a, article).ID, ids["前沿科技报"])[0]

		page := b.get("/operator/review").expect(200, "2 个待审核", a.Email, "全网<i>最好</i>的扫地机",
			"<script>alert(1)</script>", "1 处，媒体没有写明是否允许", "最好")
		expect.Equal(t, page.one(".queue a b"), "全网<i>最好</i>的扫地机", "the oldest is not in front")
		if page.count(".paper script") > 0 || page.count(".paper a") > 0 || page.count(".paper i") > 0 {
			t.Error("the content acts")
		}
		expect.Equal(t, page.one(`.nav a[href="/operator/review"] .count`), "2", "the rail counts")
		at := "/operator/orders/" + first.ID
		b.post(at+"/reject", "note", " ").expect(422, "请填写原因")
		b.post(at+"/changes", "note", strings.Repeat("长", 501)).expect(422, "不能超过 500")
		b.post(at+"/publish", "url", "https://a.example/1").expect(422, "不允许此操作")
		b.follow(b.post(at+"/changes", "note", "去掉「最好」").leads("/operator/review")).expect(200, "已退回修改", "1 个待审核")
		b.post(at+"/approve").expect(422, "「待修改」，不允许此操作")
		other := "/operator/orders/" + second.ID
		b.follow(b.post(other+"/approve").leads("/operator/review")).expect(200, "已通过", "没有待审核的订单")
		receipt := b.get("/operator/review?queue=receipt").expect(200, "人工发布", "记录为已发布", "养猫家庭的清洁观察")
		if receipt.count(`form[action="`+other+`/push"]`) > 0 {
			t.Error("an order that is published by hand can be pushed")
		}
		b.post(other+"/push", "queue", "receipt").expect(422, "该订单无需推送")
		b.post(other+"/publish", "queue", "receipt", "url", "javascript:alert(1)").expect(422, "文章地址应为完整的")
		b.post(other+"/fail", "queue", "receipt").expect(422, "请填写原因")
		b.follow(b.post(other+"/publish", "queue", "receipt", "url",
			"https://qianyan.example/1").leads("/operator/review?queue=receipt")).expect(200, "扣除 120 积分")
		b.get("/operator/review?queue=done&order="+second.ID).expect(200, "已发布", "qianyan.example/1")
		if file := b.get("/operator/review.csv?queue=done"); !strings.Contains(file.body, "https://qianyan.example/1") {
			t.Errorf("the table: %s", file.body)
		}
	})
}

func TestOperatorsMedia(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		ids := stocked(t, s)
		b, _ := operatorIn(t, s)
		b.get("/operator/media/med_nothing").expect(404)
		b.post("/operator/media/med_nothing", "name", "x").expect(404)
		b.post("/operator/media/med_nothing/status", "status", "paused").expect(404)
		b.post("/operator/media/new", "name", "", "points", "many", "media_type", "news").expect(422, "请填写", "请填整数", "至少选一种")
		b.post("/operator/media/new", "name", "新刊", "points", "9", "media_type", "radio", "content_types", "article").expect(422, "媒体信息有误")
		b.post("/operator/media/new", "name", "新刊", "points", "9", "media_type", "news", "content_types", "article",
			"url", "javascript:alert(1)").expect(422, "媒体信息有误")

		made := b.post("/operator/media/new", "name", "新刊", "points", "9", "media_type", "news", "content_types",
			"article", "success_rate", "97.5", "links", "false", "industries", "technology\nhome", "notes", "不收软文")
		page := b.follow(made).expect(200, "已保存「新刊」")
		for name, want := range map[string]string{"success_rate": "97.5", "points": "9", "average_hours": ""} {
			expect.Equal(t, attr(page.find("#" + name)[0], "value"), want, name, "is")
		}
		m, err := s.App.Catalogue.Find(t.Context(), strings.TrimPrefix(made.location, "/operator/media/"))
		if err != nil || *m.Delivery.SuccessRate != 0.975 || *m.Policy.Links || m.Delivery.AverageHours != nil || len(m.Industries) != 2 {
			t.Errorf("kept as %+v: %v", m.Fields, err)
		}
		b.post(made.location, "name", "新刊", "points", "12", "media_type", "news", "content_types", "article",
			"content_types", "video").leads(made.location)
		if m, _ = s.App.Catalogue.Find(t.Context(), m.ID); m.Price.Points != 12 || len(m.ContentTypes) != 2 ||
			m.Delivery.SuccessRate != nil {
			t.Errorf("changed to %+v", m.Fields)
		}
		b.follow(b.post("/operator/media/"+ids["晨光日报"]+"/status", "status", "paused", "back",
			"/operator/media?q=%E6%99%A8").leads("/operator/media?q=%E6%99%A8")).expect(200, "暂停接单")
		b.post("/operator/media/"+ids["晨光日报"]+"/status", "status", "retired").leads("/operator/media/" + ids["晨光日报"])
		b.get("/operator/media?retired=1").expect(200, "晨光日报", "旧闻网")
		if b.get("/operator/media").expect(200).count(`a[href="/operator/media/`+ids["晨光日报"]+`"]`) > 0 {
			t.Error("a retired outlet is still listed")
		}
		for format, want := range map[string]string{"csv": "price.points", "jsonl": `"name":"新刊"`} {
			if file := b.get("/operator/media/export?format=" + format); file.status != 200 || !strings.Contains(file.body, want) {
				t.Errorf("%s: %d %.200s", format, file.status, file.body)
			}
		}
	})
}

// Codes of a record are shown by name in the reader's language, one without a name as it is, and every one is kept as
// it was when the form comes back.
func TestOutletFormNamesCodes(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		b, _ := operatorIn(t, s)
		for lang, shown := range map[string]string{"zh": "简体中文", "en": "Simplified Chinese"} {
			b.post("/preferences", "lang", lang, "back", "/")
			made := b.post("/operator/media/new", "name", lang, "points", "9", "media_type", "news", "content_types", "article",
				"industries", strings.Join(catalogue.Codes("industry"), "\n")+"\n养蜂", "level", "national", "platform",
				"zhishihao", "country", "XK", "language", "zh-Hans")
			page := b.follow(made).expect(200)
			expect.Equal(t, attr(page.find("#language")[0], "value"), shown, "in", lang, "the language is called")
			expect.Equal(t, attr(page.find("#country")[0], "value"), "XK", "in", lang, "the country is called")
			fields := []string{
				"name", lang, "points", "9", "media_type", "news", "content_types", "article",
				"industries", page.find("#industries")[0].FirstChild.Data,
			}
			for _, name := range []string{"level", "platform", "country", "language"} {
				fields = append(fields, name, attr(page.find("#" + name)[0], "value"))
			}
			id := strings.TrimPrefix(made.location, "/operator/media/")
			before := must.Get(s.App.Catalogue.Find(t.Context(), id))(t)
			b.post(made.location, fields...).leads(made.location)
			after, err := s.App.Catalogue.Find(t.Context(), id)
			if err != nil || !slices.Equal(after.Industries, before.Industries) || *after.Level != "national" ||
				*after.Platform != "zhishihao" || *after.Country != "XK" || *after.Language != "zh-Hans" {
				t.Errorf("in %s kept as %+v: %v", lang, after.Fields, err)
			}
		}
	})
}

// upload sends a file as a browser does.
func (b *browser) upload(path, name, text string, pairs ...string) *received {
	b.t.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	if name != "" {
		part := must.Get(w.CreateFormFile("file", name))(b.t)
		_, _ = io.WriteString(part, text)
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		_ = w.WriteField(pairs[i], pairs[i+1])
	}
	_ = w.Close()
	r, err := http.NewRequest(http.MethodPost, b.s.URL+path, &body)
	must.Do(b.t, err)
	r.Header.Set("Content-Type", w.FormDataContentType())
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	response := must.Get(b.client.Do(r))(b.t)
	defer response.Body.Close()
	raw := must.Get(io.ReadAll(response.Body))(b.t)
	s := &received{
		t: b.t, path: path, status: response.StatusCode, header: response.Header,
		location: response.Header.Get("Location"), body: string(raw),
	}
	if s.root, err = html.Parse(strings.NewReader(s.body)); err != nil {
		b.t.Fatal(err)
	}
	if s.location == "" {
		inspect(b.t, s)
	}
	return s
}

func TestImport(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		b, _ := operatorIn(t, s)
		const at = "/operator/media/import"
		count := func() int64 {
			list := must.Get(s.App.Catalogue.List(t.Context(), catalogue.Filter{}, "", catalogue.Paging{Number: 1, Size: 10}))(t)
			return list.Total
		}
		b.get(at).expect(200, "检查文件")
		b.upload(at, "", "").expect(422, "请选择一个文件")
		b.upload(at, "empty.csv", "").expect(422, "文件是空的")
		b.upload(at, "", "", "packed", "not base64").expect(400)
		b.upload(at, "", "", "packed", "AAAA").expect(400)

		good := `{"name":"甲报","media_type":"news","content_types":["article"],"price":{"points":10}}` + "\n"
		bad := b.upload(at, "some.jsonl", good+"not json\n"+
			`{"name":"<b>乙</b>","media_type":"radio","content_types":["article"],"price":{"points":1}}`).expect(422,
			"有误的行2", "跳过有误的行，导入其余 1 家")
		var numbers []string
		for _, n := range bad.find("#import-report tbody td.num") {
			numbers = append(numbers, textOf(n))
		}
		if strings.Join(numbers, " ") != "2 3" {
			t.Errorf("bad lines %v, want 2 and 3", numbers)
		}
		looked := b.upload(at, "good.jsonl", good).expect(200, "将新增1", "导入 1 家媒体")
		if n := count(); n != 0 {
			t.Fatalf("looking at files left %d outlets", n)
		}
		packed := attr(looked.find("input[name=packed]")[0], "value")
		b.follow(b.upload(at, "", "", "packed", packed, "certain", "1").leads("/operator/media")).expect(200, "新增 1", "甲报")
		b.upload(at, "good.jsonl", good).expect(200, "不变1")
		skipping := attr(bad.find("input[name=packed]")[0], "value")
		b.upload(at, "", "", "packed", skipping, "certain", "1").expect(422)
		b.upload(at, "", "", "packed", skipping, "certain", "1", "keep_going", "1").leads("/operator/media")
		other := strings.ReplaceAll(good, "甲", "丙")
		b.upload(at, "other.jsonl", other, "retire_missing", "1").expect(200, "将新增1", "将下架1")
		expect.Equal(t, count(), 1, "outlets")
	})
}

func TestUsers(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		a := s.Account(t, plan.Standard)
		b, me := operatorIn(t, s)
		at := "/operator/users/" + a.UserID
		b.get("/operator/users/usr_nothing").expect(404)
		b.post("/operator/users/usr_nothing/plan", "tier", "upper").expect(404)
		b.post(at+"/plan", "tier", "gold").expect(422, "请从列出的选项中选择")
		b.post(at+"/plan", "tier", "upper", "expires_at", "soon").expect(422, "2027-12-31 这样的日期")
		b.post(at+"/plan", "tier", "upper", "runs_per_day", "1001").expect(422, "请填 0 到 1,000 的整数")
		b.post(at+"/plan", "tier", "upper", "active_prompts", "many").expect(422, "请填 0 到 10,000 的整数")
		b.post(at+"/points", "points", "much", "reason", "x").expect(422, "请填整数")
		b.post(at+"/points", "points", "5", "reason", "").expect(422, "请填写")
		b.post(at+"/points", "points", "-5000", "reason", "x").expect(422, "发稿积分不足")
		b.post(at+"/points", "points", "0", "reason", "x").expect(422, "非零整数")
		b.post("/operator/users/"+me.UserID+"/role", "role", "user").expect(422, "不能改自己的角色")
		b.post("/operator/users/"+me.UserID+"/status", "status", "disabled").expect(422, "不能改自己的角色")
		b.post(at+"/role", "role", "king").expect(422)

		b.get("/operator/users?q="+a.Email).expect(200, a.Email, "标准版")
		b.get("/operator/users?q=nobody@nowhere").expect(200, "没有符合条件的用户")
		b.follow(b.post(at+"/plan", "tier", "upper", "expires_at", "2099-12-31").leads(at)).expect(200, "套餐已更新", "1,000 可用")
		got, err := s.App.Plans.Of(t.Context(), a.UserID)
		if err != nil || got.Tier != plan.Upper || got.ExpiresAt == nil ||
			got.ExpiresAt.UTC().Format("2006-01-02 15:04") != "2099-12-31 16:00" {
			t.Errorf("the plan is %+v: %v", got, err)
		}
		b.follow(b.post(at+"/plan", "tier", "upper", "expires_at", "2099-12-31", "active_prompts", "50").leads(at)).expect(200, "空着按套餐：20")
		page := b.get(at)
		expect.Equal(t, attr(page.find("#active_prompts")[0], "value"), "50", "the limit apart from the plan is shown as")
		expect.Equal(t, attr(page.find("#runs_per_day")[0], "value"), "", "and one as in the plan as")
		expect.Equal(t, attr(page.find("#expires_at")[0], "value"), "2099-12-31", "the last day is shown as")
		owner := newBrowser(t, s)
		owner.logIn(a.Email, a.Password)
		owner.get("/plan").expect(200, "为这个账号单独约定：启用的问题 50。其余按套餐。")
		for who, seen := range map[string]*received{
			"an operator": b.get("/operator/users?q=" + a.Email),
			"the owner":   owner.get("/plan"),
			"the log":     b.get("/operator/log?deed=plan_set").expect(200, "启用的问题 50"),
		} {
			if text := seen.text(); !strings.Contains(text, "2099-12-31") || strings.Contains(text, "2100-01-01") {
				t.Errorf("%s reads another last day: %s", who, text)
			}
		}
		b.follow(b.post(at+"/points", "points", "-50", "reason", "重复补偿").leads(at)).expect(200, "−50", "运营人员调整：重复补偿", "950", "另有 −50：运营调整")
		b.follow(b.post(at+"/status", "status", "disabled").leads(at)).expect(200, "已停用", "恢复账号")
		b.follow(b.post(at+"/role", "role", "operator").leads(at)).expect(200, "取消运营权限")
		b.get("/operator/users?status=disabled").expect(200, a.Email)
		if file := b.get("/operator/users.csv"); !strings.Contains(file.body, a.Email) {
			t.Errorf("the table: %s", file.body)
		}
	})
}

// runtimesPage makes a token of a space, which is shown once, and revokes it. What belongs to the installation is not the space's.
func runtimesPage(t *testing.T, b *browser, foreign string) {
	t.Helper()
	b.get("/runtimes").expect(200, "还没有接入 App 采集", "待管理员确认平台条款")
	b.post("/runtimes", "name", "工作站").expect(422, "请至少选一个平台")
	b.post("/runtimes", "name", "", "platform", "doubao").expect(422)
	b.post("/runtimes/" + foreign + "/revoke").expect(404)
	b.post("/runtimes", "name", "工作站", "platform", "doubao").expect(200, "令牌已创建：工作站", "rt-",
		"renown runtime login --platform doubao", "从未连接")
	again := b.get("/runtimes").expect(200, "工作站", "从未连接")
	if strings.Contains(again.text(), "rt-") {
		t.Error("the token is shown again")
	}
	id := regexp.MustCompile(`/runtimes/(rtm_[0-9a-z]+)/revoke`).FindStringSubmatch(again.body)
	if id == nil {
		t.Fatal("no runtime to revoke")
	}
	b.follow(b.post("/runtimes/"+id[1]+"/revoke").leads("/runtimes")).expect(200, "令牌已吊销", "已吊销")
}

func TestPlatforms(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		b, _ := operatorIn(t, s)
		b.post("/operator/detection", "detection", "explode").expect(422)
		if got := b.get("/operator/platforms").expect(200, "豆包", "DeepSeek", "暂停监测"); strings.Contains(got.text(), "由人登录的浏览器") {
			t.Error("runtimes are shown where there are none")
		}
		made, _, err := s.App.Runtimes.Create(t.Context(), runtime.NewRuntime{Name: "<b>林见的工作站", Platforms: []string{"doubao"}})
		must.Do(t, err)
		must.Do(t, s.App.Runtimes.Report(t.Context(), made, []runtime.Report{{Platform: "doubao", State: runtime.Challenge}}))
		b.get("/operator/platforms").expect(200, "<b>林见的工作站", "全站", "等待人工验证", "0 / 40", "还没有人读过")
		b.post("/operator/platforms/doubao/terms", "read_by", "", "edition", "2026-08").expect(422)
		b.post("/operator/platforms/eliza/terms", "read_by", "林见", "edition", "2026-08").expect(422)
		b.follow(b.post("/operator/platforms/doubao/terms", "read_by", "林见", "edition",
			"2026-08").leads("/operator/platforms")).expect(200, "已登记", "林见", "撤回登记")
		b.follow(b.post("/operator/platforms/doubao/terms/withdraw").leads("/operator/platforms")).expect(200, "已撤回登记", "还没有人读过")
		runtimesPage(t, b, made.ID)
		b.follow(b.post("/operator/detection", "detection", "suspend").leads("/operator/platforms")).expect(200, "已暂停", "恢复监测")
		if d, err := s.App.Runs.Detection(t.Context()); err != nil || !d.Suspended {
			t.Errorf("detection goes on: %v", err)
		}
		b.follow(b.post("/operator/detection", "detection", "resume").leads("/operator/platforms")).expect(200, "暂停监测")
		if file := b.get("/operator/platforms.csv"); !strings.Contains(file.body, "doubao") || !strings.Contains(file.body, "全部套餐") {
			t.Errorf("the table: %s", file.body)
		}
	})
}
