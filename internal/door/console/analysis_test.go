package console_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/insight/proof"
	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// watched is an account with a brand that was monitored for some days.
type watched struct {
	*browser
	s        *apitest.Server
	who      account.Caller
	id, path string
	prompts  []string
}

func newWatched(t *testing.T, s *apitest.Server, days int) *watched {
	t.Helper()
	ctx := context.Background()
	b, a := loggedIn(t, s, plan.Upper)
	spaces := must.Get(s.App.Accounts.Spaces(ctx, a.UserID))(t)
	w := &watched{browser: b, s: s, who: account.Caller{UserID: a.UserID, SpaceID: spaces[0].ID, Scopes: account.Scopes{"*"}}}
	made, err := s.App.Brands.Create(ctx, w.who, brand.Profile{
		Name: "云栖笔记", Introduction: "云端笔记",
		ProductType: "software", Keywords: []string{"云笔记"},
	})
	must.Do(t, err)
	w.id, w.path = made.ID, "/brands/"+made.ID
	topic := must.Get(s.App.Brands.CreateTopic(ctx, w.who, w.id, brand.TopicFields{Name: "选型", Region: "CN", Language: "zh"}))(t)
	for _, text := range []string{"推荐几款云笔记软件", "团队用哪款云笔记软件好？"} {
		p, err := s.App.Brands.CreatePrompt(ctx, w.who, w.id,
			brand.NewPrompt{PromptFields: brand.PromptFields{
				TopicID: topic.ID, Text: text, Stage: "decision",
				Status: brand.Active,
			}, Source: brand.FromUser})
		must.Do(t, err)
		w.prompts = append(w.prompts, p.ID)
	}
	must.Get(s.App.Brands.CreateCompetitor(ctx, w.who, w.id, brand.CompetitorFields{Name: "石墨文档"}))(t)
	if days > 0 {
		must.Do(t, s.App.History(ctx, w.who, []string{w.id}, days, func(int, int) {}))
	}
	return w
}

// Where there is nothing yet, headings count nothing.
func TestNothingIsNotCounted(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		w := newWatched(t, s, 0)
		for _, page := range []string{"/visibility", "/sentiment", "/citations", "/searches", "/opportunities"} {
			expect.Equal(t, w.get(w.path+page).expect(200, "还没有监测").one(".head p"), "云栖笔记", page)
		}
	})
}

// analyses are the pages about what was found, and their tables.
var (
	analyses = []string{"/overview", "/visibility", "/sentiment", "/citations", "/sampling", "/answers", "/report"}
	tables   = []string{
		"/overview/trend.csv", "/overview/platforms.csv", "/overview/competitors.csv", "/overview/indicators.csv", "/overview/alerts.csv",
		"/visibility/prompts.csv", "/visibility/topics.csv", "/visibility/stages.csv", "/sentiment/trend.csv",
		"/sentiment/platforms.csv", "/sentiment/competitors.csv",
		"/sentiment/quotes.csv", "/citations/domains.csv", "/citations/urls.csv", "/citations/classes.csv",
		"/citations/gaps.csv", "/answers.csv",
	}
	evidence = []string{"/report.json", "/answers.jsonl"}
)

func TestAnalysisRefused(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		w := newWatched(t, s, 1)
		answer := strings.TrimPrefix(attr(w.get(w.path + "/answers").find(".answers a")[0], "href"), w.path)
		nobody, stranger := newBrowser(t, s), newWatched(t, s, 0)
		for _, page := range append(slices.Concat(analyses, tables, evidence), answer) {
			if got := nobody.get(w.path + page); got.status != 303 || !strings.HasPrefix(got.location, "/login") {
				t.Errorf("%s for nobody: %d to %q", page, got.status, got.location)
			}
			stranger.get(w.path+page).expect(404, "找不到这个页面")
		}
		stranger.get(stranger.path + answer).expect(404)
		stranger.post(w.path+"/overview/competitors", "name", "x").expect(404)
		stranger.post(w.path + "/overview/alerts/alt_x").expect(404)
		w.post(w.path + "/overview/alerts/alt_x").expect(404)
		w.get(w.path + "/overview/nothing.csv").expect(404)
		w.get(w.path + "/overview/trend").expect(404)
		w.get(w.path + "/answers/tsk_nothing").expect(404)

		for query, said := range map[string]string{
			"from=2026-13-40": "日期写成", "from=yesterday&to=today": "日期写成", "from=2026-11-02&to=2026-11-01": "开始日期不能晚于结束日期",
			"from=2020-01-01&to=2026-01-01": "最多看 1100 天", "to=0001-01-01": "日期写成",
		} {
			for _, page := range analyses[:6] {
				got := w.get(w.path+page+"?"+query).expect(422, said)
				if page != "/sampling" && got.count("#filters details[open] .fault") == 0 {
					t.Errorf("%s?%s: nothing beside the filter", page, query)
				}
			}
		}
		kept := w.get(w.path + "/overview?from=2026-11-02&to=2026-11-01")
		expect.Equal(t, attr(kept.find("#filters input[name=from]")[0], "value"), "2026-11-02", "what was typed is gone")
		w.get(w.path+"/overview?days=8&platform=nothing&topic=nothing&trend=nothing&page=-1").expect(200, "近 30 天", "全部平台")
		w.post(w.path+"/overview/competitors", "name", "").expect(422, "请填写")
		w.post(w.path+"/overview/competitors", "name", strings.Repeat("长", 200)).expect(422, "最多 128 个字")
	})
}

// What is missing is said, and what to do about it.
func TestAnalysisEmpty(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		w := newWatched(t, s, 0)
		page := w.get(w.path+"/overview").expect(200, "还没有监测过", "2 个问题已就绪")
		if page.count(`a[href="`+w.path+`/runs/new"]`) == 0 || page.count(".strip") != 0 {
			t.Error("no way to a first run, or figures of nothing")
		}
		for _, page := range analyses[1:5] {
			w.get(w.path+page).expect(200, "还没有监测过", "发起监测")
		}
		w.get(w.path+"/answers").expect(200, "没有符合的回答")
		w.get(w.path+"/report").expect(200, "没有可以报告的数字")
		for _, table := range tables {
			if got := w.get(w.path + table).expect(200); strings.Count(got.body, "\r\n") < 1 {
				t.Errorf("%s has no header: %q", table, got.body)
			}
		}
		must.Do(t, s.App.Runs.Suspend(t.Context()))
		started := w.post(w.path+"/runs/new", "mode", "search", "platform", "doubao")
		must.Do(t, s.App.DB.InTx(t.Context(), func(tx *store.Tx) error {
			for _, table := range []string{"runs SET done = total,", "latest_runs SET"} {
				if _, err := tx.Exec(t.Context(), `UPDATE `+table+
					` status = 'failed', finished_at = $2 WHERE brand_id = $1`, w.id, tx.Now); err != nil {
					return err
				}
			}
			return nil
		}))
		for _, page := range analyses[:5] {
			if failed := w.get(w.path+page).expect(200, "最近一次监测没有得到回答"); failed.count(`a[href="`+started.location+`"]`) == 0 {
				t.Errorf("%s does not lead to the run that failed", page)
			}
		}
		must.Do(t, s.App.DB.InTx(t.Context(), func(tx *store.Tx) error {
			_, err := tx.Exec(t.Context(), `UPDATE runs SET status = 'cancelled' WHERE brand_id = $1`, w.id)
			return err
		}))
		for _, id := range w.prompts {
			must.Get(s.App.Brands.UpdatePrompt(context.Background(), w.who, id,
				func(p *brand.PromptFields) { p.Status = brand.Archived }))(t)
		}
		w.get(w.path+"/overview").expect(200, "还没有启用的问题", "按步骤开始")
	})
}

// Ten answers make a rate; fewer are a count.
func TestTooFew(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		w := newWatched(t, s, 1)
		page := w.get(w.path+"/overview?platform=kimi").expect(200, "样本不足")
		if strings.Contains(page.one(".figs"), "%") {
			t.Errorf("a rate of two answers: %s", page.one(".figs"))
		}
		if first := w.get(w.path+"/overview").expect(200, "天，共 7 天"); first.count("#filters") > 0 || first.count(".rank li.us") != 1 {
			t.Errorf("not plain counts: %s", first.text())
		}
		heat := w.get(w.path+"/visibility").expect(200, "样本不足")
		expect.Equal(t, heat.count("table.heat tbody td a"), 12, "cells")
		ranking := w.get(w.path + "/change").expect(200).one("#competitors tr.us")
		if strings.Count(ranking, "—") != 2 {
			t.Errorf("share and position of seven mentions: %s", ranking)
		}
		if prompts := w.get(w.path + "/report").expect(200).one("#asked tbody"); strings.Contains(prompts, "%") ||
			!strings.Contains(prompts, "样本不足") {
			t.Errorf("rates of six answers: %s", prompts)
		}
		w.get(w.path+"/overview?from=2020-01-01&to=2020-01-31").expect(200, "这段时间没有回答", "看近 90 天")
	})
}

func TestAnalysis(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		w := newWatched(t, s, 12)
		w.get("/").leads(w.path + "/overview")
		if page := w.get(w.path+"/overview?days=30").expect(200, "总览", "谁领先", "不可比"); page.count(".figs .fig") != 2 || page.count(".three li") != 1 {
			t.Errorf("figures are missing: %s", page.text())
		}
		page := w.get(w.path+"/change").expect(200, " 条回答 · 6 个平台", "各平台可见度", "竞品对比", "石墨文档", "怎么读这些数字")
		if page.count("figure .plot path.line") == 0 || page.count(".dots li .plat") != 6 {
			t.Errorf("figures are missing: %s", page.text())
		}
		week := w.get(w.path+"/change?days=7&platform=doubao&platform=kimi&trend=position&by=day").expect(200, "近 7 天", "平均位次趋势", "部分平台")
		expect.Equal(t, week.count(".dots li .plat"), 2, "the platforms are not narrowed")
		w.cells(t)
		w.tone(t)
		w.sources(t)
		report := w.get(w.path+"/report").expect(200, "云栖笔记 · AI 可见度报告", "怎么得出的")
		if report.count("aside.rail") != 0 || report.count("svg.plot path.line") == 0 || report.count("section.a4") != 4 {
			t.Error("the report has a rail, or no line")
		}
		figures, answers := w.get(w.path+"/report.json").expect(200).body, w.get(w.path+"/answers.jsonl").expect(200).body
		verdict, err := proof.Verify(t.Context(), strings.NewReader(figures), strings.NewReader(answers))
		if err != nil || len(verdict.Differences) > 0 || verdict.Answers == 0 {
			t.Errorf("the downloads do not agree: %+v, %v", verdict, err)
		}
		var made proof.Document
		if err := json.Unmarshal([]byte(figures), &made); err != nil || strings.Contains(report.body, made.Answers.IDs) {
			t.Errorf("the printed report carries %q, %v", made.Answers.IDs, err)
		}
		seen := map[string]bool{}
		for _, path := range []string{
			"/report.json", "/report.json?days=7", "/answers.jsonl",
			"/answers.jsonl?days=7", "/tables.zip", "/tables.zip?days=7", "/tables.xlsx", "/tables.xlsx?days=7",
		} {
			file := w.get(w.path + path).expect(200).file()
			if !strings.HasPrefix(file, "云栖笔记-") || seen[file] {
				t.Errorf("%s is called %s", path, file)
			}
			seen[file] = true
		}
		w.clientReport(t)
		for _, table := range tables {
			got := w.get(w.path + table).expect(200)
			if !strings.HasPrefix(got.header.Get("Content-Type"), "text/csv") || !strings.HasPrefix(got.file(), "云栖笔记-") {
				t.Errorf("%s: %v", table, got.header)
			}
		}
		expect.Equal(t, strings.Count(w.get(w.path+"/visibility/prompts.csv").body, "\r\n"), 13, "lines of prompts, want a header and 12")
		if got := w.get(w.path + "/overview/trend.csv?days=7"); strings.Count(got.body, "\r\n") != 7 {
			t.Errorf("six days of a week have answers: %s", got.body)
		}
		w.post("/preferences", "lang", "en", "back", "/")
		for _, page := range analyses {
			got := w.get(w.path + page + "?days=7").expect(200)
			for _, word := range []string{"可见度", "区间", "回答", "显著"} {
				if strings.Contains(strings.ReplaceAll(got.text(), "云栖笔记", ""), word) {
					t.Errorf("%s speaks Chinese: %s", page, word)
				}
			}
		}
	})
}

// cells opens an answer from the heat map, and steps through what the cell holds.
func (w *watched) cells(t *testing.T) {
	t.Helper()
	heat := w.get(w.path+"/visibility").expect(200, "推荐几款云笔记软件", "决策", "选型", "合计")
	link := heat.find("table.heat tbody td a")[0]
	path, _, _ := strings.Cut(attr(link, "href"), "#")
	panel := w.get(path).expect(200, "共 12 条，第 1 条（从新到旧）", "模型", "引用来源", "联网搜索")
	if panel.count("#answer .answer") != 1 || panel.count("table.heat a[aria-current]") != 1 {
		t.Error("no answer, or no cell that is current")
	}
	older := panel.find(`#answer a[aria-label="更早的一条"]`)
	if len(older) != 1 || panel.count(`#answer a[aria-label="更新的一条"]`) != 0 {
		t.Fatal("the newest answer has a newer one, or no older")
	}
	w.get(attr(older[0], "href")).expect(200, "第 2 条（从新到旧）")
	w.get(path+"&at=99").expect(200, "推荐几款云笔记软件")
	w.get(w.path+"/visibility?view=topics").expect(200, "选型", "提及 / 回答")
	w.get(w.path+"/visibility?view=stages").expect(200, "决策")

	list := w.get(w.path + "/answers?prompt=" + w.prompts[1] + "&named=yes").expect(200)
	if list.count(".answers li") == 0 || list.count(".answers .ranks .us") == 0 {
		t.Fatalf("nothing names the brand: %s", list.text())
	}
	judged := 0
	for _, link := range list.find(".answers .answer-line a") {
		one := w.get(attr(link, "href")).expect(200, "提到云栖笔记", "原文")
		if one.count(".answer mark.us") == 0 {
			t.Error("the brand is not marked")
		}
		judged += one.count("q.judged") // not every answer has an opinion
	}
	if judged == 0 {
		t.Error("no sentence is marked")
	}
	if none := w.get(w.path + "/answers?named=no").expect(200); none.count(".answers .us") != 0 {
		t.Error("an answer that does not name the brand does")
	}
}

func (w *watched) tone(t *testing.T) {
	t.Helper()
	page := w.get(w.path+"/sentiment").expect(200, "情感得分", "各平台得分", "原句", "竞品对比")
	if page.count(".fig .big") != 1 || page.count(".quotes mark.us") == 0 || page.count("svg.columns rect") == 0 {
		t.Errorf("tone: %s", page.text())
	}
	for _, q := range w.get(w.path + "/sentiment?tone=positive").find(".quotes .badge") {
		expect.Equal(t, textOf(q), "正面", "a filter for positive ones shows")
	}
	w.get(attr(page.find(".quotes li a")[0], "href")).expect(200)
}

func (w *watched) sources(t *testing.T) {
	t.Helper()
	page := w.get(w.path+"/citations").expect(200, "自有引用", "自有网站", "投放文章", "引用它时较少提到你的网站")
	if page.count("svg.split rect") != 3 || page.count("#sources tbody tr") == 0 {
		t.Errorf("sources: %s", page.text())
	}
	for _, a := range page.find(".gaps .end a") {
		if !strings.HasPrefix(attr(a, "href"), "/media?q=") {
			t.Errorf("a gap leads to %q", attr(a, "href"))
		}
	}
	refs := page.find(".gaps a.ref") // a few answers may show no gap that is significant
	for _, a := range refs[:min(len(refs), 1)] {
		w.get(attr(a, "href")).expect(200)
	}
	for _, row := range w.get(w.path+"/citations?list=urls&class=news&sort=-last").expect(200, "页面").find("#sources tbody tr") {
		if !strings.Contains(textOf(row), "新闻媒体") {
			t.Errorf("a filter for news shows %s", textOf(row))
		}
	}
}

// A suggested name becomes a competitor, and an alert is read once.
func TestOverviewForms(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		w := newWatched(t, s, 1)
		back := w.path + "/overview?days=7"
		w.follow(w.post(w.path+"/overview/competitors", "name", "协云", "back", back).leads(back)).expect(200, "已加入竞品")
		w.post(w.path+"/overview/competitors", "name", "另一家", "back", "https://evil.example/").leads(w.path + "/overview")
		w.get(w.path+"/competitors").expect(200, "协云", "另一家")

		must.Get(s.App.Brands.CreateCompetitor(context.Background(), w.who, w.id, brand.CompetitorFields{Name: "云栖笔记"}))(t)
		page := w.get(back).expect(200, "「云栖笔记」是几家共用的名字")
		action := attr(page.find("#alerts form")[0], "action")
		stranger := newWatched(t, s, 0)
		stranger.post(strings.Replace(action, w.id, stranger.id, 1)).expect(404)
		w.follow(w.post(action, "back", back).leads(back)).expect(200, "已标为已读")
		w.post(action, "back", back).leads(back)
	})
}

// Answers of a topic that was deleted stay in the history, under a name.
func TestDeletedTopicIsNamed(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{Settings: simulated}, func(t *testing.T, s *apitest.Server) {
		w := newWatched(t, s, 3)
		ctx := context.Background()
		topics := must.Get(s.App.Brands.Topics(ctx, w.who, w.id))(t)
		must.Get(s.App.Brands.DeletePrompts(ctx, w.who, w.id, w.prompts))(t)
		must.Do(t, s.App.Brands.DeleteTopic(ctx, w.who, topics[0].ID))
		w.get(w.path+"/visibility").expect(200, "已删除的主题")
		w.get(w.path+"/visibility?view=topics").expect(200, "已删除的主题")
		for _, file := range []string{"/visibility/topics.csv", "/visibility/prompts.csv"} {
			if body := w.get(w.path + file).body; !strings.Contains(body, "已删除的主题") {
				t.Errorf("%s: %s", file, body)
			}
		}
		_, key, err := s.App.Accounts.CreateKey(ctx, w.who.UserID, "k", account.Scopes{"*"})
		must.Do(t, err)
		got := s.Expect(t, apitest.Call{Name: "visibility", Key: key, Method: "GET", Path: "/geo/brands/" + w.id +
			"/visibility", Status: 200})
		expect.Equal(t, got.At("data.by_topic.0.name"), "已删除的主题", "the interface calls it")
	})
}
