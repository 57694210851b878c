package sentiment

import (
	"strings"
	"testing"
)

// hostile are parts that, repeated, invite a reader to look back again and again.
var hostile = map[string]string{
	"names":               "云途",
	"names in a list":     "云途、",
	"names with commas":   "Velora, ",
	"names and words":     "云途很好",
	"no comma at all":     "很好不错",
	"denials":             "不",
	"neither nor":         "neither Velora nor ",
	"conjunctions":        "但",
	"although":            "虽然，",
	"conditions":          "if ",
	"comparisons":         "云途比云途",
	"relations":           "云途优于",
	"qualities":           "比云途香，",
	"more than names":     "比云途",
	"former and latter":   "云途和云途，后者完胜，",
	"directions":          "故障率高",
	"attributes":          "故障率",
	"rates":               "crash rate ",
	"mended":              "修复卡顿",
	"the latter":          "后者好，",
	"stars":               "★",
	"numbers":             "1.",
	"blanks behind":       "1        ",
	"line signs":          "⏎",
	"lines":               "\n- 云途\n",
	"nested lists":        "\n                    - 云途",
	"headings":            "\n# 云途\n###### 好",
	"rows":                "\n| 云途 | 好 |",
	"bold":                "**",
	"bold lines":          "\n**云途**",
	"quotes":              "> ",
	"full stops":          "e.g. ",
	"addresses":           "https://a",
	"apostrophes":         "n’t",
	"a word":              "a",
	"invalid":             "\xe5\xb0\xff",
	"traditional":         "續航差",
	"pros":                "\n优点：\n- 好",
	"questions":           "云途？",
	"worries and answers": "担心，没有依据，",
}

func stepsFor(part string, size int) (steps, said int) {
	text := strings.Repeat(part, size/len(part))
	var mentions []Mention
	for _, name := range []string{"云途", "Velora"} {
		for at := 0; ; {
			n := strings.Index(text[at:], name)
			if n < 0 {
				break
			}
			mentions = append(mentions, Mention{at + n, at + n + len(name), len(mentions) % 3})
			at += n + len(name)
		}
	}
	var r Reader
	r.Read(text, mentions)
	for entity := range 3 {
		r.Score(entity)
	}
	return r.steps, len(r.says) + len(r.tokens) + len(r.clauses) + len(r.lines)
}

// Twice the text takes twice the steps, whatever stands in it, and no byte
// takes more than a fixed number of them. Time is not measured.
func TestGrowthIsLinear(t *testing.T) {
	t.Parallel()
	const size, perByte = 1 << 15, 64
	for name, part := range hostile {
		steps, said := stepsFor(part, size)
		twice, saidTwice := stepsFor(part, 2*size)
		if float64(twice) > 2.1*float64(steps)+1000 || twice > perByte*2*size {
			t.Errorf("%s: %d steps for %d bytes, %d for twice as many", name, steps, size, twice)
		}
		if float64(saidTwice) > 2.1*float64(said)+1000 {
			t.Errorf("%s: keeps %d, and %d for twice the text", name, said, saidTwice)
		}
	}
}

func TestLargeAnswers(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"1 MB":                      strings.Repeat("云途很好，但是价格偏高。\n", 1<<20/40),
		"one line of 200,000":       strings.Repeat("云途很好", 50_000),
		"nested 1,000 deep":         strings.Repeat("> - ", 1000) + "云途很好",
		"indented 1,000 deep":       strings.Repeat(" ", 1000) + "- 云途很好",
		"invalid UTF-8":             strings.Repeat("\xff云途\xe4\xba很好\xc3", 20_000),
		"a name that ends the text": strings.Repeat("好", 100_000) + "云途",
	} {
		at := strings.Index(text, "云途")
		got, ok := Score(text, []Extent{{at, at + len("云途")}}, nil)
		if !ok || len(got.Sentence) > maxQuote {
			t.Errorf("%s: judged %v, quotes %d bytes", name, ok, len(got.Sentence))
		}
	}
}

func TestReadingAgainAllocatesNothing(t *testing.T) {
	text := strings.Repeat("云途很好，但是价格偏高。\n- 优点：轻便\n| A | slow, isn't cheap |\n", 20)
	mentions := []Mention{{0, len("云途"), 0}}
	var r Reader
	r.Read(text, mentions)
	got := testing.AllocsPerRun(100, func() {
		r.Read(text, mentions)
		r.Score(0)
	})
	if got > 0 {
		t.Errorf("%v allocations for a text of %d bytes", got, len(text))
	}
}
