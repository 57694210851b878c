// Package catalogue keeps the outlets that publish: what operators say of them, how they take orders, and how often
// assistants cite them. The catalogue is the installation's and the same for everybody.
//
// It owns the tables media and media_catalogue. It knows nothing of contents and orders: an order asks it for an offer.
package catalogue

import (
	"renown/internal/floor/store"
	"renown/internal/room/geo/finding"
	"renown/internal/tool/secretbox"
	"renown/internal/tool/webhook"
)

// Catalogue is the room's door for everybody else.
type Catalogue struct {
	db      *store.DB
	options Options
	index   index
}

// Options are what the room works with.
type Options struct {
	Findings *finding.Findings // what assistants cited
	Sender   *webhook.Sender   // knows which addresses may be called
	Keys     *secretbox.Ring   // seals the outlets' secrets
}

// New returns the room over db.
func New(db *store.DB, options Options) *Catalogue {
	return &Catalogue{db: db, options: options, index: newIndex()}
}

// Paging is which part of a long list is wanted.
type Paging = store.Paging
