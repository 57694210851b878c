package run_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/plan"
	"renown/internal/room/reading"
	"renown/internal/room/run"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// completed makes a run over four questions and all platforms, one question of which fails, and does it.
func completed(t *testing.T, w *world) (who account.Caller, brandID, runID string, prompts []brand.Prompt) {
	t.Helper()
	who = w.caller(t, plan.Upper)
	texts := questions(4)
	texts[0] += "[sim:filter]"
	brandID = w.brand(t, who, texts...)
	runID = w.accepted(t, who, brandID)
	w.work(t)
	prompts = must.Get(w.brands.Prompts(t.Context(), who, brandID, brand.PromptFilter{}))(t)
	at := slices.IndexFunc(prompts, func(p brand.Prompt) bool { return strings.Contains(p.Text, "filter") })
	prompts[0], prompts[at] = prompts[at], prompts[0] // ids of one moment sort as they like when another test makes ids too
	return who, brandID, runID, prompts
}

func TestEvidenceForeign(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		_, brandID, runID, _ := completed(t, w)
		other := w.caller(t, plan.Upper)
		_, _, err := w.Evidence(t.Context(), other, runID, run.EvidenceFilter{Paging: run.Paging{Number: 1, Size: 10}})
		refused(t, err, fault.NoSuchThing, map[string]any{"resource": "run", "id": runID})
		_, _, err = w.List(t.Context(), other, brandID, run.Paging{Number: 1, Size: 10})
		refused(t, err, fault.NoSuchThing, map[string]any{"resource": "brand", "id": brandID})
	})
}

// Pages cover everything once, in a fixed order; filters narrow it, and several of a kind widen it again.
func TestEvidencePages(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		who, _, runID, prompts := completed(t, w)
		read := func(f run.EvidenceFilter) (list []run.Evidence, total int64) {
			list, total, err := w.Evidence(t.Context(), who, runID, f)
			must.Do(t, err)
			return list, total
		}
		whole, total := read(run.EvidenceFilter{Paging: run.Paging{Number: 1, Size: 100}})
		if total != 24 || len(whole) != 24 {
			t.Fatalf("%d of %d", len(whole), total)
		}
		var paged []run.Evidence
		for n := int64(1); n <= 5; n++ {
			page, total := read(run.EvidenceFilter{Paging: run.Paging{Number: n, Size: 5}})
			if want := min(5, 24-int(n-1)*5); len(page) != want || total != 24 {
				t.Errorf("page %d has %d of %d", n, len(page), total)
			}
			paged = append(paged, page...)
		}
		if !slices.EqualFunc(whole, paged, func(a, b run.Evidence) bool { return a.ID == b.ID }) {
			t.Error("the pages are not the whole")
		}
		if page, total := read(run.EvidenceFilter{Paging: run.Paging{Number: 9, Size: 5}}); len(page) != 0 || total != 24 {
			t.Errorf("beyond the end: %d of %d", len(page), total)
		}
		for _, c := range []struct {
			platforms, prompts []string
			want               int64
		}{
			{platforms: []string{"qwen"}, want: 4},
			{platforms: []string{"qwen", "kimi", "qwen"}, want: 8},
			{prompts: []string{prompts[1].ID}, want: 6},
			{prompts: []string{prompts[1].ID, prompts[2].ID}, want: 12},
			{platforms: []string{"qwen"}, prompts: []string{prompts[1].ID, prompts[2].ID}, want: 2},
			{platforms: []string{"nothing"}, want: 0},
			{platforms: []string{""}, want: 0},
			{prompts: []string{"' OR 1=1 --"}, want: 0},
		} {
			page, total := read(run.EvidenceFilter{Platforms: c.platforms, PromptIDs: c.prompts, Paging: run.Paging{Number: 1, Size: 100}})
			if total != c.want || int64(len(page)) != c.want {
				t.Errorf("%v, %v: %d of %d, want %d", c.platforms, c.prompts, len(page), total, c.want)
			}
			for _, e := range page {
				if len(c.platforms) > 0 && !slices.Contains(c.platforms, e.Platform) || len(c.prompts) > 0 &&
					!slices.Contains(c.prompts, e.PromptID) {
					t.Errorf("%v, %v: got %+v", c.platforms, c.prompts, e)
				}
			}
		}
	})
}

// An answer says where it is from: text, model, sources by their canonical address, and what it was asked.
func TestEvidence(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		who, _, runID, _ := completed(t, w)
		list, _, err := w.Evidence(t.Context(), who, runID, run.EvidenceFilter{Paging: run.Paging{Number: 1, Size: 100}})
		must.Do(t, err)
		cited := 0
		for _, e := range list {
			if strings.Contains(e.PromptText, "filter") {
				if e.Status != "failed" || e.Text != nil || e.Model != nil || e.AnsweredAt != nil || len(e.Citations) != 0 {
					t.Errorf("failed: %+v", e)
				}
				continue
			}
			draft := w.sim.Draft(e.Platform, e.PromptText, true)
			if e.Status != "answered" || e.Text == nil || !strings.Contains(*e.Text,
				strings.TrimSpace(draft.Passages[0].Text)) || e.Error != nil ||
				!strings.HasPrefix(*e.Model, "simulated") || !e.AnsweredAt.Equal(w.clock.Now()) || *e.Retrieval == "" {
				t.Errorf("answered: %+v", e)
			}
			for _, c := range e.Citations {
				u, err := url.Parse(c.URL)
				if err != nil || c.Domain == "" || !strings.HasSuffix(u.Hostname(), c.Domain) || c.Class == "" {
					t.Errorf("%s cites %+v", e.Platform, c)
				}
				if c.Cited {
					cited++
				}
			}
		}
		if cited == 0 {
			t.Error("nothing is cited")
		}
	})
}

// What the provider sent is kept whole and compressed, and stands nowhere else.
func TestRaw(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		completed(t, w)
		type kept struct {
			platform, request, usage string
			raw                      []byte
		}
		list, err := store.List(t.Context(), w.db.Read(), func(row store.Row) (k kept, err error) {
			err = row.Scan(&k.platform, &k.request, &k.usage, &k.raw)
			return k, err
		}, `SELECT t.platform, a.request_id, a.usage, x.raw FROM answers a JOIN tasks t ON t.id = a.id`+reading.Texts)
		must.Do(t, err)
		must.Equal(t, len(list), 18, "answers")
		for _, k := range list {
			r := must.Get(gzip.NewReader(bytes.NewReader(k.raw)))(t)
			body := must.Get(io.ReadAll(r))(t)
			if !json.Valid(body) || len(body) < 100 || k.request == "" || !json.Valid([]byte(k.usage)) {
				t.Errorf("%s: %d bytes, %q, %q", k.platform, len(body), k.request, k.usage)
			}
		}
	})
}

// A purge forgets texts and raw replies that are old enough; sources, figures and progress stay as they are.
func TestPurge(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		_, findings := w.findings(w.node)
		who, _, old, _ := completed(t, w)
		w.clock.Advance(30 * 24 * time.Hour)
		other, _, young, _ := completed(t, w)
		before := w.progress(t, who, old)
		evidence := func(c account.Caller, runID string) []run.Evidence {
			list, _, err := w.Evidence(t.Context(), c, runID, run.EvidenceFilter{Paging: run.Paging{Number: 1, Size: 100}})
			must.Do(t, err)
			return list
		}
		kept := evidence(who, old)
		for _, c := range []struct {
			age  time.Duration
			want int64
		}{{30 * 24 * time.Hour, 0}, {30*24*time.Hour - time.Microsecond, 18}, {30*24*time.Hour - time.Microsecond, 0}} {
			n := must.Get(findings.Purge(t.Context(), c.age))(t)
			must.Equal(t, n, c.want, c.age, "were purged")
		}
		for i, e := range evidence(who, old) {
			if e.Text != nil || e.Status != kept[i].Status || len(e.Citations) != len(kept[i].Citations) ||
				(e.Model == nil) != (kept[i].Model == nil) {
				t.Errorf("purged: %+v", e)
			}
		}
		expect.Equal(t,
			w.number(t,
				`SELECT count(*) FROM answer_texts WHERE answer_id IN (SELECT id FROM answers WHERE run_id = $1)`, old), 0, "answers still hold something")
		for _, e := range evidence(other, young) {
			if e.Status == "answered" && e.Text == nil {
				t.Errorf("too young to be purged: %+v", e)
			}
		}
		if after := w.progress(t, who, old); after.Progress != before.Progress || after.Status != before.Status {
			t.Errorf("from %+v to %+v", before, after)
		}
		w.sound(t)
	})
}

// The history is newest first, each with the parts of its platforms.
func TestHistory(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		who := w.caller(t, plan.Upper)
		brandID, elsewhere := w.brand(t, who, "问"), w.brand(t, who, "问")
		var ids []string
		for i := range 7 {
			w.clock.Advance(24 * time.Hour)
			due := timestamp.Of(w.clock.Now())
			out := must.Get(w.Submit(t.Context(), who, run.Request{
				BrandID: brandID, Platforms: all[:1+i%3],
				Origin: run.FromSchedule, Due: &due,
			}))(t)
			ids = append([]string{out.RunID}, ids...)
			w.work(t)
		}
		w.accepted(t, who, elsewhere)
		var got []string
		for n := int64(1); n <= 3; n++ {
			page, total, err := w.List(t.Context(), who, brandID, run.Paging{Number: n, Size: 3})
			must.Do(t, err)
			expect.Equal(t, total, 7, "in all")
			for _, r := range page {
				got = append(got, r.ID)
				if whole := w.progress(t, who, r.ID); len(r.Platforms) != len(whole.Platforms) ||
					r.Status != whole.Status || r.Progress != whole.Progress {
					t.Errorf("in the list %+v, by itself %+v", r, whole)
				}
			}
		}
		if !slices.Equal(got, ids) {
			t.Errorf("got %v, want %v", got, ids)
		}
	})
}
