package drafting_test

import (
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/brand"
	"renown/internal/room/drafting"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// An account starts so many generations a Beijing day over all its spaces, however they end, and no more; deleting the team in
// which some were started gives none back.
func TestPerDay(t *testing.T) {
	t.Parallel()
	storetest.EachClock(t, func(t *testing.T, db *store.DB, clock *storetest.Clock) {
		w := newWorld(t, db)
		w.perDay = 3
		g := w.room(drafting.Offline)
		team := w.who
		var err error
		if team.SpaceID, err = w.accounts.CreateTeam(t.Context(), w.who.UserID, "市场部"); err != nil {
			t.Fatal(err)
		}
		theirs := must.Get(w.brands.Create(t.Context(), team, brand.Profile{Name: "松烟"}))(t)
		must.Get(g.Start(t.Context(), team, theirs.ID, nil, nil))(t)
		for range 2 {
			must.Do(t, g.Run(t.Context(), w.start(g, 1).GenerationID))
		}
		_, err = g.Start(t.Context(), w.who, w.brandID, nil, nil)
		if f := fault.As(err); f == nil || f.Code != fault.CapReached || f.Detail["limit"] != 3 || f.Detail["used"] != 3 {
			t.Fatalf("the fourth: %v", err)
		}
		if used, limit, err := g.Today(t.Context(), w.who.UserID); used != 3 || limit != 3 || err != nil {
			t.Errorf("%d of %d, %v", used, limit, err)
		}
		idle := func(spaceID string) error {
			return db.InTx(t.Context(), func(tx *store.Tx) error { return w.accounts.TeamEnds.TellTx(t.Context(), tx, spaceID) })
		}
		expect.Refuse(t, idle(team.SpaceID), fault.CapReached, "the team is idle")
		clock.Advance(14*time.Hour - time.Microsecond) // ten in the morning: midnight in Beijing is fourteen hours away
		expect.Refuse(t, expect.Error(g.Start(t.Context(), w.who, w.brandID, nil, nil)), fault.CapReached, "a moment before midnight")
		expect.Refuse(t, idle(team.SpaceID), fault.CapReached, "a moment before midnight")
		clock.Advance(time.Microsecond)
		expect.Do(t, idle(team.SpaceID), "on the next day")
		w.start(g, 1)
	})
}

// A generation for whose prompts the brand has no room is refused before anything is asked, and one that was overtaken fails.
func TestStartWithoutRoom(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		w.options.MaxPrompts = 6
		w.reopen()
		g := w.room(drafting.Offline)
		seven := int64(7)
		if _, err := g.Start(t.Context(), w.who, w.brandID, &seven, nil); !fault.Is(err, fault.CapReached) ||
			fault.As(err).Detail["limit"] != 6 {
			t.Fatalf("seven of six: %v", err)
		}
		started := w.start(g, 6)
		topic, err := w.brands.CreateTopic(t.Context(), w.who, w.brandID, brand.TopicFields{Name: "选购", Region: "CN", Language: "zh"})
		must.Do(t, err)
		_, err = w.brands.CreatePrompt(t.Context(), w.who, w.brandID, brand.NewPrompt{
			PromptFields: brand.PromptFields{
				TopicID: topic.ID, Text: "问", Stage: "awareness",
				Status: brand.Suggested,
			}, Source: brand.FromUser,
		})
		must.Do(t, err)
		must.Do(t, g.Run(t.Context(), started.GenerationID))
		if s := w.latest(g); s.Status != drafting.Failed || s.Error == nil || *s.Error != "2006" || len(w.prompts()) != 1 {
			t.Errorf("got %+v", s)
		}
	})
}
