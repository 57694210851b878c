package brand_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/plan"
	"renown/internal/testkit/await"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

func TestCap(t *testing.T) {
	t.Parallel()
	eachWith(t, brand.Options{MaxBrands: 2}, func(t *testing.T, w *world) {
		me, other := w.caller(t, plan.Upper), w.caller(t, plan.Trial)
		w.brand(t, me)
		w.brand(t, me)
		_, err := w.Create(t.Context(), me, brand.Profile{Name: "third"})
		if f := must.Refuse(t, err, fault.CapReached); f.Detail["limit"] != 2 {
			t.Errorf("detail %v", f.Detail)
		}
		w.brand(t, other) // each space has its own places
		w.brand(t, w.inTeam(t, me))
	})
}

func TestCapAtOnce(t *testing.T) {
	t.Parallel()
	eachWith(t, brand.Options{MaxBrands: 5}, func(t *testing.T, w *world) {
		me := w.caller(t, plan.Standard)
		w.brand(t, me)
		w.brand(t, me)
		processes := w.processes(t, brand.Options{MaxBrands: 5})
		made := 0
		for _, err := range await.Errors(50, func(i int) error {
			_, err := processes[i%len(processes)].Create(context.Background(), me, brand.Profile{Name: "one of fifty"})
			return err
		}) {
			if err == nil {
				made++
				continue
			}
			must.Refuse(t, err, fault.CapReached)
		}
		list := must.Get(w.List(t.Context(), me))(t)
		if made != 3 || len(list) != 5 {
			t.Errorf("%d of 50 were made for 3 places, %d are listed", made, len(list))
		}
	})
}

// processes are the room in this process and, on PostgreSQL, in a second one.
func (w *world) processes(t *testing.T, options brand.Options) []*brand.Brands {
	t.Helper()
	if w.db.Dialect() == store.SQLite {
		return []*brand.Brands{w.Brands}
	}
	db := storetest.OpenURL(t, w.url, store.WithClock(w.clock.Now))
	connect(t, w.db)
	connect(t, db)
	return []*brand.Brands{w.Brands, brand.New(db, plan.New(db, w.accounts, plan.Options{}), quietFindings(db), options)}
}

// connect opens a dozen connections of a pool, so that what is begun at once is not kept apart by connecting.
func connect(t *testing.T, db *store.DB) {
	t.Helper()
	const many = 12
	var open sync.WaitGroup
	open.Add(many)
	for _, err := range await.Errors(many, func(int) error {
		return db.InTx(context.Background(), func(*store.Tx) error {
			open.Done()
			open.Wait()
			return nil
		})
	}) {
		must.Do(t, err)
	}
}

// A weekly tier needs a weekday whenever the schedule changes; a daily schedule from better days survives other changes.
func TestSchedule(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		me := w.caller(t, plan.Upper)
		b := w.brand(t, me)
		set := func(s *brand.Schedule) (brand.Brand, error) {
			return w.Update(t.Context(), me, b.ID, func(p *brand.Profile) { p.Schedule = s })
		}
		weekday := int64(3)
		daily, weekly := &brand.Schedule{Hour: 8}, &brand.Schedule{Hour: 8, Weekday: &weekday}
		if got, err := set(daily); err != nil || got.Schedule.Weekday != nil {
			t.Fatalf("daily in the upper tier: %+v, %v", got.Schedule, err)
		}
		for range 2 {
			tier := plan.Standard
			must.Get(w.plans.Set(t.Context(), me.UserID, plan.Change{Tier: &tier}))(t)
			must.Get(w.Update(t.Context(), me, b.ID, func(p *brand.Profile) { p.Name += "!" }))(t)
			must.Get(set(daily))(t) // as it is already
			must.Get(set(weekly))(t)
			f := must.Refuse(t, second(set(daily)), fault.Malformed)
			want := &fault.ValueFault{Loc: []any{"body", "schedule", "weekday"}, Rule: "weekday is required for this plan"}
			expect.Same(t, f.Value, want)
			must.Get(set(nil))(t)
			upper := plan.Upper
			must.Get(w.plans.Set(t.Context(), me.UserID, plan.Change{Tier: &upper}))(t)
			must.Get(set(daily))(t)
		}
		trial := plan.Trial
		must.Get(w.plans.Set(t.Context(), me.UserID, plan.Change{Tier: &trial}))(t)
		for _, s := range []*brand.Schedule{weekly, daily} {
			must.Get(set(s))(t)
		}
	})
}

func second[T any](_ T, err error) error { return err }

// A change that alters nothing leaves updated_at; one that alters something moves it, and neither moves created_at.
func TestUpdatedAt(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		me := w.caller(t, plan.Upper)
		h := w.household(t, me)
		first := w.db.Now()
		for name, change := range map[string]func(alter bool) (created, updated any, err error){
			"brand": func(alter bool) (any, any, error) {
				b, err := w.Update(t.Context(), me, h.brand.ID, func(p *brand.Profile) {
					if p.Keywords = (store.Texts{}); alter {
						p.Keywords = store.Texts{"云"}
					}
				})
				return b.CreatedAt, b.UpdatedAt, err
			},
			"topic": func(alter bool) (any, any, error) {
				b, err := w.UpdateTopic(t.Context(), me, h.topic.ID, func(f *brand.TopicFields) {
					if alter {
						f.Language = "en"
					}
				})
				return b.CreatedAt, b.UpdatedAt, err
			},
			"prompt": func(alter bool) (any, any, error) {
				b, err := w.UpdatePrompt(t.Context(), me, h.prompt.ID, func(f *brand.PromptFields) {
					if f.Types = nil; alter { // both, as it was
						f.Types = store.Texts{brand.Sentiment}
					}
				})
				return b.CreatedAt, b.UpdatedAt, err
			},
			"competitor": func(alter bool) (any, any, error) {
				b, err := w.UpdateCompetitor(t.Context(), me, h.competitor.ID, func(f *brand.CompetitorFields) {
					if f.Aliases = nil; alter {
						f.Aliases = store.Texts{"Shanyue"}
					}
				})
				return b.CreatedAt, b.UpdatedAt, err
			},
		} {
			w.clock.Advance(time.Minute)
			created, updated, err := change(false)
			must.Do(t, err)
			if created != any(first) || updated != any(first) {
				t.Errorf("%s: an empty change: created %v, updated %v, want both %v", name, created, updated, first)
			}
			created, updated, err = change(true)
			must.Do(t, err)
			if created != any(first) || updated != any(w.db.Now()) {
				t.Errorf("%s: a change: created %v, updated %v, want %v and %v", name, created, updated, first, w.db.Now())
			}
		}
	})
}

func TestOwner(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		_, err := w.Owner(t.Context(), unheardOf.brand.ID)
		missing(t, err, "brand", unheardOf.brand.ID)
		me := w.caller(t, plan.Standard)
		for _, who := range []account.Caller{me, w.inTeam(t, me)} {
			got, err := w.Owner(t.Context(), w.brand(t, who).ID)
			if diff := cmp.Diff(who, got); err != nil || diff != "" {
				t.Errorf("%v\n%s", err, diff)
			}
		}
	})
}
