package app_test

import (
	"context"
	"strings"
	"testing"

	"renown/internal/config"
	"renown/internal/floor/store"
	"renown/internal/room/brand"
	"renown/internal/simulator"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
	"renown/internal/tool/assistant"
)

// A simulated answer for one account names the brands that it watches, and no other account's, to the same question.
func TestMarketsAreApart(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, dialect store.Dialect) {
		s := apitest.Start(t, dialect, apitest.Options{Settings: func(s *config.Settings) {
			s.Role = config.API
			s.Simulate = &simulator.Options{
				Platforms: s.Catalogue.All(),
				Overlay:   []simulator.Brand{{Name: "甲川咖啡", Weight: 1}, {Name: "乙岭咖啡", Weight: 1}},
			}
		}})
		names := map[string]string{"one@example.com": "甲川咖啡", "two@example.com": "乙岭咖啡"}
		for email, name := range names {
			a := newBusy(t, s.App, email, 0)
			must.Get(s.App.Brands.Create(context.Background(), a.Caller,
				brand.Profile{
					Name: name, Introduction: name + "是一家咖啡店。", ProductType: "coffee",
					Keywords: []string{"咖啡"},
				}))(t)
			named := 0
			for _, platform := range []string{"doubao", "kimi"} {
				answer, err := s.App.Assistants.Ask(context.Background(),
					assistant.Question{Platform: platform, Text: "推荐哪些咖啡品牌？", Subject: a.SpaceID})
				must.Do(t, err)
				for _, other := range names {
					if other != name && strings.Contains(answer.Text, other) {
						t.Errorf("an answer for %s names %s", name, other)
					}
				}
				if strings.Contains(answer.Text, name) {
					named++
				}
			}
			if named == 0 {
				t.Errorf("no answer names %s", name)
			}
		}
	})
}
