package egress

import (
	"context"
	"errors"
	"net"
)

// Reason names what kept a call from its answer, as a code: forbidden, timed_out, no_link or broken. It holds nothing of the address,
// which may have a secret in it.
func Reason(err error) string {
	var timeout net.Error
	var op *net.OpError
	switch {
	case Refused(err):
		return "forbidden"
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return "timed_out"
	case errors.As(err, &op) && op.Op == "dial":
		return "no_link"
	}
	return "broken"
}
