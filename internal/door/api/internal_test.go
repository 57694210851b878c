package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"renown/internal/door/api"
	"renown/internal/door/porch"
	"renown/internal/floor/fault"
	"renown/internal/floor/limit"
	"renown/internal/floor/store"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
)

// oddities are handlers that fail in ways no real one should, and what the caller learns.
var oddities = map[string]struct {
	do           func(ctx context.Context) (any, error)
	status, code int
	logged       string
}{
	"/panic":           {func(context.Context) (any, error) { panic("secret reason") }, 500, 5000, "secret reason"},
	"/panic-error":     {func(context.Context) (any, error) { panic(errors.New("secret reason")) }, 500, 5000, "secret reason"},
	"/panic-fault":     {func(context.Context) (any, error) { panic(fault.New(fault.Expired)) }, 500, 5000, "1004"},
	"/panic-cancelled": {func(context.Context) (any, error) { panic(context.Canceled) }, 500, 5000, "context canceled"},
	"/panic-nil":       {func(context.Context) (any, error) { return *new(struct{ pointed *int }).pointed, nil }, 500, 5000, "nil pointer"},
	"/error":           {func(context.Context) (any, error) { return nil, errors.New("secret reason") }, 500, 5000, "secret reason"},
	"/internal":        {func(context.Context) (any, error) { return nil, fault.New(fault.Internal).With("secret", 1) }, 500, 5000, "5000"},
	"/unknown-code":    {func(context.Context) (any, error) { return nil, fault.New(fault.Code(9999)) }, 500, 5000, ""},
	"/not-json":        {func(context.Context) (any, error) { return math.NaN(), nil }, 500, 5000, "NaN"},
	"/late": {func(context.Context) (any, error) {
		return nil,
			fmt.Errorf("reading: %w", context.DeadlineExceeded)
	}, 503, 5030, "deadline"},
	"/wrapped": {func(context.Context) (any, error) {
		return nil,
			fmt.Errorf("doing: %w", fault.New(fault.NoPrompt))
	}, 409, 3004, ""},
	"/well": {func(context.Context) (any, error) { return map[string]string{"markup": "<b>&"}, nil }, 200, 0, ""},
}

// oddDoor is the door with the odd handlers, behind the porch, on a server of its own.
func oddDoor(t *testing.T, s *apitest.Server) (string, *apitest.Log) {
	t.Helper()
	door, err := api.New(api.Rooms{Admission: &porch.Admission{
		Accounts: s.App.Accounts, Limits: s.App.Limits, Address: porch.Proxies(nil).Address,
		PerKey: limit.Rate{PerMinute: 6000, Burst: 6000},
	}})
	must.Do(t, err)
	for path, odd := range oddities {
		must.Do(t, door.Add(path, odd.do))
	}
	log := new(apitest.Log)
	server := httptest.NewServer(porch.Observer{
		Log: slog.New(slog.NewJSONHandler(log, nil)), Metrics: porch.NewMetrics(prometheus.NewRegistry()), Failed: api.Failed,
	}.Handler(door))
	t.Cleanup(server.Close)
	return server.URL + api.Prefix, log
}

func TestInternalFaults(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, store.SQLite, apitest.Options{})
	url, log := oddDoor(t, s)
	key := s.Key(t)
	for path, odd := range oddities {
		r := must.Get(http.NewRequest("GET", url+path, nil))(t)
		r.Header.Set("X-API-KEY", key)
		r.Header.Set("X-Request-Id", "odd"+strings.ReplaceAll(path, "/", "-"))
		response, err := http.DefaultClient.Do(r)
		must.Do(t, err, path)
		var got struct {
			Code   int
			Msg    string
			Data   any
			Detail map[string]any
		}
		err = json.NewDecoder(response.Body).Decode(&got)
		response.Body.Close()
		if err != nil || response.StatusCode != odd.status || got.Code != odd.code || response.Header.Get("X-Request-Id") == "" {
			t.Errorf("%s: %d, %+v, %v", path, response.StatusCode, got, err)
		}
		if text := fmt.Sprint(got); strings.Contains(text, "secret") || odd.code == 5000 &&
			(len(got.Detail) != 1 || got.Detail["request_id"] != "odd"+strings.ReplaceAll(path, "/", "-")) {
			t.Errorf("%s: the caller learns %s", path, text)
		}
		lines := log.Lines(r.Header.Get("X-Request-Id") + `"`)
		if len(lines) != 1 || !strings.Contains(lines[0], odd.logged) ||
			strings.Contains(lines[0], "panic-") != strings.Contains(path, "panic-") {
			t.Errorf("%s: logged %q", path, lines)
		}
		if strings.HasPrefix(path, "/panic") != strings.Contains(lines[0], `"stack":"goroutine`) && path != "/unknown-code" {
			t.Errorf("%s: logged %.300s", path, lines)
		}
	}
	if strings.Contains(log.String(), key) {
		t.Error("the key was logged")
	}
	http.DefaultClient.CloseIdleConnections()
}
