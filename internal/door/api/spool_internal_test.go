package api

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"

	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// kept reads a table of the spool whole.
func kept(t *testing.T, s *spool, tag, text string) string {
	t.Helper()
	e, err := s.open(t.Context(), tag, func(_ context.Context, out io.Writer) error {
		_, err := io.WriteString(out, text)
		return err
	})
	must.Do(t, err)
	defer s.release(tag, e)
	var got bytes.Buffer
	must.Get(got.ReadFrom(io.NewSectionReader(e.file, 0, e.size)))(t)
	return got.String()
}

func TestSpool(t *testing.T) {
	t.Parallel()
	s := &spool{most: 10}
	expect.Equal(t, kept(t, s, "a", "aaaa"), "aaaa")
	expect.Equal(t, kept(t, s, "a", "made again"), "aaaa", "made again")
	kept(t, s, "b", "bbbb")
	kept(t, s, "a", "")
	kept(t, s, "c", "cccc") // b was used the longest ago
	if got := kept(t, s, "b", "new"); got != "new" || s.size > s.most {
		t.Errorf("%q, %d bytes are kept", got, s.size)
	}
	for name, fill := range map[string]func(context.Context, io.Writer) error{
		"too large": func(_ context.Context, out io.Writer) error {
			_, err := io.WriteString(out, strings.Repeat("x", 11))
			return err
		},
		"hidden": func(_ context.Context, out io.Writer) error {
			_, _ = io.WriteString(out, strings.Repeat("x", 11))
			return errors.New("something else")
		},
	} {
		expect.Is(t, expect.Error(s.open(t.Context(), name, fill)), errNoRoom, name)
	}
	if _, err := s.open(t.Context(), "thrown", func(context.Context,
		io.Writer,
	) error {
		panic("thrown")
	}); err == nil || !strings.Contains(err.Error(), "thrown") {
		t.Errorf("%v", err)
	}
	expect.Equal(t, kept(t, s, "thrown", "later"), "later", "what failed is made anew")
}

// Concurrent callers wait for the same table; when the last goes away its making ends.
func TestSpoolWaits(t *testing.T) {
	t.Parallel()
	s := &spool{}
	begun, ended := make(chan struct{}, 2), make(chan error, 2)
	fill := func(ctx context.Context, _ io.Writer) error {
		begun <- struct{}{}
		<-ctx.Done()
		ended <- ctx.Err()
		return ctx.Err()
	}
	first, leaveFirst := context.WithCancel(t.Context())
	second, leaveSecond := context.WithCancel(t.Context())
	var waiting sync.WaitGroup
	for _, ctx := range []context.Context{first, second} {
		waiting.Go(func() {
			expect.Is(t, expect.Error(s.open(ctx, "tag", fill)), context.Canceled)
		})
	}
	<-begun
	leaveFirst()
	leaveSecond()
	waiting.Wait()
	<-ended
	expect.Equal(t, kept(t, s, "tag", "text"), "text")
}
