package sentiment

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestNothingToJudgeBy(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		text   string
		target []Extent
	}{
		"no text":          {"", nil},
		"no name":          {"云途很好。", nil},
		"place outside":    {"云途很好。", []Extent{{90, 96}}},
		"end outside":      {"云途很好。", []Extent{{0, 96}}},
		"turned round":     {"云途很好。", []Extent{{6, 0}}},
		"empty":            {"云途很好。", []Extent{{0, 0}}},
		"negative":         {"云途很好。", []Extent{{-6, 6}}},
		"nothing but name": {"云途", []Extent{{0, 6}}},
		"list of names":    {"1. 云途\n2. Velora", []Extent{{3, 9}}},
		"marks":            {"**云途** | 5%", []Extent{{2, 8}}},
	} {
		others := []Extent{}
		if at := strings.Index(test.text, "Velora"); at >= 0 {
			others = append(others, Extent{at, at + len("Velora")})
		}
		if got, ok := Score(test.text, test.target, others); ok {
			t.Errorf("%s: judged %+v", name, got)
		}
	}
}

func TestSentenceItRestsOn(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("这一句没有提到任何东西", 200)
	for _, test := range []struct {
		text, name, want string
	}{
		{"云途成立于 2011 年。它的稳定性很好！总部在杭州。", "云途", "它的稳定性很好！"},
		{"Velora was founded in 2011. It is slow. It is in Leeds.", "Velora", "It is slow."},
		{"值得考虑的品牌：\n- 云途\n- 派诺", "云途", "云途"},
		{"| 品牌 | 点评 |\n|---|---|\n| 云途 | 故障率高 |", "云途", "云途 | 故障率高"},
		{"雲途的續航很差，充電也慢。", "雲途", "雲途的續航很差，充電也慢。"},
		{"总部在杭州的云途口碑一般般，褒贬不一。", "云途", "总部在杭州的云途口碑一般般，褒贬不一。"},
		{long + "，云途很糟糕，" + long, "云途", "云途很糟糕"},
	} {
		at := strings.Index(test.text, test.name)
		got, ok := Score(test.text, []Extent{{at, at + len(test.name)}}, nil)
		if !ok || got.Sentence != test.text[got.At.Start:got.At.End] {
			t.Fatalf("%q: %+v, %v", test.text, got, ok)
		}
		if got.Sentence != test.want && !(len(got.Sentence) > len(test.want) && strings.HasPrefix(got.Sentence, test.want)) {
			t.Errorf("%.60q rests on %q, want %q", test.text, got.Sentence, test.want)
		}
		if len(got.Sentence) > maxQuote {
			t.Errorf("%.60q: quotes %d bytes", test.text, len(got.Sentence))
		}
	}
}

// What a text says of one thing does not change with who asks, in which order
// the names are given, or what was read before.
func TestReaderIsAFunctionOfTheText(t *testing.T) {
	t.Parallel()
	set := append(readSet(t, "testdata/zh_rules_T.tsv"), readSet(t, "testdata/en_rules_T.tsv")...)
	var used Reader
	rapid.Check(t, func(t *rapid.T) {
		e := set[rapid.IntRange(0, len(set)-1).Draw(t, "example")]
		mentions := []Mention{{e.target.Start, e.target.End, 7}}
		for _, s := range e.others {
			mentions = append(mentions, Mention{s.Start, s.End, 3})
		}
		mentions = rapid.Permutation(mentions).Draw(t, "order")
		used.Read(e.text, mentions)
		got, gotOK := used.Score(7)
		want, wantOK := Score(e.text, []Extent{e.target}, e.others)
		if diff := cmp.Diff(want, got); diff != "" || gotOK != wantOK {
			t.Fatalf("%s (-fresh +used):\n%s", e.text, diff)
		}
	})
}

// Whatever else an answer says in its own paragraph, it cannot praise or blame
// what only another one names.
func TestOtherSectionsChangeNothing(t *testing.T) {
	t.Parallel()
	const about = "## 云途\n稳定性很好，价格合理。\n"
	at := len("## ")
	want, _ := Score(about, []Extent{{at, at + len("云途")}}, nil)
	for _, other := range []string{
		"## 派诺\n经常宕机，客服敷衍。\n", "## Panno\n- Cons: slow, buggy\n", "## 派诺\n非常优秀，强烈推荐。\n",
	} {
		name := other[len("## "):strings.Index(other, "\n")]
		end := len(about) + len("## ") + len(name)
		got, _ := Score(about+other, []Extent{{at, at + len("云途")}}, []Extent{{end - len(name), end}})
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("with %q (-alone +both):\n%s", other, diff)
		}
	}
}

func TestTraditionalIsReadAsSimplified(t *testing.T) {
	t.Parallel()
	for simple, traditional := range map[string]string{
		"云途的做工精致，售后服务贴心，值得推荐。": "云途的做工精緻，售後服務貼心，值得推薦。",
		"云途的续航很差，投诉频发。":        "云途的續航很差，投訴頻發。",
	} {
		name := []Extent{{0, len("云途")}}
		want, _ := Score(simple, name, nil)
		got, _ := Score(traditional, name, nil)
		if got.Label != want.Label || math.Abs(got.Score-want.Score) > 1e-6 || got.Sentence != traditional {
			t.Errorf("%s: %+v, want as %+v", traditional, got, want)
		}
	}
}

// Score judges what text says about the thing named at target, where others
// are the places that name anything else. Extents are bytes of text; those that
// lie outside of it are ignored. It gives false when there is nothing to judge
// by: no name, or nothing but names. To judge several things named in one
// text, use a Reader.
func Score(text string, target, others []Extent) (Result, bool) {
	mentions := make([]Mention, 0, len(target)+len(others))
	for _, s := range target {
		mentions = append(mentions, Mention{s.Start, s.End, 0})
	}
	for _, s := range others {
		mentions = append(mentions, Mention{s.Start, s.End, 1})
	}
	var r Reader
	r.Read(text, mentions)
	return r.Score(0)
}
