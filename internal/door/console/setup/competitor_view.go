package setup

import (
	"context"
	"net/url"
	"strings"

	"renown/internal/door/console/kit"
	"renown/internal/room/brand"
	"renown/internal/tool/answer"
)

var stateWordses = map[answer.State]string{
	answer.NamesUs:     kit.Key("这条回答提到了你的品牌。"),
	answer.NamesOthers: kit.Key("这条回答只提到了竞品。"),
	answer.Refused:     kit.Key("助手拒绝回答，不计入任何比例。"),
	answer.Broken:      kit.Key("平台没有给出回答（繁忙、出错或被过滤），不计入任何比例。"),
	answer.Empty:       kit.Key("没有可读的内容，不计入任何比例。"),
}

func stateWords(s answer.State) string {
	return kit.Label(stateWordses, s, kit.Key("这条回答没有提到名单上的任何品牌。"))
}

// narrowed counts what makes a competitor's name count less often.
func narrowed(ctx context.Context, k brand.Competitor) string {
	var said []string
	if n := len(k.Exclusions); n > 0 {
		said = append(said, kit.T(ctx, "%d 条排除", n))
	}
	if n := len(k.Contexts); n > 0 {
		said = append(said, kit.T(ctx, "%d 个语境词", n))
	}
	return kit.OrElse(strings.Join(said, " · "), "—")
}

func whyWords(ctx context.Context, u uncounted) string {
	switch u.why {
	case "excluded":
		return kit.T(ctx, "在排除的说法「%s」里", u.phrase)
	case "context":
		return kit.T(ctx, "没有出现任何语境词")
	}
	return kit.T(ctx, "是更长的词或名字的一部分")
}

// siteOf is a site's host, or what was given.
func siteOf(address *string) string {
	if address == nil {
		return ""
	}
	if u, err := url.Parse(*address); err == nil && u.Host != "" {
		return u.Host
	}
	return *address
}
