package event

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/tool/bot"
	"renown/internal/tool/webhook"
)

// Kind is how an endpoint is reached.
type Kind string

const (
	Webhook  Kind = "webhook"
	Feishu        = Kind(bot.Feishu)
	DingTalk      = Kind(bot.DingTalk)
	WeCom         = Kind(bot.WeCom)
	Mail     Kind = "mail"
)

// Kinds lists them, in the order in which a form offers them.
var Kinds = []Kind{Webhook, Feishu, DingTalk, WeCom, Mail}

func (k Kind) isBot() bool { return k == Feishu || k == DingTalk || k == WeCom }

// Why an endpoint is off.
const (
	ByUser       = "by_user"
	ByGone       = "gone"         // it answered 410
	ByFailing    = "failing"      // nothing reached it for five days
	Unsubscribed = "unsubscribed" // by the link in a mail
	Departed     = "departed"     // the reader of a mailbox is no longer a member of the space
)

// Endpoint is where a space is told of events, as it is shown: never with a secret, of a bot not with its address.
type Endpoint struct {
	ID             string          `json:"id"`
	Kind           Kind            `json:"kind"`
	Name           string          `json:"name"`
	Address        string          `json:"address"`
	Types          store.Texts     `json:"types"`
	Language       string          `json:"language"`
	Quiet          *Quiet          `json:"quiet_hours"`
	Enabled        bool            `json:"enabled"`
	DisabledReason *string         `json:"disabled_reason"`
	DisabledAt     *timestamp.Time `json:"disabled_at"`
	OverlapUntil   *timestamp.Time `json:"former_secret_until"` // until when the secret before is signed with too
	FailingSince   *timestamp.Time `json:"failing_since"`
	CreatedAt      timestamp.Time  `json:"created_at"`
	UpdatedAt      timestamp.Time  `json:"updated_at"`

	spaceID     string
	sealed      []byte
	failures    int64
	readyAt     timestamp.Time
	unsubscribe *string
}

// Made is an endpoint with the secret that is shown once; of bots and mail there is none.
type Made struct {
	Endpoint
	Secret *string `json:"secret"`
}

const selectEndpoint = `SELECT id, kind, name, shown, types, language, quiet_from, quiet_to, enabled, disabled_why, disabled_at, overlap_until, failing_since,
	created_at, updated_at, space_id, sealed, failures, ready_at, unsubscribe FROM event_endpoints`

func scanEndpoint(row store.Row) (e Endpoint, err error) {
	var from, to *int64
	var why string
	err = row.Scan(&e.ID, &e.Kind, &e.Name, &e.Address, &e.Types, &e.Language, &from, &to, &e.Enabled, &why,
		&e.DisabledAt, &e.OverlapUntil, &e.FailingSince,
		&e.CreatedAt, &e.UpdatedAt, &e.spaceID, &e.sealed, &e.failures, &e.readyAt, &e.unsubscribe)
	if why != "" {
		e.DisabledReason = &why
	}
	e.Quiet = quietOf(from, to)
	return e, err
}

// hidden is what is sealed of an endpoint.
type hidden struct {
	URL    string `json:"url"`
	Secret string `json:"secret"` // of a webhook one or two, the newest first
}

// about is what a row is sealed with, so that it opens nowhere else.
func about(endpointID string) string { return "event_endpoints/" + endpointID }

func (e *Events) seal(endpointID string, h hidden) ([]byte, error) {
	text, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	sealed, err := e.options.Keys.Seal(string(text), about(endpointID))
	return []byte(sealed), err
}

func (e *Events) open(to Endpoint) (h hidden, err error) {
	text, err := e.options.Keys.Open(string(to.sealed), about(to.ID))
	if err != nil {
		return h, err
	}
	return h, json.Unmarshal([]byte(text), &h)
}

// Fields are what a caller says of an endpoint.
type Fields struct {
	Kind     Kind
	Name     string
	Address  string // "" in a change keeps what there is
	Secret   string // of a bot that signs; "" in a change keeps what there is
	Types    []string
	Language string
	Quiet    *Quiet
	Enabled  bool
}

const (
	nameMost   = 64  // code points
	secretMost = 200 // code points
)

func (f *Fields) check() error {
	f.Name = strings.TrimSpace(f.Name)
	if n := utf8.RuneCountInString(f.Name); n < 1 || n > nameMost || strings.ContainsFunc(f.Name, unicode.IsControl) {
		return fault.Value("a name of 1 to 64 characters in one line", f.Name, "body", "name").Why("endpoint_name", nameMost)
	}
	f.Types = store.Known(f.Types, func(t string) bool { return slices.Contains(Types, Type(t)) })
	if len(f.Types) == 0 {
		return fault.Value("at least one known type", nil, "body", "types").Why("endpoint_types")
	}
	if f.Quiet != nil && (!f.Kind.isBot() || !f.Quiet.valid()) {
		return fault.Value("quiet hours are two different times of the day, for bots", nil, "body", "quiet_hours").Why("endpoint_quiet")
	}
	f.Secret = strings.TrimSpace(f.Secret)
	if f.Secret != "" && (f.Kind != Feishu && f.Kind != DingTalk || utf8.RuneCountInString(f.Secret) > secretMost) {
		return fault.Value("only bots of feishu and dingtalk take a secret, of at most 200 characters", nil, "body",
			"secret").Why("endpoint_secret")
	}
	return nil
}

// checkedAddress is an address that was checked: as it is kept, as it is shown, and by what another with the same address is found.
type checkedAddress struct{ url, shown, hash string }

func addressOf(kind Kind, url, shown string) checkedAddress {
	sum := sha256.Sum256([]byte(string(kind) + "\x00" + url))
	return checkedAddress{url, shown, hex.EncodeToString(sum[:])}
}

// checkAddress checks an address by its kind. A mailbox is one of a member of the space: others are not written to.
func (e *Events) checkAddress(ctx context.Context, q store.Querier, who account.Caller, kind Kind, address string) (checkedAddress, error) {
	wrong := fault.Value("not an address that may be called", nil, "body", "address").Why("endpoint_address")
	switch {
	case kind == Webhook:
		url, err := e.webhooks.CheckAddress(strings.TrimSpace(address))
		if err != nil {
			return checkedAddress{}, wrong.Because(err)
		}
		return addressOf(kind, url, url), nil
	case kind.isBot():
		url, err := bot.CheckAddress(bot.Kind(kind), address)
		if err != nil {
			return checkedAddress{}, wrong.Because(err)
		}
		return addressOf(kind, url, bot.Hint(url)), nil
	}
	if e.options.Mail == nil {
		return checkedAddress{}, fault.Value("there is no mail server here", string(kind), "body", "kind").Why("endpoint_unmailed")
	}
	email, err := mailbox(ctx, q, who.SpaceID, strings.TrimSpace(address))
	if errors.Is(err, store.ErrNoRows) {
		return checkedAddress{}, fault.Value("not the address of a member of the space", nil, "body", "address").Why("endpoint_mailbox")
	}
	return addressOf(kind, strings.ToLower(email), email), err
}

// mailbox is the address of a member of a space as they wrote it; ErrNoRows when it is no member's.
func mailbox(ctx context.Context, q store.Querier, spaceID, address string) (string, error) {
	return store.One[string](q.QueryRow(ctx, `SELECT u.email FROM users u JOIN members m ON m.user_id = u.id
		WHERE m.space_id = $1 AND m.access <> 'guest' AND lower(u.email) = $2`,
		spaceID, strings.ToLower(address)))
}

// overlap is how long a former secret is signed with beside the new one.
const overlap = 24 * time.Hour

// secretNow is a webhook's secret at a time: two while they overlap.
func (h hidden) secretNow(until *timestamp.Time, now timestamp.Time) (webhook.Secret, error) {
	s, err := webhook.ParseSecret(h.Secret)
	if err == nil && (until == nil || !now.Before(until.Time)) {
		s = s.Newest()
	}
	return s, err
}
