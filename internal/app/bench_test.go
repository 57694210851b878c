package app_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"renown/internal/config"
	"renown/internal/door/api"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// BenchmarkMe asks for GET /me with a key over kept connections, in turns with a bare handler that writes the same bytes.
// "client" is the one of net/http; "wire" does as little as a client can, so that almost nothing but the servers is
// compared. "ratio" is ours ÷ bare.
func BenchmarkMe(b *testing.B) {
	for _, d := range storetest.Dialects {
		b.Run(string(d), func(b *testing.B) {
			s := apitest.Start(b, d, apitest.Options{Logger: ordinaryLog(b), Settings: counted})
			key := s.Key(b)
			compareAll(b, s, "/me", key)
		})
	}
}

// compareAll compares by both kinds of client. The bare handler writes what each of them is answered: the client of net/http asks for
// compressed answers and unpacks them, "wire" does not.
func compareAll(b *testing.B, s *apitest.Server, path, key string) {
	b.Helper()
	zipped, plain := serveBare(b, s, path, key, "gzip"), serveBare(b, s, path, key, "identity")
	b.Run("client", func(b *testing.B) { compare(b, clients(b, s.Addr, path, key), clients(b, zipped, path, key)) })
	b.Run("wire", func(b *testing.B) { compare(b, wires(b, s.Addr, path, key), wires(b, plain, path, key)) })
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
func serveBare(b *testing.B, s *apitest.Server, path, key, encoding string) string {
	b.Helper()
	r, err := http.NewRequest("GET", "http://"+s.Addr+api.Prefix+path, nil)
	must.Do(b, err)
	r.Header = http.Header{"X-Api-Key": {key}, "Accept-Encoding": {encoding}}
	response, err := http.DefaultClient.Do(r) // it does not unpack what was asked for by name
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

func clients(b *testing.B, address, path, key string) crowd {
	b.Helper()
	size := 8 * runtime.GOMAXPROCS(0)
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: size}}
	b.Cleanup(client.CloseIdleConnections)
	one := func() error {
		r, err := http.NewRequest("GET", "http://"+address+api.Prefix+path, nil)
		if err != nil {
			return err
		}
		r.Header.Set("X-API-KEY", key)
		response, err := client.Do(r)
		if err != nil {
			return err
		}
		defer response.Body.Close()
		if response.StatusCode != http.StatusOK {
			return errors.New(response.Status)
		}
		_, err = io.Copy(io.Discard, response.Body)
		return err
	}
	return slices.Repeat(crowd{one}, size)
}

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
			if _, err := binary(); err != nil {
				b.Fatal(err)
			}
			var took time.Duration
			for b.Loop() {
				began := time.Now()
				p := startProcess(b, url)
				must.Do(b, firstAnswer(p.address))
				took += time.Since(began)
				_ = p.Process.Signal(syscall.SIGKILL)
				<-p.ended
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
