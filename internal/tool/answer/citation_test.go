package answer_test

import (
	"testing"

	"renown/internal/testkit/expect"
	"renown/internal/tool/address"
	"renown/internal/tool/answer"
)

func TestAddresses(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"http:// https://? www. www.x":                 {},
		"xhttps://a.cn/1":                              {"a.cn/1"},
		"awww.a.cn a.www.b.cn @www.c.cn":               {},
		"见www.a.cn/x。":                                 {"a.cn/x"},
		"https://a.cn/x(官网)":                           {"a.cn/x"},
		"https://a.cn/x(b)c)":                          {"a.cn/x(b)c"},
		"~~https://a.cn/x~~ _https://a.cn/y_":          {"a.cn/x", "a.cn/y"},
		"|https://a.cn/x|https://a.cn/y|":              {"a.cn/x", "a.cn/y"},
		"“https://a.cn/x”，《https://a.cn/y》":            {"a.cn/x", "a.cn/y"},
		"https://a.cn/x?a=[1]":                         {"a.cn/x?a="},
		"[a](https://a.cn/1)[b](https://a.cn/2)":       {"a.cn/1", "a.cn/2"},
		"[a]( https://a.cn/1 'b' )":                    {"a.cn/1"},
		"[t][1]\n[1]: <https://a.cn/1> 'x'":            {"a.cn/1"},
		"https://web.archive.org/web/1/https://a.cn/2": {"web.archive.org/web/1/https://a.cn/2"},
		"<img src=\"https://a.cn/1.png\">":             {"a.cn/1.png"},
		"来源：http://a.cn/1、http://a.cn/2；http://a.cn/1": {"a.cn/1", "a.cn/2"},
		"https://a.cn/x;https://a.cn/y":                {"a.cn/x", "a.cn/y"},
	} {
		expect.Same(t, answer.Addresses(text), want, text)
	}
}

func TestClasses(t *testing.T) {
	t.Parallel()
	reader := answer.NewReader([]answer.Entity{
		{ID: "xiaomi", Name: "小米", Domains: []string{
			"https://www.mi.com/cn/", "xiaomi.tmall.com", "shop.xiaomi.com",
			"weibo.com/xiaomi", "not a host",
		}},
		{ID: "jd", Name: "京东", Domains: []string{"JD.com"}},
		{ID: "cloud", Name: "云", Domains: []string{"cloud.mi.com", "https://www.zhihu.com/org/yun"}},
	})
	for _, c := range []struct {
		url, domain string
		class       address.Class
		entity      int
		rented      bool
		engine      bool
	}{
		{"https://mi.com/a", "mi.com", address.Own, 0, false, false},
		{"https://m.mi.com/a", "mi.com", address.Own, 0, false, false},
		{"https://cloud.mi.com/a", "mi.com", address.Competitor, 2, false, false},
		{"https://blog.xiaomi.com", "xiaomi.com", address.Own, 0, false, false},
		{"https://notmi.com", "notmi.com", address.Other, -1, false, false},
		{"https://item.jd.com/1.html", "jd.com", address.Competitor, 1, false, false},
		{"https://xiaomi.tmall.com/x", "tmall.com", address.Own, 0, true, false},
		{"https://huawei.tmall.com/x", "tmall.com", address.Ecommerce, -1, false, false},
		{"https://weibo.com/xiaomi/1", "weibo.com", address.Own, 0, true, false},
		{"https://weibo.com/xiaomi2", "weibo.com", address.Social, -1, false, false},
		{"https://www.zhihu.com/question/1", "zhihu.com", address.Social, -1, false, false},
		{"https://zhuanlan.zhihu.com/p/1", "zhihu.com", address.SelfMedia, -1, false, false},
		{"https://mp.weixin.qq.com/s?x=1", "qq.com", address.SelfMedia, -1, false, false},
		{"https://news.qq.com/a", "qq.com", address.News, -1, false, false},
		{"https://baike.baidu.com/item/a", "baidu.com", address.Encyclopedia, -1, false, false},
		{"https://tieba.baidu.com/p/1", "baidu.com", address.Social, -1, false, false},
		{"https://www.baidu.com/link?url=x", "baidu.com", address.Other, -1, false, true},
		{"https://chatgpt.com/?hints=search", "chatgpt.com", address.Other, -1, false, true},
		{"https://www.google.com/search?q=x", "google.com", address.Other, -1, false, true},
		{"https://www.google.com/shopping/x", "google.com", address.Ecommerce, -1, false, false},
		{"https://openai.com/index/x", "openai.com", address.Other, -1, false, false},
		{"https://www.sohu.com/a/1", "sohu.com", address.SelfMedia, -1, false, false},
		{"https://www.sohu.com/", "sohu.com", address.News, -1, false, false},
		{"https://www.beijing.gov.cn/x", "beijing.gov.cn", address.Government, -1, false, false},
		{"https://www.gov.br/x", "gov.br", address.Government, -1, false, false},
		{"https://www.nasa.gov/x", "nasa.gov", address.Government, -1, false, false},
		{"https://www.ncbi.nlm.nih.gov/x", "nih.gov", address.Other, -1, false, false},
		{"https://www.tsinghua.edu.cn/", "tsinghua.edu.cn", address.Other, -1, false, false},
		{"https://en.wikipedia.org/wiki/A", "wikipedia.org", address.Encyclopedia, -1, false, false},
		{"https://somebody.example.co.uk/products/x", "example.co.uk", address.Ecommerce, -1, false, false},
		{"https://bbs.example.com/x", "example.com", address.Social, -1, false, false},
		{"https://foo.github.io/x", "foo.github.io", address.Other, -1, false, false},
		{"http://8.8.8.8/x", "8.8.8.8", address.Other, -1, false, false},
	} {
		list := reader.Read("", "", []answer.Source{{URL: c.url}}).Citations
		if len(list) != 1 {
			t.Errorf("%s: %d citations", c.url, len(list))
			continue
		}
		got := list[0]
		if got.Domain != c.domain || got.Class != c.class || got.Entity != c.entity || got.Rented != c.rented || got.Engine != c.engine {
			t.Errorf("%s: %+v, want %+v", c.url, got, c)
		}
	}
}

func TestCitationsAreJoined(t *testing.T) {
	t.Parallel()
	reader := answer.NewReader(names("x|小米"))
	got := reader.Read("见[甲](https://www.a.cn/1/?utm_source=x)，https://b.cn/2 和 http://localhost:8080/x 、http://192.168.1.1/ 、http://nas.local/", "",
		[]answer.Source{
			{URL: "https://c.cn/3", Title: "丙"},
			{URL: "http://a.cn/1"},
			{URL: "https://a.cn/1", Title: "甲"},
			{URL: "about:blank"},
			{URL: ""},
		}).Citations
	type brief struct {
		URL, Returned, Title string
		InText               bool
	}
	var list []brief
	for _, c := range got {
		list = append(list, brief{c.URL, c.Returned, c.Title, c.InText})
	}
	want := []brief{
		{"c.cn/3", "https://c.cn/3", "丙", false},
		{"a.cn/1", "http://a.cn/1", "甲", true},
		{"b.cn/2", "https://b.cn/2", "", true},
	}
	expect.Same(t, list, want)
}
