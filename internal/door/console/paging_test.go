package console_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// Lists of what an account can have many of are shown in pages. What is ticked is on the page, or with one more tick on all; what is
// changed leads back to the page it was on.
func TestListsArePaged(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		b, a := loggedIn(t, s, plan.Standard)
		at := b.brand("云栖笔记")
		brandID := at[len("/brands/"):]
		filled := fill(t, s, a, brandID)

		list := b.get(at+"/prompts").expect(200, "1–100，共 205", "连同其他页，共 205 条")
		expect.Equal(t, list.count("input[name=prompt]"), 100, "prompts on the first page")
		last := b.get(at+"/prompts?status=suggested&page=3").expect(200, "201–205，共 205")
		expect.Equal(t, last.count("input[name=prompt]"), 5, "prompts on the last page")
		b.get(at+"/prompts?page=99").expect(200, "201–205，共 205")
		expect.Equal(t, b.get(at+"/prompts?q=%E7%AC%AC+7").count("input[name=prompt]"), 11, "prompts found")
		ids := append(ticked(last, "prompt"), "filters", "status=suggested&page=3", "action", "delete")
		b.follow(b.post(at+"/prompts/change", ids...).leads(at+"/prompts?page=3&status=suggested")).expect(200, "已删除 5 个", "101–200，共 200")
		b.follow(b.post(at+"/prompts/change", "every", "on", "filters", "q=第 1", "action", brand.Archived)).expect(200, "已停用 110 个问题")
		b.post(at+"/prompts/change", "every", "on", "filters", "status=suggested", "action", brand.Active).expect(409, "套餐还能启用 10 个问题")

		topics := b.get(at+"/topics?page=2").expect(200, "51–55，共 55")
		expect.Equal(t, topics.count("#topics li"), 5, "topics on the second page")
		b.post(at+"/topics/"+filled.topic, "name", "", "page", "2").expect(422, "51–55，共 55")
		b.post(at+"/topics/"+filled.topic, "name", "改名", "region", "CN", "language", "zh", "page", "2").leads(at + "/topics?page=2")
		b.get(at+"/competitors?page=2").expect(200, "51–55，共 55")
		b.post(at+"/competitors/"+filled.competitor+"/delete", "page", "2").leads(at + "/competitors?page=2")
		b.get("/keys?page=2").expect(200, "51–55，共 55")
		a.NewKey(t, "geo:read")
		if first := b.get("/keys").expect(200, "1–50，共 56").find("#key-list tbody tr")[0]; !strings.Contains(textOf(first), "有效") {
			t.Errorf("the first key: %s", textOf(first))
		}

		home := b.get("/brands").expect(200, "1–20，共 22", "全部品牌22")
		expect.Equal(t, home.count("#brands tbody tr"), 20, "brands are listed")
	})
}

// filled names something that stands on the second page of its list.
type filled struct{ topic, competitor string }

func fill(t *testing.T, s *apitest.Server, a *apitest.Account, brandID string) (f filled) {
	t.Helper()
	ctx, brands := context.Background(), s.App.Brands
	spaces := must.Get(s.App.Accounts.Spaces(ctx, a.UserID))(t)
	who := account.Caller{UserID: a.UserID, SpaceID: spaces[0].ID}
	topic := brand.DraftedTopic{TopicFields: brand.TopicFields{Name: "选型", Region: "CN", Language: "zh"}}
	for i := range 205 {
		topic.Prompts = append(topic.Prompts, brand.PromptFields{
			Text: fmt.Sprintf("第 %d 个？", i), Stage: "awareness",
			Status: brand.Suggested,
		})
	}
	must.Get(brands.AddPrompts(ctx, who, brandID, topic))(t)
	for i := range 55 {
		made := must.Get(brands.CreateCompetitor(ctx, who, brandID, brand.CompetitorFields{Name: fmt.Sprintf("甲%d文档", i)}))(t)
		if i == 0 {
			f.competitor = made.ID
		}
		key, _ := a.NewKey(t, "geo:read")
		must.Do(t, s.App.Accounts.RevokeKey(ctx, a.UserID, key))
	}
	for i := range 54 {
		made := must.Get(brands.CreateTopic(ctx, who, brandID,
			brand.TopicFields{Name: fmt.Sprintf("题%d", i), Region: "CN", Language: "zh"}))(t)
		if i == 0 {
			f.topic = made.ID
		}
	}
	for i := range 21 {
		must.Get(brands.Create(ctx, who, brand.Profile{Name: fmt.Sprintf("牌%d", i), Introduction: "介绍", ProductType: "other"}))(t)
	}
	return f
}
