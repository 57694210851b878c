package draft

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/tool/text/char"
)

func prompts(d Draft) []Prompt {
	var out []Prompt
	for _, t := range d.Topics {
		out = append(out, t.Prompts...)
	}
	return out
}

// contract tells the first way in which a draft breaks what Offline promises; "" when it keeps it all.
func contract(p Profile, count int, have Existing, d Draft) string {
	seen := map[string]bool{}
	for _, h := range have.Prompts {
		seen[Fold(h)] = true
	}
	names := newNames(p)
	branded := 0
	for _, q := range prompts(d) {
		folded := Fold(q.Text)
		n := utf8.RuneCountInString(q.Text)
		named := slices.ContainsFunc(names.folded, func(f string) bool { return strings.Contains(folded, f) })
		switch {
		case folded == "" || seen[folded]:
			return "repeated: " + q.Text
		case n < 6 || n > 2000 || !q.Branded && n > 90:
			return fmt.Sprintf("%d characters: %s", n, q.Text)
		case strings.IndexFunc(q.Text, unicode.IsControl) >= 0 || !utf8.ValidString(q.Text):
			return fmt.Sprintf("control characters: %q", q.Text)
		case q.Branded && (!named || !cmp.Equal(q.Types, []string{Sentiment})):
			return fmt.Sprintf("branded %v: %s", q.Types, q.Text)
		case !q.Branded && (names.in(q.Text, folded) || !cmp.Equal(q.Types, []string{Visibility})):
			return fmt.Sprintf("unbranded %v: %s", q.Types, q.Text)
		case q.Stage == "" || len(q.Stage) > 32:
			return "stage " + q.Stage
		}
		if q.Branded {
			branded++
		}
		seen[folded] = true
	}
	if n := len(prompts(d)); n != count {
		return fmt.Sprintf("%d prompts, want %d", n, count)
	}
	if branded > count/3 || branded == 0 && count >= 3 && len(names.folded) > 0 {
		return fmt.Sprintf("%d of %d name the brand", branded, count)
	}
	return topicContract(d)
}

func topicContract(d Draft) string {
	seen := map[string]bool{}
	for _, t := range d.Topics {
		if n := utf8.RuneCountInString(t.Name); n < 1 || n > 128 || utf8.RuneCountInString(t.Description) > 512 ||
			len(t.Prompts) == 0 || seen[t.Name] {
			return "topic " + t.Name
		}
		if want := map[string]string{"zh": "CN", "en": "US"}[t.Language]; want == "" || t.Region != want {
			return t.Name + ": " + t.Language + " " + t.Region
		}
		seen[t.Name] = true
	}
	return ""
}

func TestOfflineRefuses(t *testing.T) {
	t.Parallel()
	for _, count := range []int{-1, 0, 51, 1 << 40} {
		expect.Is(t, expect.Error(Offline(Profile{Name: "星澜", Introduction: "扫地机器人"}, count, Existing{})), ErrCount, "count", count)
	}
}

func TestOfflineEveryCount(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"coffee", "law", "notes", "minzh", "minen"} {
		p := brands[name]
		for _, count := range []int{1, 2, 3, 4, 5, 6, 9, 10, 14, 15, 29, 30, 49, MaxCount} {
			d := must.Get(Offline(p, count, Existing{}))(t)
			expect.Equal(t, contract(p, count, Existing{}, d), "", name, count)
		}
	}
}

// Twenty generations of fifty, one after the other, with what each made before it. The numbered questions are for the
// exhausted: none comes in these thousand.
func TestOfflineAgainAndAgain(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"coffee", "ev", "robot", "shoes", "hand", "candle", "minzh", "minen"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, have := brands[name], Existing{}
			for round := range 20 {
				d := must.Get(Offline(p, MaxCount, have))(t)
				must.Equal(t, contract(p, MaxCount, have, d), "", "round", round)
				for _, q := range prompts(d) {
					have.Prompts = append(have.Prompts, q.Text)
					if !q.Branded && (strings.HasPrefix(q.Text, "列出") || strings.HasPrefix(q.Text, "List ") ||
						strings.Contains(q.Text, "side by side")) {
						t.Fatalf("round %d: the last resort: %s", round, q.Text)
					}
				}
				for _, topic := range d.Topics {
					have.Topics = append(have.Topics, topic.Name)
				}
				for _, c := range d.Competitors {
					have.Competitors = append(have.Competitors, c.Name)
				}
			}
		})
	}
}

func TestOfflineIsDeterministic(t *testing.T) {
	t.Parallel()
	for name, p := range brands {
		have := Existing{Prompts: []string{"咖啡推荐"}, Topics: []string{"品牌口碑"}}
		a, _ := Offline(p, 30, have)
		b, _ := Offline(p, 30, have)
		expect.Same(t, b, a, name)
	}
}

func TestOfflineDiffersByProfile(t *testing.T) {
	t.Parallel()
	p := brands["coffee"]
	a, _ := Offline(p, 20, Existing{})
	p.Introduction += "门店遍布全国。"
	b, _ := Offline(p, 20, Existing{})
	same := 0
	for _, q := range prompts(b) {
		if slices.ContainsFunc(prompts(a), func(o Prompt) bool { return o.Text == q.Text }) {
			same++
		}
	}
	if same > 10 {
		t.Errorf("%d of 20 prompts are the same for another profile", same)
	}
}

// No form of question comes twice in a draft that has room for others, and no word dominates it.
func TestOfflineVaries(t *testing.T) {
	t.Parallel()
	for name, p := range brands {
		d, _ := Offline(p, 40, Existing{})
		openings := map[string]int{}
		for _, q := range prompts(d) {
			if !q.Branded {
				runes := []rune(q.Text)
				openings[string(runes[:min(len(runes), 4)])]++
			}
		}
		for opening, n := range openings {
			if char.HasHan(opening) && n > 7 {
				t.Errorf("%s: %d of 40 begin with %s", name, n, opening)
			}
		}
		if len(d.Topics) < 6 {
			t.Errorf("%s: only %d topics", name, len(d.Topics))
		}
	}
}

// The questions about features begin with the profile's own selling points.
func TestOfflineAsksForTheSellingPoints(t *testing.T) {
	t.Parallel()
	for name, words := range map[string][]string{
		"catfood": {"高蛋白", "不软便"},
		"ebike":   {"80-mile range", "hydraulic brakes"}, "robot": {"滚刷", "基站", "180分钟"},
	} {
		d := must.Get(Offline(brands[name], 30, Existing{}))(t)
		for _, topic := range d.Topics {
			if topic.Name != "功能与卖点" && topic.Name != "Features that matter" {
				continue
			}
			if q := topic.Prompts[0].Text; !slices.ContainsFunc(words, func(w string) bool { return strings.Contains(q, w) }) {
				t.Errorf("%s: %s", name, q)
			}
		}
	}
}

var anyText = rapid.OneOf(
	rapid.String(),
	rapid.StringOf(rapid.SampledFrom([]rune("咖啡记账软件机器人的了吗推荐好，。！？、 aeBC19-_+$%&'\"{}[]|~@\n\t\x07\u200f\u202e\u200b\ufeff😀🍎éß"))),
	rapid.SampledFrom([]string{
		"", " ", "?", "的", "推荐", "什么", "买", "款", "哪", "a", "A", "e", "I", "the", "best", "on",
		"On", "什么样的", "{cat}", "{brand}", "@a ", "咖啡", "记账软件", "1", "10", "🍎", "C++", "ＡＢＣ", "Ⅳ", "ﬁ", "İstanbul", "ﬀ", "ß",
	}),
)

var anyProfile = rapid.Custom(func(t *rapid.T) Profile {
	name := anyText.Filter(func(s string) bool { n := utf8.RuneCountInString(s); return n >= 1 && n <= 128 }).Draw(t, "name")
	return Profile{
		Name: name,
		Aliases: rapid.SliceOfN(anyText.Filter(func(s string) bool {
			n := utf8.RuneCountInString(s)
			return n >= 1 &&
				n <= 64
		}), 0, 4).Draw(t, "aliases"),
		Introduction: rapid.OneOf(anyText, rapid.SampledFrom([]string{
			"是一家专注于咖啡的连锁品牌",
			"X is a note-taking app for students",
		})).Filter(func(s string) bool { return s != "" }).Draw(t, "introduction"),
		ProductType:   rapid.OneOf(anyText, rapid.SampledFrom([]string{"other", "software", "餐饮", "hotel"})).Draw(t, "type"),
		MarketingGoal: anyText.Draw(t, "goal"),
		CoreAudience:  anyText.Draw(t, "audience"),
		Keywords:      rapid.SliceOfN(anyText, 0, 20).Draw(t, "keywords"),
		SellingPoints: rapid.SliceOfN(anyText, 0, 20).Draw(t, "points"),
	}
})

// What a brand is called is no mark of the language files.
func TestNamesLikeMarks(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"@a A", "x@a", "@a", "{brand}"} {
		p := Profile{Name: name, Introduction: "A", ProductType: "software"}
		expect.Equal(t, contract(p, 14, Existing{}, must.Get(Offline(p, 14, Existing{}))(t)), "", name)
	}
}

func TestOfflineKeepsItsContract(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := anyProfile.Draw(t, "profile")
		count := rapid.IntRange(1, MaxCount).Draw(t, "count")
		have := Existing{
			Prompts: rapid.SliceOfN(anyText, 0, 5).Draw(t, "prompts"),
			Topics: rapid.SliceOfN(rapid.SampledFrom([]string{"品牌口碑", "推荐", "Budget", "brand reputation", ""}),
				0, 3).Draw(t, "topics"),
			Competitors: rapid.SliceOfN(anyText, 0, 5).Draw(t, "competitors"),
		}
		for range 2 {
			d := must.Get(Offline(p, count, have))(t)
			must.Equal(t, contract(p, count, have, d), "")
			for _, q := range prompts(d) {
				have.Prompts = append(have.Prompts, q.Text)
			}
		}
	})
}
