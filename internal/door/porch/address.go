package porch

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// Proxies are the networks whose forwarding header is believed.
type Proxies []netip.Prefix

// Address is the client's network address: the connection's, or, when the connection comes from a trusted proxy,
// the last address in X-Forwarded-For that is not itself a trusted proxy. Anything a client adds in front is ignored.
func (p Proxies) Address(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	peer, err := netip.ParseAddr(host)
	if err != nil {
		return host
	}
	if !p.trusts(peer) {
		return peer.Unmap().String()
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0; i-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break // what stands before something unreadable cannot be believed
		}
		peer = hop
		if !p.trusts(hop) {
			break
		}
	}
	return peer.Unmap().String()
}

// Secure tells whether the client speaks TLS: to us, or to the trusted proxy that passes the request on and says so. Of several
// protocols the last counts, which the proxy beside us wrote.
func (p Proxies) Secure(r *http.Request) bool {
	if r.TLS != nil {
		return true
	}
	if !p.Trusted(r) {
		return false
	}
	said := strings.Split(strings.Join(r.Header.Values("X-Forwarded-Proto"), ","), ",")
	return strings.EqualFold(strings.TrimSpace(said[len(said)-1]), "https")
}

// Trusted tells whether a request comes from a trusted proxy.
func (p Proxies) Trusted(r *http.Request) bool {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && p.trusts(peer.Addr())
}

func (p Proxies) trusts(a netip.Addr) bool {
	for _, prefix := range p {
		if prefix.Contains(a.Unmap()) {
			return true
		}
	}
	return false
}
