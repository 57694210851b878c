package account

import (
	"context"
	"regexp"
	"testing"

	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

var hashForm = regexp.MustCompile(`^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$`)

func TestPasswordHash(t *testing.T) {
	t.Parallel()
	a := New(nil, nil, Options{})
	one := must.Get(a.hashPassword(t.Context(), Password))(t)
	other := must.Get(a.hashPassword(t.Context(), Password))(t)
	if one == other {
		t.Error("two hashes of one password are equal: the salt is not fresh")
	}
	for _, c := range []struct {
		name, hash, password string
		want                 bool
	}{
		{"another password", one, Password + "!", false},
		{"nothing", one, "", false},
		{"nobody's hash", a.dummyHash(), Password, false},
		{"nobody's hash, nothing", a.dummyHash(), "", false},
		{"the password", one, Password, true},
		{"the password, another salt", other, Password, true},
	} {
		if !hashForm.MatchString(c.hash) { // the same cost for all, the dummy included
			t.Errorf("%s: %s is not of the form of the others", c.name, c.hash)
		}
		if got, err := a.passwordMatches(t.Context(), c.hash, c.password); err != nil || got != c.want {
			t.Errorf("%s: %t, %v", c.name, got, err)
		}
	}
}

func TestPasswordHashUnreadable(t *testing.T) {
	t.Parallel()
	for _, hash := range []string{
		"", "x", "$2y$10$abc", "$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAA",
		"$argon2id$v=19$m=19456,t=2,p=1$AAA!$AAAA", "$argon2id$v=19$m=19456,t=2,p=1$AAAA$A",
	} {
		if ok, err := New(nil, nil, Options{}).passwordMatches(t.Context(), hash, ""); ok || err == nil {
			t.Errorf("%q: %t, %v", hash, ok, err)
		}
	}
}

// Whatever is thrown at the log-in page, two passwords are hashed at once; the others wait as long as their caller does.
func TestHashingAtOnce(t *testing.T) {
	t.Parallel()
	a := New(nil, nil, Options{})
	a.hashing <- struct{}{}
	a.hashing <- struct{}{}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	expect.Is(t, expect.Error(a.hashPassword(ctx, Password)), context.Canceled, "a third one got in")
	<-a.hashing
	expect.Do(t, expect.Error(a.hashPassword(t.Context(), Password)))
	expect.Equal(t, len(a.hashing), 1, "places are taken afterwards, want the one of this test")
}
