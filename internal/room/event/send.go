package event

import (
	"context"
	"net/url"
	"time"

	"renown/internal/floor/timestamp"
	"renown/internal/tool/bot"
	"renown/internal/tool/mail"
	"renown/internal/tool/webhook"
)

// send makes one call. It never fails: what kept the message from its reader is the receipt's reason.
func (e *Events) send(ctx context.Context, t *sending) webhook.Receipt {
	if t.to.Kind == Mail {
		return e.post(ctx, t)
	}
	kept, err := e.open(t.to)
	if err != nil {
		return webhook.Receipt{Reason: unopened}
	}
	now := e.db.Now()
	if t.to.Kind.isBot() {
		card := e.options.Card(t.to.Language, t.events())
		return e.bots.Send(ctx, bot.Endpoint{Kind: bot.Kind(t.to.Kind), URL: kept.URL, Secret: kept.Secret}, card, now.Time)
	}
	one := t.list[0].event
	body, err := one.body()
	if err != nil {
		return webhook.Receipt{Reason: unopened}
	}
	secret, err := kept.secretNow(t.to.OverlapUntil, now)
	if err != nil {
		return webhook.Receipt{Reason: unopened}
	}
	return e.webhooks.Notify(ctx, webhook.Endpoint{URL: kept.URL, Secret: secret}, webhook.Message{ID: one.ID, At: now.Time, Body: body})
}

// post writes a mail.
func (e *Events) post(ctx context.Context, t *sending) (r webhook.Receipt) {
	began := time.Now()
	defer func() { r.Took = time.Since(began) }()
	if e.options.Mail == nil || t.to.unsubscribe == nil {
		return webhook.Receipt{Reason: mailRefused}
	}
	letter := e.options.Letter(t.to.Language, e.options.PublicURL+UnsubscribePath+url.PathEscape(*t.to.unsubscribe), t.events())
	letter.To = t.to.Address
	if err := e.options.Mail.Send(ctx, letter); err != nil {
		return webhook.Receipt{Reason: mailRefused, Answer: webhook.Shown(mail.Reply(err))}
	}
	return webhook.Receipt{}
}

// UnsubscribePath is where the links in mails lead, with the endpoint's token behind it.
const UnsubscribePath = "/unsubscribe/"

// restAfter is how long an endpoint is left alone after a message: a bot by its vendor's limit, who asked for less as long as it asked.
func (to Endpoint) restAfter(r webhook.Receipt, now timestamp.Time) timestamp.Time {
	var rest time.Duration
	switch {
	case r.Reason == webhook.Throttling:
		rest = max(r.Wait, restLeast)
	case to.Kind.isBot():
		rest = bot.Gap(bot.Kind(to.Kind))
	}
	return now.Add(rest)
}
