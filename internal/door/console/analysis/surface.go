package analysis

import (
	"context"

	"renown/internal/door/console/kit"
	"renown/internal/room/insight/detail"
)

// surfaces compares what assistants answer by their interface with what their apps show.
type surfaces struct {
	lens
	detail.Surfaces
}

func (pages *Pages) showSurfaces(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	var p surfaces
	var err error
	if p.lens, err = pages.lensOf(ctx, v); err != nil {
		return kit.Reply{}, err
	}
	p.apps = false // it is about both
	if p.Surfaces, err = pages.Details.Surfaces(ctx, v.Caller, v.Brand.ID, p.asked()); err != nil {
		return kit.Reply{}, err
	}
	return kit.Show(kit.Page{Title: kit.Key("API 与 App 对照"), Entry: "surfaces", Bar: lensBar(p.lens), Body: surfacesBody(p), Status: p.status()})
}

// signed is a difference with its sign and its interval.
func signed(ctx context.Context, m kit.Measure, a detail.Agreement) string {
	if a.Value == nil {
		return "—"
	}
	text := m.Text(*a.Value)
	if *a.Value > 0 {
		text = "+" + text
	}
	if a.Low == nil {
		return text
	}
	return kit.T(ctx, "%s（%s 至 %s）", text, m.Text(*a.Low), m.Text(*a.High))
}

// surfaceVerdict says whether the app names the brand more or less often.
func surfaceVerdict(ctx context.Context, a detail.Agreement) string {
	switch {
	case a.Low == nil:
		return kit.T(ctx, "样本不足")
	case *a.Low > 0:
		return kit.T(ctx, "App 里显著更常提到")
	case *a.High < 0:
		return kit.T(ctx, "API 里显著更常提到")
	}
	return kit.T(ctx, "无显著差异")
}

// appRateWhy says why there is no rate for the app.
func appRateWhy(ctx context.Context, p detail.SurfacePlatform) string {
	if p.AppRate.Unusable != nil && *p.AppRate.Unusable == detail.UnusableSame {
		return kit.T(ctx, "有一边的回答从不变化，无从推算")
	}
	return kit.T(ctx, "随机抽到 %d 对，满 30 对才推算", p.Drawn)
}
