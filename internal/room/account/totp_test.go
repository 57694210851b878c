package account

import (
	"fmt"
	"testing"
	"time"

	"renown/internal/testkit/expect"
)

// The vectors of RFC 4226, appendix D, and RFC 6238, appendix B (SHA-1).
func TestVectors(t *testing.T) {
	t.Parallel()
	secret := []byte("12345678901234567890")
	for counter, want := range []string{
		"755224", "287082", "359152", "969429", "338314", "254676", "287922",
		"162583", "399871", "520489",
	} {
		expect.Equal(t, hotp(secret, int64(counter), 6), want, "counter", counter, "gives")
	}
	for seconds, want := range map[int64]string{
		59: "94287082", 1111111109: "07081804", 1111111111: "14050471", 1234567890: "89005924",
		2000000000: "69279037", 20000000000: "65353130",
	} {
		expect.Equal(t, hotp(secret, seconds/30, 8), want, "second", seconds, "gives")
	}
}

func TestWindow(t *testing.T) {
	t.Parallel()
	secret, now := []byte("12345678901234567890"), time.Unix(1_800_000_015, 0)
	present := now.Unix() / 30
	for step := present - 3; step <= present+3; step++ {
		got, ok := totpMatch(secret, hotp(secret, step, 6), now, 0)
		if near := step >= present-1 && step <= present+1; ok != near || ok && got != step {
			t.Errorf("step %+d: %d, %v", step-present, got, ok)
		}
	}
	if _, ok := totpMatch(secret, hotp(secret, present, 6), now, present); ok {
		t.Error("a code works twice")
	}
	if _, ok := totpMatch(secret, hotp(secret, present-1, 6), now, present); ok {
		t.Error("an earlier code works after a later one")
	}
	if _, ok := totpMatch(secret, "", now, 0); ok {
		t.Error("nothing is a code")
	}
}

func TestPasswordChoice(t *testing.T) {
	t.Parallel()
	for password, why := range map[string]string{
		"": "password_length", "1234567": "password_length", string(make([]rune, 129)): "password_length",
		"password": "password_common", "PassWord": "password_common", "password1!": "password_common",
		"2024football": "password_common", "ｐａｓｓｗｏｒｄ": "password_common",
		"12345678": "password_common", "87654321": "password_common", "aaaaaaaaaaaa": "password_common",
		"abababab": "password_common", "哈哈哈哈哈哈哈哈": "password_common",
		"qwertyuiop": "password_common", "1qaz2wsx": "password_common", "abcdefgh1": "password_common", "iloveyou12": "password_common",
		"wanglei@2024": "password_context", "renown2024": "password_context", "声闻声闻声闻12": "password_context",
		"Acme-Wanglei":          "password_context",
		"correct horse battery": "", "床前明月光疑是地上霜": "", "renown keeps my brand": "", "tr0ub4dor&3": "",
		"wanglei likes tea": "", "long enough": "", "        x y z": "",
	} {
		err := checkPasswordChoice(password, "wanglei@acme.example")
		got := ""
		if err != nil {
			got = fmt.Sprint(reasonOf(err))
		}
		expect.Equal(t, got, why, password)
	}
	if n := len(common()); n < 3000 {
		t.Errorf("only %d common passwords", n)
	}
}
