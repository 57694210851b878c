package porch_test

import (
	"net/http"
	"net/netip"
	"testing"

	"renown/internal/door/porch"
	"renown/internal/testkit/expect"
)

func TestAddress(t *testing.T) {
	t.Parallel()
	proxies := porch.Proxies{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8"), netip.MustParsePrefix("127.0.0.1/32")}
	for _, tc := range []struct {
		name, remote string
		forwarded    []string
		want         string
	}{
		{"direct", "203.0.113.9:5000", nil, "203.0.113.9"},
		{"a stranger's header is not believed", "203.0.113.9:5000", []string{"198.51.100.1"}, "203.0.113.9"},
		{"through the proxy", "10.0.0.1:5000", []string{"198.51.100.1"}, "198.51.100.1"},
		{"through the proxy, without header", "10.0.0.1:5000", nil, "10.0.0.1"},
		{"what the client puts in front is ignored", "10.0.0.1:5000", []string{"192.0.2.66, 198.51.100.1"}, "198.51.100.1"},
		{"through two proxies", "10.0.0.1:5000", []string{"192.0.2.66, 198.51.100.1, 10.0.0.2"}, "198.51.100.1"},
		{"in two headers", "10.0.0.1:5000", []string{"198.51.100.1", "10.0.0.2"}, "198.51.100.1"},
		{"from inside", "10.0.0.1:5000", []string{"10.9.9.9"}, "10.9.9.9"},
		{"from inside, through two", "10.0.0.1:5000", []string{"10.9.9.9, 10.0.0.2"}, "10.9.9.9"},
		{"unreadable", "10.0.0.1:5000", []string{"unknown"}, "10.0.0.1"},
		{"unreadable behind a proxy", "10.0.0.1:5000", []string{"198.51.100.1, _hidden, 10.0.0.2"}, "10.0.0.2"},
		{"empty", "10.0.0.1:5000", []string{""}, "10.0.0.1"},
		{"with a port", "10.0.0.1:5000", []string{"198.51.100.1:4711"}, "10.0.0.1"},
		{"IPv6", "[2001:db8::1]:5000", nil, "2001:db8::1"},
		{"IPv6 through the proxy", "[fd00::1]:5000", []string{"2001:db8::7"}, "2001:db8::7"},
		{"one address in two spellings", "[fd00::1]:5000", []string{"2001:0DB8:0::0007"}, "2001:db8::7"},
		{"IPv4 in IPv6 clothes", "[::ffff:203.0.113.9]:5000", nil, "203.0.113.9"},
		{"a proxy in IPv6 clothes", "[::ffff:10.0.0.1]:5000", []string{"::ffff:198.51.100.1"}, "198.51.100.1"},
		{"no port", "203.0.113.9", nil, "203.0.113.9"},
		{"a socket", "@", []string{"198.51.100.1"}, "@"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			r := &http.Request{RemoteAddr: tc.remote, Header: http.Header{"X-Forwarded-For": tc.forwarded}}
			expect.Equal(t, proxies.Address(r), tc.want, "the address is")
			expect.Equal(t, porch.Proxies(nil).Address(&http.Request{RemoteAddr: "10.0.0.1:1", Header: r.Header}),
				"10.0.0.1", "without a trusted proxy the address is")
		})
	}
}
