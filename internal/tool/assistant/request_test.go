package assistant

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// TestRequests compares what is sent with the platforms' documented samples.
func TestRequests(t *testing.T) {
	t.Parallel()
	const q = "2026年值得买的跑鞋品牌有哪些？"
	known := Known()
	for _, c := range []struct {
		platform string
		mode     Mode
		region   string
		url      string
		want     string
	}{
		{"doubao", ModeSearch, "", "https://ark.cn-beijing.volces.com/api/v3/responses", `{"model":"doubao-seed-2-1-pro-260628",
 "input":[{"type":"message","role":"user","content":"2026年值得买的跑鞋品牌有哪些？"}],
 "tools":[{"type":"web_search","limit":10}],"tool_choice":"required","max_tool_calls":3,
 "thinking":{"type":"disabled"},"stream":false,"store":false}`},
		{"doubao_app", ModeSearch, "", "https://ark.cn-beijing.volces.com/api/v3/responses", `{"model":"doubao-seed-2-1-pro-260628","input":"2026年值得买的跑鞋品牌有哪些？",
 "tools":[{"type":"doubao_app","feature":{"ai_search":{"type":"enabled"}}}],"stream":false,"store":false}`},
		{"deepseek", ModeSearch, "", "https://api.deepseek.com/anthropic/v1/messages", `{"model":"deepseek-flash","max_tokens":4096,"stream":false,"thinking":{"type":"disabled"},
 "messages":[{"role":"user","content":"2026年值得买的跑鞋品牌有哪些？"}],
 "tools":[{"type":"web_search_20250305","name":"web_search","max_uses":5}]}`},
		{"qwen", ModeSearch, "", "https://dashscope.aliyuncs.com/api/v1/services/aigc/text-generation/generation", `{"model":"qwen-plus","input":{"messages":[{"role":"user","content":"2026年值得买的跑鞋品牌有哪些？"}]},
 "parameters":{"result_format":"message","enable_thinking":false,"enable_search":true,
  "search_options":{"forced_search":true,"enable_source":true,"enable_citation":true,"citation_format":"[ref_<number>]","search_strategy":"max"}}}`},
		{"qwen", ModeReasoning, "", "https://dashscope.aliyuncs.com/api/v1/services/aigc/text-generation/generation", `{"model":"qwen-plus","input":{"messages":[{"role":"user","content":"2026年值得买的跑鞋品牌有哪些？"}]},
 "parameters":{"result_format":"message","incremental_output":true,"enable_thinking":true,"enable_search":true,
  "search_options":{"forced_search":true,"enable_source":true,"enable_citation":true,"citation_format":"[ref_<number>]","search_strategy":"max"}}}`},
		{"yuanbao", ModeSearch, "", "https://tokenhub.tencentmaas.com/v1/responses", `{"model":"hy3",
 "input":[{"type":"message","role":"user","content":"2026年值得买的跑鞋品牌有哪些？"}],"tools":[{"type":"web_search"}],"reasoning":{"effort":"none"}}`},
		{"kimi_builtin", ModeSearch, "", "https://api.moonshot.cn/v1/chat/completions", `{"model":"kimi-k2.6","thinking":{"type":"disabled"},
 "messages":[{"role":"user","content":"2026年值得买的跑鞋品牌有哪些？"}],
 "tools":[{"type":"builtin_function","function":{"name":"$web_search"}}]}`},
		{"kimi", ModeSearch, "", "https://api.moonshot.cn/v1/chat/completions", `{"model":"kimi-k2.6","thinking":{"type":"disabled"},
 "messages":[{"role":"user","content":"2026年值得买的跑鞋品牌有哪些？"}],
 "tools":[{"type":"function","function":{"name":"web_search","description":"用于信息检索的网络搜索",
  "parameters":{"type":"object","properties":{"query":{"type":"string","description":"要搜索的内容"}},"required":["query"]}}}]}`},
		{"deepseek_web", ModeReasoning, "", "https://api.deepseek.com/anthropic/v1/messages", `{"model":"deepseek-flash","max_tokens":12288,"stream":false,
 "thinking":{"type":"enabled"},"messages":[{"role":"user","content":"2026年值得买的跑鞋品牌有哪些？"}],
 "tools":[{"type":"deepseek_web_search","name":"deepseek_web_search"}]}`},
		{"qwen_responses", ModeSearch, "", "https://dashscope.aliyuncs.com/api/v2/apps/protocols/compatible-mode/v1/responses", `{"model":"qwen3.7-max",
 "input":"2026年值得买的跑鞋品牌有哪些？","tools":[{"type":"web_search"}],"enable_thinking":false}`},
		{"ernie", ModeSearch, "", "https://qianfan.baidubce.com/v2/chat/completions", `{"model":"ernie-4.5-turbo-128k","messages":[{"role":"user","content":"2026年值得买的跑鞋品牌有哪些？"}],"stream":false,
 "web_search":{"enable":true,"enable_citation":true,"enable_trace":true,"search_number":10,"reference_number":10}}`},
		{"baidu_search", ModeSearch, "", "https://qianfan.baidubce.com/v2/ai_search/chat/completions", `{"messages":[{"role":"user","content":"2026年值得买的跑鞋品牌有哪些？"}],"model":"ernie-4.5-turbo-128k",
 "search_source":"baidu_search_v2","search_mode":"required","resource_type_filter":[{"type":"web","top_k":20}],
 "enable_corner_markers":true,"enable_deep_search":false,"enable_reasoning":false,"response_format":"text","stream":false}`},
		{"glm", ModeSearch, "", "https://open.bigmodel.cn/api/paas/v4/chat/completions", `{"model":"glm-5.2","messages":[{"role":"user","content":"2026年值得买的跑鞋品牌有哪些？"}],"thinking":{"type":"disabled"},"stream":false,
 "tools":[{"type":"web_search","web_search":{"enable":true,"search_engine":"search_pro","search_result":true,"require_search":true,"count":10,"content_size":"medium"}}]}`},
		{"chatgpt", ModeSearch, "US", "https://api.openai.com/v1/responses", `{"model":"gpt-5.5","input":"2026年值得买的跑鞋品牌有哪些？",
 "tools":[{"type":"web_search","user_location":{"type":"approximate","country":"US"}}],
 "tool_choice":"required","include":["web_search_call.action.sources"],"max_tool_calls":3,"store":false}`},
		{"chatgpt", ModeSearch, "", "https://api.openai.com/v1/responses", `{"model":"gpt-5.5","input":"2026年值得买的跑鞋品牌有哪些？",
 "tools":[{"type":"web_search"}],"tool_choice":"required","include":["web_search_call.action.sources"],"max_tool_calls":3,"store":false}`},
		{"chatgpt", ModeChat, "US", "https://api.openai.com/v1/responses", `{"model":"gpt-5.5","input":"2026年值得买的跑鞋品牌有哪些？","store":false}`},
		{
			"chatgpt_chat", ModeSearch, "", "https://api.openai.com/v1/chat/completions",
			`{"model":"gpt-5-search-api","messages":[{"role":"user","content":"2026年值得买的跑鞋品牌有哪些？"}],"web_search_options":{}}`,
		},
		{"perplexity", ModeSearch, "", "https://api.perplexity.ai/v1/responses", `{"model":"perplexity/sonar","input":"2026年值得买的跑鞋品牌有哪些？",
 "tools":[{"type":"web_search","search_context_size":"medium"}],"tool_choice":"required"}`},
		{
			"gemini", ModeSearch, "",
			"https://generativelanguage.googleapis.com/v1beta/models/gemini-3.8-flash:generateContent",
			`{"contents":[{"role":"user","parts":[{"text":"2026年值得买的跑鞋品牌有哪些？"}]}],"tools":[{"google_search":{}}]}`,
		},
		{"claude", ModeSearch, "", "https://api.anthropic.com/v1/messages", `{"model":"claude-sonnet-5-5","max_tokens":4096,"messages":[{"role":"user","content":"2026年值得买的跑鞋品牌有哪些？"}],
 "tools":[{"type":"web_search_20250305","name":"web_search","max_uses":3}],"output_config":{"effort":"low"}}`},
		{"claude", ModeReasoning, "", "https://api.anthropic.com/v1/messages", `{"model":"claude-sonnet-5-5","max_tokens":12288,"messages":[{"role":"user","content":"2026年值得买的跑鞋品牌有哪些？"}],
 "tools":[{"type":"web_search_20250305","name":"web_search","max_uses":3}],"thinking":{"type":"adaptive","display":"summarized"},"output_config":{"effort":"high"}}`},
		{
			"grok", ModeSearch, "", "https://api.x.ai/v1/responses",
			`{"model":"grok-4.7","input":[{"role":"user","content":"2026年值得买的跑鞋品牌有哪些？"}],"tools":[{"type":"web_search"}],"store":false}`,
		},
	} {
		t.Run(c.platform+" "+string(c.mode)+c.region, func(t *testing.T) {
			t.Parallel()
			p := known.Find(c.platform)
			body, model := p.payload(Question{Platform: c.platform, Text: q, Mode: c.mode, Region: c.region})
			expect.Equal(t, p.endpoint(model), c.url, "goes to")
			raw := must.Get(json.Marshal(body))(t)
			var got, want any
			if json.Unmarshal(raw, &got) != nil || json.Unmarshal([]byte(c.want), &want) != nil {
				t.Fatal("not JSON")
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-documented +sent)\n%s", diff)
			}
		})
	}
}
