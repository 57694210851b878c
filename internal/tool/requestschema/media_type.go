package requestschema

import "strings"

// isJSON reports whether a Content-Type announces JSON: application/json or application/*+json, in any case, with
// any parameters. None at all counts as JSON.
func isJSON(contentType string) bool {
	if contentType == "" || contentType == "application/json" {
		return true
	}
	name, _, _ := strings.Cut(contentType, ";")
	main, sub, found := strings.Cut(strings.ToLower(strings.TrimSpace(name)), "/")
	if !found || main != "application" || strings.Contains(sub, "/") {
		return false
	}
	return sub == "json" || strings.HasSuffix(sub, "+json")
}
