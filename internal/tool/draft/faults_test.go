package draft

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"renown/internal/testkit/must"
)

// faultsZH and faultsEN are what the drafter wrote once and must not write again.
var (
	faultsZH = []*regexp.Regexp{
		regexp.MustCompile(`的的|和和|用用|有没有有`),
		regexp.MustCompile(`带(添加|支持|感动|覆盖)|有(一键|自动)`),
		regexp.MustCompile(`\p{Han} \p{Han}`),
		regexp.MustCompile(`推荐？`),
		regexp.MustCompile(`哪[款家位个]\p{Han}*[高好快]的？?$`),
		regexp.MustCompile(`^[^给]*宝宝(挑|买|怕|怎么选|刚开始)`),
		regexp.MustCompile(`(会员|L9)，`),
		regexp.MustCompile(`会不会宝宝`),
		regexp.MustCompile(`奶粉用久了|这位`),
		regexp.MustCompile(`生椰拿铁(美式|豆子)|门店多的(生椰|现磨|精品)`),
		regexp.MustCompile(`哪家买什么|(哪|什么)牌子的\p{Han}*品牌`),
		regexp.MustCompile(`[{}\[\]|~@]`),
		regexp.MustCompile(`公司$|找公司|的公司`),
	}
	faultsEN = []*regexp.Regexp{
		regexp.MustCompile(`(?i)\ba [aeio]`),
		regexp.MustCompile(`(?i)\ban [bcdfgjklpqtvwyz]`),
		regexp.MustCompile(`(?i)\b(best best|the the|for for|with with|a a|a an|the a|for the (return|free|track))\b`),
		regexp.MustCompile(`  | ,| \?|\?\?`),
		regexp.MustCompile(`makes (running|hand)`),
		regexp.MustCompile(`portugal|gmail`),
		regexp.MustCompile(`with a free for|a Markdown|a sedation|with a hand-poured$`),
		regexp.MustCompile(`(?i)best for an? `),
		regexp.MustCompile(`(?i)some [a-z -]*(software|hosting|insurance|furniture)`),
		regexp.MustCompile(`(?i)(software|coffee|insurance) (are|have) |(apps|shoes|hotels|clinics|tools|brands) (is|has) `),
		regexp.MustCompile(`(?i)(templates|reviews|classes) is |is [a-z']+ (templates|reviews)`),
		regexp.MustCompile(`(?i)that (work|sync|integrate)s? .*(apps|tools|CRMs) that`),
		regexp.MustCompile(`(?i)(app|tool|CRM) that (work|sync|integrate|are) `),
		regexp.MustCompile(`(?i)(apps|tools|CRMs|shoes) that (works|syncs|integrates|is) `),
		regexp.MustCompile(`[{}\[\]|~@\x00]`),
		regexp.MustCompile(`for the money for|value for money for`),
		regexp.MustCompile(`(?i)onlines?\b.*online|an available|(courses|services) certified|with [0-9]+-\w+ \w*[^s]\b$`),
	}
)

func TestNoKnownFault(t *testing.T) {
	t.Parallel()
	for name, p := range brands {
		faults := faultsEN
		if language(p) == "zh" {
			faults = faultsZH
		}
		var have Existing
		for range 3 {
			d := must.Get(Offline(p, MaxCount, have))(t)
			for _, q := range prompts(d) {
				have.Prompts = append(have.Prompts, q.Text)
				if slices.ContainsFunc(newNames(p).folded, func(f string) bool { return strings.Contains(Fold(q.Text), f) }) != q.Branded {
					t.Errorf("%s: branded %v: %s", name, q.Branded, q.Text)
				}
				for _, f := range faults {
					if f.MatchString(q.Text) {
						t.Errorf("%s: %s (%s)", name, q.Text, f)
					}
				}
			}
		}
	}
}

// Everything the grammar can say exists already: the numbered questions go on.
func TestLastResort(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"hand", "minen"} {
		p := brands[name]
		r := read(p)
		d := newDrawing(r, nil)
		for topic := range d.topics {
			d.take(topic, 1<<20)
		}
		var have Existing
		for _, o := range d.out {
			have.Prompts = append(have.Prompts, o.Text)
		}
		for range 2 {
			got := must.Get(Offline(p, MaxCount, have))(t)
			if fault := contract(p, MaxCount, have, got); fault != "" {
				t.Fatalf("%s, after %d: %s", name, len(have.Prompts), fault)
			}
			for _, q := range prompts(got) {
				have.Prompts = append(have.Prompts, q.Text)
			}
		}
	}
}

// A brand that is called by every common word leaves nothing to ask, and that is said.
func TestNamesLeaveNothing(t *testing.T) {
	t.Parallel()
	p := Profile{Name: "的", Introduction: "好", Aliases: strings.Split("品 推 单 件 建 样 有 么 吗 荐 好 选 买 什 怎 哪 个", " ")}
	if _, err := Offline(p, 10, Existing{}); err != ErrNames {
		t.Errorf("%v, want ErrNames", err)
	}
}
