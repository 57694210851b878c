package assistant

import (
	"encoding/json"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// telegramProtocol is invented. This entry is all that the client needs to speak it.
var telegramProtocol = protocol{
	name: "telegram", path: "/send",
	body: func(_ *Platform, q Question) map[string]any { return map[string]any{"ask": q.Text} },
	decode: func(_ *Platform, raw []byte, r *reply) ([]any, error) {
		var body struct{ Model, Say, From string }
		if err := decodeJSON(raw, &body); err != nil {
			return nil, err
		}
		r.model = body.Model
		r.text.WriteString(body.Say)
		r.searched = true
		r.addSource(source{url: body.From, cited: true, origin: OriginAnnotation})
		return nil, nil
	},
	headers: map[string]string{"X-Stop": "full"},
}

func init() { // before any test reads the table
	protocols = tableOf(responsesProtocol, anthropicProtocol, dashScopeProtocol, chatProtocol, kimiProtocol,
		geminiProtocol, telegramProtocol)
}

// A new protocol is one entry of the table: an operator can then name it, and it is asked, read and refused like the others.
func TestMadeUpProtocol(t *testing.T) {
	t.Parallel()
	refusing := false
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var sent map[string]any
		if json.Unmarshal(body, &sent) != nil || r.URL.Path != "/wire/send" || r.Header.Get("X-Stop") != "full" ||
			sent["ask"] != "问" || sent["model"] != "morse" {
			t.Errorf("got %s %s %v", r.URL.Path, body, r.Header)
		}
		if refusing {
			w.WriteHeader(http.StatusPaymentRequired)
			_, _ = io.WriteString(w, `{"error":{"message":"insufficient balance"}}`)
			return
		}
		_, _ = io.WriteString(w, `{"model":"morse","say":"答","from":"https://news.example/a"}`)
	}))
	t.Cleanup(server.Close)
	catalogue, err := load(t,
		"platforms: [{id: wire, protocol: telegram, model: morse, key: k-1234, allow_private: true, base_url: "+
			server.URL+"/wire, options: {modes: {search: {}}}}]", nil)
	must.Do(t, err)
	client := New(catalogue, Settings{})
	t.Cleanup(client.Close)
	a, err := client.Ask(t.Context(), Question{Platform: "wire", Text: "问"})
	if err != nil || a.Text != "答" || a.Retrieval != RetrievalCited || len(a.Citations) != 1 {
		t.Errorf("%+v, %v", a, err)
	}
	if again, err := Reread(catalogue.Find("wire"), ModeSearch, a.Raw); err != nil || again.Text != "答" {
		t.Errorf("read again: %+v, %v", again, err)
	}
	refusing = true
	if _, err := client.Ask(t.Context(), Question{Platform: "wire", Text: "问"}); ClassOf(err) != Balance {
		t.Errorf("refused: %v", err)
	}
}

// A protocol is named in its own file and in the table, here and in the simulator, and nowhere else; nothing decides by a
// protocol's name.
func TestProtocolPlaces(t *testing.T) {
	t.Parallel()
	named := regexp.MustCompile(`\b([a-zA-Z]+)Protocol\b`)
	decides := regexp.MustCompile(`switch [^{]*\.Protocol\b|\.Protocol [!=]= "\w`)
	for _, dir := range []string{".", "../../simulator"} {
		own := map[string]bool{}
		for _, p := range Protocols() {
			own[strings.ToLower(string(p))] = true
		}
		files := must.Get(filepath.Glob(filepath.Join(dir, "*.go")))(t)
		if len(files) == 0 {
			t.Errorf("no files in %s", dir)
		}
		for _, file := range files {
			base := strings.TrimSuffix(filepath.Base(file), ".go")
			if strings.HasSuffix(base, "_test") || base == "protocol" {
				continue
			}
			for _, found := range named.FindAllStringSubmatch(read(t, file), -1) {
				if name := strings.ToLower(found[1]); own[name] && name != base {
					t.Errorf("%s names the protocol %s: that belongs into %s.go and the table in protocol.go", file, name, name)
				}
			}
		}
	}
	root := filepath.Join("..", "..", "..")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules" || d.Name() == "bin"):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		text := read(t, path)
		if !strings.Contains(text, ".Protocol") {
			return nil
		}
		if line := decides.FindString(text); line != "" {
			t.Errorf("%s decides by a protocol's name (%s): make it a field of protocol", path, line)
		}
		return nil
	})
	expect.Do(t, err)
}

func read(t *testing.T, file string) string {
	t.Helper()
	raw := must.Get(os.ReadFile(file))(t)
	return string(raw)
}
