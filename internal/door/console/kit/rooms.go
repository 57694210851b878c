package kit

import (
	"context"
	"io"
	"net/http"
	"time"

	"renown/internal/door/porch"
	"renown/internal/floor/timestamp"
	"renown/internal/room"
	"renown/internal/room/account"
	"renown/internal/tool/requestschema"
)

// Rooms are the domains behind the console, and what the program tells it about itself.
type Rooms struct {
	room.Rooms

	Document    []byte                                                                     // the published description, as JSON
	Contract    *requestschema.Contract                                                    // what is compiled from it
	Export      func(ctx context.Context, out io.Writer, userID string) error              // writes all of an account's data
	MoveBrand   func(ctx context.Context, who account.Caller, brandID, to string) error    // into another space of its owner
	DeleteBrand func(ctx context.Context, who account.Caller, brandID, typed string) error // typed is its name
	Exporting   *porch.Singly                                                              // one export an account at a time
	Pace        *porch.Pace                                                                // of sessions; nil: no limit
	Address     func(*http.Request) string                                                 // of the client
	Secure      func(*http.Request) bool                                                   // it speaks TLS, to us or a trusted proxy
	Now         func() timestamp.Time                                                      // the rooms' clock

	PublicURL          string // under which users reach the console; may be empty
	Mail               bool   // a mail server is configured
	RegistrationClosed bool
	OperatorFactor     bool // operators must have a second factor
	Demo               bool // everything shown is invented; pages say so and offer a tour

	Story func() string            // id of the brand that the demo's story is about; "" outside of it
	Told  func() (done, total int) // how far the demo's story is; total is 0 when it is not being told

	Time time.Duration // a request may take; 0 is 30 s
}
