package access

import (
	"context"
	"io"
	"net/http/httptest"
	"testing"
	"time"

	"renown/internal/door/console/kit"
	"renown/internal/door/porch"
	"renown/internal/floor/fault"
	"renown/internal/room/account"
	"renown/internal/testkit/expect"
)

// A second export of an account is refused while the first is being made; another account is not held up.
func TestExportOneAtATime(t *testing.T) {
	t.Parallel()
	began, end := make(chan string), make(chan struct{})
	pages := &Pages{Rooms: kit.Rooms{Exporting: &porch.Singly{}, Export: func(_ context.Context, _ io.Writer, userID string) error {
		began <- userID
		<-end
		return nil
	}}}
	export := func(userID string) error {
		v := &kit.Visit{
			Request: httptest.NewRequest("GET", "/plan/export", nil),
			View:    &kit.View{User: account.User{ID: userID}, Zone: time.UTC},
		}
		reply, err := pages.exportAccount(t.Context(), v)
		if err != nil {
			return err
		}
		return reply.File.Stream(t.Context(), io.Discard)
	}
	done := make(chan error)
	start := func(userID string) {
		go func() { done <- export(userID) }()
		expect.Equal(t, <-began, userID, "is exported")
	}
	start("usr_1")
	if err := export("usr_1"); !fault.Is(err, fault.TooFrequent) || fault.As(err).RetrySeconds() != 10 {
		t.Errorf("a second export: %v", err)
	}
	start("usr_2")
	close(end)
	for range 2 {
		expect.Do(t, <-done)
	}
	go func() { done <- export("usr_1") }()
	<-began
	expect.Do(t, <-done, "after the first")
}
