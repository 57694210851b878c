package console

import (
	"context"
	"net/http"
	"strings"
	"unicode/utf8"

	"renown/internal/floor/fault"
	"renown/internal/room/geo/brand"
	"renown/internal/room/geo/insight"
)

// competitorSheet is whom a brand is compared with, and who else is recommended.
type competitorSheet struct {
	brand       brand.Brand
	competitors []brand.Competitor
	suggested   []insight.Suggestion
}

func (c *Console) showCompetitors(ctx context.Context, v *visit) (reply, error) {
	return c.competitorPage(ctx, v, filled(), nil)
}

func (c *Console) competitorPage(ctx context.Context, v *visit, f form, tried *trialResult) (reply, error) {
	competitors, err := c.rooms.Brands.Competitors(ctx, v.caller, v.brand.ID)
	if err != nil {
		return reply{}, err
	}
	suggested, err := c.rooms.Insights.Suggestions(ctx, v.caller, v.brand.ID, insight.Query{})
	if err != nil {
		return reply{}, err
	}
	p := page{Title: key("竞品"), Entry: "competitors", Body: competitorsBody(competitorSheet{v.brand, competitors, suggested}, f, tried)}
	if !f.sound() {
		p.Status = http.StatusUnprocessableEntity
	}
	return show(p)
}

// readCompetitor checks what was typed.
func (c *Console) readCompetitor(v *visit, f form) func(*brand.CompetitorFields) {
	in := v.check(f, "CompetitorUpdate", requiredText(f, "name"), optionalText(f, "website_url"), optionalText(f, "description"),
		listed(f, "aliases"), listed(f, "exclusions"), listed(f, "contexts"))
	return func(k *brand.CompetitorFields) {
		k.Name, k.WebsiteURL, k.Description = in.Str("name"), in.OptStr("website_url"), in.OptStr("description")
		changeNames(in, &k.Names)
	}
}

func (c *Console) addCompetitor(ctx context.Context, v *visit) (reply, error) {
	f := v.form()
	change := c.readCompetitor(v, f)
	if !f.sound() {
		return c.competitorPage(ctx, v, f, nil)
	}
	var fields brand.CompetitorFields
	change(&fields)
	if _, err := c.rooms.Brands.CreateCompetitor(ctx, v.caller, v.brand.ID, fields); err != nil {
		if err := f.take(v, err); err != nil {
			return reply{}, err
		}
		return c.competitorPage(ctx, v, f, nil)
	}
	v.say("已添加竞品")
	return leadTo("/brands/" + v.brand.ID + "/competitors")
}

func (c *Console) competitorOf(ctx context.Context, v *visit) (brand.Competitor, error) {
	k, err := c.rooms.Brands.Competitor(ctx, v.caller, v.PathValue("competitor_id"))
	if err == nil && k.BrandID != v.brand.ID {
		err = fault.NotFound("competitor", k.ID)
	}
	return k, err
}

func (c *Console) showCompetitor(ctx context.Context, v *visit) (reply, error) {
	k, err := c.competitorOf(ctx, v)
	if err != nil {
		return reply{}, err
	}
	return c.competitorForm(v, k, filled("name", k.Name, "website_url", orEmpty(k.WebsiteURL), "description", orEmpty(k.Description),
		"aliases", joined(k.Aliases), "exclusions", joined(k.Exclusions), "contexts", joined(k.Contexts)))
}

func (c *Console) competitorForm(v *visit, k brand.Competitor, f form) (reply, error) {
	p := page{Title: key("编辑竞品"), Entry: "competitors", Body: competitorBody(v.brand, k, f)}
	if !f.sound() {
		p.Status = http.StatusUnprocessableEntity
	}
	return show(p)
}

func (c *Console) saveCompetitor(ctx context.Context, v *visit) (reply, error) {
	k, err := c.competitorOf(ctx, v)
	if err != nil {
		return reply{}, err
	}
	f := v.form()
	change := c.readCompetitor(v, f)
	if !f.sound() {
		return c.competitorForm(v, k, f)
	}
	if _, err := c.rooms.Brands.UpdateCompetitor(ctx, v.caller, k.ID, change); err != nil {
		return reply{}, err
	}
	v.say("已保存，历史回答会按新的识别方式重新读一遍")
	return leadTo("/brands/" + v.brand.ID + "/competitors")
}

func (c *Console) deleteCompetitor(ctx context.Context, v *visit) (reply, error) {
	k, err := c.competitorOf(ctx, v)
	if err != nil {
		return reply{}, err
	}
	if err := c.rooms.Brands.DeleteCompetitor(ctx, v.caller, k.ID); err != nil {
		return reply{}, err
	}
	v.say("已移除「%s」", k.Name)
	return leadTo("/brands/" + v.brand.ID + "/competitors")
}

// tryCompetitors shows what would be counted in a text, and why. Nothing is stored.
func (c *Console) tryCompetitors(ctx context.Context, v *visit) (reply, error) {
	text := v.form().text("trial")
	if text == "" || utf8.RuneCountInString(text) > trialMax {
		f := filled()
		f.blame("trial", v.t("请贴一段 1 到 %d 字的文字", trialMax))
		return c.competitorPage(ctx, v, f, &trialResult{text: text})
	}
	competitors, err := c.rooms.Brands.Competitors(ctx, v.caller, v.brand.ID)
	if err != nil {
		return reply{}, err
	}
	tried := tryNames(text, entities(v.brand.Profile, competitors))
	return c.competitorPage(ctx, v, filled(), &tried)
}

func (c *Console) exportCompetitors(ctx context.Context, v *visit) (reply, error) {
	list, err := c.rooms.Brands.Competitors(ctx, v.caller, v.brand.ID)
	if err != nil {
		return reply{}, err
	}
	header := []string{v.t("编号"), v.t("竞品"), v.t("官网"), v.t("别名"), v.t("不算提到的说法"), v.t("语境词"), v.t("来源"), v.t("创建")}
	var rows [][]string
	for _, k := range list {
		rows = append(rows, []string{
			k.ID, k.Name, orEmpty(k.WebsiteURL), strings.Join(k.Aliases, " | "), strings.Join(k.Exclusions, " | "), strings.Join(k.Contexts, " | "),
			v.t(sourceName(k.Source)), exactTime(ctx, k.CreatedAt),
		})
	}
	return table(v.brand.Name+" "+v.t("竞品")+".csv", header, rows)
}
