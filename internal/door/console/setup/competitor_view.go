package setup

import (
	"context"
	"net/url"

	"renown/internal/door/console/kit"
	"renown/internal/tool/answer"
)

func stateWords(s answer.State) string {
	switch s {
	case answer.NamesUs:
		return kit.Key("这条回答提到了你的品牌。")
	case answer.NamesOthers:
		return kit.Key("这条回答只提到了竞品。")
	case answer.Refused:
		return kit.Key("助手拒绝回答，不计入任何比例。")
	case answer.Empty:
		return kit.Key("没有可读的内容，不计入任何比例。")
	}
	return kit.Key("这条回答没有提到名单上的任何品牌。")
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
