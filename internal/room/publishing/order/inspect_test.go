package order_test

import (
	"strings"
	"sync"
	"testing"

	"renown/internal/floor/audit"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/room/publishing/order"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// gated is the same shop with the article gate set.
func (s *shop) gated(gate content.Gate) {
	s.rooms = roomsOver(s.db, order.Rooms{Plans: s.plans, Contents: content.New(s.db, s.plans, content.Options{Gate: gate})})
}

const (
	clean = "云岭拼配是中度烘焙的。"
	dirty = "云岭拼配是全国最好的拼配豆。"
)

func (s *shop) wrote(t must.Tester, who account.Caller, body string) string {
	t.Helper()
	c, err := s.contents.Create(ctx, who, content.Fields{
		Title: "云岭拼配", Body: body, ContentType: catalogue.Article,
		AIAssisted: content.DeclaredYes,
	})
	must.Do(t, err)
	return c.ID
}

func (s *shop) rows(t must.Tester, table string) int {
	t.Helper()
	return must.Get(store.One[int](s.db.Read().QueryRow(ctx, `SELECT count(*) FROM `+table)))(t)
}

// TestGateRequire refuses an article with errors, and nothing is left of it: no order, no entry, no point.
func TestGateRequire(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		s.gated(content.GateRequire)
		who := s.buyer(t, plan.Standard)
		contentID, media := s.wrote(t, who, dirty), s.outlets(t, 2, 30)
		figures := s.figures(t, who) // the cycle's grant is made here
		tables := map[string]int{"orders": 0, "order_events": 0, "order_inspections": 0, "points_entries": s.rows(t, "points_entries")}
		want := map[string]any{"errors": []content.Issue{{
			Level: content.Error, Code: content.BannedWording, Text: "最好", Sentence: dirty, Rule: "superlative", Law: "广告法第九条第（三）项",
		}}}
		in := order.Submission{ContentID: contentID, OutletIDs: media}
		_, err := s.Submit(ctx, who, in)
		refusal(t, err, fault.ArticleErrors, want)
		_, err = s.Quote(ctx, who, in)
		refusal(t, err, fault.ArticleErrors, want)
		for table, n := range tables {
			if got := s.rows(t, table); got != n {
				t.Errorf("%d rows in %s after a refusal, %d before", got, table, n)
			}
		}
		s.have(t, who, figures[:]...)

		must.Get(s.contents.Update(ctx, who, contentID, func(f *content.Fields) { f.Body, f.AIAssisted = clean, "" }))(t)
		_, err = s.Submit(ctx, who, in)
		refusal(t, err, fault.ArticleErrors, map[string]any{"errors": []content.Issue{{Level: content.Error, Code: content.Undeclared}}})

		must.Get(s.contents.Update(ctx, who, contentID, func(f *content.Fields) { f.AIAssisted = content.DeclaredNo }))(t)
		if got := s.submit(t, who, contentID, media...); len(got) != 2 || got[0].Declaration.Errors != 0 {
			t.Errorf("%+v", got)
		}
		s.sound(t)
	})
}

// TestGateWarn keeps what was found and declared with the order; a later submission adds to it and changes nothing of it.
func TestGateWarn(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		s.gated(content.GateWarn)
		who := s.buyer(t, plan.Standard)
		contentID := s.wrote(t, who, dirty)
		out, err := s.Submit(ctx, who, order.Submission{ContentID: contentID, OutletIDs: s.outlets(t, 2, 10)})
		must.Do(t, err)
		if len(out.Warnings) != 1 || out.Warnings[0].Code != content.BannedWording {
			t.Fatalf("warnings: %+v", out.Warnings)
		}
		first := out.Items[0]
		kept := must.Get(s.Find(ctx, who, first.ID))(t)
		d := kept.Declaration
		if d == nil || !d.Paid || d.AIAssisted == nil || !*d.AIAssisted || d.DeclaredBy != who.UserID ||
			d.Revision != 1 || d.Errors != 1 || d.Gate != content.GateWarn ||
			d.TextSHA256 != (content.Fields{Title: "云岭拼配", Body: dirty}).Digest() {
			t.Errorf("declared: %+v", d)
		}
		if len(kept.Warnings) != 1 || kept.Warnings[0] != out.Warnings[0] {
			t.Errorf("kept: %+v", kept.Warnings)
		}

		_, err = s.Approve(ctx, "usr_op", first.ID, "  ")
		if f := fault.As(err); f == nil || f.Code != fault.Malformed || f.Reason != "approve_reason" {
			t.Errorf("approved over an error without a reason: %v", err)
		}
		must.Get(s.RequestChanges(ctx, "usr_op", first.ID, "去掉最好"))(t)
		must.Get(s.contents.Update(ctx, who, contentID, func(f *content.Fields) { f.Body, f.AIAssisted = clean, content.DeclaredNo }))(t)
		again := must.Get(s.Resubmit(ctx, who, first.ID))(t)
		if d := again.Declaration; d.Errors != 0 || *d.AIAssisted || d.Revision != 2 || len(again.Warnings) != 0 {
			t.Errorf("resubmitted: %+v, %+v", d, again.Warnings)
		}
		if _, err = s.Approve(ctx, "usr_op", first.ID, ""); err != nil {
			t.Errorf("approved without an error: %v", err)
		}

		second := must.Get(s.Approve(ctx, "usr_op", out.Items[1].ID, "媒体已核实获奖证书"))(t)
		if d := second.Declaration; d.Errors != 1 || d.Revision != 1 {
			t.Errorf("the other order's declaration has changed: %+v", d)
		}
		if note := second.Events[len(second.Events)-1].Note; note == nil || *note != "媒体已核实获奖证书" {
			t.Errorf("the reason is not kept: %v", note)
		}
		expect.Equal(t, s.rows(t, "order_inspections"), 2, "inspections")
		if n, err := store.One[int](s.db.Read().QueryRow(ctx,
			`SELECT count(*) FROM audit WHERE deed = $1 AND subject = $2`, string(audit.OrderOverruled),
			second.ID)); err != nil || n != 1 {
			t.Errorf("%d entries of the audit log, %v", n, err)
		}
		s.sound(t)
	})
}

// TestGateRace edits a content between clean and dirty while it is ordered: no order is ever of a dirty revision.
func TestGateRace(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		s.gated(content.GateRequire)
		who := s.buyer(t, plan.Upper)
		contentID, media := s.wrote(t, who, clean), s.outlets(t, 6, 1)
		var group sync.WaitGroup
		for range 2 {
			group.Go(func() {
				for _, body := range []string{dirty, clean, dirty, clean} {
					expect.Do(t, expect.Error(s.contents.Update(ctx, who, contentID, func(f *content.Fields) { f.Body = body })))
				}
			})
		}
		for _, m := range media {
			group.Go(func() {
				_, err := s.Submit(ctx, who, order.Submission{ContentID: contentID, OutletIDs: []string{m}})
				if err != nil && !fault.Is(err, fault.ArticleErrors) && !fault.Is(err, fault.Unavailable) {
					t.Error(err)
				}
			})
		}
		group.Wait()
		orders, _, err := s.List(ctx, who, order.Filter{Paging: order.Paging{Number: 1, Size: 100}})
		must.Do(t, err)
		for _, o := range orders {
			text := must.Get(s.Manuscript(ctx, o.ID))(t)
			if strings.Contains(text.Body, "最好") || o.Declaration.Revision != o.Content.Revision ||
				o.Declaration.TextSHA256 != text.Digest() {
				t.Errorf("ordered: %q, declared over revision %d of %d", text.Body, o.Declaration.Revision, o.Content.Revision)
			}
		}
		s.sound(t)
	})
}
