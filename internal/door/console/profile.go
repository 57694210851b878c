package console

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"renown/internal/room/geo/brand"
	"renown/internal/room/plan"
	"renown/internal/tool/requestschema"
)

// profileForm is a brand as its form shows it.
func profileForm(p brand.Profile) form {
	f := filled(
		"name", p.Name, "introduction", p.Introduction, "product_type", p.ProductType, "marketing_goal", orEmpty(p.MarketingGoal),
		"homepage_url", orEmpty(p.HomepageURL), "core_audience", orEmpty(p.CoreAudience), "keywords", joined(p.Keywords),
		"selling_points", joined(p.SellingPoints), "aliases", joined(p.Aliases), "exclusions", joined(p.Exclusions), "contexts", joined(p.Contexts),
		"schedule", "off", "hour", "9", "weekday", "1",
	)
	if p.Schedule == nil {
		return f
	}
	f.values.Set("hour", strconv.FormatInt(p.Schedule.Hour, 10))
	f.values.Set("schedule", "daily")
	if p.Schedule.Weekday != nil {
		f.values.Set("schedule", "weekly")
		f.values.Set("weekday", strconv.FormatInt(*p.Schedule.Weekday, 10))
	}
	return f
}

func joined(list []string) string { return strings.Join(list, "\n") }

// readProfile checks what was typed and puts it into the profile. What the form does not have stays as it is.
func (c *Console) readProfile(v *visit, f form, schema string) func(*brand.Profile) {
	members := []requestschema.Member{requiredText(f, "name"), requiredText(f, "introduction")}
	for _, name := range []string{"marketing_goal", "homepage_url", "core_audience"} {
		if f.values.Has(name) {
			members = append(members, optionalText(f, name))
		}
	}
	for _, name := range []string{"keywords", "selling_points", "aliases", "exclusions", "contexts"} {
		if f.values.Has(name) {
			members = append(members, listed(f, name))
		}
	}
	in := v.check(f, schema, members...)
	return func(p *brand.Profile) {
		p.Name, p.Introduction = in.Str("name"), in.Str("introduction")
		for name, to := range map[string]**string{"marketing_goal": &p.MarketingGoal, "homepage_url": &p.HomepageURL, "core_audience": &p.CoreAudience} {
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
		if kind := f.text("product_type"); kind != "" {
			p.ProductType = kind
		}
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
}

// readSchedule reads when a brand is monitored by itself.
func readSchedule(v *visit, f form) *brand.Schedule {
	kind := f.value("schedule")
	if kind != "weekly" && kind != "daily" {
		return nil
	}
	hour, err := strconv.ParseInt(f.value("hour"), 10, 8)
	if err != nil || hour < 0 || hour > 23 {
		f.blame("hour", v.t("请从列出的选项中选择"))
	}
	s := &brand.Schedule{Hour: hour}
	if kind == "weekly" {
		weekday, err := strconv.ParseInt(f.value("weekday"), 10, 8)
		if err != nil || weekday < 1 || weekday > 7 {
			f.blame("weekday", v.t("请从列出的选项中选择"))
		}
		s.Weekday = &weekday
	}
	return s
}

func (c *Console) showProfile(ctx context.Context, v *visit) (reply, error) {
	return c.profilePage(ctx, v, profileForm(v.brand.Profile))
}

func (c *Console) profilePage(ctx context.Context, v *visit, f form) (reply, error) {
	subscription, err := c.rooms.Plans.For(ctx, v.caller.SpaceID)
	if err != nil {
		return reply{}, err
	}
	p := page{Title: key("品牌资料"), Entry: "profile", Body: profileBody(v.brand, f, subscription.Tier == plan.Upper)}
	if !f.sound() {
		p.Status = http.StatusUnprocessableEntity
	}
	return show(p)
}

func (c *Console) saveProfile(ctx context.Context, v *visit) (reply, error) {
	f := v.form()
	change, schedule := c.readProfile(v, f, "BrandUpdate"), readSchedule(v, f)
	if f.sound() {
		_, err := c.rooms.Brands.Update(ctx, v.caller, v.brand.ID, func(p *brand.Profile) {
			change(p)
			if f.values.Has("schedule") {
				p.Schedule = schedule
			}
		})
		if err == nil {
			v.say("已保存")
			return leadTo("/brands/" + v.brand.ID + "/profile")
		}
		if err := f.take(v, err); err != nil {
			return reply{}, err
		}
	}
	return c.profilePage(ctx, v, f)
}

// hours are the full hours of a day.
func hours() (list []option) {
	for h := range 24 {
		text := strconv.Itoa(h)
		list = append(list, option{text, (strings.Repeat("0", 2-len(text)) + text + ":00")})
	}
	return list
}

func weekdays(ctx context.Context) []option {
	return []option{
		{"1", t(ctx, "周一")}, {"2", t(ctx, "周二")}, {"3", t(ctx, "周三")}, {"4", t(ctx, "周四")}, {"5", t(ctx, "周五")}, {"6", t(ctx, "周六")}, {"7", t(ctx, "周日")},
	}
}

// scheduleWords says when a brand is monitored by itself.
func scheduleWords(ctx context.Context, s *brand.Schedule) string {
	switch {
	case s == nil:
		return t(ctx, "未设置定时")
	case s.Weekday == nil:
		return t(ctx, "每天 %02d:00（北京时间）", s.Hour)
	}
	return t(ctx, "每%s %02d:00（北京时间）", weekdays(ctx)[*s.Weekday-1].Label, s.Hour)
}
