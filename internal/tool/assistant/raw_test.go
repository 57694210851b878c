package assistant

import (
	"testing"
	"unicode/utf8"
)

func TestJoinRaw(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rounds []string
		want   string
	}{
		{nil, ""},
		{[]string{`{"a":1}`}, `{"a":1}`},
		{[]string{`{"a":1}`, `{"b":2}`}, `[{"a":1},{"b":2}]`},
		{[]string{": \x00\xff\ndata:{}"}, ": \x20\uFFFD\ndata:{}"},
	} {
		var raw [][]byte
		for _, r := range c.rounds {
			raw = append(raw, []byte(r))
		}
		if got := string(joinRaw(raw)); got != c.want || !utf8.ValidString(got) {
			t.Errorf("%q gives %q", c.rounds, got)
		}
	}
}

func BenchmarkLoad(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Load(Override{}, noEnv); err != nil {
			b.Fatal(err)
		}
	}
}
