package address

import "strings"

// Owners tells whose site an address is.
type Owners struct {
	sites []ownedSite
}

// Owner is whose a page is.
type Owner struct {
	Entity int
	Rented bool // a shop or an account on a site that belongs to others
}

type ownedSite struct {
	host    string // it and everything below it
	path    string // and below this path, on a site of others
	account string // channel of an account that the path does not tell
	Owner
}

// Add takes the domains of an entity, as hosts or as addresses. A domain of its own brings the registrable domain with
// it; a host or path on a listed site does not make that site its own.
func (o *Owners) Add(entity int, domains []string) {
	for _, d := range domains {
		p, ok := Parse(d)
		if !ok || local(p.host) {
			continue
		}
		if p.host == "mp.weixin.qq.com" {
			if channel := channelOf(p, registrable(p.host)); channel != p.host {
				o.sites = append(o.sites, ownedSite{host: p.host, account: channel, Owner: Owner{entity, true}})
			}
			continue // without its account the site is everybody's
		}
		itself, above := listedSite(p.host)
		whole := registrable(p.host)
		switch {
		case above && !itself, (itself || above) && p.path != "":
			o.sites = append(o.sites, ownedSite{host: p.host, path: p.path, Owner: Owner{entity, true}})
			continue
		}
		o.sites = append(o.sites, ownedSite{host: p.host, Owner: Owner{Entity: entity}})
		if _, taken := classTable()[whole]; whole != p.host && !taken {
			o.sites = append(o.sites, ownedSite{host: whole, Owner: Owner{Entity: entity}})
		}
	}
}

// Len is how many sites are known.
func (o *Owners) Len() int { return len(o.sites) }

// Find gives the owner whose host is the longest suffix, the first that was added where they are as long; nil when
// the page has none.
func (o *Owners) Find(p Page) *Owner {
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
	if best == nil {
		return nil
	}
	return &best.Owner
}

func under(host, suffix string) bool {
	return strings.HasSuffix(host, suffix) && (len(host) == len(suffix) || host[len(host)-len(suffix)-1] == '.')
}
