package run

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"sync"

	"renown/internal/floor/timestamp"
	"renown/internal/room/geo/finding"
	"renown/internal/tool/assistant"
)

// Citation is a source of an answer, as it is kept and shown.
type Citation struct {
	URL         string          `json:"url"` // canonical
	Returned    string          `json:"returned,omitempty"`
	Title       string          `json:"title"`
	Domain      string          `json:"domain"`
	Class       string          `json:"class"`
	Cited       bool            `json:"cited"`
	Index       int             `json:"index,omitempty"`
	PublishedAt *timestamp.Time `json:"published_at,omitempty"`
	Snippet     string          `json:"snippet,omitempty"`
	At          [][2]int        `json:"at,omitempty"` // stretches of the text that it supports, in code points; equal ends: where its mark stood
}

// extentsMost is how many places of a source are kept.
const extentsMost = 20

// keptAnswer is an answer in the form in which it is stored.
type keptAnswer struct {
	assistant.Answer
	citations, queries, usage string
	raw, screen               []byte
	returned                  []finding.Returned
	found                     *finding.Prepared
}

// keep prepares an answer before the transaction that stores it: compressing has no place in there.
func keep(a assistant.Answer) keptAnswer {
	k := keptAnswer{Answer: a}
	citations := make([]Citation, len(a.Citations))
	for i, c := range a.Citations {
		citations[i] = Citation{URL: c.Canonical, Returned: c.URL, Title: c.Title, Domain: c.Domain, Class: "other", Cited: c.Cited, Index: c.Index, Snippet: c.Snippet}
		for _, e := range c.Extents[:min(len(c.Extents), extentsMost)] {
			citations[i].At = append(citations[i].At, [2]int{e.Start, e.End})
		}
		k.returned = append(k.returned, finding.Returned{URL: c.Canonical, Title: c.Title, Cited: c.Cited})
		if !c.PublishedAt.IsZero() {
			at := timestamp.Of(c.PublishedAt)
			citations[i].PublishedAt = &at
		}
	}
	k.citations, k.queries, k.usage = text(citations), text(append([]string{}, a.Queries...)), text(a.Usage)
	k.raw = pack(a.Raw)
	return k
}

// packers are kept: one takes much memory. They take the least time, because every answer passes through one.
var packers = sync.Pool{New: func() any {
	w, err := gzip.NewWriterLevel(nil, gzip.BestSpeed)
	if err != nil {
		panic(err) // the level is written above
	}
	return w
}}

func pack(raw []byte) []byte {
	var packed bytes.Buffer
	w := packers.Get().(*gzip.Writer)
	defer packers.Put(w)
	w.Reset(&packed)
	_, _ = w.Write(raw) // into memory: cannot fail
	_ = w.Close()
	return packed.Bytes()
}

func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // plain values only
	}
	return string(b)
}

// task is the sub-task with how it was answered.
func (k keptAnswer) task(task *held) finding.Task {
	t := task.finding()
	t.Model, t.Finish = k.ModelServed, string(k.Finish)
	return t
}

// of is the answer to a sub-task, to be stored.
func (k keptAnswer) of(task *held) finding.Kept {
	return finding.Kept{
		Task: k.task(task), RunID: task.runID, Question: task.question.Text, ModelAsked: k.ModelAsked,
		Text: k.Text, TextRaw: k.TextRaw, Reasoning: k.Reasoning, Citations: k.citations, Queries: k.queries, Usage: k.usage,
		Retrieval: string(k.Retrieval), RequestID: k.RequestID, LatencyMS: k.Latency.Total.Milliseconds(), Raw: k.raw, Screen: k.screen,
	}
}
