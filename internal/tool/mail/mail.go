// Package mail sends mails through one SMTP server, as plain text or with HTML beside it. It knows nothing of what they say.
package mail

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"net/mail"
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	gomail "github.com/wneessen/go-mail"
)

// Server is an SMTP server and the sender's address.
type Server struct {
	url  *url.URL
	from *mail.Address
	tls  *tls.Config // for tests; nil means the host's name and the system's roots
}

// Message is one mail.
type Message struct {
	To, Subject, Text string
	HTML              string // "" for none: the same for readers that show it
	Unsubscribe       string // "" for none: an address that takes a POST of List-Unsubscribe=One-Click (RFC 8058)
}

// sendTime bounds the whole of one mail: connecting, greeting and handing over.
const sendTime = 30 * time.Second

// encryption is what ?starttls= may say of a connection that does not begin with TLS.
var encryption = map[string]gomail.TLSPolicy{"required": gomail.TLSMandatory, "optional": gomail.TLSOpportunistic, "off": gomail.NoTLS}

// ParseURL reads the address of a server: smtp://user:password@host:port, which must offer STARTTLS unless ?starttls=optional
// or ?starttls=off is behind it or the host is this machine, or smtps://…, TLS from the start. The error never repeats it.
func ParseURL(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil || (u.Scheme != "smtp" && u.Scheme != "smtps") || u.Hostname() == "" {
		return nil, errors.New("not of the form smtp://user:password@host:port or smtps://…")
	}
	for name, values := range u.Query() {
		if _, ok := encryption[values[0]]; name != "starttls" || !ok || u.Scheme == "smtps" {
			return nil,
				errors.New("behind the ? only starttls=required, starttls=optional or starttls=off may stand, and nothing for smtps")
		}
	}
	return u, nil
}

// New returns the server at u that sends as from.
func New(u *url.URL, from string) (*Server, error) {
	sender, err := mail.ParseAddress(from)
	if err != nil {
		return nil, errors.New("mail: sender is not an address")
	}
	return &Server{url: u, from: sender}, nil
}

// Send hands the message to the server. A password is only sent over an encrypted connection, or to this machine; where
// the server offers a way to log in that does not show it, that way is used. Errors never hold the server's URL or
// the recipient.
func (s *Server) Send(ctx context.Context, m Message) error {
	msg, err := s.compose(m)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, sendTime)
	defer cancel()
	deadline, _ := ctx.Deadline() // the library reads with a timeout of its own, not by the context
	client, err := gomail.NewClient(s.url.Hostname(), append(s.options(), gomail.WithTimeout(max(1, time.Until(deadline))))...)
	if err != nil {
		return fmt.Errorf("mail: %w", err)
	}
	if err := client.DialAndSendWithContext(ctx, msg); err != nil {
		if what, _, found := strings.Cut(err.Error(), ", affected recipient(s)"); found { // logs know people by their ids
			return errors.New("mail: " + what)
		}
		return fmt.Errorf("mail: %w", err)
	}
	return nil
}

// reply is an answer of a server that refuses, as the library quotes it.
var reply = regexp.MustCompile(`[45][0-9]{2} "(?:[^"\\]|\\.)*"`)

// Reply is what the server answered to a mail that it did not take, out of an error of Send; "" when it answered
// nothing. The error itself also tells where the server is, which only operators may know.
func Reply(err error) string {
	if err == nil {
		return ""
	}
	return reply.FindString(err.Error())
}

func (s *Server) options() []gomail.Option {
	here := s.url.Hostname() == "localhost"
	if addr, err := netip.ParseAddr(s.url.Hostname()); err == nil {
		here = addr.IsLoopback()
	}
	policy, auth := gomail.TLSMandatory, gomail.SMTPAuthAutoDiscover
	if said, ok := encryption[s.url.Query().Get("starttls")]; ok {
		policy = said
	} else if here {
		policy = gomail.TLSOpportunistic
	}
	options := []gomail.Option{gomail.WithTLSPolicy(policy), gomail.WithPort(587), gomail.WithoutNoop()}
	if s.url.Scheme == "smtps" {
		options = append(options, gomail.WithSSL(), gomail.WithPort(465))
	} else if here && policy != gomail.TLSMandatory {
		auth = gomail.SMTPAuthPlain // which discovery leaves out where nothing is encrypted
	}
	if port, err := strconv.Atoi(s.url.Port()); err == nil {
		options = append(options, gomail.WithPort(port))
	}
	if s.tls != nil {
		options = append(options, gomail.WithTLSConfig(s.tls))
	}
	if user := s.url.User; user != nil {
		password, _ := user.Password()
		options = append(options, gomail.WithSMTPAuth(auth), gomail.WithUsername(user.Username()), gomail.WithPassword(password))
	}
	return options
}

// compose writes headers that cannot be broken out of (line breaks are removed) and a base64 body, which every server
// passes on. The Message-ID bears the sender's domain, not the name of this machine.
func (s *Server) compose(m Message) (*gomail.Msg, error) {
	to, err := mail.ParseAddress(m.To)
	if err != nil {
		return nil, errors.New("mail: recipient is not an address")
	}
	msg := gomail.NewMsg(gomail.WithEncoding(gomail.EncodingB64), gomail.WithNoDefaultUserAgent())
	msg.FromMailAddress(s.from)
	msg.ToMailAddress(to)
	msg.Subject(oneLine(m.Subject))
	msg.SetDate()
	msg.SetGenHeader("Auto-Submitted", "auto-generated") // RFC 3834: no automatic replies to it
	msg.SetMessageIDWithValue(rand.Text() + s.from.Address[strings.LastIndexByte(s.from.Address, '@'):])
	msg.SetBodyString(gomail.TypeTextPlain, m.Text)
	if m.HTML != "" {
		msg.AddAlternativeString(gomail.TypeTextHTML, m.HTML)
	}
	if m.Unsubscribe != "" {
		msg.SetGenHeader(gomail.HeaderListUnsubscribe, "<"+m.Unsubscribe+">")
		msg.SetGenHeader(gomail.HeaderListUnsubscribePost, "List-Unsubscribe=One-Click")
	}
	return msg, nil
}

// oneLine is a subject without line breaks and other controls, and without marks that turn text: what others named is quoted in it.
func oneLine(subject string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Bidi_Control, r):
			return -1
		case unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp):
			return ' '
		}
		return r
	}, subject)
}
