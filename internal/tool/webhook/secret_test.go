package webhook_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/tool/webhook"
)

// The example that the specification's own libraries are tested with.
func TestSignatureOfTheSpecification(t *testing.T) {
	t.Parallel()
	secret := must.Get(webhook.ParseSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))(t)
	got := secret.Sign("msg_p5jXN8AQM9LWM0D4loKWxJek", time.Unix(1614265330, 0), []byte(`{"test": 2432232314}`))
	if want := "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestParseSecretRefuses(t *testing.T) {
	t.Parallel()
	good := webhook.NewSecret().Reveal()
	for _, text := range []string{
		"", "  ", "hunter2hunter2hunter2hunter2", "whsec_", "whsec_short", "whsec_" + base64.StdEncoding.EncodeToString(make([]byte, 23)),
		"whsec_" + base64.StdEncoding.EncodeToString(make([]byte, 65)), "whsec_!!!!", good + " hunter2", strings.Repeat(good+" ", 5),
	} {
		if _, err := webhook.ParseSecret(text); err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, size := range []int{24, 64} {
		text := "whsec_" + base64.StdEncoding.EncodeToString(make([]byte, size))
		if s, err := webhook.ParseSecret(text); err != nil || s.Reveal() != text {
			t.Errorf("%d bytes: %v", size, err)
		}
	}
}

// While a secret is replaced both are signed with, so the outlet may change at any moment.
func TestReplacedSecret(t *testing.T) {
	t.Parallel()
	older, newer := webhook.NewSecret(), webhook.NewSecret()
	both := newer.After(older)
	for name, held := range map[string]webhook.Secret{"older": older, "newer": newer} {
		r := receive(t, held.Reveal(), at, say(200, `{"status":"accepted"}`))
		got := webhook.New(webhook.Options{Networks: loopback}).Send(t.Context(), webhook.Endpoint{URL: r.URL, Secret: both}, message(t))
		expect.Equal(t, got.Verdict, webhook.Accepted, name, got)
	}
	third := webhook.NewSecret().After(both)
	if strings.Contains(third.Reveal(), older.Reveal()) || !strings.Contains(third.Reveal(), newer.Reveal()) {
		t.Error("only the newest of the former secrets stays in force")
	}
	expect.Equal(t, both.Newest().Reveal(), newer.Reveal(), "the newest is not the newer")
	r := receive(t, older.Reveal(), at, say(200, ""))
	if got := webhook.New(webhook.Options{Networks: loopback}).Send(t.Context(),
		webhook.Endpoint{URL: r.URL, Secret: newer}, message(t)); got.Verdict != webhook.Refused {
		t.Errorf("a foreign secret: %+v", got)
	}
}

func TestSecretIsNotPrinted(t *testing.T) {
	t.Parallel()
	secret := webhook.NewSecret()
	inside := struct{ hidden webhook.Endpoint }{webhook.Endpoint{Secret: secret}}
	encoded, _ := json.Marshal(webhook.Endpoint{Secret: secret})
	var log strings.Builder
	slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "secret", secret, "inside", webhook.Endpoint{Secret: secret})
	value := strings.TrimPrefix(secret.Reveal(), "whsec_")
	for _, text := range []string{fmt.Sprint(secret), fmt.Sprintf("%v %+v %#v %q %x", secret, secret, secret, secret,
		secret), fmt.Sprintf("%+v", inside), string(encoded), log.String()} {
		if strings.Contains(text, value) {
			t.Errorf("printed: %s", text)
		}
	}
}
