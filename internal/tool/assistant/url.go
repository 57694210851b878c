package assistant

import (
	"net/netip"
	"net/url"
	"strings"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"
)

// urlLimit is longer than any page address worth counting.
const urlLimit = 4096 // bytes

// tracking names query parameters that say where a visitor came from, not which page it is.
var tracking = map[string]bool{
	"srsltid": true, "spm": true, "gclid": true, "fbclid": true, "msclkid": true, "yclid": true, "igshid": true,
}

// mobileHosts are mobile faces whose paths equal the desktop's. Dropping "m." in general would join different pages.
var mobileHosts = map[string]string{
	"m.36kr.com": "36kr.com", "m.sohu.com": "sohu.com", "m.thepaper.cn": "thepaper.cn",
}

// page is what identifies an address; empty for what is not an http(s) address of a host.
type page struct {
	canonical string
	domain    string // registrable ("zhuanlan.zhihu.com" gives "zhihu.com"), or the host where there is none (an IP address, a bare suffix)
}

// Canonical is the identity of a page: lower-case host without www and default port, no user, no fragment, no tracking
// parameters. It is false for what is not an http(s) address of a host.
func Canonical(raw string) (string, bool) {
	p := pageOf(raw)
	return p.canonical, p.canonical != ""
}

func pageOf(raw string) *page {
	u, ok := parseURL(raw)
	if !ok {
		return &page{}
	}
	u.User, u.Fragment, u.RawFragment = nil, "", ""
	u.RawQuery = dropTracking(u.RawQuery)
	u.ForceQuery = false
	if u.Path == "" {
		u.Path = "/"
	}
	return &page{u.String(), registrable(u.Hostname())}
}

func registrable(host string) string {
	if domain, err := publicsuffix.EffectiveTLDPlusOne(host); err == nil {
		if _, err := netip.ParseAddr(host); err != nil {
			return domain
		}
	}
	return host
}

func parseURL(raw string) (*url.URL, bool) {
	raw = strings.TrimSpace(raw)
	if raw == "" || len(raw) > urlLimit {
		return nil, false
	}
	u, err := url.Parse(raw)
	if err != nil {
		return nil, false
	}
	u.Scheme = strings.ToLower(u.Scheme)
	if u.Scheme != "http" && u.Scheme != "https" {
		return nil, false
	}
	host, ok := cleanHost(u.Hostname())
	if !ok {
		return nil, false
	}
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if port := u.Port(); port != "" && !(u.Scheme == "http" && port == "80") && !(u.Scheme == "https" && port == "443") {
		host += ":" + port
	}
	u.Host = host
	return u, true
}

func cleanHost(host string) (string, bool) {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if addr, err := netip.ParseAddr(host); err == nil {
		return addr.WithZone("").String(), true
	}
	for i := range len(host) {
		if host[i] >= 0x80 {
			ascii, err := idna.Lookup.ToASCII(host)
			if err != nil {
				return "", false
			}
			host = ascii
			break
		}
	}
	if host == "" || strings.ContainsAny(host, " /\\\"'<>`{}|^%") || strings.Contains("."+host+".", "..") {
		return "", false
	}
	for strings.HasPrefix(host, "www.") && strings.Count(host, ".") > 1 {
		host = host[len("www."):]
	}
	if desktop, ok := mobileHosts[host]; ok {
		host = desktop
	}
	return host, true
}

func dropTracking(query string) string {
	if query == "" {
		return ""
	}
	kept := make([]string, 0, 4)
	for pair := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(pair, "=")
		name = strings.ToLower(name)
		if pair == "" || tracking[name] || strings.HasPrefix(name, "utm_") {
			continue
		}
		kept = append(kept, pair)
	}
	return strings.Join(kept, "&")
}
