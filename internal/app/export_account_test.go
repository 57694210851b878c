package app_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"renown/internal/config"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/campaign"
	"renown/internal/room/event"
	"renown/internal/room/fact"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/content"
	reports "renown/internal/room/report"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
	"renown/internal/tool/secretbox"
)

// watching calls seen once, with the first write that holds a text.
type watching struct {
	strings.Builder
	text string
	seen func() error
	most int // bytes of one write
}

func (w *watching) Write(p []byte) (int, error) {
	w.most = max(w.most, len(p))
	if w.seen != nil && strings.Contains(string(p), w.text) {
		seen := w.seen
		w.seen = nil
		if err := seen(); err != nil {
			return 0, err
		}
	}
	return w.Builder.Write(p)
}

func (w *watching) WriteString(s string) (int, error) { return w.Write([]byte(s)) }

// An export is written as it is read: what changes in the second content, and in what follows the first few revisions of the
// first, after the first was written is in it. So no more than a few texts are in memory, however many there are.
func TestExportIsWrittenAsItIsRead(t *testing.T) {
	t.Parallel()
	const revisions, size = 20, 200 << 10
	keys := must.Get(secretbox.ParseRing("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="))(t)
	apitest.Each(t, apitest.Options{Settings: func(s *config.Settings) { s.Role, s.SealKeys = config.API, keys }},
		func(t *testing.T, s *apitest.Server) {
			me := s.Account(t, plan.Standard)
			spaces := must.Get(s.App.Accounts.Spaces(t.Context(), me.UserID))(t)
			who := account.Caller{UserID: me.UserID, SpaceID: spaces[0].ID}
			named, err := s.App.Brands.Create(t.Context(), who, brand.Profile{Name: "云栖笔记", Introduction: "云端 <笔记>", ProductType: "software"})
			must.Do(t, err)
			must.Do(t, s.App.Reports.SaveAppearance(t.Context(), who, named.ID, reports.AppearanceChange{Title: "月报", Accent: "#123456"}))
			must.Do(t, s.App.Reports.SaveNotes(t.Context(), who, named.ID,
				reports.Period{From: "2026-01-01", To: "2026-01-31"}, map[string]string{"summary": "稳住了"}))
			must.Get(s.App.Facts.Create(t.Context(), who, named.ID, fact.Fields{Statement: "云栖笔记成立于2019年", Attribute: "成立", Value: "2019年"}))(t)
			topic := must.Get(s.App.Brands.CreateTopic(t.Context(), who, named.ID,
				brand.TopicFields{Name: "选购", Region: "CN", Language: "zh"}))(t)
			prompt := must.Get(s.App.Brands.CreatePrompt(t.Context(), who, named.ID,
				brand.NewPrompt{PromptFields: brand.PromptFields{
					TopicID: topic.ID, Text: "哪款笔记好用？", Stage: "awareness",
					Status: "active",
				}, Source: brand.FromUser}))(t)
			must.Get(s.App.Campaigns.Declare(t.Context(), who, campaign.Declaration{
				BrandID: named.ID, Name: "通勤",
				TargetIDs: []string{prompt.ID},
			}))(t)
			must.Get(s.App.Events.Create(t.Context(), who, event.Fields{
				Kind: event.Webhook, Name: "数据平台",
				Address: "https://hooks.example.com/renown", Types: []string{string(event.RunFinished)}, Language: "zh",
				Enabled: true,
			}))(t)
			must.Do(t, s.App.Accounts.SaveView(t.Context(), who,
				account.View{BrandID: &named.ID, Path: "/brands/" + named.ID + "/answers", Query: "named=no", Name: "未提及"}))
			until := timestamp.Of(s.App.DB.Now().AddDate(0, 1, 0))
			token := must.Get(s.App.Accounts.CreateShare(t.Context(), who,
				account.Sharing{BrandID: named.ID, Page: "report", Query: "from=2026-01-01", Until: until}))(t)
			must.Do(t, s.App.Plans.SetDesk(t.Context(), plan.Desk{Open: true}))
			must.Do(t, s.App.Plans.Ask(t.Context(), me.UserID, plan.Upper, 12, "升级"))
			first := must.Get(s.App.Contents.Create(t.Context(), who, fields(0, size)))(t)
			for i := range revisions - 1 {
				must.Get(s.App.Contents.Update(t.Context(), who, first.ID, func(f *content.Fields) { *f = fields(i+1, size) }))(t)
			}
			second := must.Get(s.App.Contents.Create(t.Context(), who, fields(100, size)))(t)
			out := &watching{text: "文0 ", seen: func() error {
				_, one := s.App.Contents.Update(t.Context(), who, first.ID, func(f *content.Fields) { f.Title = "后来" })
				_, two := s.App.Contents.Update(t.Context(), who, second.ID, func(f *content.Fields) { f.Title = "后来" })
				return errors.Join(one, two)
			}}
			must.Do(t, s.App.Export(t.Context(), out, me.UserID))
			var got struct {
				Account account.Export
				Plan    map[string]any
				Asked   []plan.Request `json:"plan_requests"`
				Brands  []struct {
					Brand     brand.Brand
					Facts     []fact.Fact
					Campaigns []campaign.Campaign
					Drafts    []any
					Reports   reports.Exported
				}
				Endpoints []event.Endpoint
				Contents  []content.ExportedRevision
				Orders    []any
				Points    []any
			}
			must.Do(t, json.Unmarshal([]byte(out.String()), &got))
			if len(got.Contents) != revisions+3 || got.Contents[revisions].Title != "后来" || got.Contents[revisions+2].Title != "后来" {
				t.Errorf("%d revisions are exported", len(got.Contents))
			}
			if kept := got.Brands[0].Reports; kept.Title != "月报" || kept.Accent != "#123456" || len(kept.Notes) != 1 ||
				string(kept.Notes[0].Notes) != "{\n\"summary\": \"稳住了\"\n}" || len(got.Asked) != 1 ||
				got.Asked[0].Note != "升级" {
				t.Errorf("exported of reports and plans: %+v, %+v", kept, got.Asked)
			}
			if of := got.Brands[0]; len(of.Facts) != 1 || of.Facts[0].Value != "2019年" || len(of.Campaigns) != 1 ||
				of.Campaigns[0].Name != "通勤" || of.Drafts == nil || len(got.Endpoints) != 1 ||
				strings.Contains(out.String(), "whsec_") {
				t.Errorf("exported of facts, campaigns and endpoints: %+v, %+v, %+v", of.Facts, of.Campaigns, got.Endpoints)
			}
			if of := got.Account; len(of.Views) != 1 || of.Views[0].Name != "未提及" || len(of.Shares) != 1 ||
				of.Shares[0].Page != "report" || strings.Contains(out.String(), token) {
				t.Errorf("exported of views and links: %+v, %+v", of.Views, of.Shares)
			}
			if got.Account.User.ID != me.UserID || got.Plan["tier"] != "standard" || len(got.Brands) != 1 ||
				got.Brands[0].Brand.Introduction != "云端 <笔记>" || got.Orders == nil || got.Points == nil {
				t.Errorf("exported: %.600s", out.String())
			}
			if out.most > 2*size {
				t.Errorf("%d bytes are written at once", out.most)
			}
		})
}

func fields(i, size int) content.Fields {
	return content.Fields{Title: fmt.Sprint("题", i), Body: fmt.Sprint("文", i, " ") + strings.Repeat("x", size), ContentType: "article"}
}
