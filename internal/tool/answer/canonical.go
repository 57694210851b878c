package answer

import (
	"net/netip"
	"slices"
	"strings"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"
)

// addressLimit is longer than any page address worth counting.
const addressLimit = 4096 // bytes

// page is an address taken apart.
type page struct {
	host  string // lower case, without www. and m.
	path  string // without a slash at the end
	query string // without what tracks, in order
}

// String is the canonical form: no scheme, no port, no fragment.
func (p page) String() string {
	if p.query == "" {
		return p.host + p.path
	}
	return p.host + p.path + "?" + p.query
}

// Canonical gives the identity of a page: pages that differ in scheme, www., a mobile host, port, tracking parameters,
// the order of parameters, a closing slash or the fragment are one. It is false for what is no address of a host.
func Canonical(raw string) (string, bool) {
	p, ok := parsePage(raw)
	return p.String(), ok
}

func parsePage(raw string) (page, bool) {
	raw = strings.TrimSpace(raw)
	if len(raw) > addressLimit {
		return page{}, false
	}
	if scheme, rest, ok := strings.Cut(raw, "://"); ok && len(scheme) <= 5 {
		if !strings.EqualFold(scheme, "http") && !strings.EqualFold(scheme, "https") {
			return page{}, false
		}
		raw = rest
	}
	raw, _, _ = strings.Cut(raw, "#")
	raw, query, _ := strings.Cut(raw, "?")
	host, path := raw, ""
	if i := strings.IndexByte(raw, '/'); i >= 0 {
		host, path = raw[:i], raw[i:]
	}
	host, ok := cleanHost(host)
	return page{host, escaped(strings.TrimRight(path, "/")), cleanQuery(query)}, ok
}

// cleanHost drops user and port, folds case and takes www. and m. away where a name remains.
func cleanHost(host string) (string, bool) {
	host = host[strings.LastIndexByte(host, '@')+1:]
	if strings.HasPrefix(host, "[") {
		inner, _, closed := strings.Cut(host[1:], "]")
		addr, err := netip.ParseAddr(inner)
		return "[" + addr.WithZone("").String() + "]", closed && err == nil
	}
	host, port, _ := strings.Cut(host, ":")
	if port != "" && !allDigits(port) {
		return "", false
	}
	host = strings.ToLower(strings.TrimRight(host, "."))
	if !plainHost(host) {
		ascii, err := idna.Lookup.ToASCII(host)
		if err != nil || !plainHost(ascii) {
			return "", false
		}
		host = ascii
	}
	for _, prefix := range [...]string{"www.", "m.", "www.", "m."} {
		if rest := strings.TrimPrefix(host, prefix); strings.IndexByte(rest, '.') > 0 {
			host = rest
		}
	}
	return host, host != ""
}

// plainHost tells whether a host is made of labels of ASCII letters, digits, - and _.
func plainHost(host string) bool {
	label := 0
	for i := range len(host) {
		switch b := host[i]; {
		case b == '.':
			if label == 0 {
				return false
			}
			label = 0
		case isAlnum(b), b == '-', b == '_':
			label++
		default:
			return false
		}
		if label > 63 {
			return false
		}
	}
	return label > 0 && len(host) <= hostLimit
}

// tracking parameters say where a visitor came from, not which page it is.
var tracking = []string{"spm", "from", "gclid", "fbclid", "srsltid", "ref", "share_token"}

func tracks(pair string) bool {
	name, _, _ := strings.Cut(pair, "=")
	if len(name) > 4 && strings.EqualFold(name[:4], "utm_") {
		return true
	}
	return slices.ContainsFunc(tracking, func(t string) bool { return strings.EqualFold(t, name) })
}

func cleanQuery(query string) string {
	if query == "" {
		return ""
	}
	var kept []string
	for pair := range strings.SplitSeq(escaped(query), "&") {
		if pair = strings.TrimPrefix(pair, "amp;"); pair != "" && !tracks(pair) {
			kept = append(kept, pair)
		}
	}
	slices.Sort(kept)
	return strings.Join(kept, "&")
}

// escaped writes bytes that may not stand in an address as percent and hexadecimal digits, and leaves all others alone.
func escaped(s string) string {
	clean := true
	for i := range len(s) {
		clean = clean && s[i] > ' ' && s[i] < 0x7F
	}
	if clean {
		return s
	}
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(s) {
		if c := s[i]; c > ' ' && c < 0x7F {
			b.WriteByte(c)
		} else {
			b.Write([]byte{'%', hex[c>>4], hex[c&15]})
		}
	}
	return b.String()
}

// registrable is the domain that somebody registered: zhuanlan.zhihu.com gives zhihu.com. An IP address and a bare suffix
// are their own.
func registrable(host string) string {
	if host != "" && isDigit(host[len(host)-1]) || strings.IndexByte(host, ':') >= 0 {
		return host
	}
	if domain, err := publicsuffix.EffectiveTLDPlusOne(host); err == nil {
		return domain
	}
	return host
}

// local tells whether a host is nobody's public site.
func local(host string) bool {
	if addr, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		return addr.IsPrivate() || addr.IsLoopback() || addr.IsUnspecified() || addr.IsLinkLocalUnicast() || addr.IsMulticast()
	}
	dot := strings.LastIndexByte(host, '.')
	if dot < 0 {
		return true
	}
	switch host[dot+1:] {
	case "local", "localhost", "internal", "lan", "home", "test", "invalid":
		return true
	}
	return false
}
