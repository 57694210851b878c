package account

import (
	"slices"
	"strings"

	"renown/internal/floor/fault"
)

// The scopes a key can be granted one by one.
const (
	GeoRead    = "geo:read"
	GeoWrite   = "geo:write"
	GeoRun     = "geo:run"
	MediaRead  = "media:read"
	MediaOrder = "media:order"

	EventsManage = "events:manage"
)

// Grantable lists every word a key's scopes may hold, wildcards first.
var Grantable = []string{"*", "geo:*", "media:*", GeoRead, GeoWrite, GeoRun, MediaRead, MediaOrder, EventsManage}

// Scopes is what a key was granted, as granted: wildcards are not expanded.
type Scopes []string

// Allows tells whether the scopes cover the required one. A wildcard covers its own domain only.
func (s Scopes) Allows(required string) bool {
	domain, _, _ := strings.Cut(required, ":")
	for _, granted := range s {
		if granted == required || granted == "*" || granted == domain+":*" {
			return true
		}
	}
	return false
}

// Require returns a ScopeMissing fault unless the scopes cover the required one. An empty requirement always holds.
func (s Scopes) Require(required string) error {
	if required == "" || s.Allows(required) {
		return nil
	}
	return fault.New(fault.ScopeMissing).
		With("required", []string{required}).
		With("missing", []string{required})
}

// ParseScopes reads a list as a person writes it: separated by commas or spaces. Nothing at all means everything.
func ParseScopes(text string) (Scopes, error) {
	words := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' || r == '\n' })
	if len(words) == 0 {
		return Scopes{"*"}, nil
	}
	var scopes Scopes
	for _, word := range words {
		if !slices.Contains(Grantable, word) {
			return nil, fault.New(fault.Malformed).Why("scope_unknown", word, Grantable)
		}
		if !slices.Contains(scopes, word) {
			scopes = append(scopes, word)
		}
	}
	return scopes, nil
}
