package assistant

import (
	"encoding/json"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"renown/internal/testkit/must"
)

// answerSize is a long answer: about 2,700 Chinese characters.
const answerSize = 8 << 10 // bytes

type benchSource struct{ url, title string }

func benchSources(n int) (list []benchSource) {
	for i := range n {
		list = append(list, benchSource{
			fmt.Sprintf("https://www.example%d.com.cn/article/%d?utm_source=x", i, i),
			fmt.Sprintf("第 %d 篇跑鞋横评与选购指南", i),
		})
	}
	return list
}

// benchText is a text of answerSize with a marker after every sentence.
func benchText(mark func(n int) string) string {
	var b strings.Builder
	for n := 0; b.Len() < answerSize; n++ {
		b.WriteString("综合多家评测来看，这个品牌的缓震和回弹都比较均衡，适合日常训练的跑者")
		b.WriteString(mark(n%10 + 1))
		b.WriteString("。\n")
	}
	return b.String()
}

// benchBodies are replies with an 8 KB answer and ten sources in every protocol.
func benchBodies(t testing.TB) map[string][]byte {
	t.Helper()
	sources := benchSources(10)
	list := func(each func(n int, s benchSource) any) (out []any) {
		for i, s := range sources {
			out = append(out, each(i+1, s))
		}
		return out
	}
	type m = map[string]any
	plain := benchText(func(int) string { return "" })
	linked := benchText(func(n int) string { return " ([site](" + sources[n-1].url + "))" })
	chat := func(text string, key string, value any) m {
		return m{"id": "c", "model": "m", key: value, "choices": []any{m{
			"finish_reason": "stop",
			"message":       m{"role": "assistant", "content": text},
		}}, "usage": m{"total_tokens": 9}}
	}
	var blocks []any
	for i, line := range strings.SplitAfter(plain, "\n") {
		s := sources[i%10]
		blocks = append(blocks, m{"type": "text", "text": line, "citations": []any{m{"url": s.url, "title": s.title, "cited_text": "引文"}}})
	}
	at, supports := 0, []any{}
	for i, line := range strings.SplitAfter(plain, "\n") {
		supports = append(supports, m{
			"segment":               m{"startIndex": at, "endIndex": at + len(line), "text": line},
			"groundingChunkIndices": []int{i % 10},
		})
		at += len(line)
	}
	bodies := map[string]any{
		"doubao": m{"id": "r", "status": "completed", "model": "m", "output": []any{
			m{"type": "web_search_call", "action": m{"query": "跑鞋"}},
			m{"type": "message", "content": []any{m{
				"type": "output_text", "text": plain,
				"annotations": list(func(_ int, s benchSource) any {
					return m{
						"type": "url_citation", "url": s.url, "title": s.title, "site_name": "示例网",
						"publish_time": "2026-10-02 09:00:00", "summary": "评测",
					}
				}),
			}}},
		}},
		"chatgpt": m{"id": "r", "status": "completed", "model": "m", "output": []any{
			m{"type": "message", "content": []any{m{
				"type": "output_text", "text": linked,
				"annotations": list(func(n int, s benchSource) any {
					return m{"type": "url_citation", "url": s.url, "title": s.title, "start_index": n * 100, "end_index": n*100 + 50}
				}),
			}}},
		}},
		"claude": m{"id": "a", "type": "message", "model": "m", "stop_reason": "end_turn", "content": append([]any{
			m{"type": "web_search_tool_result", "content": list(func(_ int, s benchSource) any {
				return m{"type": "web_search_result", "url": s.url, "title": s.title, "page_age": "2026-10-02"}
			})},
		}, blocks...)},
		"qwen": m{"request_id": "q", "output": m{
			"choices": []any{m{
				"finish_reason": "stop",
				"message":       m{"content": benchText(func(n int) string { return fmt.Sprintf("[ref_%d]", n) })},
			}},
			"search_info": m{"search_results": list(func(n int, s benchSource) any {
				return m{"index": n, "url": s.url, "title": s.title, "site_name": "示例网"}
			})},
		}},
		"ernie": chat(benchText(func(n int) string { return fmt.Sprintf("^[%d]^", n) }), "search_results",
			list(func(n int, s benchSource) any {
				return m{"index": n, "url": s.url, "title": s.title}
			})),
		"kimi": chat(benchText(func(n int) string { return " [来源](" + sources[n-1].url + ")" }), "object", "chat.completion"),
		"gemini": m{"modelVersion": "m", "candidates": []any{m{
			"finishReason": "STOP", "content": m{"parts": []any{m{"text": plain}}},
			"groundingMetadata": m{
				"webSearchQueries": []string{"跑鞋"}, "groundingSupports": supports,
				"groundingChunks": list(func(_ int, s benchSource) any {
					return m{"web": m{"uri": s.url, "title": "example.com"}}
				}),
			},
		}}},
	}
	out := map[string][]byte{}
	for id, body := range bodies {
		raw := must.Get(json.Marshal(body))(t)
		out[id] = raw
	}
	return out
}

// BenchmarkDecode reads an 8 KB answer with ten sources: raw body to finished Answer.
func BenchmarkDecode(b *testing.B) {
	known := Known()
	for id, raw := range benchBodies(b) {
		p := known.Find(id)
		b.Run(string(p.Protocol)+"/"+id, func(b *testing.B) {
			b.SetBytes(int64(len(raw)))
			b.ReportAllocs()
			defer reportCPU(b)()
			for b.Loop() {
				a, err := Reread(p, ModeSearch, raw)
				if err != nil || len(a.Text) < answerSize/2 || len(a.Citations) < 5 {
					b.Fatalf("%v, %d bytes, %d citations", err, len(a.Text), len(a.Citations))
				}
			}
		})
	}
}

// reportCPU adds processor time to a benchmark: on a busy machine the clock measures the neighbours.
func reportCPU(b *testing.B) func() {
	spent := func() time.Duration {
		var u syscall.Rusage
		must.Do(b, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	start := spent()
	return func() { b.ReportMetric(float64(spent()-start)/float64(b.N), "cpu-ns/op") }
}
