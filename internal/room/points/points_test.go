package points_test

import (
	"fmt"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/points"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

type world struct {
	*points.Ledger
	db    *store.DB
	clock *storetest.Clock
}

func each(t *testing.T, body func(t *testing.T, w *world)) {
	t.Helper()
	storetest.EachClock(t, func(t *testing.T, db *store.DB, clock *storetest.Clock) {
		w := &world{points.New(db), db, clock}
		for _, user := range []string{"li", "wang"} {
			storetest.Exec(t, w.db,
				`INSERT INTO users (id, email, email_key, password_hash, role, created_at, updated_at) VALUES ($1, $1, $1, '', 'user', 0, 0)`, user)
		}
		body(t, w)
	})
}

func (w *world) try(t *testing.T, statement string, args ...any) error {
	t.Helper()
	return w.db.InTx(t.Context(), func(tx *store.Tx) error {
		_, err := tx.Exec(t.Context(), statement, args...)
		return err
	})
}

// month is the cycle so many months after the clock's start, worth 100 points.
func month(n int) points.Terms {
	start := timestamp.Of(storetest.Start.AddDate(0, n, 0))
	return points.Terms{Cycle: points.Cycle{Start: start, End: timestamp.Of(storetest.Start.AddDate(0, n+1, 0))}, Points: 100, Since: start}
}

// with opens a user's book in the first month and works in it.
func (w *world) with(t *testing.T, user string, work func(b *points.Book) error) error {
	t.Helper()
	return w.in(t, user, month(0), work)
}

func (w *world) in(t *testing.T, user string, terms points.Terms, work func(b *points.Book) error) error {
	t.Helper()
	return w.db.InTx(t.Context(), func(tx *store.Tx) error {
		b, err := w.OpenTx(t.Context(), tx, user, terms)
		if err != nil {
			return err
		}
		return work(b)
	})
}

func (w *world) hold(t *testing.T, user string, claims ...points.Claim) error {
	t.Helper()
	return w.with(t, user, func(b *points.Book) error { return b.Hold(t.Context(), claims, "冻结") })
}

func (w *world) release(t *testing.T, user, order string) error {
	t.Helper()
	return w.with(t, user, func(b *points.Book) error { return b.Release(t.Context(), order, "退回") })
}

func (w *world) capture(t *testing.T, user, order string) error {
	t.Helper()
	return w.with(t, user, func(b *points.Book) error { return b.Capture(t.Context(), order, "扣除") })
}

// figures are an account's without its cycle: granted, used, held, refunded, balance.
func (w *world) figures(t *testing.T, user string) [5]int64 {
	t.Helper()
	a, _, err := w.Find(t.Context(), user)
	must.Do(t, err)
	if _, found, err := w.Check(t.Context()); err != nil || len(found) > 0 {
		t.Errorf("the accounts and their entries differ: %v, %v", found, err)
	}
	return [5]int64{a.Granted, a.Used, a.Held, a.Refunded, a.Balance}
}

func TestHoldRefuses(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		must.Do(t, w.hold(t, "li", points.Claim{OrderID: "ord_1", Points: 40}))
		err := w.hold(t, "li", points.Claim{OrderID: "ord_2", Points: 30}, points.Claim{OrderID: "ord_3", Points: 31})
		if !fault.Is(err, fault.PointsShort) {
			t.Fatalf("61 of 60: %v", err)
		}
		expect.Same(t, fault.As(err).Detail, map[string]any{"required": int64(61), "balance": int64(60), "shortfall": int64(1)})
		huge := int64(1) << 62
		err = w.hold(t, "li", points.Claim{OrderID: "ord_2", Points: huge},
			points.Claim{OrderID: "ord_3", Points: huge}, points.Claim{OrderID: "ord_4", Points: huge})
		expect.Refuse(t, err, fault.PointsShort, "more than can be counted")
		if err := w.hold(t, "li", points.Claim{OrderID: "ord_2", Points: -1}); err == nil {
			t.Error("less than nothing was held")
		}
		expect.Is(t, w.hold(t, "li", points.Claim{OrderID: "ord_1", Points: 1}), store.ErrUnique, "a second hold of an order")
		expect.Equal(t, w.figures(t, "li"), [5]int64{100, 0, 40, 0, 60}, "afterwards")
	})
}

// An order's points go one way, once.
func TestOneEnd(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		must.Do(t, w.hold(t, "li", points.Claim{OrderID: "ord_1", Points: 40},
			points.Claim{OrderID: "ord_2", Points: 10}, points.Claim{OrderID: "ord_3"}))
		must.Do(t, w.hold(t, "wang", points.Claim{OrderID: "ord_4", Points: 100}))
		for name, end := range map[string]func(t *testing.T, user, order string) error{"release": w.release, "capture": w.capture} {
			expect.Is(t, end(t, "li", "ord_9"), store.ErrNoRows, name, "of what was never held")
			expect.Is(t, end(t, "li", "ord_4"), store.ErrNoRows, name, "of what another holds")
		}
		must.Do(t, w.release(t, "li", "ord_1"))
		must.Do(t, w.capture(t, "li", "ord_2"))
		must.Do(t, w.release(t, "li", "ord_3")) // of an order that costs nothing
		for _, order := range []string{"ord_1", "ord_2", "ord_3"} {
			expect.Is(t, w.release(t, "li", order), store.ErrUnique, order, "released again")
			expect.Is(t, w.capture(t, "li", order), store.ErrUnique, order, "captured again")
		}
		expect.Equal(t, w.figures(t, "li"), [5]int64{100, 10, 0, 40, 90}, "afterwards")
		expect.Equal(t, w.figures(t, "wang"), [5]int64{100, 0, 100, 0, 0}, "afterwards the other has")
	})
}

// What is held survives the cycle; given back, it counts in the new one.
func TestReleaseInNextCycle(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		must.Do(t, w.hold(t, "li", points.Claim{OrderID: "ord_1", Points: 40}, points.Claim{OrderID: "ord_2", Points: 25}))
		w.clock.Set(month(2).Start.Add(time.Hour).Time)
		must.Do(t, w.in(t, "li", month(2), func(b *points.Book) error { return b.Release(t.Context(), "ord_1", "退回") }))
		expect.Equal(t, w.figures(t, "li"), [5]int64{100, 0, 25, 40, 140}, "after the release")
		must.Do(t, w.in(t, "li", month(2), func(b *points.Book) error { return b.Capture(t.Context(), "ord_2", "扣除") }))
		expect.Equal(t, w.figures(t, "li"), [5]int64{100, 25, 0, 40, 140}, "after the capture")
		now, _, err := w.Find(t.Context(), "li")
		must.Do(t, err)
		expect.Equal(t, now.All(), 165, "used, held and left")
		expect.Equal(t, now.Beside(), 65, "not of this cycle's grant")
		entries, total, err := w.Entries(t.Context(), "li", points.Paging{Number: 2, Size: 4})
		must.Do(t, err)
		if total != 7 || len(entries) != 3 || entries[2].Kind != points.Grant || entries[0].Kind != points.Hold ||
			*entries[0].OrderID != "ord_2" {
			t.Errorf("page 2 of %d: %+v", total, entries)
		}
		entries, _, err = w.Entries(t.Context(), "li", points.Paging{Number: 1, Size: 4})
		must.Do(t, err)
		if e := entries[0]; e.Kind != points.Capture || e.Points != 0 || e.Captured != 25 {
			t.Errorf("the capture is %+v", e)
		}
		if e := entries[1]; e.Kind != points.Release || e.Points != 40 || e.Captured != 0 {
			t.Errorf("the release is %+v", e)
		}
		if e := entries[3]; e.Kind != points.Expire || e.Points != -35 || e.BalanceAfter != 0 || e.CreatedAt != month(0).End {
			t.Errorf("the lapse is %+v", e)
		}
		if e := entries[2]; e.Kind != points.Grant || e.CreatedAt != month(2).Start {
			t.Errorf("the grant is %+v", e)
		}
	})
}

// Points that come back from an ended cycle do not pile up: above twice the present grant they lapse, by an entry of their own.
// What comes back within its cycle is all there.
func TestReleaseDoesNotHoard(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		for n := range 4 { // all of each month's points are held over its end
			w.clock.Set(month(n).Start.Add(time.Hour).Time)
			must.Do(t, w.in(t, "li", month(n), func(b *points.Book) error {
				return b.Hold(t.Context(), []points.Claim{{OrderID: "ord_" + strconv.Itoa(n), Points: 100}}, "提交")
			}))
		}
		w.clock.Set(month(4).Start.Add(time.Hour).Time)
		for n, balance := range []int64{200, 200, 200, 200} {
			must.Do(t, w.in(t, "li", month(4), func(b *points.Book) error { return b.Release(t.Context(), "ord_"+strconv.Itoa(n), "退回") }))
			if got := w.figures(t, "li"); got[4] != balance {
				t.Errorf("after %d releases there are %d", n+1, got[4])
			}
		}
		entries, _, err := w.Entries(t.Context(), "li", points.Paging{Number: 1, Size: 1})
		must.Do(t, err)
		if e := entries[0]; e.Kind != points.Expire || e.Points != -100 || e.Note != string(points.NoteOverdue) || e.BalanceAfter != 200 {
			t.Errorf("the lapse is %+v", e)
		}
		must.Do(t, w.in(t, "li", month(4), func(b *points.Book) error {
			if err := b.Hold(t.Context(), []points.Claim{{OrderID: "ord_now", Points: 150}}, "提交"); err != nil {
				return err
			}
			return b.Release(t.Context(), "ord_now", "退回")
		}))
		if got := w.figures(t, "li"); got[4] != 200 {
			t.Errorf("within a cycle %v", got)
		}
		if _, found, err := w.Check(t.Context()); err != nil || len(found) > 0 {
			t.Errorf("accounts and entries differ: %v, %v", found, err)
		}
	})
}

// The tables refuse what the code would never write.
func TestTablesRefuse(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		must.Do(t, w.hold(t, "li", points.Claim{OrderID: "ord_1", Points: 40}))
		const insert = `INSERT INTO points_entries (id, user_id, number, cycle_start, kind, points, held, granted, balance_after, order_id, note, created_at) VALUES `
		for _, c := range []struct {
			name, statement string
			kind            error
		}{
			{"a negative balance", `UPDATE points_accounts SET balance = -1`, store.ErrCheck},
			{"holding less than nothing", `UPDATE points_accounts SET held = -1`, store.ErrCheck},
			{"a balance below nothing after an entry", insert +
				`('a', 'li', 9, 0, 'adjust', -1, 0, NULL, -1, NULL, '试', 0)`, store.ErrCheck},
			{"a kind that is none", insert + `('a', 'li', 9, 0, 'gift', 1, 0, NULL, 1, NULL, '试', 0)`, store.ErrCheck},
			{"a hold that gives", insert + `('a', 'li', 9, 0, 'hold', 1, -1, NULL, 1, 'ord_2', '试', 0)`, store.ErrCheck},
			{"a hold that holds something else", insert + `('a', 'li', 9, 0, 'hold', -5, 4, NULL, 1, 'ord_2', '试', 0)`, store.ErrCheck},
			{"a hold for nothing", insert + `('a', 'li', 9, 0, 'hold', -5, 5, NULL, 1, NULL, '试', 0)`, store.ErrCheck},
			{"a capture that moves the balance", insert + `('a', 'li', 9, 0, 'capture', 1, -1, NULL, 1, 'ord_1', '试', 0)`, store.ErrCheck},
			{"a grant that does not say of how much", insert + `('a', 'li', 9, 0, 'grant', 1, 0, NULL, 1, NULL, '试', 0)`, store.ErrCheck},
			{"an entry without a reason", insert + `('a', 'li', 9, 0, 'adjust', 1, 0, NULL, 1, NULL, '', 0)`, store.ErrCheck},
			{"a number twice", insert + `('a', 'li', 1, 0, 'adjust', 1, 0, NULL, 1, NULL, '试', 0)`, store.ErrUnique},
			{"a second hold", insert + `('a', 'wang', 1, 0, 'hold', 0, 0, NULL, 0, 'ord_1', '试', 0)`, store.ErrUnique},
			{"a grant twice", insert + `('a', 'li', 9, ` + micros(month(0).Start) +
				`, 'grant', 100, 0, 100, 200, NULL, '试', 0)`, store.ErrUnique},
		} {
			expect.Is(t, w.try(t, c.statement), c.kind, c.name)
		}
		expect.Equal(t, w.figures(t, "li"), [5]int64{100, 0, 40, 0, 60}, "afterwards")
	})
}

func micros(s timestamp.Time) string {
	v, _ := s.Value()
	return fmt.Sprint(v)
}

// Whatever is changed behind the ledger's back, Check finds it.
func TestCheckFinds(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		must.Do(t, w.hold(t, "li", points.Claim{OrderID: "ord_1", Points: 40}, points.Claim{OrderID: "ord_2", Points: 10}))
		must.Do(t, w.release(t, "li", "ord_2"))
		must.Do(t, w.hold(t, "wang"))
		if n, found, err := w.Check(t.Context()); n != 2 || len(found) != 0 || err != nil {
			t.Fatalf("%d accounts, %v, %v", n, found, err)
		}
		for _, c := range []struct {
			change, back string
			want         []points.Difference
		}{
			{`balance = 61`, `balance = 60`, []points.Difference{{UserID: "li", Figure: "balance", Stored: 61, Rebuilt: 60}}},
			{`held = 41, used = 1`, `held = 40, used = 0`, []points.Difference{
				{UserID: "li", Figure: "held", Stored: 41, Rebuilt: 40}, {UserID: "li", Figure: "used", Stored: 1, Rebuilt: 0},
			}},
			{`granted = 99, refunded = 0`, `granted = 100, refunded = 10`, []points.Difference{
				{UserID: "li", Figure: "granted", Stored: 99, Rebuilt: 100}, {UserID: "li", Figure: "refunded", Stored: 0, Rebuilt: 10},
			}},
		} {
			storetest.Exec(t, w.db, `UPDATE points_accounts SET `+c.change+` WHERE user_id = 'li'`)
			_, found, err := w.Check(t.Context())
			if diff := cmp.Diff(c.want, found); diff != "" || err != nil {
				t.Errorf("%s: %v\n%s", c.change, err, diff)
			}
			storetest.Exec(t, w.db, `UPDATE points_accounts SET `+c.back+` WHERE user_id = 'li'`)
		}
		storetest.Exec(t, w.db, `DELETE FROM points_entries WHERE number = 2 AND user_id = 'li'`)
		if _, found, err := w.Check(t.Context()); len(found) < 4 || err != nil {
			t.Errorf("a missing entry: %v, %v", found, err)
		}
		storetest.Exec(t, w.db, `DELETE FROM points_accounts WHERE user_id = 'wang'`)
		if _, found, err := w.Check(t.Context()); err != nil ||
			!slices.Contains(found, points.Difference{UserID: "wang", Figure: "balance", Stored: 0, Rebuilt: 100}) {
			t.Errorf("a missing account: %v, %v", found, err)
		}
	})
}
