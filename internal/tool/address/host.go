package address

import (
	"strings"
	"sync"

	"golang.org/x/net/publicsuffix"

	"renown/internal/tool/text/char"
)

// knownHost is what does not change about a host.
type knownHost struct {
	domain string // registrable
	rules  hostRules
	sites  []site // what tells its class, the first that knows the page
}

// hostRule is a rule with the host that it is written for, the known one or one above it.
type hostRule struct {
	host string
	rule *rule
}

// hosts remembers hosts: answers cite the same few again and again. What comes after so many is looked up each time.
var hosts = struct {
	sync.RWMutex
	known map[string]*knownHost
}{known: map[string]*knownHost{}}

const hostsKept = 4096

func hostOf(host string) *knownHost {
	hosts.RLock()
	known := hosts.known[host]
	hosts.RUnlock()
	if known != nil {
		return known
	}
	host = strings.Clone(host) // or it would keep the answer
	known = &knownHost{domain: domainOf(host), rules: rulesOf(host), sites: sitesOf(host)}
	hosts.Lock()
	if len(hosts.known) < hostsKept {
		hosts.known[host] = known
	}
	hosts.Unlock()
	return known
}

// registrable is the domain that was registered: zhuanlan.zhihu.com gives zhihu.com. An IP address and a bare suffix
// are their own.
func registrable(host string) string { return hostOf(host).domain }

func domainOf(host string) string {
	if host != "" && char.IsDigit(host[len(host)-1]) || strings.IndexByte(host, ':') >= 0 {
		return host
	}
	if domain, err := publicsuffix.EffectiveTLDPlusOne(host); err == nil {
		return domain
	}
	return host
}

// rulesOf lists the rules of a host and of the hosts above it, in this order.
func rulesOf(host string) (list hostRules) {
	table := rules()
	for at := host; at != ""; _, at, _ = strings.Cut(at, ".") {
		here := table[at]
		for i := range here {
			if r := &here[i]; !r.wildcard || at != host {
				list = append(list, hostRule{at, r})
			}
		}
	}
	return list
}
