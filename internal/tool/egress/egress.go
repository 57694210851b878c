// Package egress lets connections out of the program only to where they may go. Addresses come from people (an
// outlet's endpoint, a platform's base URL) and names from the network, so an address is judged when it is dialled,
// after its name was resolved: a name that leads into the private network is refused whatever its source.
//
// It owns that judgement and the transport that obeys it. It refuses to know what is sent, and whether a redirect is
// followed: the request that follows one goes through the same transport.
package egress

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"syscall"
	"time"

	"code.dny.dev/ssrf"
)

// ErrOutside means that an address lies outside of the only networks that were allowed.
var ErrOutside = errors.New("address outside of the allowed networks")

// Policy says which addresses may be dialled. The zero value allows the public internet alone: nothing private,
// loopback, link-local or otherwise set aside.
type Policy struct {
	Any      bool           // every address
	Networks []netip.Prefix // private networks that are allowed as well
	Inside   bool           // nothing but Networks
}

// control judges an address on its way to the operating system; nil judges nothing.
func (p Policy) control() func(network, address string, _ syscall.RawConn) error {
	if p.Any {
		return nil
	}
	return func(network, address string, _ syscall.RawConn) error {
		if network != "tcp4" && network != "tcp6" {
			return fmt.Errorf("%w: %s", ssrf.ErrProhibitedNetwork, network)
		}
		to, err := netip.ParseAddrPort(address)
		if err != nil {
			return ssrf.ErrInvalidHostPort
		}
		return p.judge(to.Addr())
	}
}

// public knows the registries of addresses that are not part of the public internet.
var public = ssrf.New(ssrf.WithAnyPort())

func (p Policy) judge(to netip.Addr) error {
	if p.Any || slices.ContainsFunc(p.Networks, func(n netip.Prefix) bool { return n.Contains(to.Unmap().WithZone("")) }) {
		return nil
	}
	if p.Inside {
		return fmt.Errorf("%w: %s", ErrOutside, to)
	}
	return public.SafeAddr(to)
}

// Transport dials under the policy. There is no proxy: it would resolve the name elsewhere, and the judgement with it.
func (p Policy) Transport() *http.Transport {
	dialer := &net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second, Control: p.control()}
	return &http.Transport{
		Proxy:                  nil,
		DialContext:            dialer.DialContext,
		TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout:    10 * time.Second,
		ForceAttemptHTTP2:      true,
		IdleConnTimeout:        90 * time.Second,
		MaxResponseHeaderBytes: 64 << 10,
	}
}

// Refused tells whether nothing was sent because the connection itself was refused: by the policy, or because the other
// side could not prove who it is.
func Refused(err error) bool {
	var (
		certificate *tls.CertificateVerificationError
		unknown     x509.UnknownAuthorityError
		hostname    x509.HostnameError
		invalid     x509.CertificateInvalidError
	)
	return errors.Is(err, ErrOutside) ||
		errors.Is(err, ssrf.ErrProhibitedIP) || errors.Is(err, ssrf.ErrProhibitedNetwork) || errors.Is(err, ssrf.ErrInvalidHostPort) ||
		errors.As(err, &certificate) || errors.As(err, &unknown) || errors.As(err, &hostname) || errors.As(err, &invalid)
}
