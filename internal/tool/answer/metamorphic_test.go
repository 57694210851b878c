package answer_test

import (
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/tool/answer"
)

var metaEntities = names("x|小米|Xiaomi", "h|华为|Huawei", "m|美的|Midea", "l|联想|Lenovo", "c|Coca-Cola|可口可乐", "t|台积电|TSMC")

// metaText draws an answer: sentences with and without names, in both languages, some in a list.
func metaText(t *rapid.T) string {
	sentences := []string{
		"小米手机的续航不错。", "華為的影像更强，但价格高。", "完美的设计。", "美的空调省电！", "联想 ThinkPad 适合办公；", "Xiaomi's phones are cheap. ",
		"\n1. 台積電（TSMC）\n2. Lenovo\n", "I prefer Coca-Cola to tea. ",
		"参考 https://www.mi.com/Xiaomi ，[华为](https://huawei.com)。", "天气很好，", "\n- Huawei\n- Midea\n",
		"Prices vary by region. ", "聯想到童年，", "上海尔湾，",
	}
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(sentences), 0, 12).Draw(t, "sentences"), "")
}

var unrelated = []string{"今天的天气很适合出门散步。", "Prices may vary by region and season.", "以上内容仅供参考。", "具体请以官方信息为准！"}

func TestUnrelatedSentenceChangesNothing(t *testing.T) {
	t.Parallel()
	reader := answer.NewReader(metaEntities)
	rapid.Check(t, func(t *rapid.T) {
		text, extra := metaText(t), rapid.SampledFrom(unrelated).Draw(t, "extra")
		before := reader.Read(text, "", nil)
		for name, longer := range map[string]string{"after": text + "\n" + extra, "before": extra + "\n" + text} {
			after := reader.Read(longer, "", nil)
			shift := 0
			if name == "before" {
				shift = utf8.RuneCountInString(extra) + 1
			}
			for i, e := range before.Entities {
				got := after.Entities[i]
				for j := range got.Mentions {
					got.Mentions[j].Start -= shift
					got.Mentions[j].End -= shift
				}
				if diff := cmp.Diff(e.Mentions, got.Mentions); diff != "" || e.Position != got.Position {
					t.Fatalf("%q %s %q: %s: %s", extra, name, text, e.ID, diff)
				}
			}
		}
	})
}

func TestOrderOfEntitiesPermutesFindings(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := metaText(t)
		order := rapid.Permutation([]int{0, 1, 2, 3, 4, 5}).Draw(t, "order")
		shuffled := make([]answer.Entity, len(order))
		for i, from := range order {
			shuffled[i] = metaEntities[from]
			shuffled[i].ID += " renamed"
		}
		plain := answer.NewReader(metaEntities).Read(text, "", nil)
		other := answer.NewReader(shuffled).Read(text, "", nil)
		for i, from := range order {
			want := plain.Entities[from]
			want.ID += " renamed"
			must.Same(t, other.Entities[i], want, text, "in order", order)
		}
	})
}

// Neither width nor case nor traditional characters change who is named where.
func TestVariantsOfTheTextChangeNothing(t *testing.T) {
	t.Parallel()
	reader := answer.NewReader(metaEntities)
	variants := map[string]func(rune) rune{
		"wide": func(r rune) rune {
			if unicode.IsLetter(r) && r < utf8.RuneSelf {
				return r + 0xFEE0
			}
			return r
		},
		"upper":       unicode.ToUpper,
		"lower":       unicode.ToLower,
		"traditional": traditionalForm(t),
	}
	rapid.Check(t, func(t *rapid.T) {
		var prose []string
		for _, line := range strings.SplitAfter(metaText(t), "。") {
			if !strings.Contains(line, "http") { // in full-width letters an address is none
				prose = append(prose, line)
			}
		}
		text := strings.Join(prose, "")
		want := reader.Read(text, "", nil)
		for name, change := range variants {
			got := reader.Read(strings.Map(change, text), "", nil)
			for i, e := range want.Entities {
				if diff := cmp.Diff(e.Mentions, got.Entities[i].Mentions); diff != "" ||
					e.Position != got.Entities[i].Position {
					t.Fatalf("%s form of %q: %s: %s", name, text, e.ID, diff)
				}
			}
			if want.State != got.State {
				t.Fatalf("%s form of %q: %s, want %s", name, text, got.State, want.State)
			}
		}
	})
}

// traditionalForm gives a traditional character for a simplified one.
func traditionalForm(t *testing.T) func(rune) rune {
	table := must.Get(os.ReadFile("../text/char/data/opencc_t2s_chars.tsv"))(t)
	forms := map[rune]rune{}
	for line := range strings.Lines(string(table)) {
		from, _ := utf8.DecodeRuneInString(line)
		to, _ := utf8.DecodeRuneInString(line[utf8.RuneLen(from)+1:])
		forms[to] = from
	}
	return func(r rune) rune {
		if form, ok := forms[r]; ok {
			return form
		}
		return r
	}
}

// Folding twice is folding once, and a rune stays a rune.
func TestFoldIsStable(t *testing.T) {
	t.Parallel()
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if once := answer.Fold(r); answer.Fold(once) != once {
			t.Errorf("%c gives %c, which gives %c", r, once, answer.Fold(once))
		}
	}
}

func TestReaderIsSafeForConcurrentUse(t *testing.T) {
	t.Parallel()
	reader := answer.NewReader(benchEntities(20))
	texts := benchAnswers()
	want := make([]answer.Findings, len(texts))
	for i, text := range texts {
		want[i] = reader.Read(text, "", nil)
	}
	var group sync.WaitGroup
	for worker := range 4 {
		group.Go(func() {
			for i := range 30 {
				at := (worker + i) % len(texts)
				if got := reader.Read(texts[at], "", nil); !cmp.Equal(got, want[at]) {
					t.Errorf("reading %d at the same time gives something else", at)
					return
				}
			}
		})
	}
	group.Wait()
}

func TestOrdinaryWords(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]bool{
		"apple": true, "apples": true, "target": true, "notion": true, "box": true, "arc": true, "slack": true,
		"teams": true, "running": true, "mi": true, "max": true,
		"xiaomi": false, "acer": false, "huawei": false, "lenovo": false, "coca": false, "tesla": false,
		"vivo": false, "samsung": false, "redmi": false,
	} {
		expect.Equal(t, answer.IsListed(word), want, word)
	}
	if !slices.IsSorted(strings.Fields(wordList(t))) {
		t.Error("the list of words is not in order, it is searched by halves")
	}
}

func wordList(t *testing.T) string {
	raw := must.Get(os.ReadFile("data/words_en.txt"))(t)
	return string(raw)
}
