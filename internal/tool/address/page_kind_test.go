package address_test

import (
	"testing"

	"renown/internal/testkit/expect"
	"renown/internal/tool/address"
)

func TestPageKindOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		class      address.Class
		url, title string
		want       address.PageKind
	}{
		{address.Own, "https://brand.example/best-of", "", address.OwnPage},
		{address.Competitor, "https://rival.example", "十大品牌", address.RivalPage},
		{address.Encyclopedia, "https://baike.baidu.com/item/x", "", address.EncyclopediaPage},
		{address.Social, "https://www.zhihu.com/question/1", "排行", address.CommunityPage},
		{address.SelfMedia, "https://mp.weixin.qq.com/s/x", "", address.CommunityPage},
		{address.Ecommerce, "https://item.jd.com/1.html", "", address.ListingPage},
		{address.Government, "https://www.gov.cn/x", "", address.EditorialPage},
		{address.News, "https://www.sohu.com/a/1", "咖啡连锁的一年", address.EditorialPage},
		{address.News, "https://www.sohu.com/a/1", "2026 年咖啡品牌排行榜", address.ListingPage},
		{address.News, "https://www.g2.com/products/x", "", address.ListingPage},
		{address.Other, "https://some.example/best-coffee", "", address.ListingPage},
		{address.Other, "https://some.example/story", "", address.EditorialPage},
		{address.Other, "", "", address.EditorialPage},
	} {
		expect.Equal(t, address.PageKindOf(c.class, c.url, c.title), c.want, c.class, c.url, c.title)
	}
}
