package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"testing"
	"time"

	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/room/run/runtime"
	"renown/internal/simulator/site"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/await"
	"renown/internal/testkit/must"
	"renown/internal/tool/browser"
)

const killedQuestions = 10

// The program itself, with a browser of its own, is killed twice in the middle of a question: ten questions are
// stored, each once. It starts
// three browsers and takes half a minute, so it runs when RENOWN_TEST_KILL asks for it; what a kill leaves behind is tested in the room.
func TestRuntimeKilled(t *testing.T) {
	if os.Getenv("RENOWN_TEST_KILL") == "" {
		t.Skip("RENOWN_TEST_KILL is not set")
	}
	must.Get(browser.Executable())(t)
	ctx := context.Background()
	sites := site.New(func(_ *http.Request, question string) site.Answer {
		return site.Answer{Text: "推荐云栖笔记。" + question}
	}, time.Millisecond)
	chat := httptest.NewServer(sites)
	t.Cleanup(chat.Close)
	s := apitest.Start(t, store.SQLite, apitest.Options{Frozen: true})
	s.App.Runtimes.Simulated = true
	owner := s.Account(t, plan.Upper)
	spaces := must.Get(s.App.Accounts.Spaces(ctx, owner.UserID))(t)
	must.Get(s.App.Runtimes.RecordTerms(ctx, runtime.Terms{Platform: "doubao", ReadBy: "林见", Edition: "2026-08"}))(t)
	made, token, err := s.App.Runtimes.Create(ctx, runtime.NewRuntime{
		SpaceID: spaces[0].ID, UserID: owner.UserID,
		Name: "工作站", Platforms: []string{"doubao"},
	})
	must.Do(t, err)
	must.Do(t, s.App.Runtimes.Report(ctx, made, []runtime.Report{{Platform: "doubao", State: runtime.Ready}}))
	key := owner.Key(t)
	brandID := s.Expect(t, apitest.Call{
		Key: key, Method: "POST", Path: "/geo/brands",
		Body: `{"name":"云栖笔记","introduction":"云端笔记"}`,
	}).At("data.id").(string)
	topicID := s.Expect(t, apitest.Call{
		Key: key, Method: "POST", Path: "/geo/brands/" + brandID + "/topics",
		Body: `{"brand_id":"` + brandID + `","name":"选购","region":"CN","language":"zh"}`,
	}).At("data.id").(string)
	for i := range killedQuestions {
		s.Expect(t, apitest.Call{
			Key: key, Method: "POST", Path: "/geo/brands/" + brandID + "/prompts",
			Body: fmt.Sprintf(`{"brand_id":%q,"topic_id":%q,"text":"哪款云笔记好用，第 %d 问？","stage":"awareness","status":"active"}`, brandID, topicID, i),
		})
	}
	runID := s.Expect(t, apitest.Call{Key: key, Method: "POST", Path: "/geo/runs", Body: `{"brand_id":"` + brandID +
		`","platforms":["doubao"],"surface":"app"}`}).At("data.run_id").(string)

	profile := t.TempDir()
	for _, until := range []int{3, 6, 0} { // questions that the site has seen when the program is killed
		program := exec.Command("renown", "runtime", "run", "--url", s.URL, "--platforms", "doubao", "--profile", profile,
			"--recipe", "doubao=sim-fetch", "--address", "doubao="+chat.URL+"/fetch/", "--shortest", "0s", "--longest", "0s")
		program.Env = append(os.Environ(), "RENOWN_RUNTIME_TOKEN="+token)
		var said bytes.Buffer
		program.Stderr = &said
		must.Do(t, program.Start())
		await.True(t, 5*time.Minute, "questions are asked", func() bool {
			if until > 0 {
				return len(sites.Asked()) >= until
			}
			r, err := s.App.Runs.Find(ctx, account.Caller{UserID: owner.UserID, SpaceID: spaces[0].ID}, runID)
			return err == nil && r.Status == "completed"
		})
		if until == 0 { // in order, with its browser
			must.Do(t, program.Process.Signal(os.Interrupt))
		} else {
			must.Do(t, program.Process.Kill())
		}
		_ = program.Wait() // it was killed
		t.Logf("after %d questions:\n%s", len(sites.Asked()), said.String())
		s.Clock.Advance(3 * time.Minute) // longer than a lease
		must.Do(t, s.App.Runs.Sweep(ctx))
	}
	s.Expect(t, apitest.Call{
		Key: key, Method: "GET", Path: "/geo/runs/" + runID + "/answers?page_size=100",
		Want: apitest.Values{"data.total": killedQuestions, "data.items.9.status": "answered"},
	})
	s.Expect(t, apitest.Call{
		Key: key, Method: "GET", Path: "/geo/brands/" + brandID + "/overview?surface=app",
		Want: apitest.Values{"data.indicators.visibility.denominator": killedQuestions},
	})
	if n := len(sites.Asked()); n > killedQuestions+2 {
		t.Errorf("%d questions were put to the site", n)
	}
}
