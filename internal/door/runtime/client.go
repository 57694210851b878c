package runtime

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"renown/internal/room/run"
	"renown/internal/room/run/runtime"
)

// Client makes the calls of a runtime. It connects outwards only.
type Client struct {
	URL, Token, Version string
	HTTP                *http.Client // nil: one with a time limit

	offset atomic.Int64 // of the service's clock from this computer's, ns
}

// Task is a question that was handed out.
type Task struct {
	ID       string `json:"task_id"`
	Claim    int64  `json:"claim"`
	Platform string `json:"platform"`
	Question string `json:"question"`
}

// Refusal is an answer of the service that is not a result.
type Refusal struct {
	Status, Code int
	Msg          string
}

func (r *Refusal) Error() string { return fmt.Sprintf("%s (%d, code %d)", r.Msg, r.Status, r.Code) }

// ErrLate is a question that is no longer this runtime's.
var ErrLate = errors.New("the question is no longer this runtime's")

// Offset is how far the service's clock is from this computer's.
func (c *Client) Offset() time.Duration { return time.Duration(c.offset.Load()) }

// Claim says how the platforms are and asks for a question, for which it waits at most that long.
func (c *Client) Claim(ctx context.Context, platforms []runtime.Report, wait time.Duration) (*Task, time.Duration, error) {
	said := make([]map[string]any, len(platforms))
	for i, p := range platforms {
		said[i] = map[string]any{"platform": p.Platform, "state": p.State, "recipe": p.Recipe}
	}
	var out struct {
		Task *Task     `json:"task"`
		Wait int64     `json:"wait_seconds"`
		Now  time.Time `json:"now"`
	}
	err := c.post(ctx, "/claim", map[string]any{"version": c.Version, "platforms": said, "wait_seconds": int64(wait / time.Second)}, &out)
	if err == nil {
		c.offset.Store(int64(time.Until(out.Now)))
	}
	return out.Task, time.Duration(out.Wait) * time.Second, err
}

// Renew keeps a question. Errors: ErrLate.
func (c *Client) Renew(ctx context.Context, t *Task) error {
	return c.post(ctx, "/tasks/"+t.ID+"/renew", map[string]any{"claim": t.Claim}, nil)
}

// textSent and rawSent bound what is handed in of a page, in bytes; the service keeps less.
const (
	textSent = 2 << 20
	rawSent  = 4 << 20
)

// Answer hands in what a page showed.
func (c *Client) Answer(ctx context.Context, t *Task, shown run.Shown) error {
	sources := make([]map[string]any, 0, len(shown.Sources))
	for _, s := range shown.Sources {
		sources = append(sources, map[string]any{"url": s.URL, "title": s.Title, "cited": s.Cited})
	}
	return c.post(ctx, "/tasks/"+t.ID+"/answer", map[string]any{
		"claim": t.Claim, "text": strings.ToValidUTF8(shown.Text[:min(len(shown.Text), textSent)], ""),
		"model": shown.Model, "queries": shown.Queries, "sources": sources,
		"raw": shown.Raw[:min(len(shown.Raw), rawSent)], "screenshot": shown.Screen, "took_ms": shown.Took.Milliseconds(),
		"cut": shown.Cut,
	}, nil)
}

// Fail gives a question back.
func (c *Client) Fail(ctx context.Context, t *Task, reason run.Class) error {
	return c.post(ctx, "/tasks/"+t.ID+"/failure", map[string]any{"claim": t.Claim, "reason": reason}, nil)
}

// callTime is enough for the longest wait and the largest answer.
const callTime = 2 * time.Minute

func (c *Client) post(ctx context.Context, path string, body map[string]any, into any) error {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	body["protocol"] = Protocol
	encoded, err := json.Marshal(body)
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimSuffix(c.URL, "/")+Prefix+path, bytes.NewReader(encoded))
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+c.Token)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept-Language", "en")
	client := c.HTTP
	if client == nil {
		client = http.DefaultClient
	}
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	var e struct {
		Code   int             `json:"code"`
		Msg    string          `json:"msg"`
		Data   json.RawMessage `json:"data"`
		Detail struct {
			Protocol int `json:"protocol"`
		} `json:"detail"`
	}
	if err := json.NewDecoder(io.LimitReader(response.Body, 1<<20)).Decode(&e); err != nil {
		return &Refusal{Status: max(response.StatusCode, 500), Msg: "no answer that a service gives"}
	}
	refused := &Refusal{response.StatusCode, e.Code, e.Msg}
	switch {
	case response.StatusCode == http.StatusOK && into != nil:
		return json.Unmarshal(e.Data, into)
	case response.StatusCode == http.StatusOK:
		return nil
	case response.StatusCode == http.StatusUnauthorized:
		return fmt.Errorf("%w: %w", ErrRevoked, refused)
	case e.Detail.Protocol != 0:
		return fmt.Errorf("%w: %w", ErrProtocol, refused)
	case response.StatusCode == http.StatusNotFound:
		return fmt.Errorf("%w: %w", ErrLate, refused)
	}
	return refused
}
