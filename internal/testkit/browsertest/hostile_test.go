package browsertest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"renown/internal/config"
	"renown/internal/testkit/must"
)

// What would do harm if it were ever written as markup, followed as a link or run as a template.
const (
	harm = `"><script>window.pwned=1</script><img src=http://evil.example/a onerror=window.pwned=2>'{{7*7}}${7*7}<svg onload=alert(3)>`
	// For where less is taken.
	shortHarm = `"><img src=http://evil.example/b onerror=alert(4)>`
	// An address that is one, and would be more where it is not quoted.
	harmfulURL = `https://evil.example/?q='onmouseover='alert(5)`
)

// hostileAnswer is what an assistant must not be able to do to its reader.
const hostileAnswer = harm + "\n\n[click](javascript:alert(6)) ![pixel](http://evil.example/pixel.gif) <http://evil.example/auto>\n\n" +
	"1. **" + shortHarm + "** 非常好用[1]。\n2. <iframe src=//evil.example></iframe>\n\n" +
	"| a | b |\n|---|---|\n| <style>*{display:none}</style> | [x](data:text/html,<script>alert(7)</script>) |\n\n" +
	"```html\n</code></pre><script>window.pwned=8</script>\n```\n\n<form action=//evil.example><button>go</button></form>\u202e reversed"

// hostile plays one platform with answers that attack their reader, and returns the settings that lead there.
func hostile(t *testing.T) func(*config.Settings) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]any{
			"id": harm, "model": shortHarm, "usage": map[string]int{"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
			"choices": []any{map[string]any{
				"index": 0, "finish_reason": "stop",
				"message": map[string]any{"role": "assistant", "content": hostileAnswer},
			}},
			"search_results": []any{
				map[string]any{"index": 1, "url": "javascript:alert(9)", "title": harm},
				map[string]any{"index": 2, "url": `https://evil.example/"><script>alert(5)</script>`, "title": harm},
				map[string]any{"index": 3, "url": "https://evil.example/page", "title": shortHarm},
			},
		})
	}))
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	file := filepath.Join(t.TempDir(), "renown.yaml")
	text := fmt.Sprintf("platforms:\n  - {id: ernie, base_url: %q, allow_private: true, key: simulated, requests_per_minute: 0}\n", server.URL)
	must.Do(t, os.WriteFile(file, []byte(text), 0o600))
	var texts config.Server
	config.FillDefaults(&texts)
	checked := must.Get(config.Check(config.Database{}, config.Logging{LogLevel: "info", LogFormat: "json"}, texts,
		config.ReadFile(file)))(t)
	return func(s *config.Settings) { s.Catalogue, s.SealKeys = checked.Catalogue, sealing(t) }
}
