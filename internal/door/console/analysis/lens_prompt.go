package analysis

import (
	"context"
	"net/url"
	"slices"
	"time"

	"renown/internal/door/console/kit"
	"renown/internal/floor/timestamp"
	"renown/internal/room/brand"
)

// promptParameters narrow by what prompts are.
var promptParameters = []string{"stage", "tag", "type"}

// againsts are what a period can be compared with, beside dates of one's own.
var againsts = []struct{ name, label string }{{"", kit.Key("对比上一周期")}, {"month", kit.Key("对比上月同日")}}

// promptLens is a choice among the brand's prompts by stage, tag and type. A prompt that was deleted belongs to none.
type promptLens struct {
	all                 []brand.Prompt
	ids                 []string // nil: all
	stages, tags, types []kit.Option
	chosen              []string // labels
}

// nothing is a prompt that does not exist: a choice that fits none of them counts none.
const nothing = "-"

// narrow reads the brand's prompts, and which of them the URL asks for.
func (pages *Pages) narrow(ctx context.Context, v *kit.Visit, l *lens) (err error) {
	p := &promptLens{}
	if p.all, err = pages.Brands.Prompts(ctx, v.Caller, v.Brand.ID, brand.PromptFilter{}); err != nil {
		return err
	}
	p.stages, p.tags = []kit.Option{{Label: kit.T(ctx, "全部阶段")}}, []kit.Option{{Label: kit.T(ctx, "全部标签")}}
	p.types = []kit.Option{
		{Label: kit.T(ctx, "全部类型")},
		{Value: brand.Visibility, Label: kit.T(ctx, "可见度")},
		{Value: brand.Sentiment, Label: kit.T(ctx, "情感")},
	}
	for _, prompt := range p.all {
		p.stages = withOption(p.stages, prompt.Stage, kit.StageName(ctx, prompt.Stage))
		for _, tag := range prompt.TagIDs {
			p.tags = withOption(p.tags, tag, tag)
		}
	}
	p.choose(l.query)
	l.prompts = p
	return nil
}

func withOption(list []kit.Option, value, label string) []kit.Option {
	if value == "" || slices.ContainsFunc(list, func(o kit.Option) bool { return o.Value == value }) {
		return list
	}
	return append(list, kit.Option{Value: value, Label: label})
}

// choose keeps the prompts that fit all that was asked for. A value that no prompt has narrows nothing.
func (p *promptLens) choose(query url.Values) {
	asked := map[string]string{}
	for name, options := range map[string][]kit.Option{"stage": p.stages, "tag": p.tags, "type": p.types} {
		for _, o := range options {
			if o.Value != "" && o.Value == query.Get(name) {
				asked[name] = o.Value
				p.chosen = append(p.chosen, o.Label)
			}
		}
	}
	if len(asked) == 0 {
		return
	}
	slices.Sort(p.chosen)
	for _, prompt := range p.all {
		if (asked["stage"] == "" || prompt.Stage == asked["stage"]) &&
			(asked["tag"] == "" || slices.Contains(prompt.TagIDs, asked["tag"])) &&
			(asked["type"] == "" || len(prompt.Types) == 0 || slices.Contains(prompt.Types, asked["type"])) {
			p.ids = append(p.ids, prompt.ID)
		}
	}
	if len(p.ids) == 0 {
		p.ids = []string{nothing}
	}
}

// offers tells whether there is anything to choose from.
func (p *promptLens) offers() bool { return p != nil && len(p.all) > 1 }

func (l lens) againstLabel(ctx context.Context) string {
	for _, a := range againsts {
		if l.against == a.name {
			return kit.T(ctx, a.label)
		}
	}
	return kit.T(ctx, "对比 %s", periodDays(ctx, l.was))
}

// againstText is the days that the period is compared with.
func (l lens) againstText(ctx context.Context) string {
	if l.against == "" {
		return kit.Days(ctx, l.from.AddDate(0, 0, -l.length()), l.from.AddDate(0, 0, -1))
	}
	return periodDays(ctx, l.was)
}

func (l lens) againstPath(name string) string {
	query := l.without("against", "was_from", "was_to", "page", "at")
	if name != "" {
		query.Set("against", name)
	}
	if len(query) == 0 {
		return l.path
	}
	return l.path + "?" + query.Encode()
}

// wasMoments are the first of the days that the period is compared with, and the first after them.
func (l lens) wasMoments() (from, to timestamp.Time) {
	return timestamp.Of(l.wasFrom()), timestamp.Of(l.wasTo().AddDate(0, 0, 1))
}

// wasFrom and wasTo are what the fields of the comparison begin with.
func (l lens) wasFrom() time.Time { return l.compareDay(l.was.From, l.from.AddDate(0, 0, -l.length())) }

func (l lens) wasTo() time.Time { return l.compareDay(l.was.To, l.from.AddDate(0, 0, -1)) }

func (l lens) compareDay(text string, otherwise time.Time) time.Time {
	if day, err := time.ParseInLocation(time.DateOnly, text, timestamp.Beijing); err == nil {
		return day
	}
	return otherwise
}

// length is how many days the period has.
func (l lens) length() int { return int(l.to.Sub(l.from).Hours()/24) + 1 }

// lensInstead says what is shown in the place of days that made no sense.
func lensInstead(ctx context.Context, l lens) string {
	if l.typed.Faults["from"] == "" && l.typed.Faults["to"] == "" {
		return kit.T(ctx, "以下仍与上一周期对比。")
	}
	return kit.T(ctx, "以下仍是近 %d 天。", l.days)
}
