package answer

import "strings"

// owners tells whose site an address is.
type owners struct {
	sites []ownedSite
}

type ownedSite struct {
	host   string // it and everything below it
	path   string // and below this path, on somebody else's site
	entity int
	rented bool // a shop or an account on a site that belongs to others

	account string // channel of an account that the path does not tell
}

// add takes the domains of an entity, as hosts or as addresses. A domain of its own brings the registrable domain with
// it; a host or path on a listed site does not make that site its own.
func (o *owners) add(entity int, domains []string) {
	for _, d := range domains {
		p, ok := parsePage(d)
		if !ok || local(p.host) {
			continue
		}
		if p.host == "mp.weixin.qq.com" {
			if channel := channelOf(p, registrable(p.host)); channel != p.host {
				o.sites = append(o.sites, ownedSite{host: p.host, entity: entity, rented: true, account: channel})
			}
			continue // without its account the site is everybody's
		}
		itself, above := listedSite(p.host)
		whole := registrable(p.host)
		switch {
		case above && !itself, (itself || above) && p.path != "":
			o.sites = append(o.sites, ownedSite{host: p.host, path: p.path, entity: entity, rented: true})
			continue
		}
		o.sites = append(o.sites, ownedSite{host: p.host, entity: entity})
		if _, taken := classTable()[whole]; whole != p.host && !taken {
			o.sites = append(o.sites, ownedSite{host: whole, entity: entity})
		}
	}
}

// find gives the entity whose host is the longest suffix, the brand before competitors; nil when it is nobody's.
func (o *owners) find(p page) *ownedSite {
	var best *ownedSite
	for i := range o.sites {
		s := &o.sites[i]
		if s.account != "" && s.account != channelOf(p, registrable(p.host)) {
			continue
		}
		if !under(p.host, s.host) || s.path != "" && p.path != s.path && !strings.HasPrefix(p.path, s.path+"/") {
			continue
		}
		if best == nil || len(s.host) > len(best.host) || len(s.host) == len(best.host) && len(s.path) > len(best.path) {
			best = s
		}
	}
	return best
}

func under(host, suffix string) bool {
	return strings.HasSuffix(host, suffix) && (len(host) == len(suffix) || host[len(host)-len(suffix)-1] == '.')
}
