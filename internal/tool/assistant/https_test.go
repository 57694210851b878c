package assistant_test

import (
	"crypto/x509"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"

	"renown/internal/testkit/expect"
	"renown/internal/tool/assistant"
)

// TestManyQuestionsShareOneConnection: real platforms are reached by HTTP/2, so that a crowd of questions costs one
// handshake.
func TestManyQuestionsShareOneConnection(t *testing.T) {
	t.Parallel()
	const crowd = 40
	opened, asked := atomic.Int32{}, atomic.Int32{}
	var arrived sync.WaitGroup
	arrived.Add(crowd)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		expect.Equal(t, r.ProtoMajor, 2, "asked by", r.Proto)
		if asked.Add(1) > 1 {
			arrived.Done()
			arrived.Wait() // all of them are under way at once
		}
		_, _ = io.WriteString(w, chatReply)
	}))
	server.EnableHTTP2 = true
	server.Config.ConnState = func(_ net.Conn, s http.ConnState) {
		if s == http.StateNew {
			opened.Add(1)
		}
	}
	server.StartTLS()
	t.Cleanup(server.Close)
	catalogue := entry(server.URL, func(p *assistant.Platform) { p.Concurrency = crowd })
	transport := assistant.NewTransport(catalogue.Find("ernie"))
	transport.TLSClientConfig.RootCAs = x509.NewCertPool()
	transport.TLSClientConfig.RootCAs.AddCert(server.Certificate())
	client := assistant.NewWithTransport(catalogue, transport)
	defer client.Close()
	question := func() {
		expect.Do(t, expect.Error(client.Ask(t.Context(), assistant.Question{Platform: "ernie", Text: "?", Mode: assistant.ModeChat})))
	}
	question() // only a connection that exists is known to be shared
	var ended sync.WaitGroup
	for range crowd {
		ended.Go(question)
	}
	ended.Wait()
	if n := opened.Load(); n != 1 {
		t.Errorf("%d connections for %d questions", n, crowd+1)
	}
}
