package console

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"renown/internal/door/console/kit"
	"renown/internal/room/brand"
)

// stop is one of the demo's tour: a page, and what to look at there.
type stop struct {
	path        string
	query       string // what of the page is shown, with & at its end; may be empty
	title, text string
}

// stops follow the loop: what was measured, where the gap is, what was published, who cites it, what goes on.
var stops = []stop{
	{
		"/brands/{brand_id}/overview", "", kit.Key("先看站在哪里，有多确定"),
		kit.Key("先读三句话：发生了什么，竞品怎样，文章有没有用。变化大于误差才有箭头，否则写「持平」；曲线上的小旗是文章发布的日子。"),
	},
	{
		"/brands/{brand_id}/visibility", "", kit.Key("再找缺口"),
		kit.Key("每行一个问题，每列一个平台。有一组问题很少提到这个品牌：这就是当初发现的缺口。点任一格，看到是哪几条回答、哪一句。有些回答照抄了网页上写错的事实，填好事实表，就会逐条核对。"),
	},
	{
		"/orders", "", kit.Key("把缺口写成一篇文章"),
		kit.Key("三周前，一篇文章同时投给四家媒体：三家发布，一家退稿，积分已退回。每一步都有记录。"),
	},
	{
		"/brands/{brand_id}/citations", "class=placed&", kit.Key("文章有没有被引用"),
		kit.Key("发布几天之后，助手开始引用其中两家；另一家发了，但至今没有被引用。来源按网站与渠道统计，点开是引用它的回答。"),
	},
	{
		"/brands/{brand_id}/runs", "", kit.Key("每天再问一遍"),
		kit.Key("监测每天自动进行，最近一次就在列表最上面。演示到此为止，可以随意点；换成自己的品牌，大约三分钟。"),
	},
}

// tour is what the demo adds to a page.
type tour struct {
	at    int    // stop, 1 the first; 0: none
	offer bool   // the first page, and who looks has neither begun nor ended it
	brand string // whose story is told; "" for who cannot see it
	here  string // this page without the tour

	told, toTell int // runs of the demo's story, while it is filled in and this is the first page
}

const tourEnded = "end"

// tourFor is nil outside of the demo and while there is no brand. The tour leads through one brand's story and is offered there alone.
func (c *Console) tourFor(v *kit.Visit, brands []brand.Title) *tour {
	if !c.rooms.Demo || len(brands) == 0 {
		return nil
	}
	t := &tour{here: without(v.URL, "tour")}
	story := c.rooms.Story()
	if !slices.ContainsFunc(brands, func(b brand.Title) bool { return b.ID == story }) {
		return t
	}
	t.brand = story
	if v.Brand.ID != story && strings.Contains(v.Route, "{brand_id}") {
		return t
	}
	if n, err := strconv.Atoi(v.URL.Query().Get("tour")); err == nil && n >= 1 && n <= len(stops) && stops[n-1].path == v.Route {
		t.at = n
	}
	if v.Route == stops[0].path {
		t.told, t.toTell = c.rooms.Told()
	}
	t.offer = t.at == 0 && v.Route == stops[0].path && v.Remembered(kit.TourCookie) != tourEnded
	return t
}

// without is an address of this site less one argument.
func without(u *url.URL, name string) string {
	query := u.Query()
	query.Del(name)
	return (&url.URL{Path: u.Path, RawQuery: query.Encode()}).RequestURI()
}

// to is the address of a stop.
func (t *tour) to(n int) string {
	return strings.ReplaceAll(stops[n-1].path, "{brand_id}", t.brand) + "?" + stops[n-1].query + "tour=" + strconv.Itoa(n)
}
