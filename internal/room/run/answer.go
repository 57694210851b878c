package run

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"sync"

	"renown/internal/floor/timestamp"
	"renown/internal/room/reading"
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

// keep is an answer in the form in which it is stored, made before the transaction that stores it: compressing has no place in there.
func keep(a assistant.Answer) reading.Kept {
	k := reading.Kept{
		ModelAsked: a.ModelAsked, TextRaw: a.TextRaw, Reasoning: a.Reasoning,
		Queries: text(append([]string{}, a.Queries...)), Usage: text(a.Usage),
		Retrieval: string(a.Retrieval), RequestID: a.RequestID, LatencyMS: a.Latency.Total.Milliseconds(), Raw: pack(a.Raw),
	}
	k.Text, k.Model, k.Finish = a.Text, a.ModelServed, string(a.Finish)
	citations := make([]Citation, len(a.Citations))
	for i, c := range a.Citations {
		citations[i] = Citation{
			URL: c.Canonical, Returned: c.URL, Title: c.Title, Domain: c.Domain, Class: "other",
			Cited: c.Cited, Index: c.Index, Snippet: c.Snippet,
		}
		for _, e := range c.Extents[:min(len(c.Extents), extentsMost)] {
			citations[i].At = append(citations[i].At, [2]int{e.Start, e.End})
		}
		k.Sources = append(k.Sources, reading.Returned{URL: c.Canonical, Title: c.Title, Cited: c.Cited})
		if !c.PublishedAt.IsZero() {
			citations[i].PublishedAt = new(timestamp.Of(c.PublishedAt))
		}
	}
	k.Citations = text(citations)
	return k
}

// kept is the answer to the sub-task.
func (t *held) kept(k reading.Kept) reading.Kept {
	model, finish := k.Model, k.Finish
	k.Task, k.RunID, k.Question = t.finding(), t.runID, t.question.Text
	k.Model, k.Finish = model, finish
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
