package answer_test

import (
	"testing"

	"renown/internal/tool/answer"
)

func TestPageKindOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		class      answer.Class
		url, title string
		want       answer.PageKind
	}{
		{answer.Own, "https://brand.example/best-of", "", answer.OwnPage},
		{answer.Competitor, "https://rival.example", "十大品牌", answer.RivalPage},
		{answer.Encyclopedia, "https://baike.baidu.com/item/x", "", answer.EncyclopediaPage},
		{answer.Social, "https://www.zhihu.com/question/1", "排行", answer.CommunityPage},
		{answer.SelfMedia, "https://mp.weixin.qq.com/s/x", "", answer.CommunityPage},
		{answer.Ecommerce, "https://item.jd.com/1.html", "", answer.ListingPage},
		{answer.Government, "https://www.gov.cn/x", "", answer.EditorialPage},
		{answer.News, "https://www.sohu.com/a/1", "咖啡连锁的一年", answer.EditorialPage},
		{answer.News, "https://www.sohu.com/a/1", "2026 年咖啡品牌排行榜", answer.ListingPage},
		{answer.News, "https://www.g2.com/products/x", "", answer.ListingPage},
		{answer.Other, "https://some.example/best-coffee", "", answer.ListingPage},
		{answer.Other, "https://some.example/story", "", answer.EditorialPage},
		{answer.Other, "", "", answer.EditorialPage},
	} {
		if got := answer.PageKindOf(c.class, c.url, c.title); got != c.want {
			t.Errorf("%s %s %q: %s, want %s", c.class, c.url, c.title, got, c.want)
		}
	}
}
