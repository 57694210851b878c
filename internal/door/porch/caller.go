package porch

import (
	"hash/maphash"
	"net/http"
	"sync"

	"renown/internal/floor/limit"
	"renown/internal/floor/turn"
)

// callersKept bounds the credentials that are remembered; beyond it all are learned anew.
const callersKept = 50_000

// Callers tells on whose behalf a request is made before anything is looked up: by the account that its credential was found to
// belong to the last time, else by its address. So nobody gains by making credentials up.
type Callers struct {
	Address func(*http.Request) string

	mu       sync.Mutex
	seed     maphash.Seed
	accounts map[uint64]string // by a hash of the credential
}

// NewCallers returns one that knows nobody.
func NewCallers(address func(*http.Request) string) *Callers {
	return &Callers{Address: address, seed: maphash.MakeSeed(), accounts: map[uint64]string{}}
}

// of names the caller of a request. learn is called with its account once that is known, and remembers whose the credential is.
func (c *Callers) of(r *http.Request) (who string, learn func(account string)) {
	shown, ok := c.credential(r)
	known := ""
	if ok {
		c.mu.Lock()
		known = c.accounts[shown]
		c.mu.Unlock()
	}
	who = turn.Account(known)
	if known == "" {
		who = "address:" + limit.Network(c.Address(r))
	}
	return who, func(account string) {
		if ok && account != "" && account != known {
			c.learn(shown, account)
		}
	}
}

func (c *Callers) learn(shown uint64, account string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.accounts) >= callersKept {
		clear(c.accounts)
	}
	c.accounts[shown] = account
}

// credential hashes the key or the session that a request carries.
func (c *Callers) credential(r *http.Request) (uint64, bool) {
	if key, ok := credential(r.Header); ok {
		return maphash.String(c.seed, "key "+key), true
	}
	for _, name := range []string{"__Host-renown", "renown"} {
		if cookie, err := r.Cookie(name); err == nil && cookie.Value != "" {
			return maphash.String(c.seed, "session "+cookie.Value), true
		}
	}
	return 0, false
}
