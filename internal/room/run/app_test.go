package run_test

import (
	"bytes"
	"context"
	"image"
	"image/jpeg"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/room/account"
	"renown/internal/room/event"
	"renown/internal/room/plan"
	"renown/internal/room/run"
	"renown/internal/room/run/runtime"
	"renown/internal/testkit/await"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
	"renown/internal/tool/assistant"
)

// browser is a runtime that the test plays.
type browser struct {
	runtime.Runtime
	rooms *runtime.Runtimes
}

// connect makes a runtime for a caller's space, or with none for the installation, that is logged in to doubao; its terms are read.
func (w *world) connect(t must.Tester, who account.Caller) *browser {
	t.Helper()
	rooms := w.runtimes()
	must.Get(rooms.RecordTerms(context.Background(), runtime.Terms{Platform: "doubao", ReadBy: "林见", Edition: "2026-08"}))(t)
	made, _, err := rooms.Create(context.Background(), runtime.NewRuntime{
		SpaceID: who.SpaceID, UserID: who.UserID,
		Name: "工作站", Platforms: []string{"doubao"},
	})
	must.Do(t, err)
	b := &browser{made, rooms}
	b.says(t, runtime.Ready)
	return b
}

func (b *browser) says(t must.Tester, state runtime.State) {
	t.Helper()
	must.Do(t, b.rooms.Report(context.Background(), b.Runtime, []runtime.Report{{Platform: "doubao", State: state}}))
}

// next takes the next question, a minute after the one before.
func (w *world) next(t must.Tester, b *browser) *run.Handed {
	t.Helper()
	w.clock.Advance(time.Minute)
	b.says(t, runtime.Ready)
	h, _, err := w.Hand(context.Background(), b.Runtime, []string{"doubao"})
	must.Do(t, err)
	return h
}

func (w *world) inApps(t must.Tester, who account.Caller, brandID string) string {
	t.Helper()
	out, err := w.Submit(context.Background(), who, run.Request{
		BrandID: brandID, Platforms: []string{"doubao"},
		Surface: "app", Origin: run.FromAPI,
	})
	must.Do(t, err)
	return out.RunID
}

var seen = assistant.Shown{
	Text: "推荐云栖笔记，其次是青简笔记。", Model: "豆包", Queries: []string{"云笔记 推荐"}, Raw: []byte("data: 推荐"),
	Sources: []assistant.ShownSource{{URL: "https://www.example.com/a?utm_source=x", Title: "评测", Cited: true}},
}

func TestAppsWithoutRuntimeAreSkipped(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		who := w.caller(t, plan.Upper)
		reason := func(want, code string) {
			t.Helper()
			r := w.statusIs(t, who, w.inApps(t, who, w.brand(t, who, questions(1)...)), run.Failed)
			p := platformOf(t, r, "doubao")
			if r.Surface != "app" || p.Status != run.Skipped || *p.ReasonCode != code || string(*p.Reason) != want {
				t.Errorf("the run in apps is %+v: %v %v", r, *p.ReasonCode, *p.Reason)
			}
		}
		reason("terms_unread", "not_configured")
		other := w.connect(t, w.caller(t, plan.Upper)) // serves another space
		reason("not_logged_in", "not_logged_in")
		mine := w.connect(t, who)
		mine.says(t, runtime.Login)
		reason("not_logged_in", "not_logged_in")
		mine.says(t, runtime.Ready)
		w.clock.Advance(4 * time.Minute) // it sleeps
		reason("not_logged_in", "not_logged_in")
		mine.says(t, runtime.Ready)
		must.Do(t, mine.rooms.Revoke(context.Background(), who.SpaceID, mine.ID))
		reason("not_logged_in", "not_logged_in")
		refused(t, mine.rooms.Revoke(context.Background(), who.SpaceID, other.ID), fault.NoSuchThing,
			map[string]any{"resource": "runtime", "id": other.ID})
		w.sound(t)
	})
}

func TestRuntimeAsksEachOnce(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		ctx := context.Background()
		who := w.caller(t, plan.Upper)
		brandID := w.brand(t, who, questions(4)...)
		b := w.connect(t, account.Caller{})
		runID := w.inApps(t, who, brandID)
		w.work(t) // workers ask nothing of it
		if r := w.statusIs(t, who, runID, run.Running); r.Progress.Done != 0 {
			t.Fatalf("%+v", r)
		}
		w.clock.Advance(time.Hour)
		w.accepted(t, who, brandID, "doubao") // by the interface, beside it

		first := w.next(t, b)
		if again := w.next(t, b); again != nil {
			t.Fatalf("a second question is handed out while the first is asked: %+v", again)
		}
		must.Do(t, w.HandIn(ctx, b.Runtime, first.TaskID, first.Claim, seen))
		must.Do(t, w.HandIn(ctx, b.Runtime, first.TaskID, first.Claim, seen)) // its reply was lost on the way
		w.work(t)

		killed := w.next(t, b) // it dies, and another goes on
		w.clock.Advance(run.Lease + time.Second)
		b.says(t, runtime.Ready)
		must.Do(t, w.Sweep(ctx))
		twin := w.next(t, b)
		if twin.TaskID != killed.TaskID || twin.Claim == killed.Claim {
			t.Fatalf("after a lapse %+v comes as %+v", killed, twin)
		}
		refused(t, w.HandIn(ctx, b.Runtime, killed.TaskID, killed.Claim, seen), fault.NoSuchThing,
			map[string]any{"resource": "task", "id": killed.TaskID})
		expect.Refuse(t, expect.Error(w.Renew(ctx, b.Runtime, killed.TaskID, killed.Claim)), fault.NoSuchThing, "a lapsed claim is renewed")
		w.clock.Advance(run.Lease / 2)
		must.Get(w.Renew(ctx, b.Runtime, twin.TaskID, twin.Claim))(t)
		w.clock.Advance(run.Lease - time.Second)
		must.Do(t, w.Sweep(ctx))
		must.Do(t, w.HandIn(ctx, b.Runtime, twin.TaskID, twin.Claim, seen))

		late := w.next(t, b) // the server was away for an hour: no other runtime has asked meanwhile
		w.clock.Advance(time.Hour)
		must.Do(t, w.Sweep(ctx))
		must.Do(t, w.Alone(ctx))
		must.Do(t, w.HandIn(ctx, b.Runtime, late.TaskID, late.Claim, seen))

		last := w.next(t, b)
		must.Do(t, w.HandBack(ctx, b.Runtime, last.TaskID, last.Claim, run.NeedsLogin)) // not an attempt
		for range 3 {
			last = w.next(t, b)
			must.Do(t, w.HandBack(ctx, b.Runtime, last.TaskID, last.Claim, assistant.Timeout))
		}
		w.work(t)
		r := w.statusIs(t, who, runID, run.Completed)
		if p := platformOf(t, r, "doubao"); p.Done != 4 || p.Answered != 3 || p.Failed != 1 {
			t.Errorf("%+v", p)
		}
		list, _, err := w.Evidence(ctx, who, runID, run.EvidenceFilter{Paging: run.Paging{Number: 1, Size: 10}})
		must.Do(t, err)
		for _, e := range list {
			if e.Surface != "app" || e.Mode != "search" || e.Status == "answered" &&
				(*e.Model != "豆包" || len(e.Citations) != 1 || !*e.Mentioned) {
				t.Errorf("%+v", e)
			}
		}
		expect.Equal(t, w.number(t, `SELECT count(*) FROM answers WHERE run_id = $1 AND mode = 'app/search'`, runID),
			3, "answers are kept of the app")
		w.sound(t)
	})
}

// Who was let in before the token ended brings nothing in and takes nothing out afterwards: a claim that waited, an
// answer that was sent slowly.
func TestRuntimeEndsUnderWay(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		ctx := context.Background()
		who := w.caller(t, plan.Upper)
		b := w.connect(t, who)
		runID := w.inApps(t, who, w.brand(t, who, questions(2)...))
		h := w.next(t, b)
		must.Do(t, b.rooms.Revoke(ctx, who.SpaceID, b.ID))
		w.clock.Advance(run.Lease + time.Minute)
		must.Do(t, w.Sweep(ctx))
		_, _, err := w.Hand(ctx, b.Runtime, []string{"doubao"})
		expect.Refuse(t, err, fault.Unauthenticated, "a claim")
		expect.Refuse(t, expect.Error(w.Renew(ctx, b.Runtime, h.TaskID, h.Claim)), fault.Unauthenticated, "a lease")
		expect.Refuse(t, w.HandIn(ctx, b.Runtime, h.TaskID, h.Claim, seen), fault.Unauthenticated, "an answer")
		expect.Refuse(t, w.HandBack(ctx, b.Runtime, h.TaskID, h.Claim, run.NeedsLogin), fault.Unauthenticated, "a question given back")
		w.work(t)
		expect.Equal(t, w.statusIs(t, who, runID, run.Running).Progress.Done, 0)
		w.sound(t)
	})
}

func TestRuntimePace(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		ctx := context.Background()
		who := w.caller(t, plan.Upper)
		b := w.connect(t, who)
		w.inApps(t, who, w.brand(t, who, questions(2)...))
		h := w.next(t, b)
		must.Do(t, w.HandIn(ctx, b.Runtime, h.TaskID, h.Claim, seen))
		if h, wait, err := w.Hand(ctx, b.Runtime, []string{"doubao"}); err != nil || h != nil || wait != time.Minute {
			t.Errorf("right after a question: %v, wait %v, %v", h, wait, err)
		}
		if h, _, err := w.Hand(ctx, b.Runtime, []string{"kimi"}); err != nil || h != nil {
			t.Errorf("for a platform that the token is not for: %v, %v", h, err)
		}
		storetest.Exec(t, w.db, `UPDATE runtime_platforms SET asked = 40`)
		w.clock.Advance(time.Minute)
		if h, wait, err := w.Hand(ctx, b.Runtime, []string{"doubao"}); err != nil || h != nil || wait <= time.Minute {
			t.Errorf("after forty: %v, wait %v, %v", h, wait, err)
		}
		storetest.Exec(t, w.db, `UPDATE runtime_platforms SET asked = 0`)
		for night := w.clock.Now(); night.UTC().Hour() != 16; night = w.clock.Now() { // midnight in Beijing
			w.clock.Advance(time.Hour)
		}
		b.says(t, runtime.Resting)
		if h, wait, err := w.Hand(ctx, b.Runtime, []string{"doubao"}); err != nil || h != nil || wait < 6*time.Hour {
			t.Errorf("at night: %v, wait %v, %v", h, wait, err)
		}
	})
}

func TestTwoRuntimesShareAPlatform(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		who := w.caller(t, plan.Upper)
		w.connect(t, account.Caller{})
		runID := w.inApps(t, who, w.brand(t, who, questions(6)...))
		var mu sync.Mutex
		var got []string
		await.AtOnce(4, func(int) {
			b := w.connect(t, who)
			h, _, err := w.Hand(context.Background(), b.Runtime, []string{"doubao"})
			if err == nil && h != nil {
				err = w.HandIn(context.Background(), b.Runtime, h.TaskID, h.Claim, seen)
				mu.Lock()
				got = append(got, h.TaskID)
				mu.Unlock()
			}
			expect.Do(t, err)
		})
		slices.Sort(got)
		if len(slices.Compact(slices.Clone(got))) != len(got) || len(got) == 0 {
			t.Errorf("handed out: %v", got)
		}
		w.work(t)
		if n := w.number(t, `SELECT count(*) FROM answers WHERE run_id = $1`, runID); n != int64(len(got)) {
			t.Errorf("%d answers of %d", n, len(got))
		}
	})
}

func TestAppThatStaysAway(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		ctx := context.Background()
		who := w.caller(t, plan.Upper)
		b := w.connect(t, who)
		runID := w.inApps(t, who, w.brand(t, who, questions(2)...))
		h := w.next(t, b)
		must.Do(t, w.HandIn(ctx, b.Runtime, h.TaskID, h.Claim, assistant.Shown{Text: strings.Repeat("长", 8<<20)})) // 24 MB: cut
		w.work(t)
		w.clock.Advance(11 * time.Hour)
		must.Do(t, w.Sweep(ctx))
		w.statusIs(t, who, runID, run.Running)
		w.clock.Advance(2 * time.Hour)
		must.Do(t, w.Sweep(ctx))
		p := platformOf(t, w.statusIs(t, who, runID, run.Completed), "doubao")
		if p.Answered != 1 || p.ReasonCode == nil || *p.ReasonCode != "not_logged_in" {
			t.Errorf("%+v", p)
		}
		second := w.inAppsAfter(t, who, b)
		h = w.next(t, b)
		must.Get(w.Cancel(ctx, who, second))(t)
		refused(t, w.HandIn(ctx, b.Runtime, h.TaskID, h.Claim, seen), fault.NoSuchThing, map[string]any{"resource": "task", "id": h.TaskID})
		w.sound(t)
	})
}

func (w *world) inAppsAfter(t must.Tester, who account.Caller, b *browser) string {
	t.Helper()
	b.says(t, runtime.Ready)
	for hour := w.clock.Now().UTC().Hour(); hour < 1 || hour > 10; hour = w.clock.Now().UTC().Hour() { // by day in Beijing
		w.clock.Advance(time.Hour)
	}
	b.says(t, runtime.Ready)
	return w.inApps(t, who, w.brand(t, who, questions(1)...))
}

// A tenth of a run's prompts is asked in the app that a runtime is logged in to, on that day and no other.
func TestPairs(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		ctx := context.Background()
		who := w.caller(t, plan.Upper)
		brandID := w.brand(t, who, questions(11)...)
		submit := func() string {
			t.Helper()
			out := must.Get(w.Submit(ctx, who, run.Request{
				BrandID: brandID, Platforms: []string{"doubao", "kimi"},
				Origin: run.FromAPI,
			}))(t)
			w.work(t)
			return out.RunID
		}
		pairs := func() int64 { return w.number(t, `SELECT count(*) FROM runs WHERE pair_of IS NOT NULL`) }
		b := w.connect(t, who)
		b.says(t, runtime.Login)
		submit()
		must.Equal(t, pairs(), 0, "pairs without a runtime that is logged in")
		w.clock.Advance(time.Hour)
		b.says(t, runtime.Ready)
		apart := submit()
		if n := w.number(t,
			`SELECT count(*) FROM tasks t JOIN runs r ON r.id = t.run_id WHERE r.pair_of = $1 AND t.surface = 'app' AND t.platform = 'doubao'`, apart); n != 2 || pairs() != 1 {
			t.Fatalf("%d questions of eleven are asked in the app as well, in %d runs", n, pairs())
		}
		h := w.next(t, b)
		picture := seen
		picture.Screen = screenshot(t)
		must.Do(t, w.HandIn(ctx, b.Runtime, h.TaskID, h.Claim, picture))
		w.work(t)
		if got, err := w.Screen(ctx, who, h.TaskID); err != nil || !slices.Equal(got, picture.Screen) {
			t.Errorf("the screenshot is %d bytes: %v", len(got), err)
		}
		_, err := w.Screen(ctx, w.caller(t, plan.Upper), h.TaskID)
		refused(t, err, fault.NoSuchThing, map[string]any{"resource": "screenshot", "id": h.TaskID})

		w.clock.Advance(time.Hour)
		b.says(t, runtime.Ready)
		submit() // while one is in flight there is no other
		expect.Equal(t, pairs(), 1, "pairs")
		w.clock.Advance(24 * time.Hour)
		must.Do(t, w.Sweep(ctx))
		expect.Equal(t,
			w.number(t,
				`SELECT count(*) FROM runs WHERE pair_of IS NOT NULL AND status = 'cancelled' AND answered = 1`), 1,
			"pairs ended with their day")
		w.sound(t)
	})
}

func screenshot(t *testing.T) []byte {
	t.Helper()
	var out bytes.Buffer
	must.Do(t, jpeg.Encode(&out, image.NewGray(image.Rect(0, 0, 8, 8)), nil))
	return out.Bytes()
}

// A stop is told once, to the space whose runtime it is.
func TestStopIsTold(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		who := w.caller(t, plan.Upper)
		own, all := w.connect(t, who), w.connect(t, account.Caller{})
		own.rooms.Events, all.rooms.Events = event.New(w.db, event.Options{}), event.New(w.db, event.Options{})
		told := func(want int64) {
			t.Helper()
			if n := w.number(t,
				`SELECT count(*) FROM events WHERE space_id = $1 AND type = 'runtime.stopped' AND data LIKE '%"platform":"doubao","state":"%'`, who.SpaceID); n != want {
				t.Errorf("told %d times, not %d", n, want)
			}
		}
		for _, s := range []struct {
			state runtime.State
			want  int64
		}{
			{runtime.Resting, 0},
			{runtime.Challenge, 1},
			{runtime.Challenge, 1},
			{runtime.Login, 1},
			{runtime.Ready, 1},
			{runtime.Unknown, 2},
		} {
			w.clock.Advance(time.Minute)
			own.says(t, s.state)
			all.says(t, s.state)
			told(s.want)
		}
	})
}

func TestScreenshotIsAPicture(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		ctx := context.Background()
		who := w.caller(t, plan.Upper)
		b := w.connect(t, who)
		w.inApps(t, who, w.brand(t, who, questions(3)...))
		for _, bad := range [][]byte{nil, []byte("<svg onload=alert(1)>"), append(screenshot(t), make([]byte, assistant.ScreenMax)...)} {
			h := w.next(t, b)
			shown := seen
			shown.Screen = bad
			must.Do(t, w.HandIn(ctx, b.Runtime, h.TaskID, h.Claim, shown))
			w.work(t)
			expect.Refuse(t, expect.Error(w.Screen(ctx, who, h.TaskID)), fault.NoSuchThing, bad, "is a screenshot")
		}
	})
}
