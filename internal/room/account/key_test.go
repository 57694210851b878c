package account_test

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"renown/internal/floor/fault"
	"renown/internal/floor/limit"
	"renown/internal/room/account"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

var keyForm = regexp.MustCompile(`^sk-[0-9A-Za-z]{40}$`)

func TestCreateKeyRefuses(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		userID := w.user(t, "li@example.com")
		for name, text := range map[string]string{
			"too long": strings.Repeat("名", 65), "NUL": "a\x00b", "two lines": "a\nb", "not UTF-8": "a\xffb",
		} {
			expect.Refuse(t, expect.Error(w.CreateKey(t.Context(), userID, text, account.Scopes{"*"})), fault.Malformed, name)
		}
		if keys, err := w.Keys(t.Context(), userID); err != nil || len(keys) != 0 {
			t.Errorf("there are %v (%v)", keys, err)
		}
	})
}

func TestCreateKey(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		userID := w.user(t, "li@example.com")
		w.key(t, w.user(t, "wang@example.com"), "*")
		name := strings.Repeat("名", 64)
		older, plaintext, err := w.CreateKey(t.Context(), userID, name, account.Scopes{"geo:*", "media:read"})
		must.Do(t, err)
		if !keyForm.MatchString(plaintext) {
			t.Errorf("the key is %q", plaintext)
		}
		want := account.Key{
			ID: older.ID, UserID: userID, Name: name, Scopes: account.Scopes{"geo:*", "media:read"}, CreatedAt: at(0),
		}
		expect.Same(t, older, want)
		newer, _ := w.key(t, userID, "*")
		keys, err := w.Keys(t.Context(), userID)
		if diff := cmp.Diff([]account.Key{newer, older}, keys); diff != "" || err != nil {
			t.Errorf("%v\n%s", err, diff)
		}

		spaces := must.Get(w.Spaces(t.Context(), userID))(t)
		caller, err := w.Authenticate(t.Context(), plaintext)
		wantCaller := account.Caller{UserID: userID, SpaceID: spaces[0].ID, KeyID: older.ID, Scopes: older.Scopes}
		if diff := cmp.Diff(wantCaller, caller); diff != "" || err != nil {
			t.Errorf("%v\n%s", err, diff)
		}
	})
}

func TestKeyStoredAsHashOnly(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		_, plaintext := w.key(t, w.user(t, "li@example.com"), "*")
		must.Get(w.Authenticate(t.Context(), plaintext))(t)
		must.Do(t, w.FlushUses(t.Context()))
		random := strings.TrimPrefix(plaintext, "sk-")
		for _, part := range []string{random, random[:12], random[28:]} {
			if in := holding(t, w.db, part); len(in) != 0 {
				t.Errorf("%q of the key %q lies in %v", part, plaintext, in)
			}
		}
		sum := sha256.Sum256([]byte(plaintext))
		expect.Same(t, holding(t, w.db, hex.EncodeToString(sum[:])), []string{"api_keys.hash"}, "the SHA-256 is not where it is looked for")
	})
}

// Every character of a key is drawn from all 62 alike: none is missing and none far too frequent.
func TestKeysAreRandom(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "sqlite", account.Options{MaxKeys: 100})
	userID := w.user(t, "li@example.com")
	count := map[rune]int{}
	for range 100 {
		_, plaintext := w.key(t, userID, "*")
		for _, r := range plaintext[3:] {
			count[r]++
		}
	}
	for r, n := range count { // 4000 characters, 64.5 of each, standard deviation 8
		if n > 64+10*8 {
			t.Errorf("%c was drawn %d times", r, n)
		}
	}
	expect.Equal(t, len(count), 62, "different characters")
}

func TestAuthenticateRefuses(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		userID, disabled := w.user(t, "li@example.com"), w.user(t, "wang@example.com")
		key, plaintext := w.key(t, userID, "*")
		revoked, revokedPlaintext := w.key(t, userID, "*")
		must.Do(t, w.RevokeKey(ctx, userID, revoked.ID))
		_, disabledPlaintext := w.key(t, disabled, "*")
		_, token := w.enter(t, userID)
		must.Do(t, w.SetStatus(ctx, disabled, account.StatusDisabled))
		for _, c := range []struct {
			name, plaintext string
			code            fault.Code
		}{
			{"nothing", "", fault.Unauthenticated},
			{"prefix alone", "sk-", fault.Unauthenticated},
			{"unknown", "sk-" + strings.Repeat("0", 40), fault.Unauthenticated},
			{"without prefix", plaintext[3:], fault.Unauthenticated},
			{"another prefix", "pk-" + plaintext[3:], fault.Unauthenticated},
			{"cut", plaintext[:42], fault.Unauthenticated},
			{"longer", plaintext + "0", fault.Unauthenticated},
			{"other case", strings.ToUpper(plaintext), fault.Unauthenticated},
			{"megabyte", "sk-" + strings.Repeat("x", 1<<20), fault.Unauthenticated},
			{"NUL", "sk-" + strings.Repeat("\x00", 40), fault.Unauthenticated},
			{"not UTF-8", "sk-" + strings.Repeat("\xff", 40), fault.Unauthenticated},
			{"the key's id", key.ID, fault.Unauthenticated},
			{"a session's token", token, fault.Unauthenticated},
			{"a session's token with prefix", "sk-" + token, fault.Unauthenticated},
			{"revoked", revokedPlaintext, fault.Unauthenticated},
			{"disabled account", disabledPlaintext, fault.AccountDisabled},
		} {
			expect.Refuse(t, expect.Error(w.Authenticate(ctx, c.plaintext)), c.code, c.name)
			if _, d, err := w.Admit(ctx, c.plaintext, limit.Rate{PerMinute: 60, Burst: 1}); !fault.Is(err, c.code) || d.Allowed {
				t.Errorf("%s, counted: %v", c.name, err)
			}
		}
		must.Do(t, w.SetStatus(ctx, disabled, account.StatusActive))
		for _, good := range []string{plaintext, disabledPlaintext} {
			expect.Do(t, expect.Error(w.Authenticate(ctx, good)))
		}
	})
}

func TestRevokeKey(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		node := w.another(t)
		li, wang := w.user(t, "li@example.com"), w.user(t, "wang@example.com")
		key, plaintext := w.key(t, li, "*")
		for _, c := range []struct{ name, userID, keyID string }{
			{"unknown", li, "key_none"},
			{"nothing", li, ""},
			{"unknown, by the operator", "", "key_none"},
			{"another's", wang, key.ID},
		} {
			f := must.Refuse(t, w.RevokeKey(ctx, c.userID, c.keyID), fault.NoSuchThing)
			expect.Same(t, f.Detail, map[string]any{"resource": "key", "id": c.keyID}, c.name)
		}
		must.Get(node.Authenticate(ctx, plaintext))(t)

		w.clock.Advance(time.Minute)
		must.Do(t, w.RevokeKey(ctx, li, key.ID))
		for _, a := range []*account.Accounts{node, w.Accounts} {
			_, err := a.Authenticate(ctx, plaintext)
			must.Refuse(t, err, fault.Unauthenticated)
		}
		w.clock.Advance(time.Minute)
		must.Do(t, w.RevokeKey(ctx, li, key.ID)) // twice is no fault, and the first time stays
		keys, err := w.Keys(ctx, li)
		if err != nil || len(keys) != 1 || keys[0].RevokedAt == nil || *keys[0].RevokedAt != at(time.Minute) {
			t.Errorf("got %v, %v", keys, err)
		}

		other, otherPlaintext := w.key(t, wang, "*")
		must.Do(t, node.RevokeKey(ctx, "", other.ID)) // the operator may revoke any
		_, err = w.Authenticate(ctx, otherPlaintext)
		must.Refuse(t, err, fault.Unauthenticated)
	})
}

// A hundred at once never get past the limit.
func TestKeysCapped(t *testing.T) {
	t.Parallel()
	const limit = 7
	eachWith(t, account.Options{MaxKeys: limit}, func(t *testing.T, w *world) {
		ctx := t.Context()
		userID := w.user(t, "li@example.com")
		var created, capped atomic.Int64
		var group sync.WaitGroup
		release := w.holdWrites(t, "api_keys")
		for range 100 {
			group.Go(func() {
				switch _, _, err := w.CreateKey(ctx, userID, "", account.Scopes{"*"}); {
				case err == nil:
					created.Add(1)
				case fault.Is(err, fault.CapReached) && fault.As(err).Detail["limit"] == limit:
					capped.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		release(limit + 3)
		group.Wait()
		if created.Load() != limit || capped.Load() != 100-limit {
			t.Errorf("%d created, %d refused", created.Load(), capped.Load())
		}
		w.key(t, w.user(t, "wang@example.com"), "*") // each account has its own limit

		keys, err := w.Keys(ctx, userID)
		must.Do(t, err)
		must.Do(t, w.RevokeKey(ctx, userID, keys[0].ID)) // a revoked key makes room
		w.key(t, userID, "*")
		_, _, err = w.CreateKey(ctx, userID, "", account.Scopes{"*"})
		must.Refuse(t, err, fault.CapReached)
	})
}

// Revoked keys are listed for a time and deleted then; those in force stay, however old.
func TestPurgeKeys(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		user := w.user(t, "li@example.com")
		var keys []account.Key
		for range 3 {
			key, _, err := w.CreateKey(ctx, user, "k", account.Scopes{"*"})
			must.Do(t, err)
			keys = append(keys, key)
		}
		must.Do(t, w.RevokeKey(ctx, user, keys[0].ID))
		w.clock.Advance(time.Hour)
		must.Do(t, w.RevokeKey(ctx, user, keys[1].ID))
		w.clock.Advance(90*24*time.Hour - time.Hour)
		expect.Equal(t, must.Get(w.PurgeKeys(ctx))(t), 0, "deleted on the last day")
		w.clock.Advance(time.Microsecond)
		expect.Equal(t, must.Get(w.PurgeKeys(ctx))(t), 1, "deleted a moment later")
		var left []string
		for _, k := range must.Get(w.Keys(ctx, user))(t) {
			left = append(left, k.ID)
		}
		slices.Sort(left)
		expect.Same(t, left, []string{keys[1].ID, keys[2].ID})
		must.Refuse(t, w.RevokeKey(ctx, user, keys[0].ID), fault.NoSuchThing)
	})
}
