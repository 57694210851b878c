package setup

import (
	"context"
	"strconv"
	"strings"

	"renown/internal/door/console/kit"
	"renown/internal/room/brand"
	"renown/internal/tool/requestschema"
)

// profileForm is a brand as its form shows it.
func profileForm(p brand.Profile) kit.Form {
	f := kit.Filled(
		"name", p.Name, "introduction", p.Introduction, "marketing_goal", kit.OrEmpty(p.MarketingGoal),
		"homepage_url", kit.OrEmpty(p.HomepageURL), "core_audience", kit.OrEmpty(p.CoreAudience), "keywords", joined(p.Keywords),
		"selling_points", joined(p.SellingPoints), "aliases", joined(p.Aliases), "exclusions", joined(p.Exclusions),
		"contexts", joined(p.Contexts),
		"product_lines", joined(p.ProductLines), "domains", joined(p.Domains),
		"schedule", "off", "hour", "9", "weekday", "1", "samples", "1",
	)
	if p.Schedule == nil {
		return f
	}
	f.Values.Set("hour", strconv.FormatInt(p.Schedule.Hour, 10))
	f.Values.Set("schedule", "daily")
	f.Values.Set("samples", strconv.FormatInt(p.Schedule.Samples, 10))
	if p.Schedule.Weekday != nil {
		f.Values.Set("schedule", "weekly")
		f.Values.Set("weekday", strconv.FormatInt(*p.Schedule.Weekday, 10))
	}
	return f
}

func joined(list []string) string { return strings.Join(list, "\n") }

// readProfile checks what was typed and puts it into the profile. What the form does not have stays as it is.
func (pages *Pages) readProfile(v *kit.Visit, f kit.Form, schema string) func(*brand.Profile) {
	members := []requestschema.Member{kit.RequiredText(f, "name"), kit.RequiredText(f, "introduction")}
	for _, name := range []string{"marketing_goal", "homepage_url", "core_audience"} {
		if f.Values.Has(name) {
			members = append(members, kit.OptionalText(f, name))
		}
	}
	for _, name := range []string{"keywords", "selling_points", "aliases", "exclusions", "contexts", "product_lines", "domains"} {
		if f.Values.Has(name) {
			members = append(members, kit.ListedTexts(f, name))
		}
	}
	in := v.Check(f, schema, members...)
	return func(p *brand.Profile) {
		p.Name, p.Introduction = in.Str("name"), in.Str("introduction")
		for name, to := range map[string]**string{
			"marketing_goal": &p.MarketingGoal, "homepage_url": &p.HomepageURL,
			"core_audience": &p.CoreAudience,
		} {
			if in.Has(name) {
				*to = in.OptStr(name)
			}
		}
		if in.Has("keywords") {
			p.Keywords = in.Strs("keywords")
		}
		if in.Has("selling_points") {
			p.SellingPoints = in.Strs("selling_points")
		}
		changeNames(in, &p.Names)
	}
}

func changeNames(in requestschema.Object, n *brand.Names) {
	if in.Has("aliases") {
		n.Aliases = in.Strs("aliases")
	}
	if in.Has("exclusions") {
		n.Exclusions = in.Strs("exclusions")
	}
	if in.Has("contexts") {
		n.Contexts = in.Strs("contexts")
	}
	if in.Has("product_lines") {
		n.ProductLines = in.Strs("product_lines")
	}
	if in.Has("domains") {
		n.Domains = in.Strs("domains")
	}
}

// readSchedule reads when a brand is monitored by itself.
func readSchedule(v *kit.Visit, f kit.Form) *brand.Schedule {
	kind := f.Value("schedule")
	if kind != "weekly" && kind != "daily" {
		return nil
	}
	hour, err := strconv.ParseInt(f.Value("hour"), 10, 8)
	if err != nil || hour < 0 || hour > 23 {
		f.Blame("hour", v.T("请从列出的选项中选择"))
	}
	s := &brand.Schedule{Hour: hour, Samples: 1}
	if text := f.Value("samples"); text != "" {
		if s.Samples, err = strconv.ParseInt(text, 10, 8); err != nil || s.Samples < 1 || s.Samples > 5 {
			f.Blame("samples", v.T("请从列出的选项中选择"))
		}
	}
	if kind == "weekly" {
		weekday, err := strconv.ParseInt(f.Value("weekday"), 10, 8)
		if err != nil || weekday < 1 || weekday > 7 {
			f.Blame("weekday", v.T("请从列出的选项中选择"))
		}
		s.Weekday = &weekday
	}
	return s
}

func (pages *Pages) showProfile(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	return pages.profilePage(ctx, v, profileForm(v.Brand.Profile))
}

func (pages *Pages) profilePage(ctx context.Context, v *kit.Visit, f kit.Form) (kit.Reply, error) {
	subscription, err := pages.Plans.For(ctx, v.Caller.SpaceID)
	if err != nil {
		return kit.Reply{}, err
	}
	return kit.Show(kit.Page{Title: kit.Key("品牌资料"), Entry: "profile", Body: profileBody(v.Brand, f, subscription.Limits())}, f)
}

func (pages *Pages) saveProfile(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	v.Join(f, profileForm(v.Brand.Profile), "schedule", "weekday", "hour", "samples")
	change, schedule := pages.readProfile(v, f, "BrandUpdate"), readSchedule(v, f)
	if f.Sound() {
		_, err := pages.Brands.Update(ctx, v.Caller, v.Brand.ID, func(p *brand.Profile) {
			change(p)
			if f.Values.Has("schedule") {
				p.Schedule = schedule
			}
		})
		if err == nil {
			v.Say("已保存")
			return kit.LeadTo("/brands/" + v.Brand.ID + "/profile")
		}
		if err := f.Take(v, err); err != nil {
			return kit.Reply{}, err
		}
	}
	return pages.profilePage(ctx, v, f)
}

// hours are the full hours of a day.
func hours() (list []kit.Option) {
	for h := range 24 {
		text := strconv.Itoa(h)
		list = append(list, kit.Option{Value: text, Label: (strings.Repeat("0", 2-len(text)) + text + ":00")})
	}
	return list
}

func weekdays(ctx context.Context) []kit.Option {
	return []kit.Option{
		{Value: "1", Label: kit.T(ctx, "周一")},
		{Value: "2", Label: kit.T(ctx, "周二")},
		{Value: "3", Label: kit.T(ctx, "周三")},
		{Value: "4", Label: kit.T(ctx, "周四")},
		{Value: "5", Label: kit.T(ctx, "周五")},
		{Value: "6", Label: kit.T(ctx, "周六")},
		{Value: "7", Label: kit.T(ctx, "周日")},
	}
}

// scheduleWords says when a brand is monitored by itself.
func scheduleWords(ctx context.Context, s *brand.Schedule) string {
	switch {
	case s == nil:
		return kit.T(ctx, "未设置定时")
	case s.Weekday == nil:
		return kit.T(ctx, "每天 %02d:00（北京时间）", s.Hour) + timesWords(ctx, s)
	}
	return kit.T(ctx, "每%s %02d:00（北京时间）", weekdays(ctx)[*s.Weekday-1].Label, s.Hour) + timesWords(ctx, s)
}

// timesWords says how often a schedule asks each prompt, where that is not once.
func timesWords(ctx context.Context, s *brand.Schedule) string {
	if s.Samples <= 1 {
		return ""
	}
	return " · " + kit.T(ctx, "每个问题 %d 次", s.Samples)
}
