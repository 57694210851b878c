package address

import (
	_ "embed"
	"strings"
	"sync"
)

// channelFile lists the portals, whose channels are told apart.
//
//go:embed data/channels.tsv
var channelFile string

var portals = sync.OnceValue(func() map[string][]string {
	table := map[string][]string{}
	for line := range strings.Lines(channelFile) {
		if fields := strings.Fields(line); len(fields) > 0 && !strings.HasPrefix(line, "#") {
			table[fields[0]] = fields[1:]
		}
	}
	return table
})

// channelOf is the unit that one can act on: baike.baidu.com, 163.com/dy, an account of mp.weixin.qq.com, else the domain.
func channelOf(p Page, domain string) string {
	segments, portal := portals()[domain]
	if !portal {
		return domain
	}
	if p.host == "mp.weixin.qq.com" {
		for pair := range strings.SplitSeq(p.query, "&") {
			if account, ok := strings.CutPrefix(pair, "__biz="); ok && account != "" {
				return p.host + "/" + account
			}
		}
	}
	for _, s := range segments {
		if segment(p.path) == s {
			return p.host + "/" + s
		}
	}
	return p.host
}

// Channel gives the channel of a canonical address and the registrable domain above it.
func Channel(url string) (channel, domain string) {
	p, ok := split(url)
	return placeOf(p, ok)
}

// Place is Channel for an address that need not be canonical.
func Place(url string) (channel, domain string) {
	p, ok := Parse(url)
	return placeOf(p, ok)
}

func placeOf(p Page, ok bool) (channel, domain string) {
	if !ok {
		return "", ""
	}
	domain = registrable(p.host)
	return channelOf(p, domain), domain
}

// IsPortal tells whether a domain holds several channels.
func IsPortal(domain string) bool {
	_, ok := portals()[domain]
	return ok
}
