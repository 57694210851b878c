package assistant

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"renown/internal/tool/egress"
)

var (
	errForeignRedirect = errors.New("redirect to another host refused")
	errTooManyHops     = errors.New("too many redirects")
)

// newTransport keeps connections open between questions.
func newTransport(p *Platform) *http.Transport {
	t := egress.Policy{Any: p.AllowPrivate}.Transport()
	t.HTTP2 = &http.HTTP2Config{SendPingTimeout: 30 * time.Second, PingTimeout: 15 * time.Second}
	t.MaxIdleConnsPerHost = max(p.Concurrency, 2)
	// Thousands of calls wait at the same time, each with its own buffers; bodies are read past them.
	t.ReadBufferSize, t.WriteBufferSize = 2<<10, 2<<10
	return t
}

func newHTTPClient(transport http.RoundTripper) *http.Client {
	return &http.Client{Transport: transport, CheckRedirect: sameHost}
}

// sameHost follows a redirect only where the key may go: same scheme, same host, same port.
func sameHost(next *http.Request, via []*http.Request) error {
	from := via[0].URL
	if next.URL.Scheme != from.Scheme || next.URL.Host != from.Host {
		return fmt.Errorf("%w: %s", errForeignRedirect, next.URL.Host)
	}
	if len(via) > 3 {
		return errTooManyHops
	}
	return nil
}

// networkFault names what went wrong between here and the platform. parent is the caller's context, without the
// entry's own deadline.
func networkFault(parent context.Context, err error) *Fault {
	if cause := context.Cause(parent); cause != nil {
		return &Fault{Class: Canceled, Cause: cause}
	}
	class := Network
	var timeout net.Error
	switch {
	case refusedConnection(err):
		class = Refused
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		class = Timeout
	}
	return &Fault{Class: class, Cause: err}
}

func refusedConnection(err error) bool {
	return errors.Is(err, errForeignRedirect) || errors.Is(err, errTooManyHops) || egress.Refused(err)
}
