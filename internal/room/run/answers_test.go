package run_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/timestamp"
	"renown/internal/room/plan"
	"renown/internal/room/reading"
	"renown/internal/room/run"
	"renown/internal/simulator"
	"renown/internal/testkit/must"
)

func TestAnswersForeign(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		who, brandID, _, _ := completed(t, w)
		list, _, err := w.Answers(t.Context(), who, brandID, run.AnswerFilter{Paging: run.Paging{Number: 1, Size: 1}})
		must.Do(t, err)
		other := w.caller(t, plan.Upper)
		_, _, err = w.Answers(t.Context(), other, brandID, run.AnswerFilter{Paging: run.Paging{Number: 1, Size: 1}})
		refused(t, err, fault.NoSuchThing, map[string]any{"resource": "brand", "id": brandID})
		_, err = w.Marks(t.Context(), other, brandID, []string{"云栖笔记"})
		refused(t, err, fault.NoSuchThing, map[string]any{"resource": "brand", "id": brandID})
		_, err = w.Answer(t.Context(), other, list[0].ID)
		refused(t, err, fault.NoSuchThing, map[string]any{"resource": "answer", "id": list[0].ID})
		_, err = w.Answer(t.Context(), who, "tsk_unknown")
		refused(t, err, fault.NoSuchThing, map[string]any{"resource": "answer", "id": "tsk_unknown"})
	})
}

// Answers of all runs come newest first, each once; filters narrow them, and what did not answer is not among them.
func TestAnswers(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		w.sim.Know(simulator.Brand{Name: "云栖笔记", Weight: 0.7, Terms: []string{"云笔记"}})
		who, brandID, firstRun, prompts := completed(t, w)
		first := timestamp.Of(w.clock.Now())
		w.clock.Advance(48 * time.Hour)
		secondRun := w.accepted(t, who, brandID)
		w.work(t)
		read := func(f run.AnswerFilter) ([]run.Answer, int64) {
			if f.Size == 0 {
				f.Paging = run.Paging{Number: 1, Size: 100}
			}
			list, total, err := w.Answers(t.Context(), who, brandID, f)
			must.Do(t, err)
			newest := must.Get(w.Newest(t.Context(), who, brandID, f))(t)
			if !slices.EqualFunc(list, newest, func(a, b run.Answer) bool { return a.ID == b.ID }) {
				t.Errorf("%+v: uncounted, the page is another", f)
			}
			return list, total
		}
		whole, total := read(run.AnswerFilter{})
		if total != 42 || len(whole) != 42 { // four questions at six platforms, twice; one failed the first time
			t.Fatalf("%d of %d", len(whole), total)
		}
		if whole[0].RunID != secondRun || whole[41].RunID != firstRun {
			t.Errorf("not newest first: %s … %s", whole[0].RunID, whole[41].RunID)
		}
		var paged []run.Answer
		for n := int64(1); n <= 5; n++ {
			page, _ := read(run.AnswerFilter{Paging: run.Paging{Number: n, Size: 10}})
			paged = append(paged, page...)
		}
		if !slices.EqualFunc(whole, paged, func(a, b run.Answer) bool { return a.ID == b.ID }) {
			t.Error("the pages are not the whole")
		}
		yes, no := true, false
		_, named := read(run.AnswerFilter{Named: &yes})
		_, unnamed := read(run.AnswerFilter{Named: &no})
		var left int64
		for _, a := range whole {
			if !a.Counted {
				left++
			}
		}
		if named+unnamed+left != 42 || named == 0 || unnamed == 0 {
			t.Errorf("%d name the brand, %d do not, %d do not count", named, unnamed, left)
		}
		same := func(of func(run.Answer) bool) (n int64) {
			for _, a := range whole {
				if of(a) {
					n++
				}
			}
			return n
		}
		holding := func(text string) int64 {
			return same(func(a run.Answer) bool { return strings.Contains(*a.Text, text) })
		}
		topic := prompts[0].TopicID
		for name, c := range map[string]struct {
			filter run.AnswerFilter
			want   int64
		}{
			"platform":           {run.AnswerFilter{Platforms: []string{"qwen"}}, 7},
			"platforms":          {run.AnswerFilter{Platforms: []string{"qwen", "kimi"}}, 14},
			"prompt":             {run.AnswerFilter{PromptIDs: []string{prompts[1].ID}}, 12},
			"cell":               {run.AnswerFilter{PromptIDs: []string{prompts[1].ID}, Platforms: []string{"kimi"}}, 2},
			"topic":              {run.AnswerFilter{TopicIDs: []string{topic}}, 42},
			"another topic":      {run.AnswerFilter{TopicIDs: []string{"top_unknown"}}, 0},
			"from":               {run.AnswerFilter{From: first.Add(time.Hour)}, 24},
			"to, exclusive":      {run.AnswerFilter{To: first}, 0},
			"to":                 {run.AnswerFilter{To: first.Add(time.Microsecond)}, 18},
			"nothing":            {run.AnswerFilter{Platforms: []string{"' OR 1=1 --"}}, 0},
			"the failing prompt": {run.AnswerFilter{PromptIDs: []string{prompts[0].ID}}, 6},
			"ids":                {run.AnswerFilter{IDs: []string{whole[0].ID, whole[5].ID, "tsk_unknown"}}, 2},
			"words":              {run.AnswerFilter{Q: "云栖笔记"}, holding("云栖笔记")},
			"words, other case":  {run.AnswerFilter{Q: strings.ToUpper(*whole[0].Text)}, holding(*whole[0].Text)},
			"no such words":      {run.AnswerFilter{Q: "没有这样的话"}, 0},
			"a wildcard":         {run.AnswerFilter{Q: "%"}, holding("%")},
			"another wildcard":   {run.AnswerFilter{Q: "云_笔记"}, 0},
			"a quote":            {run.AnswerFilter{Q: "'"}, holding("'")},
			"a backslash":        {run.AnswerFilter{Q: `\`}, holding(`\`)},
			"an emoji":           {run.AnswerFilter{Q: "🙂"}, 0},
			"model": {
				run.AnswerFilter{Model: *whole[0].Model},
				same(func(a run.Answer) bool { return *a.Model == *whole[0].Model }),
			},
			"surface": {run.AnswerFilter{Surface: "app"}, 0},
			"tone": {
				run.AnswerFilter{Tone: "positive"},
				same(func(a run.Answer) bool { return a.Sentiment != nil && a.Sentiment.Label == "positive" }),
			},
			"a competitor": {run.AnswerFilter{RivalID: "%"}, 0},
			"a claim":      {run.AnswerFilter{Verdict: "contradicts"}, 0},
		} {
			if list, total := read(c.filter); total != c.want || int64(len(list)) != c.want {
				t.Errorf("%s: %d of %d, want %d", name, len(list), total, c.want)
			}
		}
	})
}

// Marks are the stretches of the text that name a brand, as the findings say.
func TestAnswerMarks(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		w.sim.Know(simulator.Brand{Name: "云栖笔记", Weight: 0.7, Terms: []string{"云笔记"}})
		who, brandID, _, _ := completed(t, w)
		list, _, err := w.Answers(t.Context(), who, brandID, run.AnswerFilter{Paging: run.Paging{Number: 1, Size: 100}})
		must.Do(t, err)
		marked := 0
		for _, a := range list {
			named := slices.ContainsFunc(a.Marks, func(m reading.Mark) bool { return m.Brand })
			if named != (a.Position != nil) {
				t.Errorf("%s: marked %v, position %v", a.ID, named, a.Position)
			}
			runes := []rune(*a.Text)
			for _, m := range a.Marks {
				marked++
				if m.Brand && !strings.Contains(string(runes[m.Start:m.End]), "云栖") {
					t.Errorf("%s: %q is marked as the brand", a.ID, string(runes[m.Start:m.End]))
				}
			}
			one := must.Get(w.Answer(t.Context(), who, a.ID))(t)
			if one.BrandID != brandID || one.Stage != "awareness" || *one.Text != *a.Text || len(one.Marks) != len(a.Marks) {
				t.Errorf("alone it is another: %+v", one)
			}
		}
		if marked == 0 {
			t.Error("nothing is marked")
		}
		marks := must.Get(w.Marks(t.Context(), who, brandID, []string{"", "推荐云栖笔记。", "什么也没有"}))(t)
		if len(marks) != 3 || len(marks[0]) != 0 || len(marks[1]) != 1 || len(marks[2]) != 0 ||
			marks[1][0].Start != 2 || marks[1][0].End != 6 || !marks[1][0].Brand {
			t.Errorf("marks %+v", marks)
		}
	})
}
