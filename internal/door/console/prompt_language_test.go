package console_test

import (
	"fmt"
	"strings"
	"testing"

	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// Questions that a user types are asked in the language of their text, where the brand's others in it are asked.
func TestOwnQuestionsLanguage(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		b, a := loggedIn(t, s, plan.Upper)
		spaces := must.Get(s.App.Accounts.Spaces(t.Context(), a.UserID))(t)
		who := account.Caller{UserID: a.UserID, SpaceID: spaces[0].ID}
		for i, c := range []struct{ own, topic, others string }{
			{"Which notes app works offline?\n哪款笔记能离线？", "en US", "zh CN"},
			{"哪款笔记能离线？\nWhich notes app works offline?", "zh CN", "en US"},
			{"「Notion」 和 Obsidian 哪个好用？", "zh CN", ""},
			{"メモアプリはどれがいい？", "zh CN", ""},
		} {
			for _, way := range []string{"guide", "page"} {
				at := b.brand(fmt.Sprint(way, i))
				id := strings.TrimPrefix(at, "/brands/")
				if way == "guide" {
					b.post(at+"/start/prompts", "own", c.own).leads(at + "/start?step=3")
				} else {
					b.post(at+"/prompts/new", "text", c.own, "topic_name", "x", "stage", "awareness").leads(at + "/prompts")
				}
				have, err := s.App.Brands.Existing(t.Context(), who, id)
				if err != nil || len(have.Topics) != 1 {
					t.Fatal(have.Topics, err)
				}
				expect.Equal(t, have.Topics[0].Language+" "+have.Topics[0].Region, c.topic, c.own, "by the", way, "the topic is")
				others := ""
				for _, p := range have.Prompts {
					if p.Language != nil {
						others += *p.Language + " " + *p.Region
					}
				}
				expect.Equal(t, others, c.others, c.own, "by the", way, "others")
			}
		}
		at := b.brand("Nimbus")
		b.post(at+"/topics", "name", "London", "region", "GB", "language", "en-GB")
		b.post(at+"/start/prompts", "own", "Which notes app is best?").leads(at + "/start?step=3")
		have, err := s.App.Brands.Existing(t.Context(), who, strings.TrimPrefix(at, "/brands/"))
		if err != nil || len(have.Topics) != 2 || have.Topics[0].Region != "GB" || have.Topics[1].Region != "GB" {
			t.Errorf("%+v %v", have.Topics, err)
		}
	})
}
