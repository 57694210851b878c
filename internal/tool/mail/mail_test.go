package mail

import (
	"bufio"
	"encoding/base64"
	"io"
	"mime"
	"net"
	"net/mail"
	"net/url"
	"strings"
	"testing"
)

// receive runs an SMTP server for one mail and returns its address and what it got.
func receive(t *testing.T, refuse string) (addr string, got chan string) {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ln.Close() })
	got = make(chan string, 1)
	go func() {
		conn, err := ln.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		talk(conn, refuse, got)
	}()
	return ln.Addr().String(), got
}

func talk(conn net.Conn, refuse string, got chan string) {
	in := bufio.NewReader(conn)
	say := func(s string) { io.WriteString(conn, s+"\r\n") }
	say("220 test")
	var data strings.Builder
	inData := false
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		if inData {
			if line == ".\r\n" {
				inData = false
				got <- data.String()
				say("250 ok")
				continue
			}
			data.WriteString(line)
			continue
		}
		verb := strings.ToUpper(strings.Fields(line)[0])
		switch {
		case verb == refuse:
			say("550 no")
		case verb == "EHLO":
			say("250-test\r\n250 AUTH PLAIN")
		case verb == "DATA":
			inData = true
			say("354 go on")
		case verb == "QUIT":
			say("221 bye")
			return
		case verb == "AUTH":
			say("235 ok")
		default:
			say("250 ok")
		}
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
			addr, got := receive(t, c.refuse)
			s := server(t, "smtp://user:secret@"+addr)
			err := s.Send(t.Context(), Message{To: c.to, Subject: "验证邮箱", Text: "您好"})
			if c.name != "sent" {
				if err == nil || strings.Contains(err.Error(), "secret") {
					t.Fatalf("error %v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if m := <-got; !strings.Contains(m, "To: <a@example.com>") || !strings.Contains(m, base64.StdEncoding.EncodeToString([]byte("您好"))) {
				t.Fatalf("sent %q", m)
			}
		})
	}
}

func TestCompose(t *testing.T) {
	t.Parallel()
	s := server(t, "smtp://mail.example.com")
	text := "您好，\n" + strings.Repeat("很长的一行。", 60)
	raw := s.compose(&mail.Address{Address: "a@example.com"}, Message{Subject: "验证邮箱\r\nBcc: evil@example.com", Text: text})
	m, err := mail.ReadMessage(strings.NewReader(string(raw)))
	if err != nil {
		t.Fatal(err)
	}
	if m.Header.Get("Bcc") != "" {
		t.Error("a subject broke out of its header")
	}
	subject, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
	if err != nil || subject != "验证邮箱  Bcc: evil@example.com" {
		t.Errorf("subject %q, %v", subject, err)
	}
	body, err := io.ReadAll(base64.NewDecoder(base64.StdEncoding, m.Body))
	if err != nil || string(body) != text {
		t.Errorf("body %q, %v", body, err)
	}
}

func server(t *testing.T, text string) *Server {
	t.Helper()
	u, err := url.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(u, "声闻 <noreply@example.com>")
	if err != nil {
		t.Fatal(err)
	}
	return s
}
