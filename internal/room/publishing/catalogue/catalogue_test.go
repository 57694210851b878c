package catalogue_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"renown/internal/floor/fault"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// eight outlets that differ in everything a filter looks at.
var eight = []string{
	`{"key":"a","name":"甲报","media_type":"news","content_types":["article"],"price":{"points":49},"domain":"jia.example","channel":"科技",
	  "industries":["technology","software"],"region":"北京","portal":"甲网","level":"vertical","language":"zh","country":"CN",
	  "authority":{"pc_weight":3},"delivery":{"average_hours":6,"success_rate":0.9,"weekend":true},"policy":{"links":true},"recommended":true}`,
	`{"key":"b","name":"乙报","media_type":"news","content_types":["article"],"price":{"points":50},"industries":["finance"],"region":"上海",
	  "portal":"乙网","level":"central","language":"zh","country":"CN","authority":{"pc_weight":8},
	  "delivery":{"average_hours":24,"success_rate":0.99,"weekend":false},"policy":{"links":false}}`,
	`{"key":"c","name":"ＡＢＣ号","media_type":"wemedia","content_types":["article","video"],"price":{"points":200},"platform":"tuwenhao",
	  "account_name":"Straße","region":"北京","audience":{"followers":1000},"delivery":{"weekend":true}}`,
	`{"key":"d","name":"丁号","media_type":"wemedia","content_types":["article"],"price":{"points":199},"platform":"zhishihao","audience":{"followers":5000}}`,
	`{"key":"e","name":"戊视频","media_type":"short_video","content_types":["video"],"price":{"points":5000},"platform":"duanshipin","audience":{"followers":90000},"recommended":true}`,
	`{"key":"f","name":"Fig_100%","media_type":"overseas","content_types":["article"],"price":{"points":4999},"country":"US","language":"en","region":"a,b"}`,
	`{"key":"g","name":"庚报","media_type":"news","content_types":["article"],"price":{"points":0},"status":"paused"}`,
	`{"key":"h","name":"辛报","media_type":"news","content_types":["article"],"price":{"points":10},"region":"天津","status":"retired"}`,
}

func stocked(t *testing.T, body func(t *testing.T, s *shelf)) {
	t.Helper()
	eachShelf(t, func(t *testing.T, s *shelf) {
		s.stock(t, flatten(eight)...)
		body(t, s)
	})
}

// flatten puts each record on one line.
func flatten(records []string) []string {
	list := make([]string, len(records))
	for i, r := range records {
		list[i] = strings.ReplaceAll(r, "\n", " ")
	}
	return list
}

func TestListFilters(t *testing.T) {
	t.Parallel()
	few, most := int64(50), int64(200)
	cases := []struct {
		name    string
		filter  catalogue.Filter
		want    string
		applied catalogue.Filter
	}{
		{"nothing", catalogue.Filter{}, "甲报 戊视频 乙报 ＡＢＣ号 丁号 Fig_100% 庚报", catalogue.Filter{}},
		{
			"unknown values",
			catalogue.Filter{MediaTypes: []string{"radio"}, Regions: []string{"月球"}, PriceTiers: []string{"1_2"}, Platforms: []string{""}},
			"甲报 戊视频 乙报 ＡＢＣ号 丁号 Fig_100% 庚报",
			catalogue.Filter{},
		},
		{
			"comma-joined",
			catalogue.Filter{MediaTypes: []string{"news,wemedia"}, Industries: []string{"technology,finance"}},
			"甲报 戊视频 乙报 ＡＢＣ号 丁号 Fig_100% 庚报",
			catalogue.Filter{},
		},
		{
			"a value with a comma that exists",
			catalogue.Filter{Regions: []string{"a,b"}},
			"Fig_100%",
			catalogue.Filter{Regions: []string{"a,b"}},
		},
		{
			"known beside unknown",
			catalogue.Filter{Regions: []string{"月球", "北京", "北京"}},
			"甲报 ＡＢＣ号",
			catalogue.Filter{Regions: []string{"北京"}},
		},
		{"only a retired outlet has it", catalogue.Filter{Regions: []string{"天津"}}, "甲报 戊视频 乙报 ＡＢＣ号 丁号 Fig_100% 庚报", catalogue.Filter{}},
		{"another dimension has it", catalogue.Filter{Portals: []string{"北京"}}, "甲报 戊视频 乙报 ＡＢＣ号 丁号 Fig_100% 庚报", catalogue.Filter{}},
		{
			"media types",
			catalogue.Filter{MediaTypes: []string{"news", "overseas"}},
			"甲报 乙报 Fig_100% 庚报",
			catalogue.Filter{MediaTypes: []string{"news", "overseas"}},
		},
		{"video", catalogue.Filter{ContentType: "video"}, "戊视频 ＡＢＣ号", catalogue.Filter{ContentType: "video"}},
		{
			"industries widen",
			catalogue.Filter{Industries: []string{"software", "finance"}},
			"甲报 乙报",
			catalogue.Filter{Industries: []string{"software", "finance"}},
		},
		{"platform", catalogue.Filter{Platforms: []string{"zhishihao"}}, "丁号", catalogue.Filter{Platforms: []string{"zhishihao"}}},
		{"portal", catalogue.Filter{Portals: []string{"乙网"}}, "乙报", catalogue.Filter{Portals: []string{"乙网"}}},
		{"level", catalogue.Filter{Levels: []string{"central"}}, "乙报", catalogue.Filter{Levels: []string{"central"}}},
		{"language", catalogue.Filter{Languages: []string{"en"}}, "Fig_100%", catalogue.Filter{Languages: []string{"en"}}},
		{"country", catalogue.Filter{Countries: []string{"CN"}}, "甲报 乙报", catalogue.Filter{Countries: []string{"CN"}}},
		{
			"tiers are half-open",
			catalogue.Filter{PriceTiers: []string{"50_200"}},
			"乙报 丁号",
			catalogue.Filter{PriceTiers: []string{"50_200"}},
		},
		{"an empty tier", catalogue.Filter{PriceTiers: []string{"500_1000"}}, "", catalogue.Filter{PriceTiers: []string{"500_1000"}}},
		{
			"the last tier",
			catalogue.Filter{PriceTiers: []string{"5000_up", "0_50"}},
			"甲报 戊视频 庚报",
			catalogue.Filter{PriceTiers: []string{"5000_up", "0_50"}},
		},
		{
			"prices are included",
			catalogue.Filter{MinPrice: &few, MaxPrice: &most},
			"乙报 ＡＢＣ号 丁号",
			catalogue.Filter{MinPrice: &few, MaxPrice: &most},
		},
		{"nothing between", catalogue.Filter{MinPrice: &most, MaxPrice: &few}, "", catalogue.Filter{MinPrice: &most, MaxPrice: &few}},
		{"weight", catalogue.Filter{MinWeight: of[int64](0)}, "甲报 乙报", catalogue.Filter{MinWeight: of[int64](0)}},
		{"followers", catalogue.Filter{MinFollowers: of[int64](1001)}, "戊视频 丁号", catalogue.Filter{MinFollowers: of[int64](1001)}},
		{"hours", catalogue.Filter{MaxDeliveryHours: of(6.0)}, "甲报", catalogue.Filter{MaxDeliveryHours: of(6.0)}},
		{"success", catalogue.Filter{MinSuccessRate: of(0.95)}, "乙报", catalogue.Filter{MinSuccessRate: of(0.95)}},
		{"weekend", catalogue.Filter{Weekend: of(true)}, "甲报 ＡＢＣ号", catalogue.Filter{Weekend: of(true)}},
		{"no weekend", catalogue.Filter{Weekend: of(false)}, "乙报", catalogue.Filter{Weekend: of(false)}},
		{"links", catalogue.Filter{Links: of(true)}, "甲报", catalogue.Filter{Links: of(true)}},
		{"not recommended", catalogue.Filter{Recommended: of(false)}, "乙报 ＡＢＣ号 丁号 Fig_100% 庚报", catalogue.Filter{Recommended: of(false)}},
		{
			"several narrow",
			catalogue.Filter{MediaTypes: []string{"news"}, Regions: []string{"北京", "上海"}, MaxPrice: of[int64](49)},
			"甲报",
			catalogue.Filter{MediaTypes: []string{"news"}, Regions: []string{"北京", "上海"}, MaxPrice: of[int64](49)},
		},
	}
	stocked(t, func(t *testing.T, s *shelf) {
		for _, tc := range cases {
			list := must.Get(s.List(t.Context(), tc.filter, "recommended", catalogue.Paging{Number: 1, Size: 20}))(t)
			if got := names(list.Items); got != tc.want || list.Total != int64(len(list.Items)) {
				t.Errorf("%s: %d: %s, want %s", tc.name, list.Total, got, tc.want)
			}
			expect.Same(t, list.Filters, tc.applied, tc.name, "applied")
		}
	})
}

func TestListSearch(t *testing.T) {
	t.Parallel()
	stocked(t, func(t *testing.T, s *shelf) {
		for q, want := range map[string]string{
			"报": "甲报 乙报 庚报", "甲": "甲报", "  甲报  ": "甲报", "abc": "ＡＢＣ号", "ａｂｃ号": "ＡＢＣ号", "ABC": "ＡＢＣ号",
			"JIA.Example": "甲报", "科": "甲报", "STRAßE": "ＡＢＣ号", "%": "Fig_100%", "_": "Fig_100%", "fig_100%": "Fig_100%", "％": "Fig_100%",
			"辛": "", "甲报乙报": "", "报jia": "", "%%": "", `\`: "", "'": "", "云": "",
		} {
			list := must.Get(s.List(t.Context(), catalogue.Filter{Q: q}, "newest", catalogue.Paging{Number: 1, Size: 20}))(t)
			expect.Equal(t, names(list.Items), want, q)
			expect.Equal(t, list.Filters.Q, strings.TrimSpace(q), q, "applied as")
		}
		blank := must.Get(s.List(t.Context(), catalogue.Filter{Q: " 　"}, "", catalogue.Paging{Number: 1, Size: 20}))(t)
		if blank.Total != 7 || blank.Filters.Q != "" {
			t.Errorf("a blank q found %d, applied as %q", blank.Total, blank.Filters.Q)
		}
	})
}

func TestListSorts(t *testing.T) {
	t.Parallel()
	stocked(t, func(t *testing.T, s *shelf) {
		byName := map[string]string{}
		for _, m := range s.all(t, catalogue.Filter{}, "") {
			byName[m.Name] = m.ID
		}
		must.Do(t, s.Measure(t.Context(), s.db.Now(), []catalogue.Measurement{
			{OutletID: byName["丁号"], Citations: 3, Placed: new(catalogue.InSteps(8, 9))},
			{OutletID: byName["乙报"], Citations: 9, Placed: new(catalogue.InSteps(4, 9))},
			{OutletID: byName["戊视频"], Placed: new(catalogue.InSteps(0, 5))},
		}))
		for sort, want := range map[string]string{
			"recommended":       "甲报 戊视频 乙报 ＡＢＣ号 丁号 Fig_100% 庚报",
			"price_asc":         "庚报 甲报 乙报 丁号 ＡＢＣ号 Fig_100% 戊视频",
			"price_desc":        "戊视频 Fig_100% ＡＢＣ号 丁号 乙报 甲报 庚报",
			"citations_desc":    "乙报 丁号 甲报 ＡＢＣ号 戊视频 Fig_100% 庚报",
			"effect_desc":       "乙报 丁号 戊视频 甲报 ＡＢＣ号 Fig_100% 庚报",
			"success_rate_desc": "乙报 甲报 ＡＢＣ号 丁号 戊视频 Fig_100% 庚报",
			"delivery_asc":      "甲报 乙报 ＡＢＣ号 丁号 戊视频 Fig_100% 庚报",
			"followers_desc":    "戊视频 丁号 ＡＢＣ号 甲报 乙报 Fig_100% 庚报",
			"weight_desc":       "乙报 甲报 ＡＢＣ号 丁号 戊视频 Fig_100% 庚报",
			"newest":            "甲报 乙报 ＡＢＣ号 丁号 戊视频 Fig_100% 庚报",
		} {
			list := must.Get(s.List(t.Context(), catalogue.Filter{}, sort, catalogue.Paging{Number: 1, Size: 20}))(t)
			if got := names(list.Items); got != want || list.Sort != sort {
				t.Errorf("%s as %s: %s, want %s", sort, list.Sort, got, want)
			}
		}
		odd := must.Get(s.List(t.Context(), catalogue.Filter{}, "PRICE_ASC", catalogue.Paging{Number: 1, Size: 2}))(t)
		if odd.Sort != "recommended" || names(odd.Items) != "甲报 戊视频" || !odd.HasMore {
			t.Errorf("an unknown sort: %+v", odd)
		}
		s.clock.Advance(time.Second)
		s.stock(t, `{"name":"新报","media_type":"news","content_types":["article"],"price":{"points":1}}`)
		if got := names(s.all(t, catalogue.Filter{}, "newest")); !strings.HasPrefix(got, "新报 甲报 ") {
			t.Errorf("newest: %s", got)
		}
	})
}

func TestListPages(t *testing.T) {
	t.Parallel()
	stocked(t, func(t *testing.T, s *shelf) {
		for _, tc := range []struct {
			page catalogue.Paging
			want string
			more bool
		}{
			{catalogue.Paging{Number: 1, Size: 3}, "庚报 甲报 乙报", true},
			{catalogue.Paging{Number: 2, Size: 3}, "丁号 ＡＢＣ号 Fig_100%", true},
			{catalogue.Paging{Number: 3, Size: 3}, "戊视频", false},
			{catalogue.Paging{Number: 1, Size: 7}, "庚报 甲报 乙报 丁号 ＡＢＣ号 Fig_100% 戊视频", false},
			{catalogue.Paging{Number: 8, Size: 1}, "", false},
			{catalogue.Paging{Number: 1 << 62, Size: 100}, "", false},
		} {
			list := must.Get(s.List(t.Context(), catalogue.Filter{}, "price_asc", tc.page))(t)
			if got := names(list.Items); got != tc.want || list.HasMore != tc.more || list.Total != 7 || list.Items == nil {
				t.Errorf("%v: %s (more: %t, total %d), want %s (%t)", tc.page, got, list.HasMore, list.Total, tc.want, tc.more)
			}
		}
	})
}

// All at once, the list is what its pages are.
func TestEach(t *testing.T) {
	t.Parallel()
	stocked(t, func(t *testing.T, s *shelf) {
		for _, sort := range sortNames() {
			for _, filter := range []catalogue.Filter{
				{},
				{Retired: true},
				{Regions: []string{"北京", "nowhere"}},
				{MinPrice: of[int64](9999)},
			} {
				var list []catalogue.Outlet
				must.Do(t, s.Each(t.Context(), filter, sort, func(m catalogue.Outlet) { list = append(list, m) }))
				expect.Equal(t, names(list), names(s.all(t, filter, sort)), sort, filter)
			}
		}
	})
}

func TestFind(t *testing.T) {
	t.Parallel()
	stocked(t, func(t *testing.T, s *shelf) {
		for _, id := range []string{"", "channels", "med_00000000000000000000000000", "a", "a\x00b", "\xff"} {
			_, err := s.Find(t.Context(), id)
			must.Refuse(t, err, fault.NoSuchThing)
		}
		for _, m := range s.all(t, catalogue.Filter{}, "") {
			found := must.Get(s.Find(t.Context(), m.ID))(t)
			if diff := cmp.Diff(m, found, cmp.AllowUnexported(catalogue.Outlet{})); diff != "" {
				t.Errorf("%s (-list +find)\n%s", m.Name, diff)
			}
		}
		first := s.all(t, catalogue.Filter{Q: "甲"}, "")[0]
		want := catalogue.Outlet{
			ID: first.ID, Key: "a", Adapter: catalogue.Manual, Status: catalogue.Available, CreatedAt: s.db.Now(), UpdatedAt: s.db.Now(),
			Fields: catalogue.Fields{
				Name: "甲报", Domain: of("jia.example"), MediaType: catalogue.News, ContentTypes: []string{"article"},
				Portal: of("甲网"), Channel: of("科技"),
				Level: of("vertical"), Industries: []string{"technology", "software"}, Region: of("北京"),
				Country: of("CN"), Language: of("zh"),
				Price: catalogue.Price{Points: 49, Tier: "0_50"}, Authority: catalogue.Authority{PCWeight: of[int64](3)},
				Policy:   catalogue.Policy{Links: of(true), Contacts: []string{}},
				Delivery: catalogue.Delivery{AverageHours: of(6.0), SuccessRate: of(0.9), Weekend: of(true)}, Recommended: true,
			},
			Geo: catalogue.Geo{WindowDays: 30, ByPlatform: []catalogue.PlatformGeo{}},
		}
		if diff := cmp.Diff(want, first,
			cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".revision" }, cmp.Ignore()),
			cmp.AllowUnexported(catalogue.Outlet{})); diff != "" {
			t.Errorf("the record (-want +got)\n%s", diff)
		}
	})
}

// What one process changes, another sees with its next list.
func TestListOnSeveralNodes(t *testing.T) {
	t.Parallel()
	stocked(t, func(t *testing.T, s *shelf) {
		other := openShelf(t, s.url, s.clock)
		seen := func(want string) {
			t.Helper()
			for _, node := range []*shelf{s, other} {
				expect.Equal(t, names(node.all(t, catalogue.Filter{MediaTypes: []string{"wemedia"}}, "price_asc")), want)
			}
		}
		seen("丁号 ＡＢＣ号")
		id := s.all(t, catalogue.Filter{Q: "丁"}, "")[0].ID
		must.Get(s.SetStatus(t.Context(), id, catalogue.Retired))(t)
		seen("ＡＢＣ号")
		must.Get(other.SetStatus(t.Context(), id, catalogue.Paused))(t)
		must.Get(s.Edit(t.Context(), id, func(f *catalogue.Fields) { f.Price.Points, f.Region = 300, of("海南") }))(t)
		seen("ＡＢＣ号 丁号")
		other.stock(t, `{"key":"z","name":"癸号","media_type":"wemedia","content_types":["article"],"price":{"points":250}}`)
		seen("ＡＢＣ号 癸号 丁号")
		list := must.Get(other.List(t.Context(), catalogue.Filter{Regions: []string{"海南"}}, "", catalogue.Paging{Number: 1, Size: 20}))(t)
		if names(list.Items) != "丁号" || list.Items[0].Price.Tier != "200_500" || list.Items[0].Status != catalogue.Paused {
			t.Errorf("a new value of the dictionary: %+v", list.Items)
		}
	})
}

// A list never shows a record that its filter excludes, however the catalogue changes meanwhile.
func TestListWhileChanging(t *testing.T) {
	t.Parallel()
	stocked(t, func(t *testing.T, s *shelf) {
		id := s.all(t, catalogue.Filter{Q: "甲"}, "")[0].ID
		stop, readers := make(chan struct{}), sync.WaitGroup{}
		for _, node := range []*shelf{s, openShelf(t, s.url, s.clock)} {
			readers.Go(func() {
				for lists := 0; ; lists++ {
					select {
					case <-stop:
						if lists == 0 {
							t.Error("nothing was listed")
						}
						return
					default:
					}
					list, err := node.List(t.Context(), catalogue.Filter{MaxPrice: of[int64](100)}, "price_asc",
						catalogue.Paging{Number: 1, Size: 20})
					if err != nil {
						t.Error(err)
						return
					}
					if last := list.Items[len(list.Items)-1]; last.Price.Points > 100 || list.Total != int64(len(list.Items)) {
						t.Errorf("%s at %d points among %d", last.Name, last.Price.Points, list.Total)
						return
					}
				}
			})
		}
		for i := range 40 {
			must.Get(s.Edit(t.Context(), id, func(f *catalogue.Fields) { f.Price.Points = int64(10 + 1000*(i%2)) }))(t)
		}
		close(stop)
		readers.Wait()
	})
}
