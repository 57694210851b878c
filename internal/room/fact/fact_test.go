package fact_test

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"

	"renown/internal/floor/fault"
	"renown/internal/floor/limit"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/fact"
	"renown/internal/room/plan"
	"renown/internal/room/reading"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

type world struct {
	*fact.Facts
	db      *store.DB
	clock   *storetest.Clock
	who     account.Caller
	other   account.Caller
	brandID string
	plans   *plan.Plans
}

func each(t *testing.T, body func(t *testing.T, w *world)) {
	t.Helper()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		body(t, newWorld(t, d))
	})
}

func newWorld(t *testing.T, d store.Dialect) *world {
	t.Helper()
	clock := storetest.NewClock()
	db := storetest.OpenURL(t, storetest.URL(t, d), store.WithClock(clock.Now))
	accounts := account.New(db, limit.New(db), account.Options{MaxKeys: 50, PasswordMemory: 64})
	w := &world{db: db, clock: clock, plans: plan.New(db, accounts, plan.Options{})}
	findings := reading.New(db, reading.Options{Queue: queue.Gather(db, func([]queue.Job) {})})
	brands := brand.New(db, w.plans, findings, brand.Options{})
	w.Facts = fact.New(db, w.plans, brands, queue.Gather(db, func([]queue.Job) {}), nil)
	for i, who := range []*account.Caller{&w.who, &w.other} {
		user := must.Get(accounts.Prepare(t.Context(), fmt.Sprintf("user%d@example.com", i), "long enough a password"))(t)
		userID := must.Get(w.plans.Open(t.Context(), user, plan.Terms{Tier: plan.Standard}))(t)
		spaces := must.Get(accounts.Spaces(t.Context(), userID))(t)
		*who = account.Caller{UserID: userID, SpaceID: spaces[0].ID}
	}
	b := must.Get(brands.Create(t.Context(), w.who, brand.Profile{Name: "青禾咖啡", Introduction: "咖啡", ProductType: "咖啡"}))(t)
	w.brandID = b.ID
	return w
}

var stores = fact.Fields{
	Attribute: "门店数", Value: "412", Unit: "家", ValidFrom: new("2026-09-30"),
	SourceURL: new("https://qinghe.example/q3"),
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		one := must.Get(w.Create(ctx, w.who, w.brandID, stores))(t)
		if one.Subject != "青禾咖啡" || one.Kind != "number" || !one.Judging || one.Statement == "" {
			t.Errorf("%+v", one)
		}
		for name, c := range map[string]struct {
			change func(*fact.Fields)
			code   fault.Code
		}{
			"no day":          {func(f *fact.Fields) { f.ValidFrom = new("yesterday") }, fault.Malformed},
			"ends first":      {func(f *fact.Fields) { f.ValidTo = new("2026-01-01") }, fault.Malformed},
			"unreadable":      {func(f *fact.Fields) { f.Value, f.Kind, f.Attribute = "many", "number", "x" }, fault.Malformed},
			"overlap":         {func(f *fact.Fields) { f.ValidFrom = new("2026-12-01") }, fault.Malformed},
			"overlap in case": {func(f *fact.Fields) { f.Attribute = " 门店数 "; f.ValidFrom = nil }, fault.Malformed},
			"no such kind":    {func(f *fact.Fields) { f.Kind, f.Attribute = "colour", "y" }, fault.Malformed},
			"script source":   {func(f *fact.Fields) { f.SourceURL, f.Attribute = new("javascript:alert(1)"), "z" }, fault.Malformed},
			"long":            {func(f *fact.Fields) { f.Attribute = strings.Repeat("门", 65) }, fault.Malformed},
			"blank":           {func(f *fact.Fields) { f.Value = " " }, fault.Malformed},
		} {
			f := stores
			c.change(&f)
			expect.Refuse(t, expect.Error(w.Create(ctx, w.who, w.brandID, f)), c.code, name)
		}
		expect.Refuse(t, expect.Error(w.Find(ctx, w.other, one.ID)), fault.NoSuchThing, "another account reads it")
		expect.Refuse(t, expect.Error(w.Update(ctx, w.other, one.ID, func(*fact.Fields) {})), fault.NoSuchThing,
			"another account changes it")
		expect.Refuse(t, w.Delete(ctx, w.other, one.ID), fault.NoSuchThing, "another account deletes it")
		expect.Refuse(t, expect.Error(w.List(ctx, w.other, w.brandID, fact.Filter{},
			store.Paging{Number: 1, Size: 20})), fault.NoSuchThing, "another account lists them")
	})
}

// Periods may follow each other, also when both ends move in one save; the history tells every change.
func TestSheet(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		one, err := w.Create(ctx, w.who, w.brandID, stores)
		must.Do(t, err)
		before := stores
		before.Value, before.ValidFrom, before.ValidTo = "350", new("2025-09-30"), new("2026-09-29")
		two := must.Get(w.Create(ctx, w.who, w.brandID, before))(t)
		_, err = w.Save(ctx, w.who, w.brandID, []fact.Change{
			{ID: two.ID, Change: func(f *fact.Fields) { f.ValidTo = new("2026-10-31") }},
			{ID: one.ID, Change: func(f *fact.Fields) { f.ValidFrom = new("2026-11-01") }},
		})
		must.Do(t, err)
		_, err = w.Save(ctx, w.who, w.brandID, []fact.Change{
			{ID: one.ID, Change: func(f *fact.Fields) { f.Value = "420" }},
			{ID: two.ID, Change: func(f *fact.Fields) { f.ValidTo = nil }},
		})
		if !fault.Is(err, fault.Malformed) {
			t.Fatalf("an overlap: %v", err)
		}
		expect.Same(t, badRows(err), []int{0, 1}, "rows that overlap")
		if now, err := w.Find(ctx, w.who, one.ID); err != nil || now.Value != "412" {
			t.Errorf("a refused save left something: %+v, %v", now, err)
		}
		past := must.Get(w.History(ctx, w.who, one.ID))(t)
		if len(past) != 2 || past[1].Before != nil || past[0].After == nil ||
			*past[0].After.ValidFrom != "2026-11-01" || *past[0].Before.ValidFrom != "2026-09-30" {
			t.Errorf("%+v", past)
		}
		must.Do(t, w.Delete(ctx, w.who, one.ID))
		list, total, err := w.List(ctx, w.who, w.brandID, fact.Filter{Text: "门店"}, store.Paging{Number: 1, Size: 20})
		if err != nil || total != 1 || list[0].ID != two.ID {
			t.Errorf("%v %d %v", list, total, err)
		}
	})
}

// Files as spreadsheets write them say the same; what is no text, and a file that is too long to be read whole, is refused as that.
func TestCSVOfSpreadsheets(t *testing.T) {
	t.Parallel()
	const sheet = "attribute,value,unit\n门店数,412,家\n"
	gbk := must.Get(simplifiedchinese.GBK.NewEncoder().String(sheet))(t)
	utf16 := must.Get(unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(strings.ReplaceAll(sheet, ",", "\t")))(t)
	each(t, func(t *testing.T, w *world) {
		for name, file := range map[string]string{
			"UTF-8 with a mark": "\ufeff" + sheet, "GBK": gbk,
			"UTF-16 with tabs": utf16, "semicolons": strings.ReplaceAll(sheet, ",", ";"),
		} {
			saved := must.Get(w.Import(t.Context(), w.who, w.brandID, strings.NewReader(file)))(t)
			if len(saved) != 1 || saved[0].Attribute != "门店数" || saved[0].Value != "412" || saved[0].Unit != "家" {
				t.Errorf("%s: %+v", name, saved)
			}
		}
		for reason, file := range map[string]string{
			"fact_csv_text": sheet + "\xff\xff\xff,1,家\n",
			"fact_csv_size": sheet + strings.Repeat("\n", 8<<20),
		} {
			_, err := w.Import(t.Context(), w.who, w.brandID, strings.NewReader(file))
			if known := fault.As(err); known == nil || known.Reason != reason {
				t.Errorf("%s: %v", reason, err)
			}
		}
	})
}

// A sheet goes out and comes in again without a change; five thousand rows are taken, one more is refused, and nothing of it stays.
func TestCSV(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		f := stores
		f.Wrong, f.Statement = store.Texts{"500 家", "六百"}, "=门店 412 家"
		one, err := w.Create(ctx, w.who, w.brandID, f)
		must.Do(t, err)
		var out strings.Builder
		must.Do(t, w.WriteCSV(ctx, w.who, w.brandID, &out))
		if !strings.Contains(out.String(), "'=门店") {
			t.Errorf("a formula goes out: %s", out.String())
		}
		saved := must.Get(w.Import(ctx, w.who, w.brandID, strings.NewReader(out.String())))(t)
		if len(saved) != 1 || saved[0].ID != one.ID || !saved[0].UpdatedAt.Equal(one.UpdatedAt.Time) || len(saved[0].Wrong) != 2 {
			t.Errorf("%+v", saved)
		}
		expect.Refuse(t, expect.Error(w.Import(ctx, w.who, w.brandID, strings.NewReader("name\nx\n"))),
			fault.Malformed, "a header without what is needed")
		for _, head := range []string{"", "attribute,value\n", "attribute;value\n;"} { // each separator costs many times its size when it is read
			_, err := w.Import(ctx, w.who, w.brandID, strings.NewReader(head+strings.Repeat(",;", 1<<20)))
			if f := must.Refuse(t, err, fault.Malformed); f.Reason != "fact_csv_columns" {
				t.Errorf("a million columns below %q: %v", head, err)
			}
		}
		_, err = w.Import(ctx, w.who, w.brandID, strings.NewReader("attribute,value,kind\n门店面积,大,number\n"))
		expect.Same(t, badRows(err), []int{0}, "a bad row")
		var many strings.Builder
		many.WriteString("attribute,value\n")
		for i := range fact.MaxFacts {
			fmt.Fprintf(&many, "属性 %d,1\n", i)
		}
		expect.Refuse(t, expect.Error(w.Import(ctx, w.who, w.brandID, strings.NewReader(many.String()))), fault.CapReached, "one too many")
		_, total, err := w.List(ctx, w.who, w.brandID, fact.Filter{}, store.Paging{Number: 1, Size: 1})
		if err != nil || total != 1 {
			t.Errorf("a refused file left %d facts: %v", total, err)
		}
	})
}

// What a profile states waits to be taken and judges nothing; an attribute that the sheet has is not proposed again.
func TestPropose(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		b := brand.Brand{ID: w.brandID, Profile: brand.Profile{Name: "青禾咖啡", Introduction: "青禾咖啡创立于 2016 年，全国有 118 家门店。"}}
		for turn, want := range []int{2, 0} {
			must.Do(t, w.db.InTx(t.Context(), func(tx *store.Tx) error {
				n, err := w.ProposeTx(t.Context(), tx, w.who, b)
				expect.Equal(t, n, want, "turn", turn, "proposed")
				return err
			}))
		}
		expect.Refuse(t, expect.Error(w.Suggest(t.Context(), w.who, "每袋 98 元。", "98 元")), fault.Malformed, "a sentence about nobody")
		if _, err := w.Suggest(t.Context(), account.Caller{SpaceID: "spc_other"}, "青禾咖啡年销 98 吨。", "98 吨"); err == nil {
			t.Error("another space suggests")
		}
		list, _, err := w.List(t.Context(), w.who, w.brandID, fact.Filter{Status: "suggested"}, store.Paging{Number: 1, Size: 20})
		must.Do(t, err)
		if len(list) != 2 || list[0].Judging || list[0].Source != fact.FromAgent || list[0].Value != "2016" ||
			list[1].Value != "118" || list[1].Unit != "家" {
			t.Errorf("%+v", list)
		}
	})
}

// A sheet of 5,000 rows is taken as a whole and one more row is refused; rows of one file that contradict each other
// are refused by their line.
func TestLarge(t *testing.T) {
	t.Parallel()
	w := newWorld(t, store.SQLite)
	var file strings.Builder
	file.WriteString("attribute,value,unit\n")
	for i := range fact.MaxFacts {
		fmt.Fprintf(&file, "属性%d,%d,家\n", i, i+1)
	}
	saved, err := w.Import(t.Context(), w.who, w.brandID, strings.NewReader(file.String()))
	must.Do(t, err)
	expect.Equal(t, len(saved), fact.MaxFacts, "saved")
	expect.Refuse(t, expect.Error(w.Create(t.Context(), w.who, w.brandID, stores)), fault.CapReached, "one more")
	file.WriteString("属性x,1,家\n")
	expect.Refuse(t, expect.Error(w.Import(t.Context(), w.who, w.brandID, strings.NewReader(file.String()))),
		fault.CapReached, "a file with one more")
	_, err = w.Import(t.Context(), w.who, w.brandID, strings.NewReader("id,attribute,value,unit,valid_to\n"+
		saved[0].ID+",属性0,1,家,2026-01-01\n"+saved[1].ID+",属性0,2,家,\n"))
	expect.Same(t, badRows(err), []int{0, 1}, "two rows of one attribute at one time")
}

// badRows are the rows that a refusal names.
func badRows(err error) (list []int) {
	refused, _ := errors.AsType[fact.RowFaults](err)
	for _, r := range refused {
		list = append(list, r.Row)
	}
	return list
}

// A refused file names every bad row, whatever is wrong with it, and leaves nothing. A row that overlaps a fact whose
// own row was refused is not
// blamed: once that one is mended there may be room for it.
func TestEveryBadRowIsNamed(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		one := must.Get(w.Create(ctx, w.who, w.brandID, stores))(t)
		_, err := w.Import(ctx, w.who, w.brandID, strings.NewReader(strings.Join([]string{
			"id,attribute,value,unit,valid_from,valid_to",
			one.ID + ",门店数,412,家,2026-09-30,never",
			",门店数,420,家,2026-12-01,",
			",面积,3\"0,平方米,,",
			",员工数,300,人,,",
			",员工数,301,人,2026-01-01,",
			",,5,人,,",
			",城市,上海,,,",
			"fct_unknown,总部,北京,,,",
			",产品数,12,款,,",
		}, "\n")))
		expect.Refuse(t, err, fault.Malformed, "a file with bad rows")
		refused, _ := errors.AsType[fact.RowFaults](err)
		var reasons []string
		for _, r := range refused {
			reasons = append(reasons, fmt.Sprint(r.Row, " ", cmp.Or(fault.Of(r.Err).Reason, fmt.Sprint(fault.Of(r.Err).Code))))
		}
		expect.Same(t, reasons, []string{
			"0 fact_day", "2 fact_csv_row", "3 fact_overlap", "4 fact_overlap",
			"5 fact_blank", "7 3001",
		}, "what is wrong with which row")
		_, total, err := w.List(ctx, w.who, w.brandID, fact.Filter{}, store.Paging{Number: 1, Size: 1})
		must.Do(t, err)
		expect.Equal(t, total, 1, "facts after a refused file")
	})
}
