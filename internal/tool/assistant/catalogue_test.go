package assistant

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

func noEnv(string) string { return "" }

// load reads a configuration file's text.
func load(t testing.TB, config string, env map[string]string) (*Catalogue, error) {
	t.Helper()
	over, err := override(config)
	if err != nil {
		return nil, err
	}
	return Load(over, func(name string) string { return env[name] })
}

// override takes the two sections out of a configuration file's text.
func override(config string) (Override, error) {
	var file struct {
		Platforms yaml.Node `yaml:"platforms"`
		Replace   bool      `yaml:"platforms_replace"`
	}
	err := yaml.Unmarshal([]byte(config), &file)
	if file.Platforms.IsZero() {
		return Override{Replace: file.Replace}, err
	}
	return Override{Platforms: &file.Platforms, Replace: file.Replace}, err
}

func ids(c *Catalogue) (list []string) {
	for _, p := range c.All() {
		list = append(list, p.ID)
	}
	return list
}

func TestEmbeddedCatalogue(t *testing.T) {
	t.Parallel()
	c := must.Get(Load(Override{}, noEnv))(t)
	if got := ids(c); !slices.Equal(got, []string{"doubao", "deepseek", "qwen", "yuanbao", "kimi", "ernie"}) {
		t.Errorf("defaults %v", got)
	}
	for i, p := range c.All() {
		expect.Equal(t, p.Tier, map[bool]Tier{true: TierStandard, false: TierUpper}[i < 3], p.ID, "is")
	}
	known := Known()
	for _, id := range []string{"chatgpt", "perplexity", "gemini", "claude", "grok", "glm"} {
		if known.Find(id) == nil {
			t.Errorf("%s is not ready to be named", id)
		}
	}
	for _, p := range known.All() {
		if p.NameZH == "" || p.NameEN == "" || p.KeyEnv == "" || p.Concurrency == 0 || p.Timeout == 0 || !p.Key.Empty() {
			t.Errorf("%s is incomplete: %+v", p.ID, p)
		}
		if !p.Capabilities().Supports(ModeSearch) {
			t.Errorf("%s cannot search", p.ID)
		}
	}
}

func TestCapabilities(t *testing.T) {
	t.Parallel()
	known := Known()
	kimi := known.Find("kimi").Capabilities()
	if kimi.Supports(ModeReasoning) || kimi.ForcedSearch || kimi.Citations || !slices.Contains(kimi.Missing(), "no mode reasoning") {
		t.Errorf("kimi %+v %v", kimi, kimi.Missing())
	}
	if glm := known.Find("glm").Capabilities(); glm.CitedKnown || !glm.Dates {
		t.Errorf("glm %+v", glm)
	}
	if gpt := known.Find("chatgpt").Capabilities(); !gpt.Region || !gpt.ForcedSearch || !gpt.Queries {
		t.Errorf("chatgpt %+v", gpt)
	}
	if baidu := known.Find("baidu_search").Capabilities(); baidu.Supports(ModeChat) {
		t.Errorf("baidu_search %+v", baidu)
	}
}

func TestOverride(t *testing.T) {
	t.Parallel()
	c, err := load(t, `
listen: 127.0.0.1:8080
platforms:
  - id: qwen
    model: qwen3.7-max
    timeout: 45s
    options:
      modes:
        search: {parameters: {search_options: {search_strategy: agent, forced_search: null}}}
        reasoning: null
  - id: chatgpt
    tier: upper
  - id: local
    protocol: chat
    base_url: http://127.0.0.1:11434/v1
    allow_private: true
    model: llama
    options: {auth: none, modes: {search: {}, chat: {temperature: 0}}}
`, nil)
	must.Do(t, err)
	if got := ids(c); !slices.Equal(got, []string{"doubao", "deepseek", "qwen", "yuanbao", "kimi", "ernie", "chatgpt", "local"}) {
		t.Errorf("order %v", got)
	}
	qwen := c.Find("qwen")
	if qwen.Model != "qwen3.7-max" || qwen.Timeout != 45*time.Second || qwen.BaseURL == "" || qwen.NameZH != "通义千问" {
		t.Errorf("qwen %+v", qwen)
	}
	search := qwen.Options.Modes[ModeSearch]["parameters"].(map[string]any)
	options := search["search_options"].(map[string]any)
	if options["search_strategy"] != "agent" || options["enable_source"] != true || search["enable_search"] != true {
		t.Errorf("search %v", search)
	}
	if _, there := options["forced_search"]; there {
		t.Error("null does not remove")
	}
	if qwen.Capabilities().Supports(ModeReasoning) || !qwen.Capabilities().Supports(ModeChat) {
		t.Errorf("modes %v", qwen.Capabilities().Modes)
	}
	if p := c.Find("chatgpt"); p.Tier != TierUpper || p.Model != "gpt-5.5" {
		t.Errorf("chatgpt %+v", p)
	}
	if p := c.Find("local"); !p.Keyless() || p.Concurrency != 4 || p.Timeout != 2*time.Minute ||
		p.NameZH != "local" || p.Tier != TierUpper {
		t.Errorf("local %+v", p)
	}
	if again, _ := Load(Override{}, noEnv); again.Find("qwen").Model != "qwen-plus" {
		t.Error("an override changed the embedded entry")
	}
}

func TestReplace(t *testing.T) {
	t.Parallel()
	c, err := load(t, "platforms_replace: true\nplatforms: [{id: gemini}, {id: claude, tier: standard}, {id: qwen, suspended: true}]", nil)
	must.Do(t, err)
	if got := ids(c); !slices.Equal(got, []string{"gemini", "claude", "qwen"}) {
		t.Errorf("%v", got)
	}
	if c.Find("claude").Tier != TierStandard || !c.Find("qwen").Suspended {
		t.Error("fields are not overridden")
	}
	for _, config := range []string{
		"platforms_replace: true", "platforms_replace: true\nplatforms: []",
		"platforms_replace: maybe", "[1, 2]", "platforms: {id: qwen}",
	} {
		if _, err := load(t, config, nil); err == nil {
			t.Errorf("accepted: %s", config)
		}
	}
	if c, err := load(t, "", nil); err != nil || len(ids(c)) != 6 {
		t.Errorf("an empty file: %v", err)
	}
}

func TestKeys(t *testing.T) {
	t.Parallel()
	config := "platforms: [{id: qwen, key: from-the-file}, {id: kimi, key: from-the-file}, {id: doubao, key_env: MY_ARK}]"
	c, err := load(t, config, map[string]string{
		"DASHSCOPE_API_KEY": " from-the-environment\n", "MY_ARK": "mine",
		"ARK_API_KEY": "not mine",
	})
	must.Do(t, err)
	for id, want := range map[string]string{"qwen": "from-the-environment", "kimi": "from-the-file", "doubao": "mine", "ernie": ""} {
		expect.Equal(t, c.Find(id).Key.Reveal(), want, id, "has")
	}
}

func TestCatalogueFaults(t *testing.T) {
	t.Parallel()
	_, err := load(t, `
platforms:
  - {tier: upper}
  - {id: qwen, timeout: soon, concurrency: 0, colour: blue, key: "secret in the file\u0007"}
  - {id: qwen}
  - {id: Bad-Id, protocol: smoke, base_url: "ftp://x", tier: gold}
  - {id: plain_http, protocol: chat, base_url: "http://example.com", model: m, options: {modes: {search: {}}}}
  - {id: in_url, protocol: chat, base_url: "https://user:hunter2@example.com/?key=1", model: m, options: {modes: {search: {}}}}
  - {id: odd, protocol: chat, base_url: "https://example.com", model: m, options: {auth: magic, markers: [hearts], zone: Mars, stream: [always], modes: {dream: {}}, sources: [a], codes: {"1": nonsense}}}
  - {id: shape, protocol: [chat], base_url: "https://example.com", model: m, options: [1]}
  - {id: misspelt, protocol: chatt, base_url: "https://example.com", model: m/1, options: {modes: {search: {}}, sources: [a]}}
`, nil)
	if err == nil {
		t.Fatal("accepted")
	}
	text := err.Error()
	for _, want := range []string{
		"platforms[0] (line 3): id is missing",
		`platforms.qwen.timeout (line 4): "soon" is not a duration`,
		"platforms.qwen.concurrency (line 4): must be a whole number",
		`platforms.qwen (line 4): unknown key "colour"`,
		"platforms.qwen.key: holds a character",
		`platforms[2] (line 5): id "qwen" appears twice`,
		`"Bad-Id" must be lower-case`,
		`"smoke" is none of`,
		`"chatt" is none of`,
		`"gold" is none of`,
		"must be an http or https address",
		"platforms.plain_http.base_url (line 7): must be https unless allow_private",
		"platforms.in_url.base_url (line 8): must not hold a user",
		`"magic" is none of`,
		`unknown marker "hearts"`,
		`"always" is no mode`,
		`unknown key "dream"`,
		"url is missing",
		`"nonsense" is no fault class`,
		"platforms.shape.protocol (line 10): must be text",
		"platforms.shape.options (line 10): must be a mapping",
		"platforms.Bad-Id.model: is missing",
		`zone "Mars"`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("not reported: %s", want)
		}
	}
	for _, secret := range []string{"secret in the file", "hunter2"} {
		if strings.Contains(text, secret) {
			t.Errorf("a secret is reported: %s", text)
		}
	}
	if t.Failed() {
		t.Log(text)
	}
}

func TestAliases(t *testing.T) {
	t.Parallel()
	c, err := load(t, "short: &short 30s\nplatforms: [{id: qwen, timeout: *short}]", nil)
	if err != nil || c.Find("qwen").Timeout != 30*time.Second {
		t.Errorf("%v", err)
	}
	if _, err := load(t, "platforms: [{id: qwen, options: &x {body: *x}}]", nil); err == nil {
		t.Error("an anchor that contains itself is accepted")
	}
}

func FuzzLoad(f *testing.F) {
	f.Add("platforms: [{id: qwen, timeout: 3s, options: {modes: {chat: null}}}]")
	f.Add("platforms_replace: true\nplatforms: [{id: gemini}]")
	f.Add("a: &a [*a]\nplatforms: *a")
	if raw, err := os.ReadFile("catalogue.yaml"); err == nil {
		f.Add(string(raw))
	}
	f.Fuzz(func(t *testing.T, config string) {
		over, err := override(config)
		if err != nil {
			return
		}
		c, err := Load(over, noEnv)
		if err == nil && len(c.All()) == 0 {
			t.Error("a catalogue without platforms")
		}
	})
}
