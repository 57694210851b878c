package mail

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"io"
	"mime"
	"net"
	"net/http/httptest"
	"net/mail"
	"strings"
	"testing"
	"time"

	gomail "github.com/wneessen/go-mail"

	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// inbox is an SMTP server for one mail.
type inbox struct {
	refuse string      // the verb that is answered with 550
	auth   string      // the ways to log in that are offered; PLAIN when empty
	tls    *tls.Config // what STARTTLS leads to; not offered when nil
	hidden bool        // TLS from the start
	addr   string
	login  chan string // the way that was used
	got    chan string
}

func (b *inbox) start(t *testing.T) *inbox {
	t.Helper()
	ln := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	t.Cleanup(func() { ln.Close() })
	b.addr, b.got, b.login = ln.Addr().String(), make(chan string, 1), make(chan string, 1)
	go func() {
		conn, err := ln.Accept()
		if err != nil {
			return
		}
		if b.hidden {
			conn = tls.Server(conn, b.tls)
		}
		defer conn.Close()
		io.WriteString(conn, "220 test\r\n")
		b.talk(conn, b.hidden)
	}()
	return b
}

func (b *inbox) talk(conn net.Conn, encrypted bool) {
	in := bufio.NewReader(conn)
	say := func(s string) { io.WriteString(conn, s+"\r\n") }
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		words := strings.Fields(line)
		switch verb := strings.ToUpper(words[0]); {
		case verb == b.refuse:
			say("550 no")
		case verb == "EHLO" && b.tls != nil && !encrypted:
			say("250-test\r\n250-STARTTLS\r\n250 AUTH " + cmp.Or(b.auth, "PLAIN"))
		case verb == "EHLO":
			say("250-test\r\n250 AUTH " + cmp.Or(b.auth, "PLAIN"))
		case verb == "STARTTLS":
			say("220 go on")
			b.talk(tls.Server(conn, b.tls), true)
			return
		case verb == "AUTH":
			b.login <- words[1]
			if words[1] == "CRAM-MD5" {
				say("334 " + base64.StdEncoding.EncodeToString([]byte("<challenge>")))
				in.ReadString('\n')
			}
			say("235 ok")
		case verb == "DATA":
			say("354 go on")
			var data strings.Builder
			for line, err = in.ReadString('\n'); err == nil && line != ".\r\n"; line, err = in.ReadString('\n') {
				data.WriteString(line)
			}
			b.got <- data.String()
			say("250 ok")
		case verb == "QUIT":
			say("221 bye")
			return
		default:
			say("250 ok")
		}
	}
}

// certificate is valid for example.com, and a client's settings that believe it.
func certificate(t *testing.T) (server, client *tls.Config) {
	t.Helper()
	web := httptest.NewTLSServer(nil)
	t.Cleanup(web.Close)
	roots := x509.NewCertPool()
	roots.AddCert(web.Certificate())
	return &tls.Config{Certificates: web.TLS.Certificates}, &tls.Config{
		RootCAs: roots, ServerName: "example.com",
		MinVersion: tls.VersionTLS12,
	}
}

// What is encrypted, and how the server is told who we are.
func TestEncryption(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, scheme, query string
		offered             bool
		auth                string
		want                string // the way to log in; empty: nothing is sent
	}{
		{"required, not offered", "smtp", "?starttls=required", false, "PLAIN", ""},
		{"required", "smtp", "?starttls=required", true, "PLAIN", "PLAIN"},
		{"strongest login", "smtp", "?starttls=required", true, "LOGIN PLAIN CRAM-MD5", "CRAM-MD5"},
		{"optional, not offered", "smtp", "?starttls=optional", false, "PLAIN", "PLAIN"},
		{"off, though offered", "smtp", "?starttls=off", true, "PLAIN", "PLAIN"},
		{"this machine", "smtp", "", false, "PLAIN", "PLAIN"},
		{"TLS from the start", "smtps", "", true, "PLAIN", "PLAIN"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := &inbox{auth: c.auth, hidden: c.scheme == "smtps"}
			serverTLS, clientTLS := certificate(t)
			if c.offered {
				b.tls = serverTLS
			}
			b.start(t)
			s := server(t, c.scheme+"://user:secret@"+b.addr+c.query)
			s.tls = clientTLS
			err := s.Send(t.Context(), Message{To: "a@example.com", Subject: "s", Text: "t"})
			if c.want == "" {
				if err == nil || len(b.login) > 0 {
					t.Fatalf("sent to a server without encryption: %v", err)
				}
				return
			}
			must.Do(t, err)
			expect.Equal(t, <-b.login, c.want, "logged in by")
		})
	}
}

// A host elsewhere must offer STARTTLS without being told so.
func TestEncryptionIsRequiredElsewhere(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"smtp://mail.example":                   true,
		"smtp://mail.example?starttls=optional": false, "smtp://localhost": false, "smtp://[::1]": false,
	} {
		s := server(t, text)
		client := must.Get(gomail.NewClient(s.url.Hostname(), s.options()...))(t)
		if address := client.ServerAddr(); !strings.HasSuffix(address, ":587") {
			t.Errorf("%s is reached at %s", text, address)
		}
		if required := client.TLSPolicy() == gomail.TLSMandatory.String(); required != want {
			t.Errorf("%s: %s", text, client.TLSPolicy())
		}
	}
}

func TestParseURL(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"http://u:secret@host", "smtp://u:secret@", "smtp://u:secret@host?starttls=never",
		"smtp://u:secret@host?tls=off", "smtps://u:secret@host?starttls=off",
	} {
		if _, err := ParseURL(text); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// A server that says nothing is given up with the context.
func TestSilentServer(t *testing.T) {
	t.Parallel()
	ln := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer ln.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := server(t, "smtp://"+ln.Addr().String()).Send(ctx, Message{To: "a@example.com"}); err == nil {
		t.Error("sent to nobody")
	}
}

func TestSend(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, refuse, to string }{
		{"no recipient", "", "nobody"},
		{"wrong password", "AUTH", "a@example.com"},
		{"recipient refused", "RCPT", "a@example.com"},
		{"sent", "", "a@example.com"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := (&inbox{refuse: c.refuse}).start(t)
			s := server(t, "smtp://user:secret@"+b.addr)
			err := s.Send(t.Context(), Message{To: c.to, Subject: "验证邮箱", Text: "您好"})
			if c.name != "sent" {
				if err == nil || strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), c.to) {
					t.Fatalf("error %v", err)
				}
				return
			}
			must.Do(t, err)
			if m := <-b.got; !strings.Contains(m, "To: <a@example.com>") ||
				!strings.Contains(m, base64.StdEncoding.EncodeToString([]byte("您好"))) {
				t.Fatalf("sent %q", m)
			}
		})
	}
}

// What others are told of a mail that was not taken is the server's answer, and never where the server is.
func TestReply(t *testing.T) {
	t.Parallel()
	ctx, m := t.Context(), Message{To: "a@example.com", Subject: "x", Text: "y"}
	b := (&inbox{refuse: "RCPT"}).start(t)
	if got := Reply(server(t, "smtp://user:secret@"+b.addr).Send(ctx, m)); !strings.HasPrefix(got, "550 ") {
		t.Errorf("refused: %q", got)
	}
	for _, silent := range []string{"", "220 test\r\n", "zzz\r\n"} {
		ln := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
		defer ln.Close()
		go func() {
			if conn, err := ln.Accept(); err == nil {
				_, _ = io.WriteString(conn, silent)
				_ = conn.Close()
			}
		}()
		err := server(t, "smtp://"+ln.Addr().String()).Send(ctx, m)
		if got := Reply(err); err == nil || got != "" {
			t.Errorf("%q after %q: %v", got, silent, err)
		}
	}
	expect.Equal(t, Reply(nil), "", "no error")
}

func TestCompose(t *testing.T) {
	t.Parallel()
	s := server(t, "smtp://mail.example.com")
	text := "您好，\n" + strings.Repeat("很长的一行。", 60)
	msg := must.Get(s.compose(Message{To: "a@example.com", Subject: "验证\u202e邮箱\r\nBcc: evil@example.com\u2028\x1b[1m", Text: text}))(t)
	var raw bytes.Buffer
	must.Get(msg.WriteTo(&raw))(t)
	m := must.Get(mail.ReadMessage(&raw))(t)
	expect.Equal(t, m.Header.Get("Bcc"), "", "a subject broke out of its header")
	subject, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
	if err != nil || subject != "验证邮箱  Bcc: evil@example.com  [1m" {
		t.Errorf("subject %q, %v", subject, err)
	}
	if id := m.Header.Get("Message-ID"); !strings.HasSuffix(id, "@example.com>") || m.Header.Get("Date") == "" {
		t.Errorf("Message-ID %q, Date %q", id, m.Header.Get("Date"))
	}
	body, err := io.ReadAll(base64.NewDecoder(base64.StdEncoding, m.Body))
	if err != nil || string(body) != text {
		t.Errorf("body %q, %v", body, err)
	}
}

func server(t *testing.T, text string) *Server {
	t.Helper()
	u := must.Get(ParseURL(text))(t)
	return must.Get(New(u, "声闻 <noreply@example.com>"))(t)
}

// A mail with HTML has both forms, and the headers by which one click ends it (RFC 8058).
func TestComposeAlternatives(t *testing.T) {
	t.Parallel()
	s := &Server{from: &mail.Address{Address: "renown@example.com"}}
	msg, err := s.compose(Message{
		To: "a@example.com", Subject: "s", Text: "plain", HTML: "<p>rich</p>",
		Unsubscribe: "https://renown.example/unsubscribe/T",
	})
	must.Do(t, err)
	var out bytes.Buffer
	must.Get(msg.WriteTo(&out))(t)
	for _, want := range []string{
		"List-Unsubscribe: <https://renown.example/unsubscribe/T>\r\n", "Auto-Submitted: auto-generated\r\n",
		"List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n",
		"multipart/alternative", "text/plain", "text/html", base64.StdEncoding.EncodeToString([]byte("plain")),
		base64.StdEncoding.EncodeToString([]byte("<p>rich</p>")),
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing:\n%s", want, out.String())
		}
	}
}
