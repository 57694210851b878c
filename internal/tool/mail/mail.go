// Package mail sends plain-text mails through one SMTP server. It knows nothing of what they say.
package mail

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"mime"
	"net"
	"net/mail"
	"net/smtp"
	"net/url"
	"strings"
	"time"
)

// Server is an SMTP server and the sender's address.
type Server struct {
	url  *url.URL // smtp: STARTTLS where offered; smtps: TLS from the start
	from mail.Address

	// TLS is used for encrypted connections; nil means the host's name and the system's roots.
	TLS *tls.Config
}

// Message is one mail.
type Message struct{ To, Subject, Text string }

const sendTime = 30 * time.Second

// New returns a server at u (smtp://user:password@host:port or smtps://…) that sends as from.
func New(u *url.URL, from string) (*Server, error) {
	sender, err := mail.ParseAddress(from)
	if err != nil {
		return nil, errors.New("mail: sender is not an address")
	}
	return &Server{url: u, from: *sender}, nil
}

// Send hands the message to the server. A password is only sent over an encrypted connection, or to this machine.
// Errors never hold the server's URL.
func (s *Server) Send(ctx context.Context, m Message) error {
	to, err := mail.ParseAddress(m.To)
	if err != nil {
		return errors.New("mail: recipient is not an address")
	}
	ctx, cancel := context.WithTimeout(ctx, sendTime)
	defer cancel()
	client, err := s.connect(ctx)
	if err != nil {
		return fmt.Errorf("mail: %w", err)
	}
	defer client.Close()
	if err := s.deliver(client, to.Address, s.compose(to, m)); err != nil {
		return fmt.Errorf("mail: %w", err)
	}
	return nil
}

func (s *Server) connect(ctx context.Context) (*smtp.Client, error) {
	port := s.url.Port()
	if port == "" {
		port = map[string]string{"smtp": "587", "smtps": "465"}[s.url.Scheme]
	}
	var dialer net.Dialer
	conn, err := dialer.DialContext(ctx, "tcp", net.JoinHostPort(s.url.Hostname(), port))
	if err != nil {
		return nil, err
	}
	if deadline, ok := ctx.Deadline(); ok {
		_ = conn.SetDeadline(deadline)
	}
	if s.url.Scheme == "smtps" {
		conn = tls.Client(conn, s.tlsConfig())
	}
	client, err := smtp.NewClient(conn, s.url.Hostname())
	if err != nil {
		conn.Close()
		return nil, err
	}
	if offered, _ := client.Extension("STARTTLS"); offered && s.url.Scheme == "smtp" {
		if err := client.StartTLS(s.tlsConfig()); err != nil {
			client.Close()
			return nil, err
		}
	}
	return client, nil
}

func (s *Server) tlsConfig() *tls.Config {
	if s.TLS != nil {
		return s.TLS
	}
	return &tls.Config{ServerName: s.url.Hostname(), MinVersion: tls.VersionTLS12}
}

func (s *Server) deliver(client *smtp.Client, to string, text []byte) error {
	if user := s.url.User; user != nil {
		password, _ := user.Password()
		// PlainAuth itself refuses to send a password in the clear, except to localhost.
		if err := client.Auth(smtp.PlainAuth("", user.Username(), password, s.url.Hostname())); err != nil {
			return err
		}
	}
	if err := client.Mail(s.from.Address); err != nil {
		return err
	}
	if err := client.Rcpt(to); err != nil {
		return err
	}
	w, err := client.Data()
	if err != nil {
		return err
	}
	if _, err := w.Write(text); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return client.Quit()
}

// compose writes headers that cannot be broken out of (line breaks are removed) and a base64 body, which every server passes on.
func (s *Server) compose(to *mail.Address, m Message) []byte {
	var b bytes.Buffer
	subject := strings.NewReplacer("\r", " ", "\n", " ").Replace(m.Subject)
	fmt.Fprintf(&b, "From: %s\r\nTo: %s\r\nSubject: %s\r\nDate: %s\r\n", s.from.String(), to.String(),
		mime.BEncoding.Encode("utf-8", subject), time.Now().Format(time.RFC1123Z))
	b.WriteString("MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n")
	encoded := base64.StdEncoding.EncodeToString([]byte(m.Text))
	for len(encoded) > 76 {
		b.WriteString(encoded[:76] + "\r\n")
		encoded = encoded[76:]
	}
	b.WriteString(encoded + "\r\n")
	return b.Bytes()
}
