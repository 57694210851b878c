package console_test

import (
	"bufio"
	"encoding/base64"
	"io"
	"mime"
	"mime/multipart"
	"net"
	"net/http"
	"net/mail"
	"net/url"
	"strings"
	"testing"

	"renown/internal/config"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/event"
	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// postOffice is an SMTP server without encryption, as one on the same machine may be.
type postOffice struct {
	net.Listener
	mails chan string
}

func newPostOffice(t *testing.T) *postOffice {
	t.Helper()
	listener := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	p := &postOffice{listener, make(chan string, 8)}
	t.Cleanup(func() { _ = p.Close() })
	go func() {
		for {
			connection, err := p.Accept()
			if err != nil {
				return
			}
			p.talk(connection)
		}
	}()
	return p
}

func (p *postOffice) talk(connection net.Conn) {
	defer connection.Close()
	in := bufio.NewReader(connection)
	for said := "220 post office"; ; {
		_, _ = io.WriteString(connection, said+"\r\n")
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		said = "250 ok"
		switch strings.ToUpper(line[:4]) {
		case "QUIT":
			_, _ = io.WriteString(connection, "221 bye\r\n")
			return
		case "DATA":
			_, _ = io.WriteString(connection, "354 go on\r\n")
			var text strings.Builder
			for line, err = in.ReadString('\n'); err == nil && line != ".\r\n"; line, err = in.ReadString('\n') {
				text.WriteString(strings.TrimPrefix(line, "."))
			}
			p.mails <- text.String()
		}
	}
}

// letterOf takes a mail apart: its header, and its two bodies.
func letterOf(t *testing.T, text string) (header mail.Header, subject, plain, page string) {
	t.Helper()
	m := must.Get(mail.ReadMessage(strings.NewReader(text)))(t)
	subject = must.Get(new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject")))(t)
	_, about, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	must.Do(t, err)
	parts := multipart.NewReader(m.Body, about["boundary"])
	for _, into := range []*string{&plain, &page} {
		part := must.Get(parts.NextPart())(t)
		*into = decoded(t, part)
	}
	return m.Header, subject, plain, page
}

// A mailbox gets the digest of the week and the events that were chosen over SMTP, as text and as a page, and nothing more once its mail
// program has unsubscribed by itself.
func TestEventMail(t *testing.T) {
	t.Parallel()
	office := newPostOffice(t)
	s := apitest.Start(t, "sqlite", apitest.Options{Frozen: true, Settings: func(s *config.Settings) {
		s.Role, s.MailFrom, s.PublicURL = config.API, "renown@example.com", "https://renown.example"
		s.SMTPURL = &url.URL{Scheme: "smtp", Host: office.Addr().String()}
	}})
	ctx, b := t.Context(), newBrowser(t, s)
	a := s.Account(t, plan.Standard)
	spaces := must.Get(s.App.Accounts.Spaces(ctx, a.UserID))(t)
	who := account.Caller{UserID: a.UserID, SpaceID: spaces[0].ID}
	must.Get(s.App.Brands.Create(ctx, who, brand.Profile{Name: "云栖 <笔记>", Introduction: "介绍", ProductType: "other"}))(t)
	if _, err := s.App.Events.Create(ctx, who, event.Fields{
		Kind: event.Mail, Name: "x",
		Address: "stranger@example.com", Types: []string{"digest.weekly"}, Language: "zh", Enabled: true,
	}); err == nil {
		t.Error("a stranger would be written to")
	}
	to, err := s.App.Events.Create(ctx, who, event.Fields{
		Kind: event.Mail, Name: "x", Address: a.Email,
		Types: []string{"digest.weekly", "order.failed"}, Language: "zh", Enabled: true,
	})
	must.Do(t, err)
	record := func(kind event.Type, once string) {
		t.Helper()
		must.Do(t, s.App.DB.InTx(ctx, func(tx *store.Tx) error {
			return s.App.Events.RecordTx(ctx, tx, event.Record{
				SpaceID: who.SpaceID, Type: kind, Once: once,
				Subject: once, Data: event.Order{OrderID: "ord_1", Title: "题", Outlet: "晨光"},
			})
		}))
	}
	deliver := func() (mails int) {
		t.Helper()
		must.Do(t, s.App.Events.Deliver(ctx, to.ID))
		return len(office.mails)
	}
	if err := s.App.Insights.Digest(ctx); err != nil { // it is Monday, ten o'clock
		t.Fatal(err)
	}
	must.Equal(t, deliver(), 1, "mails")
	header, subject, plain, page := letterOf(t, <-office.mails)
	link := strings.Trim(header.Get("List-Unsubscribe"), "<>")
	if header.Get("To") != "<"+a.Email+">" || header.Get("List-Unsubscribe-Post") != "List-Unsubscribe=One-Click" ||
		!strings.HasPrefix(link, "https://renown.example/unsubscribe/") {
		t.Errorf("%v", header)
	}
	if !strings.Contains(subject, "云栖 <笔记>") && !strings.Contains(plain, "云栖 <笔记>") ||
		!strings.Contains(plain, "没有显著变化") || !strings.Contains(plain, link) {
		t.Errorf("%s\n%s", subject, plain)
	}
	if strings.Contains(page, "<笔记>") || strings.Contains(page, "<img") || !strings.Contains(page, link) {
		t.Errorf("%s", page)
	}

	record(event.OrderPublished, "not chosen")
	record(event.OrderFailed, "chosen")
	must.Equal(t, deliver(), 1, "mails")
	if _, subject, _, _ := letterOf(t, <-office.mails); subject != "订单未能发布，积分已退回" {
		t.Errorf("%q", subject)
	}

	// A mail program posts by itself, without a cookie and without an origin.
	path := strings.TrimPrefix(link, "https://renown.example")
	response := must.Get(http.Post(s.URL+path, "application/x-www-form-urlencoded", strings.NewReader("List-Unsubscribe=One-Click")))(t)
	_ = response.Body.Close()
	expect.Equal(t, response.StatusCode, http.StatusOK, "unsubscribing:", response.Status)
	b.post(path, "List-Unsubscribe", "One-Click").expect(200, "已退订") // again
	record(event.OrderFailed, "later")
	expect.Equal(t, deliver(), 0, "mails after that")
	if now, err := s.App.Events.Find(ctx, who, to.ID); err != nil || now.Enabled || now.DisabledReason == nil ||
		*now.DisabledReason != event.Unsubscribed {
		t.Errorf("%+v, %v", now, err)
	}
}

// decoded is a part as it reads.
func decoded(t *testing.T, part *multipart.Part) string {
	t.Helper()
	text := must.Get(io.ReadAll(base64.NewDecoder(base64.StdEncoding, part)))(t)
	return string(text)
}
