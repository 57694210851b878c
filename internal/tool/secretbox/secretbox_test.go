package secretbox_test

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/tool/secretbox"
)

func newKey() string {
	var key [32]byte
	rand.Read(key[:])
	return base64.StdEncoding.EncodeToString(key[:])
}

func ring(t *testing.T, keys ...string) *secretbox.Ring {
	t.Helper()
	return must.Get(secretbox.ParseRing(strings.Join(keys, ", ")))(t)
}

func TestParseRingRefuses(t *testing.T) {
	t.Parallel()
	good := newKey()
	for name, c := range map[string]struct{ text, want string }{
		"short":      {base64.StdEncoding.EncodeToString(make([]byte, 16)), "key 1 is not 32 bytes"},
		"long":       {good + "," + base64.StdEncoding.EncodeToString(make([]byte, 33)), "key 2 is not 32 bytes"},
		"no base64":  {"geheim! geheim! geheim!", "key 1 is not 32 bytes"},
		"empty part": {good + ",", "key 2 is not 32 bytes"},
		"twice":      {good + "," + strings.TrimRight(good, "="), "key 2 is there twice"},
	} {
		_, err := secretbox.ParseRing(c.text)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "geheim") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestWithoutKey(t *testing.T) {
	t.Parallel()
	for name, r := range map[string]*secretbox.Ring{"nil": nil, "empty": ring(t, "")} {
		if r.Ready() || r.Stale("s1.000000000000.AAAA") {
			t.Errorf("%s: ready without a key", name)
		}
		expect.Is(t, expect.Error(r.Seal("x", "y")), secretbox.ErrNoKey, name)
		expect.Is(t, expect.Error(r.Open("s1.000000000000.AAAA", "y")), secretbox.ErrNoKey, name)
	}
}

func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	r := ring(t, newKey())
	sealed := must.Get(r.Seal("whsec_secret", "media/1"))(t)
	parts := strings.Split(sealed, ".")
	last := parts[2][len(parts[2])-1]
	for name, c := range map[string]struct {
		ring          *secretbox.Ring
		sealed, about string
		want          error
	}{
		"another row": {r, sealed, "media/2", secretbox.ErrBroken},
		"another key": {ring(t, newKey()), sealed, "media/1", secretbox.ErrUnknownKey},
		"cut":         {r, sealed[:len(sealed)-4], "media/1", secretbox.ErrBroken},
		"changed": {
			r, parts[0] + "." + parts[1] + ".A" + parts[2][1:len(parts[2])-1] + string(last^1),
			"media/1", secretbox.ErrBroken,
		},
		"other form":     {r, "s2." + parts[1] + "." + parts[2], "media/1", secretbox.ErrBroken},
		"other id":       {r, "s1.000000000000." + parts[2], "media/1", secretbox.ErrUnknownKey},
		"id of no sort":  {r, "s1.whsec_secret." + parts[2], "media/1", secretbox.ErrBroken},
		"plain":          {r, "whsec_secret", "media/1", secretbox.ErrBroken},
		"nothing":        {r, "", "media/1", secretbox.ErrBroken},
		"nothing sealed": {r, "s1." + parts[1] + ".", "media/1", secretbox.ErrBroken},
	} {
		got, err := c.ring.Open(c.sealed, c.about)
		if !errors.Is(err, c.want) || got != "" {
			t.Errorf("%s: %q %v", name, got, err)
		}
		if err != nil && strings.Contains(err.Error(), "whsec") {
			t.Errorf("%s: the fault repeats what was given: %v", name, err)
		}
	}
}

func TestSealAndOpen(t *testing.T) {
	t.Parallel()
	r := ring(t, newKey())
	rapid.Check(t, func(t *rapid.T) {
		secret, about := rapid.String().Draw(t, "secret"), rapid.String().Draw(t, "about")
		one := must.Get(r.Seal(secret, about))(t)
		two, _ := r.Seal(secret, about)
		if one == two {
			t.Fatal("sealed twice, it reads the same")
		}
		if len(secret) > 3 && strings.Contains(one, secret) {
			t.Fatal("the secret is in the sealed text")
		}
		if got, err := r.Open(one, about); err != nil || got != secret {
			t.Fatalf("got %q %v", got, err)
		}
	})
}

func TestRotation(t *testing.T) {
	t.Parallel()
	older, newer := newKey(), newKey()
	before, both, after := ring(t, older), ring(t, newer, older), ring(t, newer)
	sealed, _ := before.Seal("secret", "a")
	if got, err := both.Open(sealed, "a"); err != nil || got != "secret" {
		t.Fatalf("the older key no longer opens: %v", err)
	}
	if before.Stale(sealed) || !both.Stale(sealed) {
		t.Error("what is under the first key is current, under a later one stale")
	}
	again, _ := both.Seal("secret", "a")
	if got, err := after.Open(again, "a"); err != nil || got != "secret" || after.Stale(again) {
		t.Errorf("sealed anew, it needs the newer key alone: %v", err)
	}
	expect.Is(t, expect.Error(after.Open(sealed, "a")), secretbox.ErrUnknownKey)
}

func TestRingIsNotPrinted(t *testing.T) {
	t.Parallel()
	expect.Equal(t, fmt.Sprintf("%v %+v %#v", ring(t, newKey()), ring(t, newKey(), newKey()), (*secretbox.Ring)(nil)),
		"[1 sealing keys] [2 sealing keys] [0 sealing keys]")
}
