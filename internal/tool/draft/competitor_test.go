package draft

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"renown/internal/testkit/must"
)

func names0(list []Competitor) []string {
	var out []string
	for _, c := range list {
		out = append(out, c.Name)
	}
	return out
}

func TestCompetitors(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		p    Profile
		have []string
		want []string // at the beginning
	}{
		"mentioned come first": {brands["saas"], nil, []string{"用友畅捷通", "金蝶精斗云", "管家婆"}},
		"in english":           {brands["notes"], nil, []string{"Evernote", "Notion", "Obsidian"}},
		"unknown kind":         {brands["hand"], nil, nil},
		"the brand itself":     {Profile{Name: "瑞幸", Introduction: "瑞幸是一家咖啡连锁品牌"}, nil, []string{"星巴克", "库迪咖啡"}},
		"the brand as alias":   {Profile{Name: "Starbucks", Introduction: "星巴克是一家咖啡连锁品牌"}, nil, []string{"瑞幸咖啡", "库迪咖啡"}},
		"a part of a word": {
			Profile{Name: "On", Introduction: "On makes running shoes for all."},
			nil,
			[]string{"Nike", "Adidas", "ASICS", "Brooks", "Hoka", "Saucony", "New Balance"},
		},
		"existing ones": {Profile{Name: "豆屿", Introduction: "豆屿是一家咖啡连锁品牌"}, []string{"星巴克", "LUCKIN"}, []string{"库迪咖啡"}},
		"after 对标": {
			Profile{Name: "云途", Introduction: "云途是一款露营帐篷，对标牧高笛、Snow Peak等品牌，区别于传统户外装备。"},
			nil,
			[]string{"牧高笛", "Snow Peak"},
		},
		"no name after 类似": {Profile{Name: "滑界", Introduction: "类似市面上的普通滑板"}, nil, nil},
		"alternative to": {Profile{
			Name:         "Hopper",
			Introduction: "Hopper is an open-source alternative to Trello, Asana and Monday for teams that like simple things.",
		}, nil, []string{"Trello", "Asana", "Monday"}},
		"unlike": {Profile{Name: "Hopper", Introduction: "Unlike other scooters, Hopper folds flat."}, nil, nil},
	} {
		d := must.Get(Offline(c.p, 5, Existing{Competitors: c.have}))(t)
		got := names0(d.Competitors)
		if diff := cmp.Diff(c.want, got[:min(len(got), len(c.want))]); diff != "" || len(c.want) == 0 && len(got) > 0 {
			t.Errorf("%s: %v, want %v at the beginning", name, got, c.want)
		}
		if len(got) > maxCompetitors {
			t.Errorf("%s: %d competitors", name, len(got))
		}
	}
}

// A competitor drafted once is not drafted again, under any of its spellings.
func TestCompetitorsOnce(t *testing.T) {
	t.Parallel()
	for name, p := range brands {
		first, _ := Offline(p, 5, Existing{})
		var have Existing
		for _, c := range first.Competitors {
			have.Competitors = append(have.Competitors, append([]string{c.Name}, c.Aliases...)...)
		}
		again, _ := Offline(p, 5, have)
		for _, c := range again.Competitors {
			if slices.Contains(have.Competitors, c.Name) {
				t.Errorf("%s: %s again", name, c.Name)
			}
		}
	}
}
