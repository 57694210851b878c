package analysis

import (
	"context"

	"renown/internal/door/console/kit"
)

func (pages *Pages) showChange(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	o, err := pages.overview(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	return kit.Show(kit.Page{Title: kit.Key("变化从哪里来"), Entry: "change", Bar: lensBar(o.lens), Body: changeBody(o), Status: o.status()})
}

func (pages *Pages) showLeaders(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	o, err := pages.overview(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	return kit.Show(kit.Page{Title: kit.Key("谁领先"), Entry: "leaders", Bar: lensBar(o.lens), Body: leadersBody(o), Status: o.status()})
}

// changeText says which days are compared.
func changeText(ctx context.Context, o overview) string {
	if o.answers() == 0 {
		return o.brand.Name
	}
	return kit.T(ctx, "本期 %s，对比 %s", periodDays(ctx, o.Period), periodDays(ctx, o.Compared)) + " · " +
		kit.JoinDots(kit.T(ctx, "%s 条回答", kit.Number(o.answers())), kit.T(ctx, "%d 个平台", o.measured()))
}

// wholeDigits is none but for small figures.
func wholeDigits(f kit.Figure) int {
	if f.Unit == "%" && (*f.Value >= 0.1 || *f.Value == 0) {
		return 0
	}
	return f.Digits
}
