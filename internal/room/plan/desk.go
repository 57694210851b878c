package plan

import (
	"context"
	"net/mail"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"renown/internal/floor/audit"
	"renown/internal/floor/fault"
	"renown/internal/floor/setting"
	"renown/internal/floor/store"
)

// Desk is how users reach who runs the installation.
type Desk struct {
	Contact  string `json:"contact"`   // a line: an address of mail or of a page, a number, words; "" is none
	PriceURL string `json:"price_url"` // """ is none
	Open     bool   `json:"open"`      // plans can be asked for in the console
}

const (
	deskSetting = "plan_desk"

	contactMax  = 200  // characters
	priceURLMax = 2000 // bytes
)

// Desk reads it. What no operator has set is empty and closed.
func (p *Plans) Desk(ctx context.Context) (_ Desk, err error) {
	defer fault.Wrap(&err, "plan.Desk")

	return setting.Get[Desk](ctx, p.db.Read(), deskSetting)
}

// SetDesk keeps what an operator says of it.
func (p *Plans) SetDesk(ctx context.Context, d Desk) (err error) {
	defer fault.Wrap(&err, "plan.SetDesk")

	d.Contact, d.PriceURL = strings.TrimSpace(d.Contact), strings.TrimSpace(d.PriceURL)
	if utf8.RuneCountInString(d.Contact) > contactMax || strings.ContainsFunc(d.Contact, unicode.IsControl) {
		return fault.New(fault.Malformed).Why("contact", contactMax)
	}
	if d.PriceURL != "" && (len(d.PriceURL) > priceURLMax || pageURL(d.PriceURL) == "") {
		return fault.New(fault.Malformed).Why("price_url")
	}
	return p.db.InTx(ctx, func(tx *store.Tx) error {
		if err := setting.PutTx(ctx, tx, deskSetting, d); err != nil {
			return err
		}
		state := "closed"
		if d.Open {
			state = "open"
		}
		return audit.WriteTx(ctx, tx, audit.DeskSet, audit.About{Detail: []string{state}})
	})
}

// Link is where the contact leads: a page or an address of mail; "" where it is words or a number.
func (d Desk) Link() string {
	if rest, ok := strings.CutPrefix(d.Contact, "mailto:"); ok {
		return mailURL(rest)
	}
	if link := pageURL(d.Contact); link != "" {
		return link
	}
	return mailURL(d.Contact)
}

// pageURL is text when it is the whole address of a page.
func pageURL(text string) string {
	u, err := url.Parse(text)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.User != nil ||
		strings.ContainsFunc(text, unicode.IsSpace) {
		return ""
	}
	return text
}

// mailURL leads to a mailbox; "" unless text is one and nothing else.
func mailURL(text string) string {
	if a, err := mail.ParseAddress(text); err != nil || a.Address != text {
		return ""
	}
	return (&url.URL{Scheme: "mailto", Opaque: url.PathEscape(text)}).String()
}
