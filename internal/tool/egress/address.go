package egress

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"
)

const addressLimit = 2048 // bytes

// Address reads the address of an endpoint and refuses at once what could never be dialled under the policy: another
// scheme, a user in it, a host that is plainly private. Plain http is for the allowed networks alone. What a name
// resolves to is judged when it is dialled.
func (p Policy) Address(raw string) (*url.URL, error) {
	if len(raw) > addressLimit {
		return nil, fmt.Errorf("an address of over %d bytes", addressLimit)
	}
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" || u.Hostname() == "" || u.Opaque != "" {
		return nil, errors.New("not an address such as https://outlet.example/orders") // what was given may hold a password
	}
	u.Scheme = strings.ToLower(u.Scheme)
	switch {
	case u.Scheme != "http" && u.Scheme != "https":
		return nil, errors.New("neither http nor https")
	case u.User != nil:
		return nil, errors.New("an address with a user in it")
	case u.Scheme == "http" && !p.Any && len(p.Networks) == 0:
		return nil, errors.New("plain http, which is for allowed private networks alone: use https")
	case !isPort(u.Port()):
		return nil, errors.New("there is no such port")
	}
	u.Fragment, u.RawFragment = "", ""
	return u, p.literal(u)
}

// isPort tells whether text can be a port's number; none stands for the usual port.
func isPort(text string) bool {
	port, err := strconv.ParseUint(text, 10, 16)
	return text == "" || err == nil && port > 0
}

// literal judges a host that needs no name server.
func (p Policy) literal(u *url.URL) error {
	host := strings.ToLower(norm.NFKC.String(u.Hostname())) // resolvers read wide and circled digits, and 。 for a dot
	host = strings.TrimSuffix(strings.ReplaceAll(host, "。", "."), ".")
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		host = "127.0.0.1"
	}
	to, err := netip.ParseAddr(host)
	if err != nil {
		if isNumber(host[strings.LastIndexByte(host, '.')+1:]) { // 2130706433, 0x7f.1, 0177.0.0.1, 127.1: no name ends so
			return errors.New("an address in numbers is written as four of them, such as 192.0.2.1")
		}
		return nil
	}
	if u.Scheme == "http" {
		p.Inside = true
	}
	if p.judge(to) != nil {
		return fmt.Errorf("%s is not an address that may be called", to)
	}
	return nil
}

func isNumber(label string) bool {
	_, err := strconv.ParseUint(label, 0, 64)
	return err == nil || errors.Is(err, strconv.ErrRange) || label != "" && strings.Trim(label, "0123456789") == ""
}
