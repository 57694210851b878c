package expect_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"renown/internal/floor/fault"
	"renown/internal/testkit/expect"
)

// recorder is a test that keeps what is reported.
type recorder struct {
	expect.Tester
	said string
}

func (*recorder) Helper()             {}
func (r *recorder) Error(args ...any) { r.said += fmt.Sprint(args...) }

var errBroken = errors.New("broken")

func TestReports(t *testing.T) {
	t.Parallel()
	missing := fault.NotFound("brand", "b")
	for name, c := range map[string]struct {
		check func(t expect.Tester)
		want  string
	}{
		"equal":             {func(t expect.Tester) { expect.Equal(t, 1, 1, "rows") }, ""},
		"not equal":         {func(t expect.Tester) { expect.Equal(t, 1, 2) }, "got 1, want 2"},
		"texts not equal":   {func(t expect.Tester) { expect.Equal(t, "", "a", "name of", 3) }, `name of 3: got "", want "a"`},
		"bytes among words": {func(t expect.Tester) { expect.Equal(t, 1, 2, []byte("body")) }, "body: got 1, want 2"},
		"the same":          {func(t expect.Tester) { expect.Same(t, []int{1}, []int{1}) }, ""},
		"done":              {func(t expect.Tester) { expect.Do(t, nil, "words") }, ""},
		"not done":          {func(t expect.Tester) { expect.Do(t, errBroken, "words") }, "words: broken"},
		"of the kind":       {func(t expect.Tester) { expect.Is(t, fmt.Errorf("x: %w", errBroken), errBroken) }, ""},
		"of another kind":   {func(t expect.Tester) { expect.Is(t, nil, errBroken) }, "got <nil>, want broken"},
		"refused":           {func(t expect.Tester) { expect.Refuse(t, missing, missing.Code) }, ""},
		"not refused": {
			func(t expect.Tester) { expect.Refuse(t, nil, missing.Code) },
			fmt.Sprintf("got <nil>, want a fault with code %d", missing.Code),
		},
		"a call's error":      {func(t expect.Tester) { expect.Do(t, expect.Error(1, "a", errBroken)) }, "broken"},
		"a call without one":  {func(t expect.Tester) { expect.Do(t, expect.Error(1, nil)) }, ""},
		"a call's only error": {func(t expect.Tester) { expect.Do(t, expect.Error(errBroken)) }, "broken"},
	} {
		r := &recorder{Tester: t}
		c.check(r)
		expect.Equal(t, r.said, c.want, name)
	}
	r := &recorder{}
	expect.Same(r, []int{1, 2}, []int{1, 3}, "list")
	if !strings.HasPrefix(r.said, "list: (-want +got)\n") {
		t.Errorf("the difference is told as %q", r.said)
	}
}
