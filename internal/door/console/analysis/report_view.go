package analysis

import (
	"context"

	"renown/internal/door/console/kit"
	"renown/internal/room/insight/proof"
)

// reportScope says what the report rests on.
func reportScope(ctx context.Context, r clientReport) string {
	text := kit.JoinDots(kit.T(ctx, "%s 条回答", kit.Number(r.answers())), kit.T(ctx, "%d 个平台", r.measured()),
		kit.T(ctx, "%d 条启用的意图词", r.brand.Counts.ActivePrompts))
	if len(r.chosen) > 0 {
		text += " · " + platformList(ctx, r.lens, r.chosen)
	}
	for _, id := range r.topics {
		text += " · " + r.topicName(id)
	}
	return text
}

// extremes are the platforms that name the brand most and least often.
func (o overview) extremes() (best, worst platformRow, ok bool) {
	n := 0
	for _, row := range o.rows {
		if !row.known {
			continue
		}
		if n == 0 || *row.Visibility > *best.Visibility {
			best = row
		}
		if n == 0 || *row.Visibility < *worst.Visibility {
			worst = row
		}
		n++
	}
	return best, worst, n > 1
}

func gapList(ctx context.Context, r clientReport) string {
	names := make([]string, len(r.gaps))
	for i, g := range r.gaps {
		names[i] = g.Channel
	}
	return kit.JoinWords(ctx, names)
}

// groundNames are those that answers were read for, with their other spellings.
func groundNames(ctx context.Context, b proof.Basis) string {
	var names []string
	for _, n := range b.Names {
		names = append(names, n.Name)
		names = append(names, n.Aliases...)
	}
	return kit.JoinWords(ctx, names)
}

// reportBounds is the interval of a prompt's rate; nothing where there are too few answers for one.
func reportBounds(p heatRow) string {
	if p.Low == nil || p.High == nil {
		return ""
	}
	return kit.Rounded(*p.Low*100, 0) + "–" + kit.Rounded(*p.High*100, 0) + "%"
}
