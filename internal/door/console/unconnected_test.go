package console_test

import (
	"strings"
	"testing"

	"renown/internal/config"
	"renown/internal/room/plan"
	"renown/internal/simulator"
	"renown/internal/testkit/apitest"
	"renown/internal/tool/assistant"
)

const unconnected = "还没有接入任何 AI 助手"

// An installation without keys says so where people arrive: to customers whom to ask, to the operator which settings are missing.
func TestUnconnected(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		b, _ := loggedIn(t, s, plan.Standard)
		for _, path := range []string{"/start", "/brands", b.brand("云栖笔记") + "/overview"} {
			page := b.get(path).expect(200, unconnected, "请联系服务方接入")
			if page.count(`main a[href="/plan#contact"]`) != 1 || strings.Contains(page.text(), "ARK_API_KEY") {
				t.Errorf("%s: %.600s", path, page.text())
			}
		}
		if page := b.get("/orders").expect(200); strings.Contains(page.text(), unconnected) {
			t.Error("it is said where it does not matter")
		}
		operator, _ := operatorIn(t, s)
		for _, path := range []string{"/operator/review", "/start"} {
			page := operator.get(path).expect(200, unconnected, "--simulate",
				"ARK_API_KEY、DEEPSEEK_API_KEY、DASHSCOPE_API_KEY、TOKENHUB_API_KEY、MOONSHOT_API_KEY、QIANFAN_API_KEY")
			if page.count(`main .note a[href="/operator/platforms"]`) != 1 || strings.Contains(page.text(), "请联系服务方接入") {
				t.Errorf("%s: %.600s", path, page.text())
			}
		}
	})
}

// One key, or the simulator, is enough for saying nothing.
func TestConnected(t *testing.T) {
	t.Parallel()
	for name, settings := range map[string]func(*config.Settings){
		"a key": func(s *config.Settings) {
			s.Catalogue = s.Catalogue.With(func(p *assistant.Platform) {
				if p.ID == "kimi" {
					p.Key = assistant.NewSecret("sk-test-0123456789")
				}
			})
		},
		"the simulator": func(s *config.Settings) { s.Simulate = &simulator.Options{Platforms: s.Catalogue.All()} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			each(t, apitest.Options{Settings: settings}, func(t *testing.T, s *apitest.Server) {
				b, _ := loggedIn(t, s, plan.Standard)
				for _, path := range []string{"/start", "/brands"} {
					if page := b.get(path).expect(200); strings.Contains(page.text(), unconnected) {
						t.Errorf("%s: %.600s", path, page.text())
					}
				}
			})
		})
	}
}
