// Package event tells others what happened: an outbox that is written in the transaction that makes an event true, and its delivery to
// the endpoints of a space: webhooks, group-chat bots, mail.
//
// It owns the tables event_endpoints, events and event_deliveries. It knows types and codes and leaves the words to what built it.
// A delivery happens at least once, always with the same id; the same event is never meant for the same place twice.
package event

import (
	"encoding/json"
	"net/netip"
	"time"

	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/tool/bot"
	"renown/internal/tool/mail"
	"renown/internal/tool/secretbox"
	"renown/internal/tool/webhook"
)

// Type is what kind of thing happened.
type Type string

// The types that an endpoint can choose.
const (
	RunFinished        Type = "run.finished"
	RunDegraded        Type = "run.degraded"
	AlertRaised        Type = "alert.raised"
	CitationFirst      Type = "citation.first"
	OrderPublished     Type = "order.published"
	OrderFailed        Type = "order.failed"
	OrderNeedsRevision Type = "order.needs_revision"
	PlatformSkipped    Type = "platform.skipped"
	FactContradicted   Type = "fact.contradicted"
	DigestWeekly       Type = "digest.weekly"
	CampaignVerdict    Type = "campaign.verdict"
	RuntimeStopped     Type = "runtime.stopped"

	Test Type = "endpoint.test" // sent on demand, never chosen
)

// Types lists what can be chosen, in the order in which a form offers it.
var Types = []Type{
	AlertRaised, FactContradicted, RunFinished, RunDegraded, PlatformSkipped, CitationFirst, OrderPublished,
	OrderFailed, OrderNeedsRevision, CampaignVerdict, RuntimeStopped, DigestWeekly,
}

// Event is something that happened.
type Event struct {
	ID        string          `json:"id"`
	Type      Type            `json:"type"`
	Data      json.RawMessage `json:"data"`
	CreatedAt timestamp.Time  `json:"created_at"`
}

// Bounds.
const (
	endpointsMost = 20       // of a space
	payloadMost   = 16 << 10 // bytes of an event's data; Standard Webhooks advises bodies under 20 KB
	keepFor       = 30 * day // of events, and of their deliveries with them
	keptMost      = 5000     // deliveries of an endpoint that came to an end
	replayMost    = 1000     // events at once
	triesKept     = 10       // attempts of a delivery, as many as there are
	mergedMost    = 10       // events in one message to a bot or in one mail
	day           = 24 * time.Hour
)

// Options are the settings of the room.
type Options struct {
	Queue     *queue.Queue
	Keys      *secretbox.Ring     // seals addresses and secrets; without any only mail endpoints can be made
	Accounts  *account.Accounts   // tells an owner; nil: none is told
	Networks  []netip.Prefix      // private networks that webhooks may reach as well
	BotHosts  map[bot.Kind]string // instead of the vendors' own, for tests
	Mail      *mail.Server        // nil: there is no mail
	PublicURL string              // that a link to unsubscribe begins with
	// Card words events for a group, all in one message. Letter words them for a mailbox.
	Card   func(language string, told []Event) bot.Card
	Letter func(language, unsubscribe string, told []Event) mail.Message
}

// Events is the room's door for everybody else. A nil *Events records nothing.
type Events struct {
	db       *store.DB
	options  Options
	webhooks *webhook.Sender
	bots     *bot.Sender
}

// Seals tells whether addresses can be kept safely: without keys only mail endpoints can be made.
func (e *Events) Seals() bool { return e.options.Keys.Ready() }

// callTime bounds one call of an endpoint: Standard Webhooks asks for 15 to 30 s.
const callTime = 15 * time.Second

// New returns the room over db.
func New(db *store.DB, o Options) *Events {
	return &Events{
		db: db, options: o,
		webhooks: webhook.New(webhook.Options{Networks: o.Networks, Timeout: callTime}),
		bots:     bot.New(bot.Options{Networks: o.Networks, Hosts: o.BotHosts, Timeout: callTime}),
	}
}
