package publish

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"renown/internal/door/console/kit"
	"renown/internal/room/publishing/content"
	"renown/internal/room/publishing/order"
	"renown/internal/tool/markdown"
)

// Gate is what the article gate says of a text, ready to be shown.
type Gate struct {
	Mode  content.Gate
	Found content.Inspection
	Name  func(rule string) string // in the reader's language
	label string                   // as readers of the article will see it, Markdown

	written func(sentence string) string // nil: nothing can be changed here
	given   map[string]content.Support
}

// On tells whether there is a result at all.
func (g Gate) On() bool { return g.Mode != "" && g.Mode != content.GateOff }

// Stops tells whether the text cannot be ordered as it is.
func (g Gate) Stops() bool { return g.Mode == content.GateRequire && len(g.Found.Errors()) > 0 }

// inspected checks what is being written, or what is about to be ordered.
func (pages *Pages) inspected(ctx context.Context, v *kit.Visit, f content.Fields) (g Gate, err error) {
	g = Gate{Mode: pages.Contents.Gate(), Name: GateNames(ctx, pages.Contents), written: f.Written(), given: map[string]content.Support{}}
	if !g.On() || strings.TrimSpace(f.Body) == "" {
		return Gate{}, nil
	}
	g.label = strings.ReplaceAll(pages.Contents.Label(content.Published{Fields: f}).Text, "**", "")
	for _, s := range f.Supports.List() {
		g.given[s.Sentence] = s
	}
	g.Found, err = pages.Contents.Inspect(ctx, v.Caller, f)
	return g, err
}

// GateNames names rules in the reader's language.
func GateNames(ctx context.Context, contents *content.Contents) func(string) string {
	return func(rule string) string { return contents.RuleName(rule, kit.ViewOf(ctx).Lang.Tag) }
}

func declared(answer string) content.Declared {
	if d := content.Declared(answer); d == content.DeclaredYes || d == content.DeclaredNo {
		return d
	}
	return ""
}

// panelMost is how many sentences of one text can be supported or mended at a time.
const panelMost = 200

// mended puts what was typed in place of a sentence into the body.
func mended(f kit.Form) kit.Form {
	body := strings.ReplaceAll(f.Value("body"), "\r\n", "\n")
	for n := range panelMost {
		from, to := f.Text("from_"+strconv.Itoa(n)), f.Text("mend_"+strconv.Itoa(n))
		if from != "" && from != to && f.Values.Has("mend_"+strconv.Itoa(n)) {
			body = strings.Replace(body, from, to, 1)
		}
	}
	f.Values.Set("body", body)
	return f
}

// supportsOf is what the author gave before, with what is typed beside sentences now. An empty line takes a support back.
func supportsOf(f kit.Form) (content.Supports, error) {
	list, typed := []content.Support{}, map[string]bool{}
	for n := range panelMost {
		at := strconv.Itoa(n)
		sentence := f.Text("claim_" + at)
		if sentence == "" {
			continue
		}
		typed[sentence] = true
		if source := f.Text("source_" + at); source != "" || f.Value("opinion_"+at) != "" {
			list = append(list, content.Support{Sentence: sentence, SourceURL: source})
		}
	}
	var before []content.Support
	_ = json.Unmarshal([]byte(f.Value("supports")), &before) // what is no list is nothing
	for _, s := range before {
		if !typed[s.Sentence] {
			list = append(list, s)
		}
	}
	return content.NewSupports(list)
}

// supportable are the claims that an author has to hold up, each sentence once, with what was given.
func (g Gate) supportable() (list []content.Claim) {
	seen := map[string]bool{}
	for _, c := range g.Found.Claims {
		_, given := g.given[c.Sentence]
		if (c.Support == content.ByNothing && c.FactID == "" || given) && !seen[c.Sentence] && len(list) < panelMost {
			seen[c.Sentence] = true
			list = append(list, c)
		}
	}
	return list
}

// mend is a sentence with something wrong, as it is written.
type mend struct {
	written string
	issues  []numbered
}

// numbered is an issue with its place among all, by which marks in the text lead to it.
type numbered struct {
	n int
	content.Issue
}

func issueID(n int) string { return "gate-issue-" + strconv.Itoa(n) }
func claimID(n int) string { return "gate-claim-" + strconv.Itoa(n) }

// Marks are the words in question, to be marked in the text: what is wrong, and what is claimed and held up.
func (g Gate) Marks(ctx context.Context) (list []markdown.Mark) {
	if !g.On() {
		return nil
	}
	for n, i := range g.Found.Issues {
		list = append(list, markdown.Mark{
			Sentence: i.Sentence, Text: i.Text, Class: "gate-mark gate-mark-" + issueTone(i),
			Title: issueText(ctx, g, i), To: issueID(n),
		})
	}
	for n, c := range g.Found.Claims {
		if c.Support != content.ByNothing {
			list = append(list, markdown.Mark{
				Sentence: c.Sentence, Text: c.Text, Class: "gate-mark gate-mark-good",
				Title: kit.T(ctx, supportName(c.Support)), To: claimID(n),
			})
		}
	}
	return list
}

// mends are the sentences that can be changed in place, and the issues that concern the whole or the title.
func (g Gate) mends() (list []mend, rest []numbered) {
	at := map[string]int{}
	for n, issue := range g.Found.Issues {
		i, text := numbered{n, issue}, ""
		if g.written != nil {
			text = g.written(i.Sentence)
		}
		k, known := at[text]
		switch {
		case text == "":
			rest = append(rest, i)
		case known:
			list[k].issues = append(list[k].issues, i)
		default:
			at[text] = len(list)
			list = append(list, mend{text, []numbered{i}})
		}
	}
	return list, rest
}

// concerns tells whether a mend is about a sentence: what is written may hold marks that the sentence does not.
func (m mend) concerns(sentence string) bool {
	return slices.ContainsFunc(m.issues, func(i numbered) bool { return i.Sentence == sentence })
}

func concerned(mends []mend, sentence string) bool {
	return slices.ContainsFunc(mends, func(m mend) bool { return m.concerns(sentence) })
}

// settled counts the claims that an author held up and that no issue is about.
func (g Gate) settled(mends []mend) (n int) {
	for _, c := range g.supportable() {
		if !concerned(mends, c.Sentence) {
			n++
		}
	}
	return n
}

// Wanting counts what stands against an order: sentences with an error once each, and what concerns the whole.
func (g Gate) Wanting() (n int) {
	if !g.Stops() {
		return 0
	}
	mends, rest := g.mends()
	for _, m := range mends {
		if slices.ContainsFunc(m.issues, func(i numbered) bool { return i.Level == content.Error }) {
			n++
		}
	}
	for _, i := range rest {
		if i.Level == content.Error {
			n++
		}
	}
	return n
}

// missing counts what has to be done before the text can be ordered.
func (e editor) missing() int {
	n := e.gate.Wanting()
	for _, name := range []string{"title", "body"} {
		if e.form.Text(name) == "" {
			n++
		}
	}
	return n
}

func gateHead(ctx context.Context, g Gate, missing int) string {
	switch {
	case missing > 0:
		return kit.T(ctx, "还差 %d 处", missing)
	case len(g.Found.Issues) > 0:
		return kit.T(ctx, "可以下单，%d 处提醒", len(g.Found.Issues))
	case g.On():
		return kit.T(ctx, "已通过检查")
	}
	return kit.T(ctx, "可以下单")
}

// doneLines are the checks that a text has passed.
func doneLines(ctx context.Context, g Gate) (list []string) {
	facts := 0
	for _, c := range g.Found.Claims {
		if c.Support == content.ByFact {
			facts++
		}
	}
	if facts > 0 {
		list = append(list, kit.T(ctx, "%d 处事实已核对", facts))
	}
	if g.On() {
		list = append(list, kit.T(ctx, "刊出时标明：%s", g.label))
	}
	return list
}

func issueTone(i content.Issue) string {
	if i.Level == content.Error {
		return "bad"
	}
	return "warn"
}

// issueText says what is wrong on one line.
func issueText(ctx context.Context, g Gate, i content.Issue) string {
	words, why := issueParts(ctx, g, i)
	if why == "" {
		return words
	}
	return kit.T(ctx, "%s：%s", words, why)
}

// issueParts are the words in question and why, with the rule and the fact.
func issueParts(ctx context.Context, g Gate, i content.Issue) (words, why string) {
	words = kit.T(ctx, "「%s」", i.Text)
	switch i.Code {
	case content.Contradiction:
		return words, kit.T(ctx, "与事实不符，事实是 %s", i.Expected)
	case content.Unsupported:
		return words, kit.T(ctx, "需要依据")
	case content.Unjudged:
		return words, kit.T(ctx, "请对照事实：%s", i.Expected)
	case content.BannedWording:
		return words, kit.T(ctx, "%s · %s", g.Name(i.Rule), i.Law)
	case content.Undeclared:
		return kit.T(ctx, "是否用 AI 辅助写作"), kit.T(ctx, "发布时会标明")
	}
	return kit.T(ctx, "文章太长，没有查完"), ""
}

var supportNames = map[string]string{content.ByFact: kit.Key("连到事实"), content.BySource: kit.Key("连到来源"), content.ByOpinion: kit.Key("品牌观点")}

func supportName(by string) string { return kit.Label(supportNames, by, kit.Key("没有依据")) }

func supportTone(by string) string {
	if by == content.ByNothing {
		return "warn"
	}
	return "good"
}

func aiDeclared(ctx context.Context, d order.Declaration) string {
	switch {
	case d.AIAssisted == nil:
		return kit.T(ctx, "付费内容 · 尚未声明是否使用 AI")
	case *d.AIAssisted:
		return kit.T(ctx, "付费内容 · AI 辅助写作")
	}
	return kit.T(ctx, "付费内容 · 未用 AI")
}
