package webhook_test

import (
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"renown/internal/testkit/expect"
	"renown/internal/tool/webhook"
)

// Whatever an outlet sends, what is kept of it is bounded and fit to be stored and shown.
func FuzzReadOutcome(f *testing.F) {
	for _, seed := range []string{
		`{"status":"published","url":"https://outlet.example/a"}`, `{"status":"failed","reason":"\u0000\u202e长"}`,
		`{"status":"accepted","reference":12.5e3}`, `{"status":1}`, `null`, `[]`, ``, `{"status":"published","url":"//x.y"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		r, err := webhook.ReadOutcome(body)
		if err != nil {
			expect.Equal(t, r, (webhook.Outcome{}), "a report beside a fault")
			return
		}
		for _, text := range []string{r.Reason, r.Reference, r.URL} {
			if !utf8.ValidString(text) || strings.ContainsAny(text, "\x00\n\r\t") || utf8.RuneCountInString(text) > 2048 {
				t.Errorf("not fit to be stored: %q", text)
			}
		}
		expect.Equal(t, (r.URL != ""), (r.Status == webhook.SaysPublished), r)
		if u, err := url.Parse(r.URL); r.URL != "" && (err != nil || (u.Scheme != "http" && u.Scheme != "https")) {
			t.Errorf("%q is no page", r.URL)
		}
	})
}
