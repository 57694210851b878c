package porch

import (
	"context"
	"net/http"
	"time"
)

// idleSlack is what is left of the connection's time after an idle wait, for the answer.
const idleSlack = 30 * time.Second

// Idle lets a request wait, at most that long, for something that is not this program's work on it: meanwhile it has no
// slot, and the connection's deadlines are moved behind the wait. ctx is the request's.
func Idle(ctx context.Context, w http.ResponseWriter, longest time.Duration, wait func()) error {
	end, connection := time.Now().Add(longest+idleSlack), http.NewResponseController(w)
	_ = connection.SetReadDeadline(end) // the server notices by reading that a client went away
	_ = connection.SetWriteDeadline(end)
	holder, ok := w.(*slotHolder)
	if ok {
		holder.pause()
	}
	wait()
	if ok {
		return holder.resume(ctx)
	}
	return nil
}
