package queue_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"renown/internal/floor/queue"
	"renown/internal/testkit/expect"
)

func TestHarmless(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ in, want string }{
		{"", ""},
		{"  refused \nstack", "refused"},
		{"dial tcp 10.0.0.1:443: connection refused", "dial tcp 10.0.0.1:443: connection refused"},
		{"order ord_01k9z3k4m5n6p7q8r9s0t1v2w3 is gone", "order ord_01k9z3k4m5n6p7q8r9s0t1v2w3 is gone"},
		{"Post \"https://u:p@hooks.example/T0/B1/xyz?sig=1\": EOF", "Post \"https://hooks.example/…\": EOF"},
		{"smtp://robot:pw@mail.example:587 says no", "smtp://mail.example:587/… says no"},
		{"https://api.example says no", "https://api.example says no"},
		{"password=hunter2, user li", "password=…, user li"},
		{"Authorization: Bearer abc.def.ghi", "Authorization: …"},
		{"invalid token: abcdef", "invalid token: …"},
		{"the token expired", "the token expired"},
		{"key sk-abc12345 unknown", "key … unknown"},
		{"got eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9 instead", "got … instead"},
		{"请求失败：密钥 AIzaSyD12345678901234567890 无效", "请求失败：密钥 … 无效"},
	} {
		expect.Equal(t, queue.Harmless(tc.in), tc.want, tc.in, "became")
	}
	long := queue.Harmless(strings.Repeat("很长 ", 500))
	if n := utf8.RuneCountInString(long); n != 240 || !strings.HasSuffix(long, "…") {
		t.Errorf("%d characters: %s", n, long)
	}
}

func FuzzHarmless(f *testing.F) {
	f.Add("https://u:p@h/x?y=z Bearer abc token=1")
	f.Fuzz(func(t *testing.T, text string) {
		got := queue.Harmless(text)
		if utf8.RuneCountInString(got) > 240 || strings.ContainsRune(got, '\n') {
			t.Errorf("%q became %q", text, got)
		}
		if again := queue.Harmless(got); utf8.RuneCountInString(again) > 240 {
			t.Errorf("%q became %q", got, again)
		}
	})
}
