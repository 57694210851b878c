package assistant

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

const testKey = "sk-verysecret-0123456789"

func TestSecretIsNeverPrinted(t *testing.T) {
	t.Parallel()
	secret := NewSecret("  " + testKey + "\n")
	must.Equal(t, secret.Reveal(), testKey, "the key is not kept")
	type private struct{ hidden Secret }
	type public struct{ Key Secret }
	values := []any{
		secret, &secret,
		private{secret},
		&private{secret},
		public{secret},
		[]Secret{secret},
		map[string]Secret{"k": secret},
		Platform{ID: "x", Key: secret},
		&Platform{ID: "x", Key: secret},
		Only(&Platform{ID: "x", Key: secret}), fmt.Errorf("wrapped: %v", secret),
	}
	var shown []string
	for _, v := range values {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
			shown = append(shown, fmt.Sprintf(verb, v))
		}
		if raw, err := json.Marshal(v); err == nil {
			shown = append(shown, string(raw))
		}
		if raw, err := yaml.Marshal(v); err == nil {
			shown = append(shown, string(raw))
		}
		var log bytes.Buffer
		slog.New(slog.NewTextHandler(&log, nil)).Info("x", "v", v)
		slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "v", v)
		shown = append(shown, log.String())
	}
	hexKey := fmt.Sprintf("%x", testKey)
	for _, s := range shown {
		if strings.Contains(s, testKey) || strings.Contains(s, hexKey) {
			t.Errorf("printed: %s", s)
		}
	}
	expect.Equal(t, fmt.Sprint(secret), "[redacted]", "a key that exists shows as")
	expect.Equal(t, fmt.Sprint(Secret{}), "", "no key shows as")
}

func TestSecretScrub(t *testing.T) {
	t.Parallel()
	secret := NewSecret(testKey)
	for text, want := range map[string]string{
		"key " + testKey + " is wrong":                        "key [redacted] is wrong",
		"Incorrect API key provided: sk-ab***************yz.": "Incorrect API key provided: [redacted]",
		"token bce-v3/ALTAK-abc/def expired":                  "token [redacted] expired",
		"Authorization: Bearer abcdefgh refused":              "Authorization: [redacted] refused",
		"nothing to hide":                                     "nothing to hide",
	} {
		expect.Equal(t, secret.scrub(text), want, text, "became")
	}
	if got := secret.scrubBytes([]byte(`{"echo":"` + testKey + `"}`)); string(got) != `{"echo":"[redacted]"}` {
		t.Errorf("body %s", got)
	}
	expect.Equal(t, (Secret{}).scrub("short"), "short", "no key changed a text")
}
