package event_test

import (
	"net/url"
	"testing"

	"renown/internal/floor/fault"
	"renown/internal/room/event"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
	"renown/internal/tool/mail"
)

// A mailbox whose reader has left the space is told nothing more: it is off from the next event on, cannot be tried, and is switched on
// again only once they are back.
func TestMailboxOfWhoLeft(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		nobody := &url.URL{Scheme: "smtp", Host: "127.0.0.1:1"} // what is sent shows in the attempts
		w.options.Mail = must.Get(mail.New(nobody, "renown@example.com"))(t)
		w.options.Letter = func(string, string, []event.Event) mail.Message { return mail.Message{Subject: "x", Text: "y"} }
		w.Events = event.New(w.db, w.options)
		join := func() {
			storetest.Exec(t, w.db,
				`INSERT INTO members (space_id, user_id, role, created_at) VALUES ($1, $2, 'member', 0)`,
				w.me.SpaceID, w.others.UserID)
		}
		join()
		made := must.Get(w.Create(ctx, w.me, event.Fields{
			Kind: event.Mail, Name: "周报", Address: "2@example.com", Types: []string{"run.finished"}, Language: "zh", Enabled: true,
		}))(t)
		tell := func(once string) event.Delivery {
			t.Helper()
			w.record(t, event.Record{Type: event.RunFinished, Once: once})
			w.deliver(t, made.ID)
			return w.deliveries(t)[0]
		}
		first := must.Get(w.Delivery(ctx, w.me, tell("run_1").ID))(t)
		if first.Attempts != 1 || first.Tries[0].Answer != "" { // where the mail server is, is not told
			t.Errorf("for a member: %+v", first)
		}

		storetest.Exec(t, w.db, `DELETE FROM members WHERE space_id = $1 AND user_id = $2`, w.me.SpaceID, w.others.UserID)
		_, err := w.Try(ctx, w.me, made.ID)
		must.Refuse(t, err, fault.Malformed)
		if told := tell("run_2"); told.Attempts != 0 || told.Status != event.Failed {
			t.Errorf("after leaving: %+v", told)
		}
		off := must.Get(w.Find(ctx, w.me, made.ID))(t)
		if off.Enabled || off.DisabledReason == nil || *off.DisabledReason != event.Departed {
			t.Errorf("the mailbox stays as it was: %+v", off)
		}
		on := func(f *event.Fields) { f.Enabled = true }
		_, err = w.Update(ctx, w.me, made.ID, on)
		must.Refuse(t, err, fault.Malformed)
		join()
		must.Get(w.Update(ctx, w.me, made.ID, on))(t)
		expect.Equal(t, tell("run_3").Attempts, 1, "attempts once they are back")
	})
}
