package kit

import (
	"testing"

	"renown/internal/testkit/expect"
)

func TestLocalPath(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"":                          "/",
		"keys":                      "/",
		"https://evil.example":      "/",
		"//evil.example":            "/",
		`/\evil.example`:            "/",
		`\\evil.example`:            "/",
		"/\t/evil.example":          "/",
		"/\n/evil.example":          "/",
		"javascript:alert(1)":       "/",
		"/%2f/evil.example":         "/",
		"/keys":                     "/keys",
		"/brands/brd_1/runs?page=2": "/brands/brd_1/runs?page=2",
	} {
		expect.Equal(t, LocalPath(path), want, path, "leads to")
	}
}
