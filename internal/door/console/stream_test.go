package console

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"renown/internal/door/console/kit"
	"renown/internal/door/porch"
	"renown/internal/testkit/must"
)

const streamBuffer = 64 << 10 // of porch.Stream, in bytes

// served sends a file behind the porch. The channel is closed when the request has been logged.
func served(t *testing.T, write func(ctx context.Context, out io.Writer) error) (*httptest.Server, *strings.Builder, chan struct{}) {
	t.Helper()
	var log strings.Builder
	done := make(chan struct{})
	observer := porch.Observer{
		Log: slog.New(slog.NewTextHandler(&log, nil)), Metrics: porch.NewMetrics(prometheus.NewRegistry()),
		Failed: func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) },
	}
	handler := observer.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		v := kit.NewVisit(w, r, kit.View{})
		if err := stream(r.Context(), v, kit.File{Name: "一.json", ContentType: "application/json", Stream: write}); err != nil {
			http.Error(w, err.Error(), http.StatusTeapot)
		}
	}))
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer close(done)
		handler.ServeHTTP(w, r)
	}))
	server.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug)
	server.Start()
	t.Cleanup(server.Close)
	return server, &log, done
}

func fetch(t *testing.T, server *httptest.Server, encoding string) (*http.Response, string, error) {
	t.Helper()
	request := must.Get(http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL, http.NoBody))(t)
	if encoding != "" {
		request.Header.Set("Accept-Encoding", encoding) // otherwise the client asks for gzip by itself, and unpacks it
	}
	response := must.Get(server.Client().Do(request))(t)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return response, string(body), err
}

// What is written arrives before the writer has ended, compressed or not.
func TestStream(t *testing.T) {
	t.Parallel()
	for _, encoding := range []string{"", "identity"} {
		var text strings.Builder
		for text.Len() < 4*streamBuffer {
			text.WriteString(rand.Text()) // that cannot be compressed to less than a buffer
		}
		part, arrived := text.String(), make(chan struct{})
		server, _, _ := served(t, func(ctx context.Context, out io.Writer) error {
			if _, deadline := ctx.Deadline(); !deadline {
				t.Error("the stream never ends")
			}
			if _, err := io.WriteString(out, part); err != nil {
				return err
			}
			select {
			case <-arrived:
			case <-ctx.Done():
				return ctx.Err()
			}
			_, err := io.WriteString(out, "完")
			return err
		})
		request := must.Get(http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL, http.NoBody))(t)
		if encoding != "" {
			request.Header.Set("Accept-Encoding", encoding)
		}
		response, err := server.Client().Do(request) // returns with the header, which the first buffer brings
		must.Do(t, err)
		close(arrived)
		body, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil || string(body) != part+"完" {
			t.Errorf("%q: %d bytes, %v", encoding, len(body), err)
		}
		if response.Uncompressed != (encoding == "") ||
			response.Header.Get("Content-Disposition") != "attachment; filename*=utf-8''%E4%B8%80.json" {
			t.Errorf("%q: %v", encoding, response.Header)
		}
	}
}

// A failure before anything was sent is an answer; one in the middle breaks the connection off and is in the log.
func TestStreamFails(t *testing.T) {
	t.Parallel()
	for _, encoding := range []string{"", "identity"} {
		server, _, _ := served(t, func(_ context.Context, out io.Writer) error {
			_, _ = io.WriteString(out, "{")
			return errors.New("refused")
		})
		response, body, err := fetch(t, server, encoding)
		if err != nil || response.StatusCode != http.StatusTeapot || body != "refused\n" || response.Header.Get("Content-Encoding") != "" {
			t.Errorf("before: %d %q %v %v", response.StatusCode, body, response.Header, err)
		}
		server, log, done := served(t, func(_ context.Context, out io.Writer) error {
			for i := range streamBuffer {
				_, _ = io.WriteString(out, time.Duration(i*7919).String())
			}
			return errors.New("the database went away")
		})
		response, body, err = fetch(t, server, encoding)
		if !errors.Is(err, io.ErrUnexpectedEOF) || response.StatusCode != http.StatusOK || body == "" {
			t.Errorf("in the middle: %d, %d bytes, %v", response.StatusCode, len(body), err)
		}
		<-done
		if !strings.Contains(log.String(), "level=ERROR") || !strings.Contains(log.String(), "the database went away") {
			t.Errorf("the log: %s", log)
		}
	}
}
