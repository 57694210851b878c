package assistanttest_test

import (
	"testing"

	"go.uber.org/goleak"
	"go.yaml.in/yaml/v3"

	"renown/internal/testkit/assistanttest"
	"renown/internal/testkit/must"
	"renown/internal/tool/assistant"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestCatalogue(t *testing.T) {
	for _, p := range assistant.Known().All() {
		t.Run(p.ID, func(t *testing.T) { assistanttest.Run(t, p) })
	}
}

// An operator's own entries pass the same suite as the embedded ones.
func TestOwnEntries(t *testing.T) {
	const config = `
platforms:
  - id: house_chat
    protocol: chat
    base_url: https://llm.example/api
    model: house-1
    key_env: HOUSE_KEY
    options:
      sources: [meta.references]
      fields: {url: page.link, title: page.name, site: from, date: when, index: n}
      markers: [ref]
      modes:
        search: {web_search_options: {user_location: {country: "{region}"}}}
        chat: {}
        reasoning: {web_search_options: {}, thinking: {type: enabled}}
  - id: house_claude
    protocol: anthropic
    base_url: https://llm.example/claude
    model: house-2
    options:
      auth: x-api-key
      body: {max_tokens: 1000}
      modes: {search: {tools: [{type: web_search_20250305, name: web_search}]}}
  - id: house_responses
    protocol: responses
    base_url: https://llm.example/v1
    model: house-3
    options: {input: role, markers: [link], modes: {search: {tools: [{type: web_search}]}, chat: {}}}
`
	var file struct {
		Platforms yaml.Node `yaml:"platforms"`
	}
	must.Do(t, yaml.Unmarshal([]byte(config), &file))
	catalogue := must.Get(assistant.Load(assistant.Override{Platforms: &file.Platforms, Replace: true},
		func(string) string { return "" }))(t)
	for _, p := range catalogue.All() {
		t.Run(p.ID, func(t *testing.T) { assistanttest.Run(t, p) })
	}
}
