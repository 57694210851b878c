package client

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// ErrWebhook is a message that must not be believed: unsigned, signed with another secret, changed, or too old.
var ErrWebhook = errors.New("renown: the webhook's signature does not hold")

const webhookAge = 5 * time.Minute

// VerifyWebhook checks a message by Standard Webhooks. body is as it came, before any decoding. While a secret is being changed pass
// both, the new and the old one. The header webhook-id is the same when a message comes a second time.
func VerifyWebhook(header http.Header, body []byte, now time.Time, secrets ...string) error {
	id, sent := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(sent, 10, 64)
	if err != nil || id == "" || now.Sub(time.Unix(seconds, 0)).Abs() > webhookAge {
		return ErrWebhook
	}
	for _, secret := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil || len(key) == 0 {
			return errors.New("renown: a webhook's secret looks like whsec_…")
		}
		h := hmac.New(sha256.New, key)
		h.Write([]byte(id + "." + sent + "."))
		h.Write(body)
		want := h.Sum(nil)
		for one := range strings.FieldsSeq(header.Get("webhook-signature")) {
			text, ok := strings.CutPrefix(one, "v1,")
			got, err := base64.StdEncoding.DecodeString(text)
			if ok && err == nil && hmac.Equal(got, want) {
				return nil
			}
		}
	}
	return ErrWebhook
}
