package setup

import (
	"context"

	"renown/internal/door/console/kit"
	"renown/internal/room/insight/detail"
)

// foundWords is the run in one sentence: who named the brand how often.
func foundWords(ctx context.Context, p runPage) string {
	var platforms []string
	for _, one := range p.run.Platforms {
		for _, f := range p.found.Platforms {
			if f.Platform == one.Platform && f.Answers > 0 {
				platforms = append(platforms, one.Name)
			}
		}
	}
	by := kit.JoinWords(ctx, platforms)
	switch p.found.Named {
	case 0:
		return kit.T(ctx, "%s的 %d 条回答里，没有一条提到「%s」。", by, p.found.Answers, p.brand.Name)
	case p.found.Answers:
		return kit.T(ctx, "%s的 %d 条回答都提到了「%s」。", by, p.found.Answers, p.brand.Name)
	}
	return kit.T(ctx, "%s的 %d 条回答里，%d 条提到了「%s」。", by, p.found.Answers, p.found.Named, p.brand.Name)
}

// insightWords are what the answers show beyond that: who is named instead, which platform leaves the brand out, which does not know it.
func insightWords(ctx context.Context, p runPage) (list []string) {
	if len(p.found.Rivals) > 0 {
		if r := p.found.Rivals[0]; r.Instead > 0 {
			list = append(list, kit.T(ctx, "%d 条回答提到了%s，却没有提到「%s」。", r.Instead, r.Name, p.brand.Name))
		} else {
			list = append(list, kit.T(ctx, "提到%s的 %d 条回答，也都提到了「%s」。", r.Name, r.Named, p.brand.Name))
		}
	}
	silent, best := split(p.found.Platforms)
	if silent != nil && best != nil {
		list = append(list, kit.T(ctx, "%s %d 条回答都没提到，%s 提到 %d 次。", platformNameIn(p.run, silent.Platform),
			silent.Answers, platformNameIn(p.run, best.Platform), best.Named))
	}
	for _, f := range p.found.Platforms {
		if f.Unknown > 0 {
			list = append(list, kit.T(ctx, "%s在 %d 条回答里说不了解这个品牌。", platformNameIn(p.run, f.Platform), f.Unknown))
			break
		}
	}
	return list
}

// split finds the platform that answered most without naming the brand, and the one that named it most.
func split(list []detail.RunPlatform) (silent, best *detail.RunPlatform) {
	for i, f := range list {
		if f.Answers > 0 && f.Named == 0 && (silent == nil || f.Answers > silent.Answers) {
			silent = &list[i]
		}
		if f.Named > 0 && (best == nil || f.Named > best.Named) {
			best = &list[i]
		}
	}
	return silent, best
}

// runLinks are three pages to go on with: label and path below the brand.
func runLinks(p runPage) [][2]string {
	links := [][2]string{{kit.Key("看总览"), "/overview"}}
	if len(p.found.Rivals) > 0 && p.found.Rivals[0].Instead > 0 {
		links = append(links, [2]string{kit.Key("读没有提到你的回答"), "/answers?named=no&rival=" + p.found.Rivals[0].ID})
	} else {
		links = append(links, [2]string{kit.Key("读这些回答"), "/answers"})
	}
	if len(p.found.Rivals) == 0 {
		return append(links, [2]string{kit.Key("加竞品"), "/competitors"})
	}
	return append(links, [2]string{kit.Key("下一步做什么"), "/opportunities"})
}
