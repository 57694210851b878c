package mcp_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"renown/internal/config"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/simulator"
	"renown/internal/simulator/story"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// world is the program with the demo's brand, a day of history, a content and two outlets.
type world struct {
	*apitest.Server
	demo              story.Demo
	content, outlet   string
	dearer            string
	foreign, stranger string // a brand and a key of another account
}

func each(t *testing.T, body func(t *testing.T, w *world)) {
	t.Helper()
	settings := func(s *config.Settings) {
		s.RateLimit, s.AnonymousLimit = config.Rate{}, config.Rate{}
		s.Role = config.API // without workers a run stays as it began
		s.Simulate = &simulator.Options{Platforms: s.Catalogue.All()}
	}
	apitest.Each(t, apitest.Options{Settings: settings}, func(t *testing.T, s *apitest.Server) {
		w := &world{Server: s}
		w.demo = must.Get(s.App.OpenDemo(t.Context(), "demo@apitest.example", "long enough a password"))(t)
		must.Do(t, s.App.History(t.Context(), w.demo.Caller, w.demo.BrandIDs[:1], 1, func(int, int) {}))
		a := s.Expect(t, apitest.Call{
			Key: w.demo.Key, Method: "POST", Path: "/media/contents",
			Body: `{"title":"团队笔记怎么选","body":"正文","content_type":"article"}`,
		})
		w.content = a.At("data.id").(string)
		w.outlet, w.dearer = w.addOutlet(t, "晨光日报", 30), w.addOutlet(t, "晚钟周刊", 70)
		other := s.Owner(t)
		w.stranger = other.Key(t)
		a = s.Expect(t, apitest.Call{
			Key: w.stranger, Method: "POST", Path: "/geo/brands",
			Body: `{"name":"别家","introduction":"介绍","product_type":"other"}`,
		})
		w.foreign = a.At("data.id").(string)
		body(t, w)
	})
}

func (w *world) addOutlet(t testing.TB, name string, price int64) string {
	t.Helper()
	m, err := w.App.Catalogue.Set(t.Context(), catalogue.Entry{Key: name, Fields: catalogue.Fields{
		Name: name, MediaType: catalogue.News, ContentTypes: []string{"article"}, Price: catalogue.Price{Points: price},
	}})
	must.Do(t, err)
	return m.ID
}

// post sends a body as it is and reads the answer.
func (w *world) post(t testing.TB, body string, header ...string) (status int, answer map[string]any, h http.Header) {
	t.Helper()
	r := must.Get(http.NewRequestWithContext(t.Context(), http.MethodPost, w.URL+"/mcp", strings.NewReader(body)))(t)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-API-KEY", w.demo.Key)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Del(header[i])
		if header[i+1] != "" {
			r.Header.Set(header[i], header[i+1])
		}
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	response := must.Get(client.Do(r))(t)
	defer response.Body.Close()
	text := must.Get(io.ReadAll(response.Body))(t)
	if len(text) > 0 {
		must.Do(t, json.NewDecoder(bytes.NewReader(text)).Decode(&answer), response.StatusCode, text, "is not JSON")
	}
	return response.StatusCode, answer, response.Header
}

// keyed puts a key into every request.
type keyed struct {
	http.RoundTripper
	name, value string
}

func (k keyed) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set(k.name, k.value)
	return k.RoundTripper.RoundTrip(r)
}

// connect is the SDK's own client with a key in a header.
// tools is how many the demo's key sees.
func (w *world) tools(t *testing.T) int {
	t.Helper()
	list := must.Get(w.connect(t, "Authorization", "Bearer "+w.demo.Key).ListTools(t.Context(), nil))(t)
	if len(list.Tools) < 14 {
		t.Errorf("%d tools", len(list.Tools))
	}
	return len(list.Tools)
}

func (w *world) connect(t *testing.T, header, value string) *mcp.ClientSession {
	t.Helper()
	transport := &http.Transport{DisableKeepAlives: true}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &mcp.StreamableClientTransport{
		Endpoint: w.URL + "/mcp", HTTPClient: &http.Client{Transport: keyed{transport, header, value}}, DisableStandaloneSSE: true,
	}, nil)
	must.Do(t, err)
	t.Cleanup(func() { _ = session.Close() })
	return session
}

// object is JSON as it is decoded.
type object = map[string]any

// call calls a tool and returns what it says; refused expects the API's code instead of a result.
func call(t testing.TB, s *mcp.ClientSession, tool string, arguments object) object {
	t.Helper()
	result := must.Get(s.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: arguments}))(t)
	if result.IsError {
		t.Fatalf("%s: %s", tool, result.Content[0].(*mcp.TextContent).Text)
	}
	return said(t, result)
}

func said(t testing.TB, result *mcp.CallToolResult) (out object) {
	t.Helper()
	text := result.Content[0].(*mcp.TextContent).Text
	must.Do(t, json.Unmarshal([]byte(text), &out))
	structured := must.Get(json.Marshal(result.StructuredContent))(t)
	var other object
	must.Do(t, json.Unmarshal(structured, &other))
	expect.Equal(t, len(other), len(out), "text and structured content differ:", text, "and", structured)
	return out
}

func refused(t testing.TB, s *mcp.ClientSession, tool string, arguments object, code float64) object {
	t.Helper()
	result := must.Get(s.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: arguments}))(t)
	out := said(t, result)
	if !result.IsError || out["code"] != code || out["msg"] == "" || out["detail"] == nil {
		t.Errorf("%s %v: error %t, %v; want code %v", tool, arguments, result.IsError, out, code)
	}
	return out
}

// rows reads a table as objects.
func rows(t testing.TB, v any) (list []object) {
	t.Helper()
	table := v.(object)
	columns := table["columns"].([]any)
	for _, r := range table["rows"].([]any) {
		cells, one := r.([]any), object{}
		if len(cells) != len(columns) {
			t.Fatalf("%d cells under %d columns: %v", len(cells), len(columns), columns)
		}
		for i, name := range columns {
			one[name.(string)] = cells[i]
		}
		list = append(list, one)
	}
	return list
}

// refusedAny is the code of a refusal.
func refusedAny(t testing.TB, s *mcp.ClientSession, tool string, arguments object) float64 {
	t.Helper()
	result := must.Get(s.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: arguments}))(t)
	if !result.IsError {
		t.Fatalf("%s was not refused", tool)
	}
	return said(t, result)["code"].(float64)
}
