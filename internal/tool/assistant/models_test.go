package assistant

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

func TestModels(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status int
		body   string
		want   []Listed
		class  Class
	}{
		"openai":      {200, `{"object":"list","data":[{"id":"m"},{"id":"old","shutdown_date":"2026-12-11"}]}`, []Listed{{"m", ""}, {"old", "2026-12-11"}}, ""},
		"google":      {200, `{"models":[{"name":"models/m"}]}`, []Listed{{"m", ""}}, ""},
		"none":        {200, `{"data":[]}`, nil, Malformed},
		"a page":      {200, `<html>`, nil, Malformed},
		"not allowed": {401, `{}`, nil, Auth},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Method != http.MethodGet || r.Header.Get("Authorization") != "Bearer sk-own-0123456789" {
					t.Errorf("%s %v", r.Method, r.Header)
				}
				w.WriteHeader(c.status)
				_, _ = w.Write([]byte(c.body))
			}))
			defer server.Close()
			catalogue := must.Get(load(t, fmt.Sprintf(ownEntry+"    models: %s/models\n", server.URL, "{x: a}", server.URL), nil))(t)
			client := New(catalogue, Settings{})
			defer client.Close()
			got, err := client.Models(t.Context(), "own")
			if ClassOf(err) != c.class || !slices.Equal(got, c.want) {
				t.Errorf("%v, %v", got, err)
			}
		})
	}
	client := New(Known(), Settings{})
	_, err := client.Models(t.Context(), "glm")
	expect.Is(t, err, ErrNotListed, "where nothing is listed")
}

// A mode may ask another model than the entry.
func TestModelOf(t *testing.T) {
	t.Parallel()
	p := Known().Find("ernie")
	if p.ModelOf(ModeSearch) != "ernie-4.5-turbo-128k" || p.ModelOf(ModeReasoning) != "ernie-x1.1-preview" || len(p.Asked()) != 2 {
		t.Errorf("asked: %v", p.Asked())
	}
}
