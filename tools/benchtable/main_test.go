package main

import (
	"strings"
	"testing"
)

func TestNoResultIsAFault(t *testing.T) {
	t.Parallel()
	for name, in := range map[string]string{
		"empty":   "",
		"no line": "ok  \trenown/internal/fault\t0.2s\nPASS\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if err := run(strings.NewReader(in), &strings.Builder{}); err == nil {
				t.Fatal("want a fault: a bench run without results must not look like success")
			}
		})
	}
}

func TestTable(t *testing.T) {
	t.Parallel()
	const in = `goos: linux
pkg: renown/internal/shape
BenchmarkOrder-2   	  100	   12000 ns/op	    2048 B/op	      10 allocs/op
2026/01/02 a log line that is no result
BenchmarkOrder-2   	  100	   10000 ns/op	    2048 B/op	      10 allocs/op
BenchmarkOrder-2   	  100	   11000 ns/op	    2048 B/op	      10 allocs/op
pkg: renown/internal/openapi
BenchmarkMe/sqlite-2	  100	   50000 ns/op	         0.620 of-bare	1500 p99-ns
PASS
`
	var out strings.Builder
	if err := run(strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	want := strings.Join([]string{
		"benchmark                 time/op   per second   spread   B/op      allocs/op   also",
		"renown/internal/shape",
		"  Order                   11.00µs   90909        ±9 %     2.000Ki   10",
		"renown/internal/openapi",
		"  Me/sqlite               50.00µs   20000                                       0.62 of-bare, 1500 p99-ns",
		"",
	}, "\n")
	if got := out.String(); got != want {
		t.Errorf("table:\n%s\nwant:\n%s", got, want)
	}
}
