// Package catalogue keeps the outlets that publish: what operators say of them, how they take orders, and how often
// assistants cite them. The catalogue is the installation's and the same for everybody.
//
// It owns the table outlets. It knows nothing of contents and orders: an order asks it for an offer.
package catalogue

import (
	"sync"
	"sync/atomic"

	"renown/internal/floor/store"
	"renown/internal/room/reading"
	"renown/internal/tool/secretbox"
	"renown/internal/tool/webhook"
)

// Catalogue is the room's door for everybody else.
type Catalogue struct {
	db      *store.DB
	options Options

	known      atomic.Pointer[snapshot] // what lists are made of
	refreshing sync.Mutex               // held by the one who brings it up to date
	traits     traits                   // as well
}

// Options are what the room works with.
type Options struct {
	Findings *reading.Findings // what assistants cited
	Sender   *webhook.Sender   // knows which addresses may be called
	Keys     *secretbox.Ring   // seals the outlets' secrets
}

// New returns the room over db.
func New(db *store.DB, options Options) *Catalogue {
	c := &Catalogue{db: db, options: options, traits: traits{numbers: map[trait]int32{}}}
	c.known.Store(newSnapshot(0, nil, nil))
	return c
}

// Paging is which part of a long list is wanted.
type Paging = store.Paging
