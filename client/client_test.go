package client_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"renown/client"
)

// The example of the standard's own libraries.
func TestVerifyWebhook(t *testing.T) {
	t.Parallel()
	const secret, body = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", `{"test": 2432232314}`
	at := time.Unix(1614265330, 0)
	header := http.Header{}
	header.Set("Webhook-Id", "msg_p5jXN8AQM9LWM0D4loKWxJek")
	header.Set("Webhook-Timestamp", "1614265330")
	header.Set("Webhook-Signature", "v0,x v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
	for _, c := range []struct {
		name, body string
		now        time.Time
		secrets    []string
		holds      bool
	}{
		{"as it came", body, at, []string{secret}, true},
		{"while the secret is changed", body, at, []string{"whsec_AAAA", secret}, true},
		{"changed", body + " ", at, []string{secret}, false},
		{"another secret", body, at, []string{"whsec_AAAA"}, false},
		{"old", body, at.Add(6 * time.Minute), []string{secret}, false},
		{"of the future", body, at.Add(-6 * time.Minute), []string{secret}, false},
		{"no secret", body, at, nil, false},
	} {
		if err := client.VerifyWebhook(header, []byte(c.body), c.now, c.secrets...); (err == nil) != c.holds ||
			err != nil && !errors.Is(err, client.ErrWebhook) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if err := client.VerifyWebhook(http.Header{}, []byte(body), at, secret); !errors.Is(err, client.ErrWebhook) {
		t.Errorf("unsigned: %v", err)
	}
	if err := client.VerifyWebhook(header, []byte(body), at, "not base64!"); err == nil || errors.Is(err, client.ErrWebhook) {
		t.Errorf("a secret that is none: %v", err)
	}
}

// What is no envelope, and what is not safe to repeat, is told at once.
func TestNotRepeated(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		if r.Method == http.MethodDelete {
			panic(http.ErrAbortHandler)
		}
		w.WriteHeader(http.StatusNotFound)
		_, _ = w.Write([]byte("<html>"))
	}))
	t.Cleanup(server.Close)
	c, err := client.New(client.At(server.URL), client.Key("sk-x"))
	if err != nil {
		t.Fatal(err)
	}
	var refused *client.Error
	if _, err := c.Identity.Get(t.Context()); !errors.As(err, &refused) || refused.Status != http.StatusNotFound || refused.Code != 0 {
		t.Errorf("no envelope: %v", err)
	}
	if _, err := c.Orders.Withdraw(t.Context(), "ord_x"); err == nil || errors.As(err, &refused) && refused.Code != 0 {
		t.Errorf("a broken connection: %v", err)
	}
	if n := asked.Load(); n != 2 {
		t.Errorf("asked %d times, want 2", n)
	}
	for _, o := range [][]client.Option{{client.At("renown.example")}, {client.At(server.URL), client.Key("")}} {
		if _, err := client.New(append([]client.Option{client.Key("k")}, o...)...); err == nil {
			t.Error("made without address or key")
		}
	}
}

// A proxy that has no server for a moment is waited for. A text that reads like nought is sent.
func TestRepeated(t *testing.T) {
	t.Parallel()
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.Query().Encode())
		if len(asked) == 1 {
			w.WriteHeader(http.StatusServiceUnavailable)
			_, _ = w.Write([]byte("<html>"))
			return
		}
		_, _ = w.Write([]byte(`{"code":0,"msg":"","data":{"items":[],"total":0}}`))
	}))
	t.Cleanup(server.Close)
	c, err := client.New(client.At(server.URL), client.Key("sk-x"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Media.List(t.Context(), client.MediaListQuery{Q: "0", MinSuccessRate: 0.5, Page: 1}); err != nil {
		t.Error(err)
	}
	if want := "min_success_rate=0.5&page=1&q=0"; !slices.Equal(asked, []string{want, want}) {
		t.Errorf("asked %q, want twice %q", asked, want)
	}
}
