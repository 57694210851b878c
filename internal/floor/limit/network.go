package limit

import "net/netip"

// Network is the part of an address that one subscriber has: all of IPv4, the first 64 bits of IPv6. Counting by
// address uses it, since a subscriber chooses the other 64 bits freely. What is no address is its own network.
func Network(address string) string { return network(address, 64) }

// Site is what a subscriber with a large allotment may have: the first 48 bits of IPv6, all of IPv4.
func Site(address string) string { return network(address, 48) }

func network(address string, bits int) string {
	a, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	a = a.Unmap().WithZone("")
	if a.Is4() {
		return a.String()
	}
	prefix, err := a.Prefix(bits)
	if err != nil {
		return address
	}
	return prefix.String()
}
