package simulator_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"renown/internal/simulator"
	"renown/internal/testkit/must"
)

// sink throws a response away.
type sink struct{ header http.Header }

func (s *sink) Header() http.Header         { return s.header }
func (s *sink) WriteHeader(int)             {}
func (s *sink) Write(p []byte) (int, error) { return len(p), nil }

var shapes = []struct{ platform, path, body string }{
	{"doubao", "/api/v3/responses", `{"model":"m","input":"%s","tools":[{"type":"web_search"}]}`},
	{
		"qwen", "/api/v1/services/aigc/text-generation/generation",
		`{"model":"m","input":{"messages":[{"role":"user","content":"%s"}]},"parameters":{"enable_search":true,"search_options":{"enable_source":true,"enable_citation":true}}}`,
	},
	{
		"ernie", "/v2/chat/completions",
		`{"model":"m","messages":[{"role":"user","content":"%s"}],"web_search":{"enable":true,"enable_trace":true,"enable_citation":true}}`,
	},
}

// BenchmarkHandler is the simulator alone: one question understood, composed, encoded and logged.
func BenchmarkHandler(b *testing.B) {
	for _, c := range shapes {
		b.Run(c.platform, func(b *testing.B) {
			s := simulator.New(simulator.Options{LogSize: 1000})
			b.ReportAllocs()
			defer rates(b)()
			n := atomic.Int64{}
			b.RunParallel(func(pb *testing.PB) {
				w := &sink{http.Header{}}
				for pb.Next() {
					body := fmt.Appendf(nil, c.body, fmt.Sprint("跑鞋推荐", n.Add(1)))
					r, _ := http.NewRequest(http.MethodPost, "http://simulator/"+c.platform+c.path, bytes.NewReader(body))
					r.Header.Set("Authorization", "Bearer x")
					s.ServeHTTP(w, r)
				}
			})
		})
	}
}

// BenchmarkDraft is an answer before it is encoded, of a market with four brands.
func BenchmarkDraft(b *testing.B) {
	s := simulator.New(simulator.Options{Brands: specimenBrands, Clock: func() time.Time { return time.Unix(1_790_000_000, 0) }})
	b.ReportAllocs()
	defer rates(b)()
	for i := range b.N {
		s.Draft("doubao", fmt.Sprint("适合上班族的咖啡推荐", i), true)
	}
}

// BenchmarkSocket is the same with a client over a loopback socket, both on this machine.
func BenchmarkSocket(b *testing.B) {
	s := simulator.New(simulator.Options{LogSize: 1000})
	origin, stop, err := s.Start("127.0.0.1:0")
	must.Do(b, err)
	defer stop(b.Context())
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 100}}
	defer client.CloseIdleConnections()
	c := shapes[2]
	defer rates(b)()
	n := atomic.Int64{}
	b.SetParallelism(8)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			body := fmt.Appendf(nil, c.body, fmt.Sprint("跑鞋推荐", n.Add(1)))
			r, _ := http.NewRequest(http.MethodPost, origin+"/"+c.platform+c.path, bytes.NewReader(body))
			r.Header.Set("Authorization", "Bearer x")
			response, err := client.Do(r)
			if err != nil {
				b.Error(err)
				return
			}
			_, _ = io.Copy(io.Discard, response.Body)
			response.Body.Close()
		}
	})
}

// rates reports requests a second by the clock, and what two processors could do if they were free.
func rates(b *testing.B) func() {
	spent := func() time.Duration {
		var u syscall.Rusage
		must.Do(b, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	start, cpu := time.Now(), spent()
	return func() {
		b.ReportMetric(float64(b.N)/time.Since(start).Seconds(), "req/s")
		b.ReportMetric(2*float64(b.N)/(spent()-cpu).Seconds(), "req/s-on-2-cpus")
	}
}
