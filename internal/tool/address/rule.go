package address

import (
	_ "embed"
	"net/url"
	"slices"
	"strings"
	"sync"
)

// ruleFile holds, host by host, which addresses are one page.
//
//go:embed data/rules.tsv
var ruleFile string

// rule is a line of it for one host.
type rule struct {
	path     []string // segments of a template; nil for all pages
	whole    string   // the same without what may follow, for begins
	param    string   // of the template: name of the parameter that {x} captures
	capture  string
	action   string
	args     []string
	wildcard bool // the host is any label before this one
}

var rules = sync.OnceValue(func() map[string][]rule {
	table := map[string][]rule{}
	for line := range strings.Lines(ruleFile) {
		fields := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if len(fields) < 2 || strings.HasPrefix(line, "#") {
			continue
		}
		for _, site := range sites(fields[0]) {
			host, path, _ := strings.Cut(site, "/")
			rule := rule{action: fields[1], wildcard: strings.HasPrefix(host, ".")}
			if len(fields) > 2 {
				rule.args = strings.Fields(fields[2])
			}
			path, query, _ := strings.Cut(path, "?")
			if path != "" {
				rule.path = strings.Split(path, "/")
				rule.whole = strings.TrimSuffix("/"+path, "/**")
			}
			rule.param, rule.capture, _ = strings.Cut(query, "=")
			host = strings.TrimPrefix(host, ".")
			table[host] = append(table[host], rule)
		}
	}
	return table
})

// sites are the hosts and paths of a line, with every choice in parentheses written out: amazon.(com|de)/dp.
func sites(column string) (list []string) {
	for site := range strings.SplitSeq(column, ",") {
		before, rest, chosen := strings.Cut(site, "(")
		choices, after, _ := strings.Cut(rest, ")")
		if !chosen {
			list = append(list, site)
			continue
		}
		for choice := range strings.SplitSeq(choices, "|") {
			list = append(list, before+choice+after)
		}
	}
	return list
}

// hostRules are the rules of a host and of the hosts above it.
type hostRules []hostRule

// find calls do for the rules until it is content.
func (rules hostRules) find(do func(host string, r *rule) bool) bool {
	for _, r := range rules {
		if do(r.host, r.rule) {
			return true
		}
	}
	return false
}

// unwrapped gives the address that a redirector leads to, when it says so.
func (rules hostRules) unwrapped(p Page) (target string, ok bool) {
	rules.find(func(host string, r *rule) bool {
		if r.action != "unwrap" || host != p.host && r.path == nil && !strings.HasPrefix(host, "safelinks") || !r.begins(p.path) {
			return false
		}
		pairs := p.query
		if pairs == "" {
			pairs = strings.ReplaceAll(p.path, "/", "&") // …/RU=https%3A…/RK=2
		}
		for pair := range strings.SplitSeq(pairs, "&") {
			name, value, _ := strings.Cut(pair, "=")
			if !slices.Contains(r.args, name) {
				continue
			}
			if plain, err := url.QueryUnescape(value); err == nil && (strings.HasPrefix(plain, "http://") ||
				strings.HasPrefix(plain, "https://")) {
				target, ok = plain, true
				return true
			}
		}
		return false
	})
	return target, ok
}

// opaque tells whether the address is a redirector's whose target cannot be read.
func (rules hostRules) opaque(p Page) bool {
	return rules.find(func(_ string, r *rule) bool { return r.action == "engine" && r.begins(p.path) })
}

// begins tells whether a path is that of the rule, or below it.
func (r *rule) begins(path string) bool {
	if r.path == nil {
		return true
	}
	rest, ok := strings.CutPrefix(path, r.whole)
	return ok && (rest == "" || rest[0] == '/')
}

// ruled gives a page the form that the rules of its host demand.
func (rules hostRules) ruled(p Page) Page {
	const most = 4 // rules that lead from one to another
	for range most {
		before := p
		p = rules.rewritten(p)
		if p == before {
			break
		}
		if p.host != before.host {
			rules = hostOf(p.host).rules
		}
	}
	rules.find(func(_ string, r *rule) bool {
		switch {
		case !r.begins(p.path):
		case r.action == "keep":
			p.query = filterQuery(p.query, func(name, _ string) bool { return slices.Contains(r.args, name) })
			return true
		case r.action == "drop":
			p.query = filterQuery(p.query, func(name, pair string) bool {
				return !slices.Contains(r.args, name) &&
					!slices.Contains(r.args, pair)
			})
		}
		return false
	})
	return p
}

// rewritten applies the first rule that gives the page another host or path.
func (rules hostRules) rewritten(p Page) Page {
	rules.find(func(host string, r *rule) bool {
		switch r.action {
		case "host":
			if !r.wildcard && host != p.host {
				return false
			}
			p.host = strings.TrimPrefix(strings.TrimSuffix(p.host, host)+strings.TrimPrefix(r.args[0], "."), ".")
			return true
		case "page":
			next, ok := r.page(p, host)
			if ok && next != p {
				p = next
				return true
			}
		}
		return false
	})
	return p
}

// page writes the address anew when it fits the template.
func (r *rule) page(p Page, host string) (Page, bool) {
	found, rest, ok := r.fit(p)
	if !ok {
		return p, false
	}
	to := r.args[0]
	if to == "**" { // what the path holds is an address itself
		next, ok := Parse(rest)
		return next, ok && !local(next.host)
	}
	target, query, _ := strings.Cut(to, "?")
	toHost, path, _ := strings.Cut(target, "/")
	next := Page{host: p.host, path: "/" + path, query: p.query}
	if toHost != "*" && toHost != host {
		next.host = toHost
	}
	next.path = strings.NewReplacer(append(found, "**", rest)...).Replace(next.path)
	if query != "" {
		next.query = strings.NewReplacer(found...).Replace(query)
	}
	if r.param != "" {
		next.query = ""
	}
	return next, true
}

// fit compares a path with the template: found holds each {x} and what stands for it, ** takes what is left.
func (r *rule) fit(p Page) (found []string, rest string, ok bool) {
	if r.param != "" {
		for pair := range strings.SplitSeq(p.query, "&") {
			if name, value, _ := strings.Cut(pair, "="); name == r.param && value != "" {
				found = []string{r.capture, value}
			}
		}
		if found == nil {
			return found, "", false
		}
	}
	segments := strings.Split(strings.TrimPrefix(p.path, "/"), "/")
	template := r.path
	if len(template) > 0 && template[0] == "**" {
		for len(segments) >= len(template)-1 && segments[0] != template[1] {
			segments = segments[1:]
		}
		template = template[1:]
	}
	for i, want := range template {
		if want == "**" {
			return found, strings.Join(segments[min(i, len(segments)):], "/"), len(segments) >= i
		}
		if i >= len(segments) || segments[i] == "" {
			return found, "", false
		}
		literal, name, capture := strings.Cut(want, "{")
		name, closing, _ := strings.Cut(name, "}")
		value, begins := strings.CutPrefix(segments[i], literal)
		value, ends := strings.CutSuffix(value, closing)
		switch {
		case !capture && segments[i] != want:
			return found, "", false
		case capture && (!begins || !ends || value == "" || literal != "" && !allDigits(value)):
			return found, "", false
		case capture:
			found = append(found, "{"+name+"}", value)
		}
	}
	return found, "", len(segments) == len(template)
}

func filterQuery(query string, keep func(name, pair string) bool) string {
	if query == "" {
		return ""
	}
	var kept []string
	for pair := range strings.SplitSeq(query, "&") {
		if name, _, _ := strings.Cut(pair, "="); keep(name, pair) {
			kept = append(kept, pair)
		}
	}
	return strings.Join(kept, "&")
}
