package runtime_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/room/run/runtime"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/await"
	"renown/internal/testkit/must"
)

// computer is a runtime over HTTP, as a computer elsewhere is one.
type computer struct {
	url, token, id string
}

type envelope struct {
	Code   int
	Msg    string
	Data   json.RawMessage
	Detail map[string]any
}

func (c computer) post(t *testing.T, path string, body any) (status int, e envelope) {
	t.Helper()
	encoded, ok := body.([]byte)
	if !ok {
		var err error
		if encoded, err = json.Marshal(body); err != nil {
			t.Fatal(err)
		}
	}
	request, err := http.NewRequestWithContext(context.Background(), http.MethodPost, c.url+"/runtime/v1"+path, bytes.NewReader(encoded))
	must.Do(t, err)
	request.Close = true
	request.Header.Set("Authorization", "Bearer "+c.token)
	request.Header.Set("Accept-Language", "en")
	response := must.Get(http.DefaultClient.Do(request))(t)
	defer response.Body.Close()
	must.Do(t, json.NewDecoder(response.Body).Decode(&e), path)
	return response.StatusCode, e
}

type object = map[string]any

func claim(state string) object {
	return object{"protocol": 1, "version": "test", "platforms": []object{{"platform": "doubao", "state": state, "recipe": "generic@1"}}}
}

// One server, all that a runtime may meet: refusals first.
func TestRuntime(t *testing.T) {
	t.Parallel()
	apitest.Each(t, apitest.Options{Frozen: true}, func(t *testing.T, s *apitest.Server) {
		owner := s.Owner(t)
		c := connect(t, s, owner)
		for name, refusal := range map[string]struct {
			computer
			path         string
			body         any
			status, code int
		}{
			"no token":         {computer{url: s.URL}, "/claim", claim("ready"), 401, 1001},
			"a key of the API": {computer{url: s.URL, token: owner.Key(t)}, "/claim", claim("ready"), 401, 1001},
			"old protocol":     {c, "/claim", object{"protocol": 0}, 422, 4220},
			"no JSON":          {c, "/claim", []byte("{"), 400, 4000},
			"unknown state":    {c, "/claim", claim("asleep"), 422, 4220},
			"another's task":   {c, "/tasks/ans_x/renew", object{"protocol": 1, "claim": 1}, 404, 3001},
			"answer to none":   {c, "/tasks/ans_x/answer", object{"protocol": 1, "claim": 1, "text": "x"}, 404, 3001},
			"odd failure":      {c, "/tasks/ans_x/failure", object{"protocol": 1, "claim": 1, "reason": "bored"}, 422, 4220},
			"a recipe with NUL": {c, "/claim", object{
				"protocol":  1,
				"platforms": []object{{"platform": "doubao", "state": "ready", "recipe": "a\x00b"}},
			}, 422, 4220},
			"a version with NUL": {c, "/claim", object{
				"protocol": 1, "version": "a\x00b",
				"platforms": []object{{"platform": "doubao", "state": "ready"}},
			}, 422, 4220},
			"a task with NUL": {c, "/tasks/%00/renew", object{"protocol": 1, "claim": 1}, 400, 4000},
			"a task of bytes": {c, "/tasks/%ff/answer", object{"protocol": 1, "claim": 1, "text": "x"}, 400, 4000},
			"no such call":    {c, "/dance", object{}, 404, 4040},
			"20 MB":           {c, "/tasks/ans_x/answer", object{"protocol": 1, "text": strings.Repeat("x", 20<<20)}, 413, 4130},
		} {
			status, e := refusal.post(t, refusal.path, refusal.body)
			if status != refusal.status || e.Code != refusal.code || e.Msg == "" {
				t.Errorf("%s: %d %+v, want %d code %d", name, status, e, refusal.status, refusal.code)
			}
		}
		asks(t, s, owner, c)
	})
}

// The tokens of a space rest while its owner's account is disabled, as keys do, and work again with it.
func TestRuntimeOfDisabled(t *testing.T) {
	t.Parallel()
	apitest.Each(t, apitest.Options{Frozen: true}, func(t *testing.T, s *apitest.Server) {
		owner := s.Account(t, plan.Standard)
		c, another := connect(t, s, owner), connect(t, s, s.Account(t, plan.Standard))
		must.Do(t, s.App.Accounts.SetStatus(t.Context(), owner.UserID, account.StatusDisabled))
		if status, e := c.post(t, "/claim", claim("ready")); status != 403 || e.Code != 1003 {
			t.Errorf("of a disabled account: %d %+v", status, e)
		}
		another.task(t, 0)
		must.Do(t, s.App.Accounts.SetStatus(t.Context(), owner.UserID, account.StatusActive))
		c.task(t, 0)
	})
}

func connect(t *testing.T, s *apitest.Server, owner *apitest.Account) computer {
	t.Helper()
	ctx := context.Background()
	spaces := must.Get(s.App.Accounts.Spaces(ctx, owner.UserID))(t)
	made, token, err := s.App.Runtimes.Create(ctx, runtime.NewRuntime{
		SpaceID: spaces[0].ID, UserID: owner.UserID,
		Name: "工作站", Platforms: []string{"doubao"},
	})
	must.Do(t, err)
	must.Get(s.App.Runtimes.RecordTerms(ctx, runtime.Terms{Platform: "doubao", ReadBy: "林见", Edition: "2026-08"}))(t)
	return computer{s.URL, token, made.ID}
}

// asks lets a runtime ask two questions, between which it is killed and started anew, and loses its token in the third run.
func asks(t *testing.T, s *apitest.Server, owner *apitest.Account, c computer) {
	t.Helper()
	key := owner.Key(t)
	c.task(t, 0)
	brandID := s.Expect(t, apitest.Call{
		Key: key, Method: "POST", Path: "/geo/brands",
		Body: `{"name":"云栖笔记","introduction":"云端笔记"}`,
	}).At("data.id").(string)
	topicID := s.Expect(t, apitest.Call{
		Key: key, Method: "POST", Path: "/geo/brands/" + brandID + "/topics",
		Body: `{"brand_id":"` + brandID + `","name":"选购","region":"CN","language":"zh"}`,
	}).At("data.id").(string)
	for _, text := range []string{"哪款云笔记好用？", "云笔记怎么选？"} {
		s.Expect(t, apitest.Call{
			Key: key, Method: "POST", Path: "/geo/brands/" + brandID + "/prompts",
			Body: `{"brand_id":"` + brandID + `","topic_id":"` + topicID + `","text":"` + text +
				`","stage":"awareness","status":"active"}`,
		})
	}
	runID := s.Expect(t, apitest.Call{
		Key: key, Method: "POST", Path: "/geo/runs", Body: `{"brand_id":"` + brandID +
			`","platforms":["doubao"],"surface":"app"}`, Want: apitest.Values{"data.status": "running"},
	}).At("data.run_id").(string)

	killed := c.task(t, 1)
	s.Clock.Advance(10 * time.Minute)
	ctx := context.Background()
	must.Do(t, s.App.Runs.Sweep(ctx))
	for _, cut := range []bool{false, true} {
		task := c.task(t, 1)
		if _, e := c.post(t, "/tasks/"+task.ID+"/renew", object{"protocol": 1, "claim": task.Claim}); e.Code != 0 {
			t.Fatalf("%+v", e)
		}
		brought := object{
			"protocol": 1, "claim": task.Claim, "text": "推荐云栖笔记。<script>alert(1)</script>", "model": "豆包",
			"took_ms": 4000, "raw": []byte("data: 推荐"), "cut": cut,
			"sources": []object{
				{"url": "https://example.com/a", "title": "评测", "cited": true},
				{"url": "javascript:alert(1)", "title": "x"},
			},
		}
		if _, e := c.post(t, "/tasks/"+task.ID+"/answer", brought); e.Code != 0 {
			t.Fatalf("%+v", e)
		}
		if status, e := c.post(t, "/tasks/"+killed.ID+"/answer",
			object{"protocol": 1, "claim": killed.Claim, "text": "zu spät"}); status != 404 {
			t.Errorf("a late answer is taken: %d %+v", status, e)
		}
		s.Clock.Advance(time.Minute)
	}
	await.True(t, time.Minute, "the run ends", func() bool {
		return s.Do(t, apitest.Call{Key: key, Method: "GET", Path: "/geo/runs/" + runID}).At("data.status") == "completed"
	})
	s.Expect(t, apitest.Call{Key: key, Method: "GET", Path: "/geo/runs/" + runID + "/answers", Want: apitest.Values{
		"data.total": 2, "data.items.0.surface": "app", "data.items.0.mode": "search", "data.items.0.mentioned": true,
		"data.items.0.citations.1": apitest.Absent,
	}})
	s.Expect(t, apitest.Call{Key: key, Method: "GET", Path: "/geo/brands/" + brandID + "/overview?surface=app", Want: apitest.Values{
		"data.indicators.visibility.denominator": 1, "data.excluded.cut": 1,
	}})
	s.Expect(t, apitest.Call{
		Key: key, Method: "GET", Path: "/geo/brands/" + brandID + "/overview",
		Want: apitest.Values{"data.indicators.visibility.denominator": 0},
	})

	s.Clock.Advance(time.Hour)
	c.task(t, 0) // it is there
	s.Expect(t, apitest.Call{Key: key, Method: "POST", Path: "/geo/runs", Body: `{"brand_id":"` + brandID +
		`","platforms":["doubao"],"surface":"app"}`})
	works(t, s, c, 2)
	await.True(t, time.Minute, "the second run ends", func() bool {
		return s.Do(t, apitest.Call{Key: key, Method: "GET", Path: "/geo/brands/" + brandID +
			"/runs"}).At("data.items.0.status") == "completed"
	})
	s.Expect(t, apitest.Call{
		Key: key, Method: "GET", Path: "/geo/brands/" + brandID + "/overview?surface=app",
		Want: apitest.Values{"data.indicators.visibility.denominator": 3},
	})

	must.Do(t, s.App.Runtimes.Revoke(ctx, "", c.id))
	if status, _ := c.post(t, "/claim", claim("ready")); status != http.StatusUnauthorized {
		t.Errorf("a revoked token is answered with %d", status)
	}
	s.Clock.Advance(time.Hour)
	s.Expect(t, apitest.Call{
		Key: key, Method: "POST", Path: "/geo/runs", Body: `{"brand_id":"` + brandID + `","platforms":["doubao"],"surface":"app"}`,
	})
	s.Expect(t, apitest.Call{Key: key, Method: "GET", Path: "/geo/brands/" + brandID + "/runs", Want: apitest.Values{
		"data.items.0.surface": "app", "data.items.0.platforms.0.reason_code": "not_logged_in",
		"data.items.0.platforms.0.reason": "App 采集没有可用的登录状态",
	}})
}

type task struct {
	ID    string `json:"task_id"`
	Claim int64  `json:"claim"`
}

// task claims a question, of which there is one or none.
func (c computer) task(t *testing.T, want int) (got task) {
	t.Helper()
	_, e := c.post(t, "/claim", claim("ready"))
	var data struct {
		Task *task
		Now  time.Time
	}
	if err := json.Unmarshal(e.Data, &data); err != nil || data.Now.IsZero() || (data.Task != nil) != (want == 1) {
		t.Fatalf("claimed %+v: %v", e, err)
	}
	if data.Task != nil {
		got = *data.Task
	}
	return got
}
