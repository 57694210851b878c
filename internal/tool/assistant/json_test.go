package assistant

import (
	"encoding/json"
	"testing"
)

// A string reads as the library reads it, whatever escapes, halves of pairs or bytes stand in it.
func TestUnquote(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{
		`""`, `"plain"`, `"跑鞋"`, `"a\nb\tc\r\f\b\"\\\/"`, `"\u8dd1\u978B"`, `"\ud83c\udfc3 runs"`, `"\ud83c"`, `"\ud83c\u0041"`, `"\udfc3\ud83c"`,
		`"\ud83cx"`, `"x\\"`, `"\u0000"`, "\"\xff\xe8\xb7 \\n\"", `"\u00e9\n跑"`,
	} {
		var want string
		if err := json.Unmarshal([]byte(raw), &want); err != nil {
			t.Fatal(raw, err)
		}
		if got, err := unquote([]byte(raw)); err != nil || got != want {
			t.Errorf("%s: %q (%v), want %q", raw, got, err, want)
		}
	}
}
