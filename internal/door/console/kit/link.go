package kit

import (
	"net/url"
	"slices"
	"sort"
	"strings"
)

// Tab leads to a page beside the one at hand. Label is a key.
type Tab struct {
	Label, Path string
	Count       int64 // 0 is not shown
	Current     bool
}

// SafeLink is an address that may be followed, or "".
func SafeLink(address string) string {
	if strings.HasPrefix(address, "https://") || strings.HasPrefix(address, "http://") {
		return address
	}
	return ""
}

// LocalPath returns the path if it leads nowhere but into this console, else "/". Browsers take a backslash for a slash and
// drop tabs and line ends, so none of these may be in it.
func LocalPath(path string) string {
	if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || strings.ContainsFunc(path,
		func(r rune) bool { return r == '\\' || r < 0x20 || r == 0x7f }) {
		return "/"
	}
	u, err := url.Parse(path)
	if err != nil || u.Host != "" || u.Scheme != "" || u.User != nil || strings.HasPrefix(u.Path, "//") {
		return "/"
	}
	return path
}

// AnswerPath is the page of one answer.
func AnswerPath(brandID, answerID string) string {
	return "/brands/" + brandID + "/answers/" + answerID
}

// BackOr is the page of the console that a form came from.
func BackOr(v *Visit, otherwise string) string {
	if back := v.PostForm.Get("back"); back != "" {
		return LocalPath(back)
	}
	return otherwise
}

// WithQuery is an address with one parameter changed; an empty value removes it.
func WithQuery(path string, query url.Values, name, value string) string {
	changed := url.Values{}
	for k, v := range query {
		changed[k] = v
	}
	changed.Del(name)
	if value != "" {
		changed.Set(name, value)
	}
	if len(changed) == 0 {
		return path
	}
	return path + "?" + changed.Encode()
}

// pairsOf lists a query's names and values, but some names, in a steady order.
func pairsOf(query map[string][]string, but ...string) (list [][2]string) {
	for name, values := range query {
		if slices.Contains(but, name) {
			continue
		}
		for _, v := range values {
			list = append(list, [2]string{name, v})
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i][0] < list[j][0] })
	return list
}
