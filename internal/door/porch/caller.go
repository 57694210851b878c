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

// Callers tells on whose behalf a request is made before anything is looked up: by the account that its credential
// was found to belong to the last time, else by its address. So made-up credentials gain nothing.
type Callers struct {
	Address func(*http.Request) string

	mu       sync.Mutex
	seed     maphash.Seed
	accounts map[uint64]string // names as callers, by a hash of the credential
}

// NewCallers returns one that knows no credentials.
func NewCallers(address func(*http.Request) string) *Callers {
	return &Callers{Address: address, seed: maphash.MakeSeed(), accounts: map[uint64]string{}}
}

// of names the caller of a request, and hashes the credential that it carries; 0: none.
func (c *Callers) of(r *http.Request) (who string, shown uint64) {
	if shown = c.credential(r); shown != 0 {
		c.mu.Lock()
		who = c.accounts[shown]
		c.mu.Unlock()
	}
	if who == "" {
		who = "address:" + limit.Network(c.Address(r))
	}
	return who, shown
}

// learn remembers to which account the credential of a request was found to belong.
func (c *Callers) learn(shown uint64, who, account string) {
	if shown == 0 || account == "" || turn.Names(who, account) {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.accounts) >= callersKept {
		clear(c.accounts)
	}
	c.accounts[shown] = turn.Account(account)
}

// credential hashes the key or the session that a request carries.
func (c *Callers) credential(r *http.Request) uint64 {
	if key, ok := credential(r.Header); ok {
		return c.hash("key ", key)
	}
	for _, name := range []string{"__Host-renown", "renown"} {
		if cookie, err := r.Cookie(name); err == nil && cookie.Value != "" {
			return c.hash("session ", cookie.Value)
		}
	}
	return 0
}

func (c *Callers) hash(kind, secret string) uint64 {
	var h maphash.Hash
	h.SetSeed(c.seed)
	h.WriteString(kind)
	h.WriteString(secret)
	return max(h.Sum64(), 1)
}
