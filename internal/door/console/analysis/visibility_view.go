package analysis

import (
	"context"

	"renown/internal/door/console/kit"
)

// heatNote stands under a prompt: its stage, and that it is not asked any more.
func heatNote(ctx context.Context, r heatRow) string {
	switch {
	case r.off && r.stage == "":
		return kit.T(ctx, "已删除")
	case r.off:
		return r.stage + kit.T(ctx, " · 已停用")
	}
	return r.stage
}
