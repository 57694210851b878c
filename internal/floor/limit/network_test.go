package limit_test

import (
	"testing"

	"renown/internal/floor/limit"
)

func TestNetwork(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ address, network, site string }{
		{"192.0.2.1", "192.0.2.1", "192.0.2.1"},
		{"::ffff:192.0.2.1", "192.0.2.1", "192.0.2.1"},
		{"2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", "2001:db8:1::/48"},
		{"2001:db8:1:2::ffff", "2001:db8:1:2::/64", "2001:db8:1::/48"},
		{"2001:db8:1:3::1", "2001:db8:1:3::/64", "2001:db8:1::/48"},
		{"fe80::1%eth0", "fe80::/64", "fe80::/48"},
		{"@", "@", "@"},
		{"", "", ""},
	} {
		if network, site := limit.Network(c.address), limit.Site(c.address); network != c.network || site != c.site {
			t.Errorf("%s is of %s and %s", c.address, network, site)
		}
	}
}
