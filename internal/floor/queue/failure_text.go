package queue

import (
	"encoding/json"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// errorMax is how many characters of an error are shown.
const errorMax = 240

var (
	address = regexp.MustCompile(`[A-Za-z][A-Za-z0-9+.-]*://[^\s"'<>，。；]+`)
	named   = regexp.MustCompile(`(?i)\b((?:authorization|password|passwd|pwd|secret|signature|token|api[-_ ]?key|access[-_ ]?key)["']?\s*[:=]\s*["']?)(?:(?:bearer|basic)\s+)?[^\s"',;，。；]+`)
	bearer  = regexp.MustCompile(`(?i)\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]{6,}`)
	opaque  = regexp.MustCompile(`\b(?:sk|pk|rk|xai|pplx)-[A-Za-z0-9_*-]{4,}|[A-Za-z0-9_+=-]{24,}`)
	ourID   = regexp.MustCompile(`^[a-z]{2,5}_[0-9a-z]{26}$`)
)

// harmless is the first line of an error without what may be a secret: of addresses scheme and host remain, of what is
// called a password or a token its name, and long runs without blanks vanish, our own ids excepted.
func harmless(text string) string {
	text, _, _ = strings.Cut(strings.TrimSpace(strings.ToValidUTF8(text, "�")), "\n")
	text = address.ReplaceAllStringFunc(text, hostOf)
	text = named.ReplaceAllString(text, "${1}…")
	text = bearer.ReplaceAllString(text, "$1 …")
	text = opaque.ReplaceAllStringFunc(text, func(run string) string {
		if ourID.MatchString(run) {
			return run
		}
		return "…"
	})
	text = strings.TrimSpace(text)
	if utf8.RuneCountInString(text) > errorMax {
		text = string([]rune(text)[:errorMax-1]) + "…"
	}
	return text
}

func hostOf(text string) string {
	u, err := url.Parse(text)
	if err != nil {
		return "…"
	}
	short := u.Scheme + "://" + u.Host
	if u.User == nil && (u.Path == "" || u.Path == "/" || u.Path == ":") && u.RawQuery == "" {
		return short
	}
	return short + "/…"
}

var idLike = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// aboutMost is how many ids of a list are told.
const aboutMost = 20

// about picks out of a job's arguments the ids of what it is about: members named …_id, and lists named …_ids.
func about(args json.RawMessage) []string {
	var members map[string]any
	found := []string{}
	if json.Unmarshal(args, &members) != nil {
		return found
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		one, list := strings.CutSuffix(name, "s")
		values, _ := members[name].([]any)
		if !list {
			values = []any{members[name]}
		}
		for _, v := range values[:min(len(values), aboutMost)] {
			if value, ok := v.(string); ok && strings.HasSuffix(one, "_id") && idLike.MatchString(value) {
				found = append(found, one+" "+value)
			}
		}
	}
	return found
}
