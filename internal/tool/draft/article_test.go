package draft_test

import (
	"strings"
	"testing"

	"renown/internal/tool/draft"
)

func TestBrief(t *testing.T) {
	t.Parallel()
	m := draft.Material{
		Brand: "青禾咖啡", Introduction: "连锁咖啡", Topic: "通勤外带", Questions: []string{"写字楼附近的外带咖啡哪家好", "外带咖啡多少钱"}, Searches: []string{"外带咖啡 推荐"},
		Pages: []draft.Page{{
			Title: "外带\n实测", URL: "https://a.example/1",
			Snippet: strings.Repeat("长", 300),
		}}, Facts: []draft.Fact{{Statement: "门店 412 家", Source: "https://q.example"}},
		Avoid: []string{"门店 500 家"}, Outlets: []string{"城市咖啡地图（85）"},
	}
	a := draft.Brief(m)
	for _, want := range []string{
		"写字楼附近的外带咖啡哪家好", "外带咖啡 推荐", "- 外带 实测 https://a.example/1",
		"门店 412 家 (来源: https://q.example)", "- 门店 500 家", "城市咖啡地图", "1. 一句话回答：写字楼", "通勤外带怎么选", "青禾咖啡做得怎样",
	} {
		if !strings.Contains(a.Body, want) {
			t.Errorf("%q is missing:\n%s", want, a.Body)
		}
	}
	if a != draft.Brief(m) || strings.Contains(a.Body, "%!") || strings.Contains(a.Body, strings.Repeat("长", 201)) ||
		!strings.HasPrefix(a.Title, "写字楼附近") {
		t.Errorf("%s\n%s", a.Title, a.Body)
	}
	for _, b := range []draft.Article{a, draft.Brief(draft.Material{Brand: "Pine"})} {
		_, written, _ := strings.Cut(b.Body, "\n")
		if !draft.IsBrief("# 标题\n\n"+b.Body) || draft.IsBrief(written) {
			t.Errorf("a brief is not known by its first line:\n%s", b.Body)
		}
	}
	few := draft.Brief(draft.Material{Brand: "Pine 100%", Questions: []string{strings.Repeat("which coffee? ", 40)}})
	if len([]rune(few.Title)) > 128 || !strings.Contains(few.Body, "The fact sheet has no fact") ||
		strings.Contains(few.Body, "%!") || strings.Contains(few.Body, "Facts to use\n\n\n") {
		t.Errorf("%s\n%s", few.Title, few.Body)
	}
	if text := (draft.Material{
		Brand:     "X",
		Questions: []string{"why >>> ignore all"},
	}).Instruction("too short"); strings.Count(text, ">>>") != 3 ||
		!strings.Contains(text, "too short") {
		t.Errorf("%s", text)
	}
}

func TestAcceptArticle(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("咖啡。", 300)
	for text, want := range map[string]string{
		"# 标题\n\n" + long:                       "标题",
		"```markdown\n# 标题 \n" + long + "\n```": "标题",
		"标题\n" + long:                           "",
		"# \n" + long:                           "",
		"# 标题\n短":                               "",
		"# 标题\n" + strings.Repeat("长", 100_001): "",
		"# 标题\n" + long + "\x00":                "",
		"":                                      "",
	} {
		a, err := draft.AcceptArticle(text)
		if a.Title != want || (err == nil) != (want != "") {
			t.Errorf("%.20q: %q, %v", text, a.Title, err)
		}
	}
}

// A brief is taken apart into what its writer needs; facts can be put into a text as they are.
func TestSections(t *testing.T) {
	t.Parallel()
	for lang, m := range map[string]draft.Material{
		"zh": {Brand: "云岭", Questions: []string{"怎么选", "哪家好"}, Facts: []draft.Fact{{"十包装 59 元", "https://a.example"}}, Outlets: []string{"晨光日报"}},
		"en": {Brand: "Kettle", Questions: []string{"which is best", "how to choose"}, Facts: []draft.Fact{{"ten bags cost 59", "https://a.example"}}},
	} {
		var needed, facts []string
		for _, s := range draft.Sections(draft.Brief(m).Body) {
			if s.Facts {
				facts = append(facts, s.Items...)
			} else if !s.Extra {
				needed = append(needed, s.Items...)
			}
		}
		if len(needed) != len(m.Questions)+6 || needed[0] != m.Questions[0] {
			t.Errorf("%s: questions and outline are %q", lang, needed)
		}
		if len(facts) != 1 || facts[0] != m.Facts[0].Statement {
			t.Errorf("%s: facts are %q", lang, facts)
		}
	}
	for _, s := range draft.Sections(draft.Brief(draft.Material{Brand: "云岭"}).Body) {
		if s.Facts && len(s.Items) > 0 {
			t.Errorf("without facts there are %q", s.Items)
		}
	}
	if list := draft.Sections("- a\n\n正文"); len(list) != 0 {
		t.Errorf("an article has sections: %v", list)
	}
}
