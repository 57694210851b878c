package apitest

import (
	"fmt"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"renown/internal/floor/fault"
)

// faults lists how an answer departs from the contract.
func (c *contract) faults(r *http.Request, a *Answer) []string {
	op, known := c.find(r)
	if known && !clean(r) {
		known = false
	}
	file := known && c.file(op, a)
	found := c.headerFaults(a, file)
	switch {
	case a.Status == http.StatusNotModified:
		if len(a.Body) > 0 {
			found = append(found, "304 with a body")
		}
	case r.Method == http.MethodHead, file: // the header alone
	case known && op.open() && a.Status == http.StatusOK: // a bare document
	default:
		found = append(found, c.envelopeFaults(a)...)
	}
	if !known {
		if a.Code != int(fault.NoRoute) && a.Code != int(fault.NoMethod) && a.Code != int(fault.Unreadable) &&
			a.Code != int(fault.Unavailable) && r.Method != http.MethodHead {
			found = append(found, fmt.Sprintf("code %d without an operation", a.Code))
		}
		return found
	}
	return append(found, c.operationFaults(op, r, a)...)
}

// file tells whether an answer is one of the forms that its operation declares beside the envelope.
func (c *contract) file(op operation, a *Answer) bool {
	response, _ := c.response(op, a.Status)
	content, _ := response.node["content"].(node)
	kind, _, _ := strings.Cut(a.Header.Get("Content-Type"), ";")
	return content["application/json"] == nil && !op.open() &&
		(content[kind] != nil || content != nil && kind == "multipart/byteranges" &&
			a.Status == http.StatusPartialContent)
}

// clean tells whether the path is one that routes are looked up for.
func clean(r *http.Request) bool {
	p := r.URL.EscapedPath()
	return path.Clean(p) == p
}

func (c *contract) headerFaults(a *Answer, file bool) (found []string) {
	if a.Header.Get("X-Request-Id") == "" {
		found = append(found, "no X-Request-Id")
	}
	for name := range a.Header {
		if strings.HasPrefix(name, "Access-Control-") {
			found = append(found, "a CORS header: "+name)
		}
	}
	if a.Status == http.StatusNotModified || file {
		return found
	}
	if got := a.Header.Get("Content-Type"); got != "application/json; charset=utf-8" &&
		(got != "text/markdown; charset=utf-8" || a.Status != http.StatusOK) {
		found = append(found, fmt.Sprintf("Content-Type %q", got))
	}
	return found
}

// envelopeFaults holds the answer against the rules that all answers share.
func (c *contract) envelopeFaults(a *Answer) (found []string) {
	fail := func(format string, args ...any) { found = append(found, fmt.Sprintf(format, args...)) }
	root, ok := a.root.(map[string]any)
	if !ok {
		return []string{fmt.Sprintf("no envelope: %.300s", a.Body)}
	}
	if !strings.ContainsFunc(a.Msg, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
		fail("msg %q is not Chinese", a.Msg)
	}
	data, hasData := root["data"]
	_, isObject := data.(map[string]any)
	if _, isNumber := root["code"].(float64); !isNumber || !hasData || !isObject && data != nil {
		return append(found, fmt.Sprintf("not an envelope: %.300s", a.Body))
	}
	if a.Code == 0 {
		if a.Status/100 != 2 {
			fail("code 0 with status %d", a.Status)
		}
		return found
	}
	if data != nil {
		fail("a refusal with data")
	}
	row := c.byCode[a.Code]
	if whole(row["status"]) != a.Status {
		fail("status %d with code %d, which the table pairs with %v", a.Status, a.Code, row["status"])
	}
	return append(found, detailFaults(a, root["detail"], row)...)
}

// detailFaults compares the names in detail with the table of codes.
func detailFaults(a *Answer, detail any, row node) (found []string) {
	if a.Code == int(fault.Malformed) {
		return nil // its schema says more
	}
	facts, ok := detail.(map[string]any)
	if !ok {
		return []string{fmt.Sprintf("detail is not an object: %.300s", a.Body)}
	}
	named, _ := row["detail"].(node)
	for name := range named {
		optional := a.Code == int(fault.Duplicate) || // either of two things
			a.Code == int(fault.CapReached) && name != "limit" || // not all caps are for a day
			a.Code == int(fault.Unavailable) && name == "reason" // the database's
		if _, ok := facts[name]; !ok && !optional {
			found = append(found, fmt.Sprintf("code %d without detail.%s", a.Code, name))
		}
	}
	for name := range facts {
		if _, ok := named[name]; !ok {
			found = append(found, fmt.Sprintf("code %d with detail.%s, which the table does not name", a.Code, name))
		}
	}
	if wait, ok := facts["retry_after"]; ok {
		seconds, _ := wait.(float64)
		if seconds < 1 || a.Header.Get("Retry-After") != strconv.FormatFloat(seconds, 'f', -1, 64) {
			found = append(found, fmt.Sprintf("detail.retry_after %v beside Retry-After %q", wait, a.Header.Get("Retry-After")))
		}
	}
	return found
}

// operationFaults holds the answer against what its operation declares.
func (c *contract) operationFaults(op operation, r *http.Request, a *Answer) (found []string) {
	if a.Code == int(fault.NotBuilt) {
		return nil // no operation declares it: there are none in a release
	}
	response, ok := c.response(op, a.Status)
	if !ok {
		return []string{fmt.Sprintf("status %d is not declared", a.Status)}
	}
	codes, _ := op.node["x-codes"].([]any)
	if a.Code != 0 && !slices.ContainsFunc(codes, func(v any) bool { return whole(v) == a.Code }) {
		found = append(found, fmt.Sprintf("code %d is not declared", a.Code))
	}
	headers, _ := response.node["headers"].(node)
	for name, declared := range headers {
		header := c.follow(operation{node: declared.(node)})
		if header.node["required"] == true && a.Header.Get(name) == "" {
			found = append(found, "no "+name)
		}
	}
	if a.Status == http.StatusOK && (r.Method == http.MethodGet || r.Method == http.MethodHead) && headers["ETag"] == nil {
		if got := a.Header.Get("Cache-Control"); got != "private, no-store" {
			found = append(found, fmt.Sprintf("Cache-Control %q", got))
		}
	}
	content, _ := response.node["content"].(node)
	if r.Method == http.MethodHead || content["application/json"] == nil {
		return found
	}
	if err := c.valid(response.at+"/content/application~1json/schema", a.root); err != nil {
		found = append(found, err.Error())
	}
	return found
}
