package assistant

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

var idShape = regexp.MustCompile(`^[a-z][a-z0-9_]{0,31}$`)

// readPlatform turns a merged node into an entry and reports everything that is wrong with it.
func readPlatform(node *yaml.Node, faults *[]error) *Platform {
	p := &Platform{Concurrency: 4, Timeout: 2 * time.Minute}
	f := &fields{node: node, at: "platforms", faults: faults}
	f.text("id", &p.ID)
	f.at += "." + p.ID
	if !idShape.MatchString(p.ID) {
		f.fault(node, "id", "%q must be lower-case letters, digits and underscores, at most 32", p.ID)
	}
	f.text("name_zh", &p.NameZH)
	f.text("name_en", &p.NameEN)
	p.NameZH, p.NameEN = first(p.NameZH, p.NameEN, p.ID), first(p.NameEN, p.NameZH, p.ID)
	tier, protocol := string(TierUpper), ""
	f.oneOf("tier", &tier, string(TierStandard), string(TierUpper))
	p.Tier = Tier(tier)
	names := []string{}
	for _, known := range Protocols() {
		names = append(names, string(known))
	}
	f.oneOf("protocol", &protocol, names...)
	if slices.Contains(names, protocol) { // an unknown one is a fault already
		p.Protocol = Protocol(protocol)
	}
	f.truth("suspended", &p.Suspended)
	f.truth("allow_private", &p.AllowPrivate)
	f.text("base_url", &p.BaseURL)
	if complaint := badBase(p.BaseURL, p.AllowPrivate); complaint != "" {
		f.fault(child(node, "base_url"), "base_url", "%s", complaint)
	}
	f.text("model", &p.Model)
	if p.Model == "" || strings.ContainsAny(p.Model, " /?#%\n") && p.Protocol != "" && p.speaks().modelInPath {
		f.fault(child(node, "model"), "model", "is missing or cannot stand in an address")
	}
	f.text("key_env", &p.KeyEnv)
	f.text("key_page", &p.KeyPage)
	readProvenance(p, f)
	var key string
	f.text("key", &key)
	p.Key = NewSecret(key)
	f.whole("concurrency", &p.Concurrency, 1, 10000)
	f.whole("requests_per_minute", &p.RequestsPerMinute, 0, 1000000)
	f.duration("timeout", &p.Timeout, 100*time.Millisecond, time.Hour)
	readOptions(p, f)
	f.done()
	return p
}

func readProvenance(p *Platform, f *fields) {
	f.day("verified", &p.Verified)
	f.text("source", &p.Source)
	confidence := string(OwnEntry)
	f.oneOf("confidence", &confidence, string(Documented), string(SDK), string(Recorded), string(Unverified), string(OwnEntry))
	p.Confidence = Confidence(confidence)
	f.text("models", &p.Models)
	f.text("successor", &p.Successor)
	price := f.sub("price")
	if price == nil {
		return
	}
	p.Price = &Price{}
	price.text("currency", &p.Price.Currency)
	for key, into := range map[string]**float64{"input": &p.Price.Input, "output": &p.Price.Output, "searches": &p.Price.Searches} {
		price.amount(key, into)
	}
	price.day("until", &p.Price.Until)
	price.text("source", &p.Price.Source)
	worth := string(OwnEntry)
	price.oneOf("confidence", &worth, string(Documented), string(Unverified), string(OwnEntry))
	p.Price.Confidence = Confidence(worth)
	price.done()
	if p.Price.Currency == "" {
		f.fault(price.node, "price", "currency is missing")
	}
}

// badBase says what is wrong with an address. A key would travel in the clear over http, and into logs and errors as
// part of an address.
func badBase(raw string, private bool) string {
	u, err := url.Parse(raw)
	switch {
	case raw == "":
		return "is missing"
	case err != nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https":
		return "must be an http or https address"
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return "must not hold a user, a query or a fragment"
	case u.Scheme == "http" && !private:
		return "must be https unless allow_private is true"
	}
	return ""
}

func readOptions(p *Platform, entry *fields) {
	p.Options = Options{Auth: "bearer", Input: "text", Cites: true}
	o := &p.Options
	f := entry.sub("options")
	if f == nil {
		entry.fault(entry.node, "options", "modes are missing")
		return
	}
	f.text("path", &o.Path)
	f.oneOf("auth", &o.Auth, "bearer", "x-api-key", "both", "x-goog-api-key", "none")
	f.oneOf("input", &o.Input, "text", "role", "message")
	f.text("zone", &o.Zone)
	readHeaders(o, f)
	o.Body = f.object("body")
	readModes(o, f)
	f.texts("sources", &o.Sources)
	readFields(o, f)
	f.texts("markers", &o.Markers)
	f.text("formula", &o.Formula)
	f.text("searched", &o.Searched)
	f.truth("forced", &o.Forced)
	f.truth("silent", &o.Silent)
	f.truth("cites", &o.Cites)
	f.truth("sources_cited", &o.SourcesCited)
	f.truth("links", &o.Links)
	f.text("redirect_prefix", &o.RedirectPrefix)
	readCodes(o, f)
	f.done()
	if p.Protocol != "" && p.speaks().sourceList && len(o.Sources) > 0 && o.Fields.URL == "" {
		f.fault(f.node, "fields", "url is missing: sources need to know where their address is")
	}
	if err := p.prepare(); err != nil {
		f.fault(f.node, "", "%v", err)
	}
}

func readModes(o *Options, f *fields) {
	modes := f.sub("modes")
	if modes == nil || len(modes.node.Content) == 0 {
		f.fault(f.node, "modes", "at least one mode is needed")
	} else {
		o.Modes = map[Mode]map[string]any{}
		for _, m := range Modes() {
			if fragment := modes.object(string(m)); fragment != nil {
				o.Modes[m] = fragment
			}
		}
		modes.done()
	}
	var stream []string
	f.texts("stream", &stream)
	for _, m := range stream {
		if !slices.Contains(Modes(), Mode(m)) {
			f.fault(child(f.node, "stream"), "stream", "%q is no mode", m)
		}
		o.Stream = append(o.Stream, Mode(m))
	}
}

func readFields(o *Options, f *fields) {
	sub := f.sub("fields")
	if sub == nil {
		return
	}
	for key, into := range map[string]*string{
		"url": &o.Fields.URL, "title": &o.Fields.Title, "site": &o.Fields.Site,
		"date": &o.Fields.Date, "index": &o.Fields.Index, "snippet": &o.Fields.Snippet,
	} {
		sub.text(key, into)
	}
	sub.done()
}

func readCodes(o *Options, f *fields) {
	n := f.get("codes")
	if n == nil {
		return
	}
	if n.Decode(&o.Codes) != nil {
		f.fault(n, "codes", "must map a platform's codes to fault classes")
	}
	for code, class := range o.Codes {
		if _, known := properties[class]; !known {
			f.fault(n, "codes", "%q: %q is no fault class", code, class)
		}
	}
}

// prepare derives what is read often from what is written once.
func (p *Platform) prepare() error {
	var unknown, zone error
	p.markers, unknown = markersOf(p.Options.Markers)
	if p.Options.Zone != "" {
		t, err := time.Parse("-07:00", p.Options.Zone)
		if err != nil {
			zone = fmt.Errorf("zone %q is not written as +08:00", p.Options.Zone)
		}
		_, seconds := t.Zone()
		p.offset = time.FixedZone(p.Options.Zone, seconds)
	}
	return errors.Join(unknown, zone)
}

// takeKey prefers the environment, which is nearer to the process than the file.
func (p *Platform) takeKey(getenv func(string) string, faults *[]error) {
	if p.KeyEnv != "" {
		if key := NewSecret(getenv(p.KeyEnv)); !key.Empty() {
			p.Key = key
		}
	}
	if !p.Key.printable() {
		f := fields{at: "platforms." + p.ID, faults: faults}
		f.fault(nil, "key", "holds a character that cannot stand in a header")
	}
}
