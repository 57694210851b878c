package address

import (
	"net/netip"
	"slices"
	"strings"
	"sync"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"

	"renown/internal/tool/text/char"
)

const (
	limit     = 4096 // bytes; longer than any page address worth counting
	hostLimit = 253  // bytes of the longest host name there is
)

// Page is an address taken apart.
type Page struct {
	host  string // lower case, without www. and m.
	path  string // without a slash at the end
	query string // without what tracks, in order
}

// Host is the host, in lower case, without www. and m.
func (p Page) Host() string { return p.host }

// String is the canonical form: no scheme, no port, no fragment.
func (p Page) String() string {
	if p.query == "" {
		return p.host + p.path
	}
	return p.host + p.path + "?" + p.query
}

// Canonical gives the identity of a page: pages that differ in scheme, www., a mobile host, port, tracking parameters,
// the order of parameters, closing or double slashes, an index file, AMP, the fragment or in what the rules of their host
// say are one, and a redirector is what it leads to. It is false for what is no address of a host.
func Canonical(raw string) (string, bool) {
	p, ok := Parse(raw)
	return p.String(), ok
}

// Parse takes an address apart in its canonical form, that of the target for a redirector that tells it.
func Parse(raw string) (Page, bool) {
	const most = 3 // redirectors that lead to one another
	for range most {
		p, ok := split(raw)
		if !ok {
			return p, false
		}
		rules := hostOf(p.host).rules
		if len(rules) == 0 { // as most hosts
			return Page{p.host, plainPath(p.path), sortedQuery(p.query)}, true
		}
		target, wraps := rules.unwrapped(p)
		if !wraps || len(target) >= len(raw) {
			p.path = plainPath(p.path)
			p = rules.ruled(p)
			return Page{p.host, plainPath(p.path), sortedQuery(p.query)}, true
		}
		raw = target
	}
	return Page{}, false
}

func split(raw string) (Page, bool) {
	raw = strings.TrimSpace(raw)
	if len(raw) > limit {
		return Page{}, false
	}
	if scheme, rest, ok := strings.Cut(raw, "://"); ok && len(scheme) <= 5 {
		if !strings.EqualFold(scheme, "http") && !strings.EqualFold(scheme, "https") {
			return Page{}, false
		}
		raw = rest
	}
	raw, _, _ = strings.Cut(raw, "#")
	raw, query, _ := strings.Cut(raw, "?")
	host, path := raw, ""
	if i := strings.IndexByte(raw, '/'); i >= 0 {
		host, path = raw[:i], raw[i:]
	}
	path, _, _ = strings.Cut(path, ";jsessionid=")
	host, ok := cleanHost(host)
	return Page{host, escaped(path), cleanQuery(query)}, ok
}

// plainPath takes away what does not tell pages apart: slashes at the end and double ones, index files, AMP.
func plainPath(path string) string {
	for {
		before := path
		path = strings.TrimRight(withoutDots(singleSlashes(path)), "/")
		at := strings.LastIndexByte(path, '/') + 1
		switch strings.ToLower(path[at:]) {
		case "index.html", "index.htm", "index.php", "index.shtml", "index.asp", "index.aspx", "index.jsp",
			"index.cfm", "default.htm", "default.html", "default.asp", "default.aspx", "amp", "amp.html":
			path = path[:at]
		}
		path = strings.TrimSuffix(path, ".amp")
		if rest, ok := strings.CutSuffix(path, ".amp.html"); ok {
			path = rest + ".html"
		}
		if rest, ok := strings.CutPrefix(path, "/amp/"); ok {
			path = "/" + rest
		}
		if path == before {
			return path
		}
	}
}

// withoutDots resolves the segments . and .. of a path.
func withoutDots(path string) string {
	if !strings.Contains(path, "/.") {
		return path
	}
	var kept []string
	for segment := range strings.SplitSeq(path, "/") {
		switch {
		case segment == "..":
			kept = kept[:max(min(len(kept), 1), len(kept)-1)]
		case segment != ".":
			kept = append(kept, segment)
		}
	}
	return strings.Join(kept, "/")
}

// singleSlashes joins slashes, but those of an address within the path.
func singleSlashes(path string) string {
	if !strings.Contains(path, "//") {
		return path
	}
	var b strings.Builder
	for i := range len(path) {
		if path[i] == '/' && i > 0 && path[i-1] == '/' && (i < 2 || path[i-2] != ':') {
			continue
		}
		b.WriteByte(path[i])
	}
	return b.String()
}

// cleanHost drops user and port, folds case and takes www. and the labels of mobile sites away where a name remains.
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
	for {
		label, rest, _ := strings.Cut(host, ".")
		if !slices.Contains(mobileLabels, label) || strings.IndexByte(rest, '.') <= 0 {
			return innerLabel(host), host != ""
		}
		if label != "www" { // m.com.cn is a registered name
			if suffix, _ := publicsuffix.PublicSuffix(rest); suffix == rest {
				return host, true
			}
		}
		host = rest
	}
}

// innerLabel takes the label of a mobile site away that stands behind another one: item.m.jd.com, en.m.wikipedia.org.
func innerLabel(host string) string {
	label, rest, _ := strings.Cut(host, ".")
	inner, site, _ := strings.Cut(rest, ".")
	if inner != "m" && inner != "wap" || strings.IndexByte(site, '.') <= 0 {
		return host
	}
	if suffix, _ := publicsuffix.PublicSuffix(site); suffix == site {
		return host
	}
	return label + "." + site
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
		case char.IsAlnum(b), b == '-', b == '_':
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

// mobileLabels begin hosts that serve the same pages in another dress.
var mobileLabels = []string{"www", "www2", "m", "wap", "3g", "amp", "mip", "h5"}

// tracking are the parameters that say where a visitor came from, not which page it is, on any host; some only with a value.
// from and ref may be the page itself: they track only where the rules of a host say so.
var tracking = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for _, r := range rules()["*"] {
		for _, name := range r.args {
			set[name] = true
		}
	}
	return set
})

func tracks(pair string) bool {
	name, _, _ := strings.Cut(pair, "=")
	if len(name) > 4 && (strings.EqualFold(name[:4], "utm_") || strings.EqualFold(name[:4], "hsa_")) {
		return true
	}
	return tracking()[strings.ToLower(name)] || tracking()[pair]
}

func cleanQuery(query string) string {
	if query == "" {
		return ""
	}
	kept := make([]string, 0, 8)
	for pair := range strings.SplitSeq(escaped(query), "&") {
		for strings.HasPrefix(pair, "amp;") {
			pair = strings.TrimPrefix(pair, "amp;")
		}
		if pair != "" && !tracks(pair) {
			kept = append(kept, pair)
		}
	}
	return strings.Join(kept, "&")
}

func sortedQuery(query string) string {
	if !strings.Contains(query, "&") {
		return query
	}
	pairs := strings.Split(query, "&")
	slices.Sort(pairs)
	return strings.Join(pairs, "&")
}

// escaped writes bytes that may not stand in an address as percent and hexadecimal digits, and escapes in one way: in
// capitals, and not at all what needs none.
func escaped(s string) string {
	clean := true
	for i := range len(s) {
		clean = clean && s[i] > ' ' && s[i] < 0x7F && s[i] != '%'
	}
	if clean {
		return s
	}
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '%' && i+2 < len(s) && hexDigit(s[i+1]) >= 0 && hexDigit(s[i+2]) >= 0 {
			c = byte(hexDigit(s[i+1])<<4 | hexDigit(s[i+2]))
			i += 2
			if char.IsAlnum(c) || strings.IndexByte("-._~", c) >= 0 {
				b.WriteByte(c)
			} else {
				b.Write([]byte{'%', hex[c>>4], hex[c&15]})
			}
			continue
		}
		if c > ' ' && c < 0x7F {
			b.WriteByte(c)
		} else {
			b.Write([]byte{'%', hex[c>>4], hex[c&15]})
		}
	}
	return b.String()
}

func allDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

func hexDigit(b byte) int {
	switch {
	case char.IsDigit(b):
		return int(b - '0')
	case b|0x20 >= 'a' && b|0x20 <= 'f':
		return int(b|0x20-'a') + 10
	}
	return -1
}

// Local tells whether the page's host is not on the public internet.
func (p Page) Local() bool { return local(p.host) }

func local(host string) bool {
	numeric := host != "" && (host[0] == '[' || char.IsDigit(host[len(host)-1]) || strings.IndexByte(host, ':') >= 0)
	if numeric {
		if addr, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
			return addr.IsPrivate() || addr.IsLoopback() || addr.IsUnspecified() || addr.IsLinkLocalUnicast() || addr.IsMulticast()
		}
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
