package console_test

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"renown/internal/config"
	"renown/internal/room/brand"
	"renown/internal/room/run"
	"renown/internal/simulator"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
	"renown/internal/tool/assistant"
)

// asked starts a run of so many questions through the console and returns its path.
func (w *watched) asked(questions int, platforms ...string) string {
	w.t.Helper()
	topics := must.Get(w.s.App.Brands.Topics(w.t.Context(), w.who, w.id))(w.t)
	for i := len(w.prompts); i < questions; i++ {
		_, err := w.s.App.Brands.CreatePrompt(w.t.Context(), w.who, w.id, brand.NewPrompt{
			PromptFields: brand.PromptFields{
				TopicID: topics[0].ID, Text: fmt.Sprintf("第 %d 个问题：哪款云笔记好？", i),
				Stage: "decision", Status: brand.Active,
			}, Source: brand.FromUser,
		})
		must.Do(w.t, err)
	}
	pairs := []string{"mode", "search"}
	for _, p := range platforms {
		pairs = append(pairs, "platform", p)
	}
	made := w.post(w.path+"/runs/new", pairs...)
	if made.status != 303 {
		w.t.Fatalf("no run: %d %.600s", made.status, made.text())
	}
	return made.location
}

// What a platform left out half-way was not answered, wherever a run is counted.
func TestRunCountsSkipped(t *testing.T) {
	t.Parallel()
	const questions = 20 // at most eight at once
	var suspend atomic.Pointer[assistant.Client]
	var seen atomic.Int32
	s := apitest.Start(t, "sqlite", apitest.Options{Settings: func(s *config.Settings) {
		s.Simulate = &simulator.Options{Platforms: s.Catalogue.All(), Seen: func(r simulator.Request) {
			if platforms := suspend.Load(); platforms != nil && r.Platform == "qwen" && seen.Add(1) == questions/2 { // some have an answer by then that is no refusal
				platforms.Suspend("qwen", true)
			}
		}}
	}})
	w := newWatched(t, s, 0)
	suspend.Store(s.App.Assistants)
	at := w.asked(questions, "qwen")
	page := w.until(at, func(p *received) bool { return p.count("#live[data-poll]") == 0 })
	found, _, err := s.App.Runs.Evidence(t.Context(), w.who, at[strings.LastIndex(at, "/")+1:],
		run.EvidenceFilter{Paging: run.Paging{Number: 1, Size: 100}})
	must.Do(t, err)
	n := map[string]int{}
	for _, e := range found {
		n[e.Status]++
	}
	if n["answered"] == 0 || n["skipped"] == 0 || n["answered"]+n["skipped"] != questions {
		t.Fatalf("not half-way: %v", n)
	}
	page.expect(200, fmt.Sprintf("回答 %d · 失败 0 · 跳过 %d", n["answered"], n["skipped"]),
		fmt.Sprintf("%d 条回答，%d 条跳过（原因见下）", n["answered"], n["skipped"]), "部分完成")
	w.get(w.path+"/runs").expect(200, fmt.Sprintf("%d / %d", n["answered"], questions))
}

// A stopped run counts what it had, not what it left.
func TestRunCountsCancelled(t *testing.T) {
	t.Parallel()
	held := make(chan struct{})
	release := sync.OnceFunc(func() { close(held) })
	s := apitest.Start(t, "sqlite", apitest.Options{Settings: func(s *config.Settings) {
		s.Simulate = &simulator.Options{Platforms: s.Catalogue.All(), Seen: func(simulator.Request) { <-held }}
	}})
	t.Cleanup(release)
	w := newWatched(t, s, 0)
	at := w.asked(2, "qwen")
	w.post(at + "/cancel").leads(at)
	page := w.get(at).expect(200, "已取消", "回答 0 · 失败 0 · 跳过 0", "0 / 2", "0 条回答")
	if strings.Contains(page.one("#live"), "2 / 2") {
		t.Error("what was left out counts as done")
	}
	w.get(w.path+"/runs").expect(200, "0 / 2")
}

// Why a platform was left out is said in the reader's language.
func TestRunSkippedReason(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, "sqlite", apitest.Options{Settings: func(s *config.Settings) {
		s.Simulate = &simulator.Options{Platforms: s.Catalogue.All()}
	}})
	w := newWatched(t, s, 0)
	s.App.Assistants.Suspend("qwen", true)
	at := w.asked(1, "qwen", "doubao")
	w.until(at, func(p *received) bool { return p.count("#live[data-poll]") == 0 }).expect(200, "该平台已被运营人员暂停")
	w.post("/preferences", "lang", "en", "back", "/")
	w.get(at).expect(200, "this platform was suspended by the operator")
	for _, title := range w.get(w.path + "/change").find(`span[title]`) {
		if attr(title, "title") == "this platform was suspended by the operator" {
			return
		}
	}
	t.Error("the overview does not say why")
}
