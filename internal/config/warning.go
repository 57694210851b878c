package config

import (
	"net"
	"net/netip"
	"net/url"
	"strings"
)

// Warnings are settings that work, but not for a service that others reach over a network. doctor and the log of serve say them.
func (s Settings) Warnings() (list []string) {
	listens, _, _ := net.SplitHostPort(s.Listen)
	public := !Loopback(listens) || len(s.TrustedProxies) > 0
	u, _ := url.Parse(s.PublicURL)
	switch {
	case s.Role == Worker:
	case s.PublicURL == "" && public:
		list = append(list,
			"public_url is not set: links to copy go by the address each browser names, outlets cannot report back, and mails cannot be sent")
	case u != nil && u.Scheme == "http" && !Loopback(u.Hostname()):
		list = append(list,
			"public_url begins with http://: passwords and sessions cross the network unprotected; put a proxy with TLS in front")
	}
	return list
}

// Loopback tells whether a host is this machine for itself alone.
func Loopback(host string) bool {
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	a, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && a.Unmap().IsLoopback()
}
