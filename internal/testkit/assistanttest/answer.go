package assistanttest

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"renown/internal/simulator"
	"renown/internal/testkit/must"
	"renown/internal/tool/assistant"
)

var questions = []string{
	"2026年值得买的跑鞋品牌有哪些？",
	"云岭和疾岚哪个好？",
	"Is Stridewell a good running shoe?",
	"Which coffee brands do you recommend?",
}

// answers checks what comes out when the platform answers.
func answers(t *testing.T, entry *assistant.Platform, way Way) {
	parallel(t, "plain", func(t *testing.T) { plain(t, NewRig(t, entry, way, 0)) })
	parallel(t, "cited", func(t *testing.T) {
		r := NewRig(t, entry, way, 0)
		for _, q := range questions {
			cited(t, r, q)
		}
	})
	parallel(t, "searched but none cited", func(t *testing.T) {
		r := NewRig(t, entry, way, 0)
		shaped(t, r, simulator.Uncited, assistant.RetrievalUncited)
	})
	parallel(t, "not searched", func(t *testing.T) {
		r := NewRig(t, entry, way, 0)
		a := shaped(t, r, simulator.NotSearched, assistant.RetrievalNone)
		if len(a.Citations) > 0 {
			t.Errorf("citations without a search: %+v", a.Citations)
		}
	})
	parallel(t, "refusal in words", func(t *testing.T) {
		r := NewRig(t, entry, way, 0)
		shaped(t, r, simulator.Refusal, assistant.RetrievalNone)
	})
	parallel(t, "marker without a source", func(t *testing.T) { dangling(t, NewRig(t, entry, way, 0)) })
	parallel(t, "reasoning", func(t *testing.T) { reasoning(t, NewRig(t, entry, way, 0)) })
	parallel(t, "unsupported modes", func(t *testing.T) { unsupported(t, NewRig(t, entry, way, 0)) })
	parallel(t, "many at once", func(t *testing.T) { crowd(t, NewRig(t, entry, way, 0)) })
}

// plain asks without search where the entry can.
func plain(t *testing.T, r *Rig) {
	mode := r.mode()
	if r.Entry.Capabilities().Supports(assistant.ModeChat) {
		mode = assistant.ModeChat
	}
	q := questions[0]
	a := must.Get(r.Ask(t, q, mode))(t)
	request := <-r.seen
	if request.Search != mode.Searches() || request.Question != q {
		t.Errorf("the platform understood %+v", request)
	}
	draft := r.Sim.Draft(r.Entry.ID, q, mode.Searches())
	if !strings.HasPrefix(a.Text, draft.Text()) {
		t.Errorf("got text\n%s\nwant\n%s", a.Text, draft.Text())
	}
	if !mode.Searches() && a.Retrieval != assistant.RetrievalNone {
		t.Errorf("retrieval %s without a search", a.Retrieval)
	}
	if !a.Simulated() || a.ModelAsked == "" || a.ModelServed != assistant.SimulatedMark+a.ModelAsked {
		t.Errorf("asked %q, served %q", a.ModelAsked, a.ModelServed)
	}
	if a.Platform != r.Entry.ID || a.Mode != mode || a.Finish != assistant.FinishStop || a.RequestID == "" || a.Rounds < 1 {
		t.Errorf("platform %q mode %q finish %q request %q rounds %d", a.Platform, a.Mode, a.Finish, a.RequestID, a.Rounds)
	}
	if a.Latency.Total <= 0 || a.Latency.Total > time.Minute || a.Usage.Total <= 0 {
		t.Errorf("latency %v usage %+v", a.Latency, a.Usage)
	}
	again, err := assistant.Reread(r.Entry, mode, a.Raw)
	if err != nil || again.Text != a.Text {
		t.Errorf("read again: %v\n%s", err, again.Text)
	}
}

// cited compares with the draft: the same text without markers, the same sources, those that are cited first.
func cited(t *testing.T, r *Rig, q string) {
	t.Helper()
	a := must.Get(r.Ask(t, q, r.mode()))(t)
	draft := r.Sim.Draft(r.Entry.ID, q, true)
	if !strings.HasPrefix(a.Text, draft.Text()) || !r.Entry.Options.Links && a.Text != draft.Text() {
		t.Errorf("got text\n%q\nwant\n%q", a.Text, draft.Text())
	}
	checkRetrieval(t, r, a)
	checkSources(t, r, a, draft)
	checkExtents(t, a)
	if caps := r.Entry.Capabilities(); caps.Queries && len(a.Queries) == 0 {
		t.Error("the capabilities promise queries")
	} else if caps.Dates && a.Citations[0].PublishedAt.IsZero() {
		t.Errorf("the capabilities promise dates: %+v", a.Citations[0])
	}
	if region := r.Entry.Capabilities().Region; a.RegionSent != region {
		t.Errorf("region sent %t, capability %t", a.RegionSent, region)
	}
}

func checkRetrieval(t *testing.T, r *Rig, a assistant.Answer) {
	t.Helper()
	want := assistant.RetrievalCited
	if !r.Entry.Options.Cites {
		want = assistant.RetrievalSources
	}
	if a.Retrieval != want {
		t.Errorf("retrieval %s, want %s", a.Retrieval, want)
	}
}

func checkSources(t *testing.T, r *Rig, a assistant.Answer, draft simulator.Draft) {
	t.Helper()
	var got, want []string
	uncited := false
	for _, c := range a.Citations {
		switch {
		case c.URL == "" || c.Canonical == "" || c.Domain == "" || c.Origin == "":
			t.Errorf("incomplete citation %+v", c)
		case c.Cited && uncited:
			t.Error("a cited source after one that was only retrieved")
		}
		uncited = uncited || !c.Cited
		if c.Cited {
			got = append(got, c.Canonical)
		}
	}
	for _, u := range draft.CitedURLs() {
		canonical, _ := assistant.Canonical(u)
		want = append(want, canonical)
	}
	if !r.Entry.Options.Cites {
		got, want = nil, nil
		for _, c := range a.Citations {
			got = append(got, c.Canonical)
		}
		for _, s := range draft.Sources {
			canonical, _ := assistant.Canonical(s.URL)
			want = append(want, canonical)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("cited\n%v\nwant\n%v", got, want)
	}
}

func checkExtents(t *testing.T, a assistant.Answer) {
	t.Helper()
	length := utf8.RuneCountInString(a.Text)
	for _, c := range a.Citations {
		for _, s := range c.Extents {
			if s.Start < 0 || s.End < s.Start || s.End > length {
				t.Errorf("extent %v of a text of %d runes", s, length)
			}
		}
	}
}

func shaped(t *testing.T, r *Rig, do simulator.Outcome, want assistant.Retrieval) assistant.Answer {
	t.Helper()
	r.Sim.Script("", "", simulator.Step{Do: do})
	a := must.Get(r.Ask(t, questions[0], r.mode()))(t)
	switch {
	case r.Entry.Options.Silent:
		want = assistant.RetrievalUnknown
	case want == assistant.RetrievalUncited && !r.Entry.Options.Cites:
		want = assistant.RetrievalSources
	}
	if a.Retrieval != want || a.Text == "" {
		t.Errorf("retrieval %s, want %s; text %q", a.Retrieval, want, a.Text)
	}
	for _, c := range a.Citations {
		if c.Cited {
			t.Errorf("cited: %+v", c)
		}
	}
	return a
}

// dangling: a marker that names nothing is counted; only a plain number, which may be prose, stays in the text.
func dangling(t *testing.T, r *Rig) {
	r.Sim.Script("", "", simulator.Step{Do: simulator.Dangling})
	a := must.Get(r.Ask(t, questions[0], r.mode()))(t)
	draft := r.Sim.Draft(r.Entry.ID, questions[0], true)
	numbered := strings.Contains(a.TextRaw, "99") && !strings.Contains(a.TextRaw, "[[99]]") // that one names an address
	if numbered && len(a.Warnings) == 0 {
		t.Errorf("no warning for %q", a.TextRaw)
	}
	if strings.ReplaceAll(a.Text, "[99]", "") != draft.Text() && !r.Entry.Options.Links {
		t.Errorf("got text\n%q\nwant\n%q", a.Text, draft.Text())
	}
}

func reasoning(t *testing.T, r *Rig) {
	if !r.Entry.Capabilities().Supports(assistant.ModeReasoning) {
		t.Skip("the platform cannot reason with search")
	}
	for _, q := range questions {
		a := must.Get(r.Ask(t, q, assistant.ModeReasoning))(t)
		if request := <-r.seen; !request.Thinking || !request.Search {
			t.Errorf("the platform understood %+v", request)
		}
		draft := r.Sim.Draft(r.Entry.ID, q, true)
		if a.Reasoning != draft.Reasoning || strings.Contains(a.Text, draft.Reasoning) || !strings.HasPrefix(a.Text, draft.Text()) {
			t.Errorf("reasoning %q, want %q; text %q", a.Reasoning, draft.Reasoning, a.Text)
		}
		checkRetrieval(t, r, a)
		checkSources(t, r, a, draft)
	}
}

func unsupported(t *testing.T, r *Rig) {
	for _, m := range append(assistant.Modes(), "dreaming") {
		if r.Entry.Capabilities().Supports(m) {
			continue
		}
		_, err := r.Ask(t, questions[0], m)
		wantFault(t, err, assistant.Unsupported)
	}
	if n := r.Sim.Total(); n > 0 {
		t.Errorf("%d requests were sent", n)
	}
}

// crowd asks different questions at the same time; every one gets its own answer.
func crowd(t *testing.T, r *Rig) {
	var wait sync.WaitGroup
	for i := range 40 {
		wait.Go(func() {
			q := fmt.Sprintf("%s（%d）", questions[i%len(questions)], i)
			a, err := r.Ask(t, q, r.mode())
			if err != nil {
				t.Errorf("%s: %v", q, err)
			} else if want := r.Sim.Draft(r.Entry.ID, q, true).Text(); !strings.HasPrefix(a.Text, want) {
				t.Errorf("%s: got the answer of another question", q)
			}
			if n := r.Sim.Asked("", q); n != 1 {
				t.Errorf("%s: asked %d times", q, n)
			}
		})
	}
	wait.Wait()
}
