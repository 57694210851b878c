package assistant

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"code.dny.dev/ssrf"
)

var (
	errForeignRedirect = errors.New("redirect to another host refused")
	errTooManyHops     = errors.New("too many redirects")
)

// newTransport keeps connections open between questions. There is no proxy: an address is checked when it is dialled,
// after the name was resolved, and a proxy would resolve it elsewhere.
func newTransport(p *Platform) *http.Transport {
	dialer := &net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}
	if !p.AllowPrivate {
		dialer.Control = ssrf.New(ssrf.WithAnyPort()).Safe
	}
	return &http.Transport{
		Proxy:                  nil,
		DialContext:            dialer.DialContext,
		TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout:    10 * time.Second,
		ForceAttemptHTTP2:      true,
		HTTP2:                  &http.HTTP2Config{SendPingTimeout: 30 * time.Second, PingTimeout: 15 * time.Second},
		MaxIdleConnsPerHost:    max(p.Concurrency, 2),
		IdleConnTimeout:        90 * time.Second,
		MaxResponseHeaderBytes: 64 << 10,
		// Thousands of calls wait at the same time, each with its own buffers; bodies are read past them.
		ReadBufferSize:  2 << 10,
		WriteBufferSize: 2 << 10,
	}
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
	var (
		certificate *tls.CertificateVerificationError
		unknown     x509.UnknownAuthorityError
		hostname    x509.HostnameError
		invalid     x509.CertificateInvalidError
	)
	return errors.Is(err, errForeignRedirect) || errors.Is(err, errTooManyHops) ||
		errors.Is(err, ssrf.ErrProhibitedIP) || errors.Is(err, ssrf.ErrProhibitedNetwork) || errors.Is(err, ssrf.ErrInvalidHostPort) ||
		errors.As(err, &certificate) || errors.As(err, &unknown) || errors.As(err, &hostname) || errors.As(err, &invalid)
}
