package app_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"renown/internal/config"
	"renown/internal/door/api"
	"renown/internal/floor/store"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
	"renown/internal/testkit/program"
	"renown/internal/testkit/repeat"
	"renown/internal/testkit/storetest"
)

// BenchmarkRequest asks who the key's account is ("me") and for the overview of a brand with sixty days of answers, in turns with a bare
// handler that writes the same bytes. The clients do as little as a client can, so that almost nothing but the servers is compared.
// "ratio" is ours ÷ bare. "history" is what filling in those days took, and what an answer weighs in the database with everything
// that is kept because of it. "traced" has all traces sent to a collector that is away, "unsampled" none of them.
func BenchmarkRequest(b *testing.B) {
	for _, d := range storetest.Dialects {
		b.Run(string(d), func(b *testing.B) {
			url := storetest.URL(b, d)
			s, key, overview := lived(b, url)
			for name, path := range map[string]string{"me": "/me", "overview": overview} {
				compareBare(b, name, s, path, key)
			}
			must.Do(b, s.Stop())
			if d == store.Postgres { // several processes share one
				compareNodes(b, url, overview, key)
				return
			}
			for name, ratio := range map[string]float64{"traced": 1, "unsampled": 0} {
				s := apitest.Start(b, d, apitest.Options{Logger: ordinaryLog(b), Settings: func(s *config.Settings) {
					counted(s)
					s.Traces = &config.Traces{Endpoint: "http://127.0.0.1:1", Ratio: ratio}
				}})
				compareBare(b, name, s, "/me", s.Key(b))
			}
		})
	}
}

// lived is a server on a database whose first brand was asked about for sixty days, with a key and the path of its overview.
func lived(b *testing.B, url string) (s *apitest.Server, key, path string) {
	b.Helper()
	s = apitest.Start(b, "", apitest.Options{Database: url, Logger: ordinaryLog(b), Settings: counted})
	ctx := context.Background()
	demo, err := s.App.OpenDemo(ctx, "bench@example.com", "long enough a password")
	must.Do(b, err)
	before, began := size(b, s.App.DB), time.Now()
	must.Do(b, s.App.History(ctx, demo.Caller, demo.BrandIDs[:1], 60, func(int, int) {}))
	took := time.Since(began)
	answers := must.Get(store.One[int64](s.App.DB.Read().QueryRow(ctx, `SELECT count(*) FROM answers`)))(b)
	weight := float64(size(b, s.App.DB)-before) / float64(answers)
	b.Run("history", func(b *testing.B) {
		repeat.AtMost(b, 1)
		b.ReportMetric(0, "ns/op")
		b.ReportMetric(took.Seconds(), "s")
		b.ReportMetric(weight, "bytes/answer")
	})
	return s, demo.Key, "/geo/brands/" + demo.BrandIDs[0] + "/overview"
}

// size is how many bytes the database takes, without what it could give back.
func size(b *testing.B, db *store.DB) int64 {
	b.Helper()
	sql := `SELECT pg_database_size(current_database())`
	if db.Dialect() == store.SQLite {
		sql = `SELECT (p.page_count - f.freelist_count) * s.page_size FROM pragma_page_count p, pragma_freelist_count f, pragma_page_size s`
	}
	n, err := store.One[int64](db.Read().QueryRow(context.Background(), sql))
	must.Do(b, err)
	return n
}

// compareBare compares a request with the bare handler.
func compareBare(b *testing.B, name string, s *apitest.Server, path, key string) {
	b.Helper()
	bare := serveBare(b, s, path, key)
	b.Run(name, func(b *testing.B) { compare(b, wires(b, s.Addr, path, key), wires(b, bare, path, key)) })
}

// counted keeps the limiter at work without ever refusing.
func counted(s *config.Settings) { s.RateLimit = config.Rate{PerMinute: 1e9, Burst: 1e9} }

// ordinaryLog logs as the program does by default when no terminal is there, to a file that keeps nothing.
func ordinaryLog(b *testing.B) *slog.Logger {
	b.Helper()
	file, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	must.Do(b, err)
	b.Cleanup(func() { file.Close() })
	return slog.New(slog.NewJSONHandler(file, nil))
}

// serveBare asks once and then serves the bytes of the answer, header and body, and does nothing else.
func serveBare(b *testing.B, s *apitest.Server, path, key string) string {
	b.Helper()
	r, err := http.NewRequest("GET", "http://"+s.Addr+api.Prefix+path, nil)
	must.Do(b, err)
	r.Header = http.Header{"X-Api-Key": {key}, "Accept-Encoding": {"identity"}}
	response, err := http.DefaultClient.Do(r)
	must.Do(b, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		b.Fatal(response.Status, err)
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	must.Do(b, err)
	header := response.Header
	header.Del("Date")
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		h := w.Header()
		for name, values := range header {
			h[name] = values
		}
		_, _ = w.Write(body)
	})}
	done := make(chan struct{})
	go func() { defer close(done); _ = server.Serve(ln) }()
	b.Cleanup(func() { _ = server.Close(); <-done })
	return ln.Addr().String()
}

// compare asks each for b.N answers, in turns so that both see the same machine. On a busy machine the time on the clock
// says little; the processor time of this process, client included, is told beside it.
func compare(b *testing.B, ours, bare crowd) {
	b.Helper()
	const turn = 2000
	var oursTook, bareTook, oursUsed, bareUsed time.Duration
	ours.ask(b, 200)
	bare.ask(b, 200)
	b.ReportAllocs()
	b.ResetTimer()
	for left := b.N; left > 0; left -= turn {
		n := min(left, turn)
		b.StopTimer()
		start := used(b)
		bareTook += bare.ask(b, n)
		middle := used(b)
		b.StartTimer()
		oursTook += ours.ask(b, n)
		bareUsed += middle - start
		oursUsed += used(b) - middle
	}
	b.StopTimer()
	b.ReportMetric(float64(b.N)/oursTook.Seconds(), "req/s")
	b.ReportMetric(float64(b.N)/bareTook.Seconds(), "bare-req/s")
	b.ReportMetric(bareTook.Seconds()/oursTook.Seconds(), "ratio")
	b.ReportMetric(bareUsed.Seconds()/oursUsed.Seconds(), "cpu-ratio")
	b.ReportMetric(float64(oursUsed.Microseconds())/float64(b.N), "cpu-µs")
}

// used is the processor time of this process so far.
func used(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	must.Do(b, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// crowd is a number of clients; each makes one request and takes its answer.
type crowd []func() error

func wires(b *testing.B, address, path, key string) (c crowd) {
	b.Helper()
	request := []byte("GET " + api.Prefix + path + " HTTP/1.1\r\nHost: " + address + "\r\nX-API-KEY: " + key + "\r\n\r\n")
	for range 8 * runtime.GOMAXPROCS(0) {
		conn, err := net.Dial("tcp", address)
		must.Do(b, err)
		b.Cleanup(func() { conn.Close() })
		reader := bufio.NewReader(conn)
		c = append(c, func() error {
			if _, err := conn.Write(request); err != nil {
				return err
			}
			return skipAnswer(reader)
		})
	}
	return c
}

// ask makes n requests, shared among the clients, and returns how long that took.
func (c crowd) ask(b *testing.B, n int) time.Duration {
	b.Helper()
	began := time.Now()
	var group sync.WaitGroup
	for i, one := range c {
		share := n / len(c)
		if i < n%len(c) {
			share++
		}
		group.Go(func() {
			for range share {
				if err := one(); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	group.Wait()
	return time.Since(began)
}

// skipAnswer reads over one answer, which must be a success.
func skipAnswer(reader *bufio.Reader) error {
	length := 0
	for first := true; ; first = false {
		line, err := reader.ReadSlice('\n')
		switch {
		case err != nil:
			return err
		case first && string(line) != "HTTP/1.1 200 OK\r\n":
			return errors.New(string(line))
		case len(line) == 2:
			_, err := reader.Discard(length)
			return err
		}
		if text, ok := strings.CutPrefix(string(line), "Content-Length: "); ok {
			if length, err = strconv.Atoi(strings.TrimSpace(text)); err != nil {
				return err
			}
		}
	}
}

// BenchmarkStart runs the program on a database that exists, from its start to its first answer.
func BenchmarkStart(b *testing.B) {
	for _, d := range storetest.Dialects {
		b.Run(string(d), func(b *testing.B) {
			url := storetest.URL(b, d)
			if _, err := program.Binary(); err != nil {
				b.Fatal(err)
			}
			var took time.Duration
			for b.Loop() {
				began := time.Now()
				p := program.Start(b, program.On(url, "serve")...)
				must.Do(b, firstAnswer(p.Addr))
				took += time.Since(began)
				p.End()
			}
			b.ReportMetric(float64(took.Milliseconds())/float64(b.N), "ms-to-answer")
		})
	}
}

func firstAnswer(address string) error {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return err
	}
	defer conn.Close()
	fmt.Fprintf(conn, "GET /openapi/v1/me HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
	text, err := io.ReadAll(conn)
	if err == nil && !strings.HasPrefix(string(text), "HTTP/1.1 401 ") {
		err = fmt.Errorf("answered %s", text)
	}
	return err
}
