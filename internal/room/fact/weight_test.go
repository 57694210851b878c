package fact_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/undo"
	"renown/internal/room/brand"
	"renown/internal/room/fact"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// heavy is a fact of 20 terms of 60 characters, all its own.
func heavy(i int) fact.Fields {
	f := fact.Fields{Attribute: fmt.Sprintf("a%d", i), Value: "v3", SourceURL: new("https://qinghe.example/a")}
	for k := range 20 {
		head := fmt.Sprintf("%d-%d-", i, k)
		f.Terms = append(f.Terms, head+strings.Repeat("z", 60-len(head)))
	}
	return f
}

func heavyFile(n int) *strings.Reader {
	var b strings.Builder
	b.WriteString("attribute,terms,value,source_url\n")
	for i := range n {
		f := heavy(i)
		fmt.Fprintf(&b, "%s,%s,%s,%s\n", f.Attribute, strings.Join(f.Terms, "|"), f.Value, *f.SourceURL)
	}
	return strings.NewReader(b.String())
}

func tooHeavy(t *testing.T, err error, limit int) {
	t.Helper()
	if f := must.Refuse(t, err, fault.CapReached); f.Reason != "fact_words_cap" || f.Detail["limit"] != limit {
		t.Errorf("%s, detail %v", f.Reason, f.Detail)
	}
}

// What a sheet is compiled to is bounded, by whichever way it grows. What is over the bound already may shrink.
func TestWordsCeiling(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx, undos, me := t.Context(), undo.New(w.db, w.Restores()), undo.By{SpaceID: w.who.SpaceID, UserID: w.who.UserID}
		_, err := w.Import(ctx, w.who, w.brandID, heavyFile(fact.MaxFacts))
		tooHeavy(t, err, 256<<10)
		_, err = w.Import(ctx, w.who, w.brandID, heavyFile(219))
		tooHeavy(t, err, 256<<10)
		saved := must.Get(w.Import(ctx, w.who, w.brandID, heavyFile(217)))(t)
		_, err = w.Create(ctx, w.who, w.brandID, heavy(300))
		tooHeavy(t, err, 256<<10)
		_, err = w.Create(ctx, w.who, w.brandID, fact.Fields{
			Attribute: "颜色", Value: "红",
			Options: store.Texts(heavy(300).Terms), Wrong: store.Texts(heavy(301).Terms),
		})
		tooHeavy(t, err, 256<<10)
		same := must.Get(w.Create(ctx, w.who, w.brandID, fact.Fields{Attribute: "b", Terms: saved[0].Terms, Value: "v4"}))(t) // no new words
		_, err = w.Update(ctx, w.who, same.ID, func(f *fact.Fields) { f.Terms = store.Texts(heavy(300).Terms) })
		tooHeavy(t, err, 256<<10)

		strict := w.WithWords(100 << 10) // as if the sheet were from before the bound
		must.Get(strict.Update(ctx, w.who, saved[1].ID, func(f *fact.Fields) { f.Terms = f.Terms[:10] }))(t)
		_, err = strict.Suggest(ctx, w.who, "青禾咖啡的豆种是阿拉比卡", "阿拉比卡")
		tooHeavy(t, err, 100<<10)
		var slip undo.Slip
		w.clock.Advance(1e9)
		must.Get(strict.Save(undo.With(ctx, &slip), w.who, w.brandID, []fact.Change{{ID: saved[2].ID, Delete: true}}))(t)
		_, err = undo.New(w.db, strict.Restores()).Undo(ctx, me, slip.ID)
		tooHeavy(t, err, 100<<10)
		expect.Do(t, expect.Error(undos.Undo(ctx, me, slip.ID)), "within the bound")

		of := brand.Brand{ID: w.brandID, Profile: brand.Profile{Name: "青禾咖啡", Introduction: "青禾咖啡成立于 2016 年，总部位于成都。"}}
		for room, want := range map[*fact.Facts]bool{strict: false, w.Facts: true} { // what does not fit is not proposed
			must.Do(t, w.db.InTx(ctx, func(tx *store.Tx) error {
				if _, err := w.plans.ForTx(ctx, tx, w.who.SpaceID); err != nil {
					return err
				}
				n, err := room.ProposeTx(ctx, tx, w.who, of)
				if (n > 0) != want {
					t.Errorf("%d proposed", n)
				}
				return err
			}))
		}
	})
}

// A file that a sheet has no room for is refused outside of a transaction: writing it would hold up all other writes.
func TestFileRefusedUnwritten(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		must.Get(w.Import(t.Context(), w.who, w.brandID, heavyFile(100)))(t)
		began := 0
		w.db.Trace(func(context.Context) func(error) { began++; return func(error) {} })
		_, err := w.Import(t.Context(), w.who, w.brandID, heavyFile(fact.MaxFacts))
		tooHeavy(t, err, 256<<10)
		many := strings.NewReader("attribute,value\n" + strings.Repeat("b,1\n", fact.MaxFacts))
		_, err = w.Import(t.Context(), w.who, w.brandID, many)
		if f := must.Refuse(t, err, fault.CapReached); f.Reason != "fact_cap" {
			t.Error(f.Reason)
		}
		expect.Equal(t, began, 0, "transactions")
		must.Get(w.Import(t.Context(), w.who, w.brandID, heavyFile(101)))(t)
		expect.Equal(t, began, 1, "transactions")
	})
}
