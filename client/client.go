// Package client calls the API of Renown. It needs the standard library only.
//
//	c, err := client.New() // RENOWN_URL and RENOWN_KEY
//	started, err := c.Runs.Start(ctx, client.RunCreate{BrandID: id})
//	run, err := c.Runs.Wait(ctx, started.RunID, nil)
//
// Envelopes are unwrapped; a refusal is an *Error, told apart by its code: errors.Is(err, client.DailyLimit). What is safe to repeat is
// repeated: reading, and what carries an idempotency key, which the client makes by itself.
package client

//go:generate go -C ../tools run ./clientgen ..

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

const (
	maxTries  = 4
	maxAnswer = 64 << 20 // bytes
)

// Client is one account's way to a server. Its groups hold the operations.
type Client struct {
	groups
	url, key string
	http     *http.Client
	patience time.Duration
}

// Option changes a client that New makes.
type Option func(*Client)

// At is the server's address, without /openapi/v1; default is RENOWN_URL of the environment.
func At(address string) Option { return func(c *Client) { c.url = address } }

// Key is the API key; default is RENOWN_KEY of the environment.
func Key(key string) Option { return func(c *Client) { c.key = key } }

// HTTP sends with another client than the default one, which waits 90 s. Redirections are not followed: the key would go where they
// point, and a change would arrive there as a reading.
func HTTP(h *http.Client) Option { return func(c *Client) { c.http = h } }

// Patience is how long one call may wait between its tries altogether; default is a minute. A refusal that asks for more is returned.
func Patience(d time.Duration) Option { return func(c *Client) { c.patience = d } }

// New makes a client.
func New(options ...Option) (*Client, error) {
	c := &Client{
		url: os.Getenv("RENOWN_URL"), key: os.Getenv("RENOWN_KEY"), http: &http.Client{Timeout: 90 * time.Second},
		patience: time.Minute,
	}
	for _, o := range options {
		o(c)
	}
	if c.key == "" {
		return nil, errors.New("renown: no API key: set RENOWN_KEY, or pass client.Key")
	}
	at, err := url.Parse(c.url)
	if err != nil || at.Host == "" || at.Scheme != "https" && at.Scheme != "http" {
		return nil, errors.New("renown: no address of a server: set RENOWN_URL, as https://renown.example.com, or pass client.At")
	}
	c.url = strings.TrimRight(c.url, "/") + "/openapi/v1"
	staying := *c.http
	staying.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	c.http = &staying
	c.group()
	return c, nil
}

type keyOf struct{}

// WithIdempotencyKey lets the call made with this context carry a key of the caller's own, so that it is done once even when the
// program is started anew.
func WithIdempotencyKey(ctx context.Context, key string) context.Context {
	return context.WithValue(ctx, keyOf{}, key)
}

type envelope struct {
	Code   Code            `json:"code"`
	Msg    string          `json:"msg"`
	Hint   string          `json:"hint"`
	Data   json.RawMessage `json:"data"`
	Detail json.RawMessage `json:"detail"`
}

func call[T any](ctx context.Context, c *Client, method, path string, query url.Values, body any, keyed bool) (T, error) {
	var result T
	var sent []byte
	if body != nil {
		var err error
		if sent, err = json.Marshal(body); err != nil {
			return result, fmt.Errorf("renown: %s %s: %w", method, path, err)
		}
	}
	idempotencyKey := ""
	if keyed {
		if idempotencyKey, _ = ctx.Value(keyOf{}).(string); idempotencyKey == "" {
			idempotencyKey = rand.Text()
		}
	}
	repeatable := method == http.MethodGet || idempotencyKey != ""
	var data json.RawMessage
	err := c.tries(ctx, repeatable, func() (err error) {
		data, err = c.once(ctx, method, path, query, sent, idempotencyKey)
		return err
	})
	if err == nil {
		err = json.Unmarshal(data, &result)
	}
	if err != nil {
		return result, fmt.Errorf("renown: %s %s: %w", method, path, err)
	}
	return result, nil
}

// tries does something until it succeeds or another try makes no sense.
func (c *Client) tries(ctx context.Context, repeatable bool, do func() error) error {
	for waited, try := time.Duration(0), 1; ; try++ {
		err := do()
		if err == nil {
			return nil
		}
		pause, again := retry(err, try, repeatable)
		if waited += pause; !again || try == maxTries || waited > c.patience || ctx.Err() != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}

// once sends the request and takes the data out of the envelope.
func (c *Client) once(ctx context.Context, method, path string, query url.Values, body []byte,
	idempotencyKey string,
) (json.RawMessage, error) {
	answer, err := c.send(ctx, c.http, method, path, query, body, idempotencyKey)
	if err != nil {
		return nil, err
	}
	defer func() { _ = answer.Body.Close() }()
	return unwrap(answer)
}

func (c *Client) send(ctx context.Context, by *http.Client, method, path string, query url.Values,
	body []byte, idempotencyKey string,
) (*http.Response, error) {
	at := c.url + path
	if len(query) > 0 {
		at += "?" + query.Encode()
	}
	r, err := http.NewRequestWithContext(ctx, method, at, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("X-API-KEY", c.key)
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if idempotencyKey != "" {
		r.Header.Set("Idempotency-Key", idempotencyKey)
	}
	return by.Do(r)
}

// unwrap takes the data out of the envelope.
func unwrap(answer *http.Response) (json.RawMessage, error) {
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	if err != nil {
		return nil, err
	}
	var e envelope
	if err := json.Unmarshal(text, &e); err != nil || e.Code == 0 && answer.StatusCode != http.StatusOK {
		return nil, &Error{
			Status: answer.StatusCode, Msg: "no envelope: is this the address of a server of Renown?",
			RequestID: answer.Header.Get("X-Request-Id"),
		}
	}
	if e.Code == 0 {
		return e.Data, nil
	}
	refused := &Error{
		Status: answer.StatusCode, Code: e.Code, Msg: e.Msg, Hint: e.Hint, Detail: e.Detail,
		RequestID: answer.Header.Get("X-Request-Id"),
	}
	if seconds, err := strconv.Atoi(answer.Header.Get("Retry-After")); err == nil && seconds >= 0 {
		refused.RetryAfter = time.Duration(seconds) * time.Second
	}
	return nil, refused
}

// retry says whether another try makes sense, and after how long.
func retry(err error, try int, repeatable bool) (time.Duration, bool) {
	pause := time.Duration(1<<try) * 250 * time.Millisecond
	var refused *Error
	if !errors.As(err, &refused) {
		return pause, repeatable // the connection broke: perhaps it was done
	}
	switch {
	case refused.Code == TooFrequent || refused.Code == Unavailable: // nothing was done
		return max(refused.RetryAfter, pause), true
	case refused.Code == 0 && refused.Status >= http.StatusBadGateway && refused.Status <= http.StatusGatewayTimeout: // a proxy's
		return pause, repeatable
	}
	return 0, false
}
