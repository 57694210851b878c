package setup

import (
	"context"
	"strings"
	"unicode/utf8"

	"renown/internal/door/console/kit"
	"renown/internal/floor/fault"
	"renown/internal/room/brand"
	"renown/internal/room/insight"
)

// competitorPage is whom a brand is compared with, and who else is recommended.
type competitorPage struct {
	brand       brand.Brand
	competitors []brand.Competitor // of the page
	suggested   []insight.Suggestion
	paging      kit.Paging
}

// competitorsPerPage is how many are shown at a time.
const competitorsPerPage = 50

func (pages *Pages) showCompetitors(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	return pages.competitorPage(ctx, v, kit.Filled(), nil)
}

func (pages *Pages) competitorPage(ctx context.Context, v *kit.Visit, f kit.Form, tried *trialResult) (kit.Reply, error) {
	competitors, err := pages.Brands.Competitors(ctx, v.Caller, v.Brand.ID)
	if err != nil {
		return kit.Reply{}, err
	}
	suggested, err := pages.Insights.Suggestions(ctx, v.Caller, v.Brand.ID, insight.Query{})
	if err != nil {
		return kit.Reply{}, err
	}
	paging := competitorPaging(v).Of(int64(len(competitors)))
	sheet := competitorPage{v.Brand, kit.PartOf(paging, competitors), suggested, paging}
	return kit.Show(kit.Page{Title: kit.Key("竞品"), Entry: "competitors", Body: competitorsBody(sheet, f, tried)}, f)
}

func competitorPaging(v *kit.Visit) kit.Paging {
	return kit.PagingAt(v, "/brands/"+v.Brand.ID+"/competitors", competitorsPerPage)
}

// readCompetitor checks what was typed.
func (pages *Pages) readCompetitor(v *kit.Visit, f kit.Form) func(*brand.CompetitorFields) {
	in := v.Check(f, "CompetitorUpdate", kit.RequiredText(f, "name"), kit.OptionalText(f, "website_url"),
		kit.OptionalText(f, "description"),
		kit.ListedTexts(f, "aliases"), kit.ListedTexts(f, "exclusions"), kit.ListedTexts(f, "contexts"),
		kit.ListedTexts(f, "product_lines"), kit.ListedTexts(f, "domains"))
	return func(k *brand.CompetitorFields) {
		k.Name, k.WebsiteURL, k.Description = in.Str("name"), in.OptStr("website_url"), in.OptStr("description")
		changeNames(in, &k.Names)
	}
}

func (pages *Pages) addCompetitor(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	change := pages.readCompetitor(v, f)
	if !f.Sound() {
		return pages.competitorPage(ctx, v, f, nil)
	}
	var fields brand.CompetitorFields
	change(&fields)
	if _, err := pages.Brands.CreateCompetitor(ctx, v.Caller, v.Brand.ID, fields); err != nil {
		return f.Refused(v, err, func() (kit.Reply, error) { return pages.competitorPage(ctx, v, f, nil) })
	}
	v.Say("已添加竞品")
	return kit.LeadTo("/brands/" + v.Brand.ID + "/competitors")
}

func (pages *Pages) competitorOf(ctx context.Context, v *kit.Visit) (brand.Competitor, error) {
	k, err := pages.Brands.Competitor(ctx, v.Caller, v.PathValue("competitor_id"))
	if err == nil && k.BrandID != v.Brand.ID {
		err = fault.NotFound("competitor", k.ID)
	}
	return k, err
}

func (pages *Pages) showCompetitor(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	k, err := pages.competitorOf(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	return pages.competitorForm(v, k, storedCompetitor(k))
}

// storedCompetitor is a competitor as its form shows it.
func storedCompetitor(k brand.Competitor) kit.Form {
	return kit.Filled("name", k.Name, "website_url", kit.OrEmpty(k.WebsiteURL), "description", kit.OrEmpty(k.Description),
		"aliases", joined(k.Aliases), "exclusions", joined(k.Exclusions), "contexts", joined(k.Contexts),
		"product_lines", joined(k.ProductLines), "domains", joined(k.Domains))
}

func (pages *Pages) competitorForm(v *kit.Visit, k brand.Competitor, f kit.Form) (kit.Reply, error) {
	return kit.Show(kit.Page{Title: kit.Key("编辑竞品"), Entry: "competitors", Body: competitorBody(v.Brand, k, f)}, f)
}

func (pages *Pages) saveCompetitor(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	k, err := pages.competitorOf(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	f := v.Submitted()
	v.Join(f, storedCompetitor(k))
	change := pages.readCompetitor(v, f)
	if !f.Sound() {
		return pages.competitorForm(v, k, f)
	}
	if _, err := pages.Brands.UpdateCompetitor(ctx, v.Caller, k.ID, change); err != nil {
		return f.Refused(v, err, func() (kit.Reply, error) { return pages.competitorForm(v, k, f) })
	}
	v.Say("已保存，历史回答会按新的识别方式重新读一遍")
	return kit.LeadTo("/brands/" + v.Brand.ID + "/competitors")
}

func (pages *Pages) deleteCompetitor(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	k, err := pages.competitorOf(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	if err := pages.Brands.DeleteCompetitor(ctx, v.Caller, k.ID); err != nil {
		return kit.Reply{}, err
	}
	v.Say("已移除「%s」", k.Name)
	return kit.LeadTo(competitorPaging(v).Place())
}

// tryCompetitors shows what would be counted in a text, and why. Nothing is stored.
func (pages *Pages) tryCompetitors(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	text := v.Submitted().Text("trial")
	if text == "" || utf8.RuneCountInString(text) > trialMax {
		f := kit.Filled()
		f.Blame("trial", v.T("请贴一段 1 到 %d 字的文字", trialMax))
		return pages.competitorPage(ctx, v, f, &trialResult{text: text})
	}
	competitors, err := pages.Brands.Competitors(ctx, v.Caller, v.Brand.ID)
	if err != nil {
		return kit.Reply{}, err
	}
	tried, err := pages.tryNames(ctx, text, entities(v.Brand.Profile, competitors))
	if err != nil {
		return kit.Reply{}, err
	}
	return pages.competitorPage(ctx, v, kit.Filled(), &tried)
}

func (pages *Pages) exportCompetitors(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	list, err := pages.Brands.Competitors(ctx, v.Caller, v.Brand.ID)
	if err != nil {
		return kit.Reply{}, err
	}
	return kit.TableOf(ctx, list, func(k brand.Competitor) []kit.Cell {
		return []kit.Cell{
			kit.Column("编号", k.ID), kit.Column("竞品", k.Name), kit.Column("官网", k.WebsiteURL),
			kit.Column("别名", strings.Join(k.Aliases, " | ")),
			kit.Column("排除词", strings.Join(k.Exclusions, " | ")),
			kit.Column("语境词", strings.Join(k.Contexts, " | ")), kit.Column("来源", v.T(sourceName(k.Source))),
			kit.Column("创建", k.CreatedAt),
		}
	}).CSV(kit.FileName("csv", v.Brand.Name, v.T("竞品")))
}

// addSeveral watches the names that are ticked, up to as many as are offered at once.
func (pages *Pages) addSeveral(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	names := f.Values["name"]
	names = names[:min(len(names), kit.SuggestionsFirst)]
	for _, name := range names {
		one := kit.Filled("name", name)
		if v.Check(one, "CompetitorUpdate", kit.RequiredText(one, "name")); !one.Sound() {
			continue
		}
		if _, err := pages.Brands.CreateCompetitor(ctx, v.Caller, v.Brand.ID, brand.CompetitorFields{Name: name}); err != nil {
			if err := one.Take(v, err); err != nil {
				return kit.Reply{}, err
			}
			for _, said := range one.Faults {
				v.Say("「%s」没有添加：%s", kit.Clipped(name, 40), said)
			}
			return kit.LeadTo("/brands/" + v.Brand.ID + "/competitors")
		}
	}
	v.Say("已添加 %d 个竞品", len(names))
	return kit.LeadTo("/brands/" + v.Brand.ID + "/competitors")
}
