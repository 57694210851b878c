package console_test

import (
	"net/url"
	"strings"
	"testing"

	"renown/internal/config"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/plan"
	"renown/internal/room/run"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// lostMail is a program whose mail server is away: every mail fails, and is tried again.
func lostMail(s *config.Settings) {
	s.SMTPURL, s.MailFrom, s.PublicURL = &url.URL{
		Scheme: "smtp", User: url.UserPassword("robot", "hunter2"),
		Host: "127.0.0.1:1",
	}, "renown@example.com", ""
}

func TestJobsRefused(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		newBrowser(t, s).get("/operator/jobs").leads("/login?next=%2Foperator%2Fjobs")
		b, _ := loggedIn(t, s, plan.Upper)
		for _, path := range []string{"/operator/jobs", "/operator/jobs.csv"} {
			b.get(path).expect(404, "没有这个页面")
		}
		for _, path := range []string{"/operator/jobs/retry", "/operator/jobs/1-1/retry", "/operator/jobs/1-1/discard"} {
			b.post(path, "kind", "mail").expect(404, "没有这个页面")
		}
		operator, _ := operatorIn(t, s)
		operator.post("/operator/jobs/retry").expect(422)
		operator.follow(operator.post("/operator/jobs/retry", "kind", "mail").leads("/operator/jobs?kind=mail")).expect(200, "没有可以重试的任务")
		for _, what := range []string{"retry", "discard"} {
			operator.follow(operator.post("/operator/jobs/1-1/"+what).leads("/operator/jobs")).expect(200, "它已不在失败之列")
			operator.follow(operator.post("/operator/jobs/%3Cb%3E/"+what, "kind",
				"mail").leads("/operator/jobs?kind=mail")).expect(200, "它已不在失败之列")
		}
	})
}

func TestJobs(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{Settings: lostMail}, func(t *testing.T, s *apitest.Server) {
		b, a := operatorIn(t, s)
		b.get("/operator/jobs").expect(200, "没有失败的任务")
		expect.Equal(t, b.get("/operator/jobs").one(`.page-tabs a[aria-current="page"]`), "失败任务", "the tabs are at")
		newBrowser(t, s).post("/forgot", "email", a.Email).expect(200)
		const line = "#job-list tbody tr"
		failed := b.until("/operator/jobs", func(p *received) bool { return p.count(line) == 1 })
		if text := failed.one(line); !strings.Contains(text, "邮件") || !strings.Contains(text, a.UserID) ||
			!strings.Contains(text, "等待重试") || !strings.Contains(text, "127.0.0.1") {
			t.Errorf("the line says %q", text)
		}
		if strings.Contains(failed.body, "hunter2") || strings.Contains(failed.body, a.Email+"<") &&
			strings.Contains(failed.one(line), a.Email) {
			t.Error("the page tells a secret")
		}
		b.get("/operator/jobs?kind=push").expect(200, "没有失败的任务")
		narrowed := b.get("/operator/jobs?kind=mail").expect(200, "重试全部 1 个")
		if narrowed.count(line) != 1 || narrowed.count(`.chip[aria-current="true"]`) != 1 {
			t.Error("the filter finds nothing")
		}
		if file := b.get("/operator/jobs.csv?kind=mail"); !strings.Contains(file.body, "mail") ||
			!strings.Contains(file.body, a.UserID) || strings.Contains(file.body, "hunter2") {
			t.Errorf("the table: %s", file.body)
		}
		attempts := func() string { return b.get("/operator/jobs").one(line + " td.num") }
		before := attempts()
		b.follow(b.post("/operator/jobs/retry", "kind", "mail").leads("/operator/jobs?kind=mail")).expect(200, "已重试 1 个任务")
		again := b.until("/operator/jobs", func(p *received) bool { return p.count(line) == 1 && p.one(line+" td.num") != before })
		b.post("/preferences", "lang", "en", "back", "/operator/jobs")
		english := b.get("/operator/jobs").expect(200, "Failed jobs", "Mail", "Waiting for another attempt")
		if left := chinese(english.root); len(left) > 0 {
			t.Errorf("not translated: %v", left)
		}
		b.post("/preferences", "lang", "zh", "back", "/operator/jobs")
		form := again.find(line + " form")
		must.Equal(t, len(form), 2, "forms in the line")
		b.follow(b.post(attr(form[1], "action")).leads("/operator/jobs")).expect(200, "已丢弃", "没有失败的任务")
		b.follow(b.post(attr(form[0], "action")).leads("/operator/jobs")).expect(200, "它已不在失败之列")
		if user, err := s.App.Accounts.ByID(t.Context(), a.UserID); err != nil || user.Role != account.RoleOperator {
			t.Errorf("%+v %v", user, err)
		}
	})
}

// Operators find a run that does not end, of whichever account, and cancel it; other users cannot.
func TestOperatorCancelsRun(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		_, a := loggedIn(t, s, plan.Upper)
		if err := s.App.Runs.Suspend(t.Context()); err != nil { // so that the run stays open
			t.Fatal(err)
		}
		runID := submitted(t, s, a)
		stranger, _ := loggedIn(t, s, plan.Upper)
		stranger.post("/operator/runs/" + runID + "/cancel").expect(404)
		operator, _ := operatorIn(t, s)
		operator.post("/operator/runs/run_nothing/cancel").expect(404)
		operator.get("/operator/platforms").expect(200, runID, a.Email, "取消监测")
		operator.follow(operator.post("/operator/runs/"+runID+"/cancel").leads("/operator/platforms")).expect(200, "已取消监测")
		operator.follow(operator.post("/operator/runs/"+runID+"/cancel")).expect(200, "监测已经结束")
		if got := operator.get("/operator/platforms"); strings.Contains(got.text(), runID) {
			t.Error("the run is still there")
		}
		r, err := s.App.Runs.Find(t.Context(), callerOf(t, s, a), runID)
		if err != nil || r.Status != "cancelled" {
			t.Errorf("the run is %s: %v", r.Status, err)
		}
	})
}

// submitted is a run of a new brand with one question, behind the console's back.
func submitted(t *testing.T, s *apitest.Server, a *apitest.Account) string {
	t.Helper()
	ctx, who := t.Context(), callerOf(t, s, a)
	b, err := s.App.Brands.Create(ctx, who, brand.Profile{Name: "云栖笔记", Introduction: "云端笔记", ProductType: "other"})
	must.Do(t, err)
	topic := must.Get(s.App.Brands.CreateTopic(ctx, who, b.ID, brand.TopicFields{Name: "选购", Region: "CN", Language: "zh"}))(t)
	if _, err = s.App.Brands.CreatePrompt(ctx, who, b.ID, brand.NewPrompt{
		PromptFields: brand.PromptFields{
			TopicID: topic.ID, Text: "哪款云笔记好用？", Stage: "awareness",
			Status: brand.Active,
		}, Source: brand.FromUser,
	}); err != nil {
		t.Fatal(err)
	}
	out := must.Get(s.App.Runs.Submit(ctx, who, run.Request{BrandID: b.ID, Origin: run.FromAPI}))(t)
	return out.RunID
}
