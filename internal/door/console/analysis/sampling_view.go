package analysis

import (
	"context"

	"renown/internal/door/console/kit"
	"renown/internal/room/insight/sampling"
)

// cellText says how a cell stands to the target.
func cellText(ctx context.Context, p samplingPage, c sampling.Cell) string {
	switch {
	case c.Settled && *c.Rate > p.line():
		return kit.T(ctx, "cell|高于")
	case c.Settled:
		return kit.T(ctx, "cell|低于")
	case c.More != nil:
		return kit.T(ctx, "再问 %s 次", kit.Number(*c.More))
	}
	return kit.T(ctx, "差别太小，无需再问")
}

// settledHeat is a cell as the heat map draws it.
func settledHeat(c sampling.Cell) kit.Heat { return figuresOf(kit.Heat{}, c.Naming) }
