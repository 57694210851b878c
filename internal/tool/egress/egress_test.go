package egress_test

import (
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/tool/egress"
)

var loopback = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}

func get(t *testing.T, p egress.Policy, address string) error {
	t.Helper()
	transport := p.Transport()
	defer transport.CloseIdleConnections()
	request := must.Get(http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil))(t)
	response, err := transport.RoundTrip(request)
	if err == nil {
		response.Body.Close()
	}
	return err
}

func TestPrivateAddressesAreNotDialled(t *testing.T) {
	t.Parallel()
	var calls atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { calls.Add(1) }))
	defer server.Close()
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(server.URL, "http://"))
	for _, address := range []string{
		server.URL, "http://localhost:" + port, "http://[::1]:" + port, "http://0.0.0.0:" + port,
		"http://[::ffff:127.0.0.1]:" + port, "http://169.254.169.254/latest/meta-data/", "http://10.0.0.1", "http://192.168.1.1",
		"http://172.16.0.1", "http://100.64.0.1", "http://[fd00::1]", "http://[fe80::1]", "http://198.18.0.1",
	} {
		if err := get(t, egress.Policy{}, address); !egress.Refused(err) {
			t.Errorf("%s: %v", address, err)
		}
	}
	if n := calls.Load(); n > 0 {
		t.Errorf("%d calls came through", n)
	}
}

func TestAllowedNetworks(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer server.Close()
	for name, p := range map[string]egress.Policy{
		"any": {Any: true}, "network": {Networks: loopback}, "inside": {Networks: loopback, Inside: true},
	} {
		expect.Do(t, get(t, p, server.URL), name)
	}
	other := egress.Policy{Networks: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}}
	if err := get(t, other, server.URL); !egress.Refused(err) {
		t.Errorf("another network is allowed: %v", err)
	}
	expect.Is(t, get(t, egress.Policy{Networks: loopback, Inside: true}, "https://8.8.8.8"), egress.ErrOutside, "outside")
}

func TestUnknownCertificateIsRefused(t *testing.T) {
	t.Parallel()
	server := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	defer server.Close()
	if err := get(t, egress.Policy{Any: true}, server.URL); !egress.Refused(err) {
		t.Errorf("got %v", err)
	}
}

func TestNoProxy(t *testing.T) {
	t.Setenv("HTTP_PROXY", "http://127.0.0.1:1")
	if proxy := (egress.Policy{}).Transport().Proxy; proxy != nil {
		if u, err := proxy(&http.Request{URL: &url.URL{Scheme: "http", Host: "outlet.example"}}); u != nil || err != nil {
			t.Errorf("a proxy would resolve the name: %v %v", u, err)
		}
	}
}

func TestAddress(t *testing.T) {
	t.Parallel()
	inside := egress.Policy{Networks: loopback}
	for _, c := range []struct {
		raw    string
		policy egress.Policy
		want   string // of the fault; "" is none
	}{
		{"", egress.Policy{}, "not an address"},
		{"outlet.example/orders", egress.Policy{}, "not an address"},
		{"https://", egress.Policy{}, "not an address"},
		{"https://:443/x", egress.Policy{}, "not an address"},
		{"ftp://outlet.example", egress.Policy{}, "neither http nor https"},
		{"file:///etc/passwd", egress.Policy{}, "not an address"},
		{"https://me:secret@outlet.example", egress.Policy{}, "a user in it"},
		{"http://outlet.example", egress.Policy{}, "plain http"},
		{"https://outlet.example:0/x", egress.Policy{}, "no such port"},
		{"https://outlet.example:65536", egress.Policy{}, "no such port"},
		{"https://outlet.example:65535", egress.Policy{}, ""},
		{"https://127.0.0.1:8443", egress.Policy{}, "may be called"},
		{"https://localhost", egress.Policy{}, "may be called"},
		{"https://a.localhost.", egress.Policy{}, "may be called"},
		{"https://[::1]/", egress.Policy{}, "may be called"},
		{"https://169.254.169.254/", egress.Policy{}, "may be called"},
		{"https://2130706433/", egress.Policy{}, "in numbers"},
		{"https://0x7f.1/", egress.Policy{}, "in numbers"},
		{"https://0177.0.0.1/", egress.Policy{}, "in numbers"},
		{"https://127.1", egress.Policy{}, "in numbers"},
		{"https://outlet.example.99999999999999999999", egress.Policy{}, "in numbers"},
		{"https://①②⑦.⓪.⓪.①", egress.Policy{}, "may be called"},
		{"https://127。0。0。1", egress.Policy{}, "may be called"},
		{"https://１２７.0.0.1", egress.Policy{}, "may be called"},
		{"https://4.outlet.example", egress.Policy{}, ""},
		{"http://8.8.8.8", inside, "may be called"},
		{"http://10.0.0.1", inside, "may be called"},
		{"https://outlet.example/" + strings.Repeat("x", 2048), egress.Policy{}, "over 2048 bytes"},
		{"https://outlet.example/orders?site=1#x", egress.Policy{}, ""},
		{"HTTPS://outlet.example", egress.Policy{}, ""},
		{"https://8.8.8.8", egress.Policy{}, ""},
		{"http://127.0.0.1:9000", inside, ""},
		{"http://localhost:9000", inside, ""},
		{"http://outlet.lan", inside, ""}, // judged when dialled
	} {
		u, err := c.policy.Address(c.raw)
		switch {
		case c.want == "" && (err != nil || u.Fragment != ""):
			t.Errorf("%s: %v %v", c.raw, u, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, want %s", c.raw, err, c.want)
		case err != nil && strings.Contains(err.Error(), "secret"):
			t.Errorf("a password is repeated: %v", err)
		}
	}
}
