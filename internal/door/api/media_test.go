package api_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"renown/internal/door/api"
	"renown/internal/floor/store"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// shop is the program with a small catalogue and a key that may read it.
type shop struct {
	*apitest.Server
	key string
	ids map[string]string // by name
}

var outlets = []string{
	`{"key":"a","name":"前沿科技报 · 科技频道","logo_url":"https://qianyan.example/logo.png","url":"https://qianyan.example/tech","media_type":"news",
	 "content_types":["article"],"portal":"前沿科技报","channel":"科技","level":"vertical","industries":["technology","software"],"region":"北京","country":"CN",
	 "language":"zh","price":{"points":120},"indexing":{"type":"news","rate":0.97},"authority":{"pc_weight":8,"mobile_weight":7,"domain_authority":62},
	 "policy":{"links":false,"contacts":[],"images":true,"title_max_length":28,"notes":"不接受绝对化用语"},
	 "delivery":{"average_hours":6,"success_rate":0.98,"weekend":true},"audience":{"average_reads":5200},"sample_url":"https://qianyan.example/1","recommended":true}`,
	`{"key":"b","name":"乙号","media_type":"wemedia","content_types":["article","video"],"platform":"tuwenhao","price":{"points":30},"audience":{"followers":900},"region":"上海"}`,
	`{"key":"c","name":"丙视频","media_type":"short_video","content_types":["video"],"platform":"duanshipin","price":{"points":5000},"status":"paused"}`,
	`{"key":"d","name":"丁报","media_type":"news","content_types":["article"],"price":{"points":10},"status":"retired"}`,
}

func eachShop(t *testing.T, body func(t *testing.T, s *shop)) {
	t.Helper()
	apitest.Each(t, apitest.Options{Frozen: true, Settings: geoSettings}, func(t *testing.T, server *apitest.Server) {
		s := &shop{Server: server, key: server.Key(t, "media:read"), ids: map[string]string{}}
		s.stock(t, outlets...)
		body(t, s)
	})
}

func (s *shop) stock(t *testing.T, lines ...string) {
	t.Helper()
	var list strings.Builder
	for _, line := range lines { // of a list that tests share
		list.WriteString(strings.ReplaceAll(line, "\n", " ") + "\n")
	}
	_, err := s.App.Catalogue.Import(t.Context(), strings.NewReader(list.String()), catalogue.ImportOptions{
		Bad: func(line int64, why error) { t.Errorf("line %d: %v", line, why) },
	})
	must.Do(t, err)
	var out strings.Builder
	must.Get(s.App.Catalogue.Export(t.Context(), &out, catalogue.JSONL))(t)
	for line := range strings.Lines(out.String()) {
		var m struct{ ID, Name string }
		must.Do(t, json.Unmarshal([]byte(line), &m))
		s.ids[m.Name] = m.ID
	}
}

func TestMediaRefusals(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		scoped := s.Key(t, "geo:*", "media:order")
		for _, path := range []string{"/media", "/media/channels", "/media/" + s.ids["乙号"]} {
			s.Run(t,
				apitest.Call{Name: "no key", Method: "GET", Path: path, Status: 401, Code: 1001},
				apitest.Call{
					Name: "scope", Key: scoped, Method: "GET", Path: path, Status: 403, Code: 1002,
					Want: apitest.Values{"detail": object{"required": []string{"media:read"}, "missing": []string{"media:read"}}},
				},
				apitest.Call{Name: "method", Key: s.key, Method: "POST", Path: path, Body: "{}", Status: 405, Code: 4050},
			)
		}
		for _, id := range []string{"med_00000000000000000000000000", "channel", "Channels", "a", "%E5%AA%92"} {
			decoded := must.Get(url.PathUnescape(id))(t)
			s.Expect(t, apitest.Call{
				Key: s.key, Method: "GET", Path: "/media/" + id, Status: 404, Code: 3001,
				Want: apitest.Values{"detail": object{"resource": "media", "id": decoded}},
			})
		}
	})
}

func TestMediaMalformed(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, store.SQLite, apitest.Options{Settings: geoSettings})
	key := s.Key(t)
	for query, loc := range map[string]string{
		"content_type=poem": "content_type", "content_type=article,video": "content_type",
		"content_type=": "content_type", "content_type=article&content_type=x": "content_type",
		"min_price=-1": "min_price", "min_price=x": "min_price", "max_price=1.5": "max_price",
		"min_weight=": "min_weight", "min_success_rate=1.1": "min_success_rate",
		"max_delivery_hours=nan": "max_delivery_hours", "min_followers=-1": "min_followers", "page=0": "page",
		"page_size=0": "page_size", "page_size=101": "page_size",
	} {
		s.Expect(t, apitest.Call{
			Name: query, Key: key, Method: "GET", Path: "/media?" + query, Status: 422,
			Code: 4220, Want: apitest.Values{"detail.0.loc": []string{"query", loc}},
		})
	}
}

func TestMediaRecord(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		want := object{
			"id": s.ids["前沿科技报 · 科技频道"], "name": "前沿科技报 · 科技频道", "logo_url": "https://qianyan.example/logo.png",
			"url":    "https://qianyan.example/tech",
			"domain": "qianyan.example", "media_type": "news", "content_types": []string{"article"},
			"portal": "前沿科技报", "channel": "科技", "platform": nil,
			"account_name": nil, "level": "vertical", "industries": []string{"technology", "software"},
			"region": "北京", "country": "CN", "language": "zh",
			"price": object{"points": 120, "tier": "50_200"}, "indexing": object{"type": "news", "rate": 0.97},
			"authority": object{"pc_weight": 8, "mobile_weight": 7, "domain_authority": 62},
			"policy":    object{"links": false, "contacts": []string{}, "images": true, "title_max_length": 28, "notes": "不接受绝对化用语"},
			"delivery":  object{"average_hours": 6, "success_rate": 0.98, "weekend": true},
			"audience":  object{"followers": nil, "average_reads": 5200, "verification": nil},
			"geo": object{
				"citations": 0, "citation_rate": nil, "window_days": 30, "by_platform": []string{},
				"reach": nil, "effect": nil,
			}, "sample_url": "https://qianyan.example/1",
			"recommended": true, "status": "available", "updated_at": start,
		}
		a := s.Expect(t, apitest.Call{
			Key: s.key, Method: "GET", Path: "/media/" + s.ids["前沿科技报 · 科技频道"],
			Want: apitest.Values{"data": want},
		})
		expect.Equal(t, a.Header.Get("Cache-Control"), "private, no-store", "Cache-Control")
		s.Expect(t, apitest.Call{Key: s.key, Method: "GET", Path: "/media?q=" + url.QueryEscape("前沿"), Want: apitest.Values{
			"data": object{
				"items": []any{want}, "total": 1, "page": 1, "page_size": 20, "has_more": false,
				"filters": object{"q": "前沿"}, "sort": "recommended",
			},
		}})
		s.Expect(t, apitest.Call{
			Key: s.key, Method: "GET", Path: "/media/" + s.ids["丁报"],
			Want: apitest.Values{"data.status": "retired", "data.industries": []string{}},
		})
	})
}

func TestMediaList(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		for _, tc := range []struct {
			query, names string
			filters      object
			more         apitest.Values
		}{
			{"", "前沿科技报 · 科技频道|乙号|丙视频", object{}, nil},
			{"unheard=1&status=retired&id=x", "前沿科技报 · 科技频道|乙号|丙视频", object{}, nil},
			{"media_type=news&media_type=wemedia", "前沿科技报 · 科技频道|乙号", object{"media_type": []string{"news", "wemedia"}}, nil},
			{"media_type=news,wemedia", "前沿科技报 · 科技频道|乙号|丙视频", object{}, nil},
			{"media_type=news&media_type=radio", "前沿科技报 · 科技频道", object{"media_type": []string{"news"}}, nil},
			{"content_type=video", "乙号|丙视频", object{"content_type": "video"}, nil},
			{"content_type=video&content_type=article", "前沿科技报 · 科技频道|乙号", object{"content_type": "article"}, nil},
			{"region=%E5%8C%97%E4%BA%AC,%E4%B8%8A%E6%B5%B7", "前沿科技报 · 科技频道|乙号|丙视频", object{}, nil},
			{
				"region=%E5%8C%97%E4%BA%AC&industry=technology&max_price=200&sort=price_asc", "前沿科技报 · 科技频道",
				object{"region": []string{"北京"}, "industry": []string{"technology"}, "max_price": 200},
				apitest.Values{"data.sort": "price_asc"},
			},
			{"weekend=true", "前沿科技报 · 科技频道", object{"weekend": true}, nil},
			{"weekend=yes&links=&recommended=TRUE", "前沿科技报 · 科技频道|乙号|丙视频", object{}, nil},
			{"links=true&links=false", "前沿科技报 · 科技频道", object{"links": false}, nil},
			{"recommended=false", "乙号|丙视频", object{"recommended": false}, nil},
			{"min_price=31&max_price=1&max_price=5000", "前沿科技报 · 科技频道|丙视频", object{"min_price": 31, "max_price": 5000}, nil},
			{"price_tier=5000_up&price_tier=x", "丙视频", object{"price_tier": []string{"5000_up"}}, nil},
			{
				"min_weight=8&max_delivery_hours=6.5&min_success_rate=0.98", "前沿科技报 · 科技频道",
				object{"min_weight": 8, "max_delivery_hours": 6.5, "min_success_rate": 0.98},
				nil,
			},
			{"min_followers=900&platform=tuwenhao", "乙号", object{"min_followers": 900, "platform": []string{"tuwenhao"}}, nil},
			{
				"portal=%E5%89%8D%E6%B2%BF%E7%A7%91%E6%8A%80%E6%8A%A5&level=vertical&language=zh&country=CN", "前沿科技报 · 科技频道",
				object{"portal": []string{"前沿科技报"}, "level": []string{"vertical"}, "language": []string{"zh"}, "country": []string{"CN"}},
				nil,
			},
			{"q=%20%E7%A7%91%20", "前沿科技报 · 科技频道", object{"q": "科"}, nil},
			{"q=", "前沿科技报 · 科技频道|乙号|丙视频", object{}, nil},
			{
				"sort=odd&page=2&page_size=2", "丙视频",
				object{},
				apitest.Values{
					"data.sort": "recommended", "data.page": 2, "data.page_size": 2, "data.total": 3,
					"data.has_more": false,
				},
			},
			{"sort=price_desc&page_size=1", "丙视频", object{}, apitest.Values{"data.has_more": true, "data.total": 3}},
			{
				"page=4611686018427387904&page_size=100", "",
				object{},
				apitest.Values{"data.has_more": false, "data.total": 3, "data.items": []string{}},
			},
		} {
			values := apitest.Values{"data.filters": tc.filters}
			for place, want := range tc.more {
				values[place] = want
			}
			a := s.Expect(t, apitest.Call{Name: tc.query, Key: s.key, Method: "GET", Path: "/media?" + tc.query, Want: values})
			var got []string
			items, _ := a.At("data.items").([]any)
			for _, item := range items {
				got = append(got, item.(object)["name"].(string))
			}
			expect.Equal(t, strings.Join(got, "|"), tc.names, tc.query, got)
		}
	})
}

// The dictionary and the list are about the same filters.
func TestChannelsMatchTheList(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		a := s.Expect(t, apitest.Call{Key: s.key, Method: "GET", Path: "/media/channels", Want: apitest.Values{
			"data.media_types": []object{
				{"value": "news", "label": "新闻媒体", "count": 1},
				{"value": "wemedia", "label": "自媒体", "count": 1},
				{"value": "short_video", "label": "短视频", "count": 1},
				{"value": "overseas", "label": "海外媒体", "count": 0},
			},
			"data.price_tiers.0": object{"key": "0_50", "label": "50 以下", "min": 0, "max": 50},
			"data.price_tiers.6": object{"key": "5000_up", "label": "5000 及以上", "min": 5000, "max": nil},
			"data.sorts.0":       object{"value": "recommended", "label": "推荐优先"},
		}})
		var listed []string
		kinds := map[string]string{}
		dimensions, _ := a.At("data.dimensions").([]any)
		for _, d := range dimensions {
			key := d.(object)["key"].(string)
			listed, kinds[key] = append(listed, key), d.(object)["kind"].(string)
		}
		parameters := queryParameters(t)
		accepted := slices.DeleteFunc(slices.Collect(maps.Keys(parameters)),
			func(name string) bool { return name == "page" || name == "page_size" || name == "sort" })
		slices.Sort(accepted)
		slices.Sort(listed)
		same(t, "filters", accepted, listed)
		for name, kind := range kinds {
			if (parameters[name] == "array") != (kind == "multi") {
				t.Errorf("%s is %s in the dictionary and %s in the contract", name, kind, parameters[name])
			}
		}
	})
}

// queryParameters are those of the list with their types.
func queryParameters(t *testing.T) map[string]string {
	t.Helper()
	document := api.Document()
	var contract struct {
		Paths map[string]map[string]struct {
			Parameters []struct {
				Name, In string
				Schema   struct{ Type string }
			}
		}
	}
	must.Do(t, json.Unmarshal(document, &contract))
	found := map[string]string{}
	for _, p := range contract.Paths["/media"]["get"].Parameters {
		if p.In == "query" {
			found[p.Name] = p.Schema.Type
		}
	}
	if len(found) < 20 {
		t.Fatalf("only %v", found)
	}
	return found
}

func TestMediaETags(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		for path, then := range map[string]catalogue.Status{
			"/media/channels":                  catalogue.Retired,
			"/media?region=%E5%8C%97%E4%BA%AC": catalogue.Paused,
		} {
			must.Get(s.App.Catalogue.SetStatus(t.Context(), s.ids["前沿科技报 · 科技频道"], catalogue.Available))(t)
			get := apitest.Call{Key: s.key, Method: "GET", Path: path}
			first := s.Expect(t, get)
			etag := first.Header.Get("ETag")
			if !strings.HasPrefix(etag, `"`) || first.Header.Get("Cache-Control") != "private, no-cache" {
				t.Errorf("%s: ETag %s, Cache-Control %s", path, etag, first.Header.Get("Cache-Control"))
			}
			get.Header, get.Status = http.Header{"If-None-Match": {etag}}, 304
			if kept := s.Expect(t, get); len(kept.Body) != 0 || kept.Header.Get("ETag") != etag || kept.Header.Get("X-Request-Id") == "" {
				t.Errorf("%s: 304 with %d bytes, ETag %s", path, len(kept.Body), kept.Header.Get("ETag"))
			}
			get.Key, get.Status, get.Code = "sk-nobody", 401, 1001
			s.Expect(t, get)
			must.Get(s.App.Catalogue.SetStatus(t.Context(), s.ids["前沿科技报 · 科技频道"], then))(t)
			get.Key, get.Status, get.Code = s.key, 200, 0
			if changed := s.Expect(t, get); changed.Header.Get("ETag") == etag {
				t.Errorf("%s: the catalogue changed and the ETag did not", path)
			}
		}
	})
}
