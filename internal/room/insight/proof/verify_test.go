package proof_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/insight"
	"renown/internal/room/insight/proof"
	"renown/internal/simulator"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// reported is a brand with a history of two periods, its report and its answers. One answer of three was judged by a
// model, a platform fails now
// and then, one prompt was deleted and one answer's text is no longer kept.
func reported(t *testing.T, w *geotest.World, q func(day func(back int) string) insight.Query) (b *geotest.Watched,
	report, answers []byte,
) {
	t.Helper()
	w.Sim.Know(simulator.Brand{Name: "云栖笔记", Weight: 0.6, Terms: []string{"云笔记"}},
		simulator.Brand{Name: "石墨文档", Weight: 0.5, Terms: []string{"云笔记"}})
	b = w.Brand(t, "云栖笔记", "云栖")
	topic, other := b.Topic(t, "选型"), b.Topic(t, "协作")
	b.Prompt(t, topic, "哪款云笔记好用？", "awareness")
	b.Prompt(t, other, "团队用什么云笔记？", "decision", "visibility")
	b.Prompt(t, other, "云栖笔记怎么样？", "decision", "sentiment")
	gone := b.Prompt(t, topic, "学生用什么云笔记？", "consideration")
	b.Competitor(t, "石墨文档")
	for range 5 {
		b.Run(t)
		w.Clock.Advance(24 * time.Hour)
	}
	must.Do(t, w.Brands.DeletePrompt(t.Context(), b.Who, gone))
	w.Exec(t,
		`DELETE FROM answer_texts WHERE answer_id = (SELECT min(id) FROM answers WHERE brand_id = $1)`, b.ID)
	w.Exec(t,
		`INSERT INTO failures (brand_id, day, platform, topic_id, kinds, failed) VALUES ($1, 20260108, 'kimi', $2, 'vs', 3)`, b.ID, topic)
	query := q(func(back int) string {
		return w.Clock.Now().Add(8*time.Hour).AddDate(0, 0, -back).Format(time.DateOnly)
	})
	doc := must.Get(w.Proofs.Document(t.Context(), b.Who, b.ID, query))(t)
	report = must.Get(json.Marshal(doc))(t)
	w.Clock.Advance(time.Hour)
	b.Run(t) // what comes after the report does not matter to it
	var out bytes.Buffer
	must.Do(t, w.Proofs.WriteAnswers(t.Context(), b.Who, b.ID, query, &out))
	grounds := must.Get(w.Proofs.Grounds(t.Context(), b.Who, b.ID, query))(t)
	if grounds.Answers.Answers <= doc.Answers.Answers || doc.Answers.Contents == "" || grounds.Answers.Contents != "" {
		t.Errorf("grounds %+v beside %+v", grounds.Answers, doc.Answers)
	}
	return b, report, out.Bytes()
}

func verify(t *testing.T, report, answers []byte) (proof.Verdict, error) {
	t.Helper()
	return proof.Verify(t.Context(), bytes.NewReader(report), bytes.NewReader(answers))
}

// A report follows from its answers, narrowed or not, and whatever is changed in either is told.
func TestVerifyReport(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		w := geotest.New(t, d, geotest.Options{Judge: geotest.ThirdByModel()})
		b, report, answers := reported(t, w, func(day func(int) string) insight.Query { return insight.Query{From: day(2), To: day(0)} })
		v, err := verify(t, report, answers)
		if err != nil || len(v.Differences) > 0 || v.Answers == 0 || v.WithoutText != 1 || v.ByModel == 0 || v.Figures < 200 {
			t.Fatalf("%+v, %v", v, err)
		}
		expect.Refuse(t, expect.Error(w.Proofs.Document(t.Context(), w.Caller(t), b.ID, insight.Query{})),
			fault.NoSuchThing, "another's report")
		expect.Refuse(t, w.Proofs.WriteAnswers(t.Context(), w.Caller(t), b.ID, insight.Query{}, &bytes.Buffer{}),
			fault.NoSuchThing, "another's answers")
		tampered(t, report, answers)
		refused(t, report, answers)
	})
}

func TestVerifyReportNarrowed(t *testing.T) {
	t.Parallel()
	w := geotest.New(t, "sqlite", geotest.Options{})
	_, report, answers := reported(t, w, func(day func(int) string) insight.Query {
		return insight.Query{From: day(1), To: day(0), Platforms: []string{"kimi", "doubao"}}
	})
	if v, err := verify(t, report, answers); err != nil || len(v.Differences) > 0 {
		t.Fatalf("%+v, %v", v, err)
	}
}

// lines parts a file of answers.
func lines(answers []byte) []string {
	return strings.Split(strings.TrimSuffix(string(answers), "\n"), "\n")
}

func tampered(t *testing.T, report, answers []byte) {
	t.Helper()
	list := lines(answers)
	last := func(change func([]string) []string) []byte {
		return []byte(strings.Join(change(append([]string{}, list...)), "\n"))
	}
	named := func(in []string) int {
		for i, l := range in {
			if strings.HasPrefix(l, `{"type":"answer"`) && strings.Contains(l, `"types":["visibility"]`) &&
				strings.Contains(l, "云栖笔记") && !strings.Contains(l, `"text":null`) {
				return i
			}
		}
		t.Fatal("no answer names the brand")
		return 0
	}
	for name, c := range map[string]struct {
		report, answers []byte
		at              []string
	}{
		"a changed answer": {report, last(func(in []string) []string {
			i := named(in)
			in[i] = strings.ReplaceAll(in[i], "云栖笔记", "别家笔记")
			return in
		}), []string{"answers.contents_sha256"}},
		"a changed word that moves no figure": {report, last(func(in []string) []string {
			i := named(in)
			in[i] = strings.Replace(in[i], `"text":"`, `"text":"此外，`, 1)
			return in
		}), []string{"answers.contents_sha256"}},
		"a dropped answer": {report, last(func(in []string) []string {
			i := named(in)
			return append(in[:i], in[i+1:]...)
		}), []string{"answers.answers", "answers.ids_sha256", "answers.contents_sha256"}},
		"a changed figure": {
			changed(t, report, "indicators", "visibility", "value"), answers,
			[]string{"figures.overview.indicators.visibility.value"},
		},
		"a changed interval": {
			changed(t, report, "indicators", "share_of_voice", "high_wide"), answers,
			[]string{"figures.overview.indicators.share_of_voice.high_wide"},
		},
		"a figure too many": {
			bytes.Replace(report, []byte(`"overview":{`), []byte(`"overview":{"fame":1,`), 1),
			answers,
			[]string{"figures.overview.fame"},
		},
	} {
		v, err := verify(t, c.report, c.answers)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		found := map[string]bool{}
		for _, d := range v.Differences {
			found[d.At] = true
		}
		for _, at := range c.at {
			if !found[at] {
				t.Errorf("%s: nothing is said of %s: %+v", name, at, v.Differences)
			}
		}
		if name == "a changed figure" && len(v.Differences) != 1 {
			t.Errorf("%s: %+v", name, v.Differences)
		}
	}
}

// changed moves one figure of the overview.
func changed(t *testing.T, report []byte, path ...string) []byte {
	t.Helper()
	var doc map[string]any
	must.Do(t, json.Unmarshal(report, &doc))
	at := doc["figures"].(map[string]any)["overview"].(map[string]any)
	for _, key := range path[:len(path)-1] {
		at = at[key].(map[string]any)
	}
	key := path[len(path)-1]
	value, _ := at[key].(float64)
	at[key] = value + 0.001
	return must.Get(json.Marshal(doc))(t)
}

func refused(t *testing.T, report, answers []byte) {
	t.Helper()
	replace := func(in []byte, old, now string) []byte { return bytes.Replace(in, []byte(old), []byte(now), 1) }
	list := lines(answers)
	for name, c := range map[string]struct {
		report, answers []byte
		says            string
	}{
		"other definitions":         {replace(report, `"definitions":2`, `"definitions":1`), answers, "definitions 1, formulas"},
		"other formulas":            {replace(report, `"formulas":5,`, ``), answers, "formulas 1 and reader"},
		"another reader":            {replace(report, `"reader":`, `"reader":9`), answers, "check it with the version that made it"},
		"no JSON":                   {[]byte("%PDF-1.7"), answers, "not JSON"},
		"half a report":             {report[:len(report)/2], answers, "not JSON"},
		"nothing":                   {nil, answers, "not JSON"},
		"files the wrong way round": {[]byte(list[0]), answers, "is no report"},
		"a report without names":    {replace(report, `"names":[`, `"names":[],"was":[`), answers, "with which names"},
		"no figures":                {[]byte(strings.SplitN(string(report), `,"figures"`, 2)[0] + "}"), answers, "no figures"},
		"a period that is none":     {replace(report, `"scope":{"from":"2026`, `"scope":{"from":"20x6`), answers, "period is none"},
		"no answers":                {report, nil, "empty"},
		"a report for answers":      {report, report, "header"},
		"no header":                 {report, []byte(strings.Join(list[1:], "\n")), "header"},
		"answers of another brand":  {report, replace(answers, `"brand":{"id":"brd_`, `"brand":{"id":"brd_x`), "are about"},
		"answers of a shorter time": {report, replace(answers, `"scope":{"from":"2026-01-`,
			`"scope":{"from":"2026-01-09","was":"`), "the report needs those"},
		"an answer twice":           {report, []byte(strings.Join(append(list, list[len(list)-1]), "\n")), "repeats the answer of line"},
		"a line that is no JSON":    {report, []byte(list[0] + "\n{oops"), "line 2 of the answers is not JSON"},
		"a line of an unknown type": {report, []byte(list[0] + "\n{\"type\":\"song\"}"), "unknown type"},
		"an answer without an id":   {report, []byte(list[0] + "\n{\"type\":\"answer\"}"), "no id"},
		"a number for a text":       {report, []byte(list[0] + "\n{\"type\":\"answer\",\"id\":\"a\",\"text\":5}"), "line 2"},
		"a line longer than any":    {report, []byte(list[0] + "\n" + strings.Repeat("x", 17<<20)), "longer than 16 MiB"},
	} {
		_, err := verify(t, c.report, c.answers)
		var why *proof.Unverifiable
		if !errors.As(err, &why) || !strings.Contains(why.Reason, c.says) {
			t.Errorf("%s: %v, want %q", name, fmt.Sprint(err), c.says)
		}
	}
}
