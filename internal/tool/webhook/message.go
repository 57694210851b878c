package webhook

import (
	"bytes"
	"encoding/json"
	"time"
)

// TypePublish names the only kind of message there is.
const TypePublish = "order.publish"

// Message is one call, ready to be signed.
type Message struct {
	ID     string    // the same however often an order is sent, so that an outlet can tell a repetition
	At     time.Time // of this call
	Body   []byte
	Hidden []string // what must not come back in a reason
}

// Order is what an outlet is asked to publish.
type Order struct {
	ID      string  `json:"order_id"`
	Attempt int64   `json:"attempt"` // 1 is the first call
	Content Content `json:"content"`
	Outlet  Outlet  `json:"media"`
	Preferences
	Callback *Callback `json:"callback"` // nil: there is no address to report to
}

// Content is the article as it was approved.
type Content struct {
	ID          string `json:"id"`
	Revision    int64  `json:"revision"`
	ContentType string `json:"content_type"`
	Title       string `json:"title"`
	Body        string `json:"body"`   // as it was written, with its label
	Format      string `json:"format"` // of the body: markdown
	HTML        string `json:"html"`   // the same, safe to show
	Label       Label  `json:"label"`
}

// Label is how an article is marked as paid, and as written with AI. Body and HTML show it already.
type Label struct {
	Paid       bool              `json:"paid"`
	AIAssisted *bool             `json:"ai_assisted"` // nil: not declared
	Text       string            `json:"text"`        // Markdown
	Position   string            `json:"position"`    // top or bottom
	Metadata   map[string]string `json:"metadata"`    // for programs; nil: AI is not said to have helped
}

// Outlet names the outlet as the catalogue knows it: one endpoint may serve several.
type Outlet struct {
	ID   string `json:"id"`
	Key  string `json:"key"`
	Name string `json:"name"`
}

// Preferences are the four optional fields of an order, handed on as the customer gave them: what the numbers mean is
// settled between the outlet and its customers.
type Preferences struct {
	Requirements *int64  `json:"requirements"`
	AccountRule  *int64  `json:"account_rule"`
	ArticleType  *int64  `json:"article_type"`
	ScheduledAt  *string `json:"scheduled_at"`
}

// Callback is where and with which token the outlet reports later.
type Callback struct {
	URL   string `json:"url"`
	Token string `json:"token"`
}

// Compose writes the message that hands an order over at a time.
func Compose(o Order, at time.Time) (Message, error) {
	var body bytes.Buffer
	encoder := json.NewEncoder(&body)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(struct {
		Type      string `json:"type"`
		Timestamp string `json:"timestamp"`
		Data      Order  `json:"data"`
	}{TypePublish, at.UTC().Format("2006-01-02T15:04:05.000Z"), o})
	m := Message{ID: o.ID, At: at, Body: bytes.TrimRight(body.Bytes(), "\n")}
	if o.Callback != nil {
		m.Hidden = []string{o.Callback.Token}
	}
	return m, err
}
