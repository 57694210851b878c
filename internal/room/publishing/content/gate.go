package content

import (
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"renown/internal/floor/fault"
	"renown/internal/room/account"
	"renown/internal/room/fact"
	"renown/internal/tool/claim"
	"renown/internal/tool/markdown"
)

// Gate is how strictly articles are checked before they are ordered.
type Gate string

const (
	GateOff     Gate = "off"
	GateWarn    Gate = "warn"    // what is wrong is said, and kept with the order
	GateRequire Gate = "require" // an article with errors is not ordered
)

// Level is how much an issue weighs. An error stops an order where the gate requires that there is none.
type Level string

const (
	Error   Level = "error"
	Warning Level = "warning"
)

// The codes of issues.
const (
	Contradiction = "contradiction"  // a fact says otherwise
	Unsupported   = "unsupported"    // neither fact nor source, nor marked as an opinion
	Unjudged      = "unjudged"       // a fact speaks of it, but the two cannot be compared
	BannedWording = "banned_wording" // see Rule
	Undeclared    = "undeclared"     // whether AI helped is not said
	Incomplete    = "incomplete"     // not all of it could be checked
)

// Issue is something that stands against ordering an article as it is.
type Issue struct {
	Level    Level  `json:"level"`
	Code     string `json:"code"`
	Text     string `json:"text"`     // the words in question
	Sentence string `json:"sentence"` // where they stand
	Rule     string `json:"rule,omitempty"`
	Law      string `json:"law,omitempty"`
	Reason   string `json:"reason,omitempty"` // of a verdict, as claims have it
	FactID   string `json:"fact_id,omitempty"`
	Expected string `json:"expected,omitempty"` // what the fact says
}

// The ways in which a claim is held up.
const (
	ByFact    = "fact"
	BySource  = "source"
	ByOpinion = "opinion"
	ByNothing = "none"
)

// Claim is a statement of fact in an article, with what holds it up.
type Claim struct {
	Text      string `json:"text"`
	Sentence  string `json:"sentence"`
	Support   string `json:"support"`
	FactID    string `json:"fact_id,omitempty"`
	Statement string `json:"statement,omitempty"` // of the fact
	Address   string `json:"source_url,omitempty"`
}

// Inspection is what the gate finds in an article.
type Inspection struct {
	Issues []Issue `json:"issues"` // errors first, each kind in the order of the text
	Claims []Claim `json:"claims"`
}

// Bounds of what is said of one article.
const (
	issuesMax = 100
	claimsMax = 200
)

// Errors are the issues that stop an order where the gate requires it.
func (i Inspection) Errors() []Issue {
	return slices.DeleteFunc(slices.Clone(i.Issues), func(one Issue) bool { return one.Level != Error })
}

// Gate is how strictly articles are checked.
func (p *Contents) Gate() Gate { return p.options.Gate }

// Inspect checks an article: each claim against the facts of the brands that it names, its wording against the rules, and whether it
// is declared what has to be. Work is bounded whatever the text holds; where that leaves something unchecked, an issue says so. No
// address is ever fetched.
func (p *Contents) Inspect(ctx context.Context, who account.Caller, f Fields) (i Inspection, err error) {
	defer fault.Wrap(&err, "content.Inspect")

	t := newArticle(f)
	held, all := []fact.Held(nil), len(t.text) <= claim.MaxText
	if p.options.Facts != nil {
		var read bool
		if held, read, err = p.options.Facts.Hold(ctx, who, string(t.text)); err != nil {
			return i, err
		}
		all = all && read
	}
	i = Inspection{Issues: []Issue{}, Claims: []Claim{}}
	if f.AIAssisted == "" {
		i.Issues = append(i.Issues, Issue{Level: p.undeclared(), Code: Undeclared})
	}
	words := p.options.Rules.find(t.text, issuesMax)
	for _, w := range words {
		i.Issues = append(i.Issues, Issue{
			Level: w.level, Code: BannedWording, Text: t.words(w.start, w.end),
			Sentence: t.around(w.start), Rule: w.rule.Code, Law: w.rule.Law,
		})
	}
	for _, aside := range t.body.Asides {
		if len(words) >= issuesMax {
			break
		}
		for _, w := range p.options.Rules.find([]rune(aside), issuesMax-len(words)) {
			words = append(words, w)
			i.Issues = append(i.Issues, Issue{
				Level: w.level, Code: BannedWording, Text: string([]rune(aside)[w.start:w.end]),
				Sentence: aside, Rule: w.rule.Code, Law: w.rule.Law,
			})
		}
	}
	for _, h := range held {
		t.weigh(h, &i)
	}
	if !all || len(words) >= issuesMax || len(i.Claims) > claimsMax {
		i.Issues = append(i.Issues, Issue{Level: Error, Code: Incomplete})
	}
	slices.SortStableFunc(i.Issues, func(a, b Issue) int { return strings.Compare(string(a.Level), string(b.Level)) })
	i.Issues, i.Claims = i.Issues[:min(len(i.Issues), issuesMax)], i.Claims[:min(len(i.Claims), claimsMax)]
	return i, nil
}

// undeclared is how much a missing declaration weighs: who does not require articles without errors need not be told why each is approved.
func (p *Contents) undeclared() Level {
	if p.options.Gate == GateRequire {
		return Error
	}
	return Warning
}

// article is a text as its readers see it, with what its author gave to support it.
type article struct {
	text     []rune
	title    int // characters before the body
	body     markdown.Visible
	supports map[string]Support
}

func newArticle(f Fields) article {
	a := article{text: append([]rune(f.Title), '\n'), body: markdown.NewVisible(f.Body), supports: map[string]Support{}}
	a.title = len(a.text)
	a.text = append(a.text, a.body.Text...)
	for _, s := range f.Supports.List() {
		a.supports[sameSentence(s.Sentence)] = s
	}
	return a
}

func (a article) words(from, to int) string { return strings.TrimSpace(string(a.text[from:to])) }

// sentenceMost bounds what is shown of a sentence without an end, to either side, in characters.
const sentenceMost = 300

// around is the sentence in which something stands.
func (a article) around(at int) string {
	stop := func(r rune) bool { return strings.ContainsRune("。！？!?；;\n", r) }
	from, to := at, at
	for from > 0 && at-from < sentenceMost && !stop(a.text[from-1]) {
		from--
	}
	for to < len(a.text) && to-at < sentenceMost && !stop(a.text[to]) {
		to++
	}
	return a.words(from, min(to+1, len(a.text)))
}

// weigh adds a claim to what is found, and what stands against it.
func (a article) weigh(h fact.Held, i *Inspection) {
	sentence := a.words(h.Start, h.End)
	c := Claim{Text: a.words(h.ValueStart, h.ValueEnd), Sentence: sentence, Support: ByNothing}
	issue := Issue{Level: Error, Text: c.Text, Sentence: sentence, Reason: string(h.Reason)}
	if h.With != nil {
		c.FactID, c.Statement = h.With.ID, h.With.Statement
		issue.FactID, issue.Expected = h.With.ID, strings.TrimSpace(h.With.Value+" "+h.With.Unit)
	}
	support, address := a.support(h.Start, h.End)
	switch {
	case h.Verdict == claim.Agrees, h.Verdict == claim.Unsupported && h.With != nil:
		c.Support = ByFact
	case h.Verdict == claim.Contradicts:
		issue.Code = Contradiction
	case h.Reason == claim.Supposed: // asked or planned: nothing is claimed
		return
	case h.Verdict == claim.Unsupported && passing(c.Text):
		return
	case support != "":
		c.Support, c.Address = support, address
	case h.Verdict == claim.Unjudged:
		issue.Code, issue.Level = Unjudged, Warning
	case h.Subject >= 0 && weighty(c.Text):
		issue.Code = Unsupported
	default: // about no name that we know, or in passing
		issue.Code, issue.Level = Unsupported, Warning
	}
	i.Claims = append(i.Claims, c)
	if issue.Code != "" {
		i.Issues = append(i.Issues, issue)
	}
}

// weighty tells a figure from what is said in passing: a duration, or a number in a word.
func weighty(text string) bool {
	text = strings.ToLower(text)
	return strings.ContainsAny(text, "0123456789０１２３４５６７８９成千万亿%％") &&
		!strings.ContainsFunc(text, func(r rune) bool { return strings.ContainsRune("年月日天周时分秒", r) }) &&
		!slices.ContainsFunc([]string{"year", "month", "week", "day", "hour", "minute", "second"},
			func(w string) bool { return strings.Contains(text, w) })
}

// passing tells a duration in words (等上一年, a week) from what can be looked up.
func passing(text string) bool {
	text = strings.ToLower(text)
	return !strings.ContainsAny(text, "0123456789０１２３４５６７８９") &&
		slices.ContainsFunc([]string{
			"年", "月", "天", "周", "小时", "分钟", "year", "month", "week", "day", "hour",
			"minute",
		}, func(w string) bool { return strings.Contains(text, w) })
}

// Written finds sentences as they are written in the body: what readers see and what an author has to change differ by marks. "" is not
// there, or in the title.
func (f Fields) Written() func(sentence string) string {
	v := markdown.NewVisible(f.Body)
	seen := string(v.Text)
	return func(sentence string) string {
		i := strings.Index(seen, sentence)
		if i < 0 || sentence == "" {
			return ""
		}
		from := utf8.RuneCountInString(seen[:i])
		to := from + utf8.RuneCountInString(sentence)
		return strings.TrimSpace(f.Body[v.At[from]:max(v.At[from], v.At[to])])
	}
}

// RuleName is what a rule is called in a language, zh or another; its code when there is no such rule any more.
func (p *Contents) RuleName(code, language string) string {
	for _, r := range p.options.Rules.Wording {
		switch {
		case r.Code != code:
		case strings.HasPrefix(language, "zh") && r.Name.Zh != "":
			return r.Name.Zh
		case r.Name.En != "":
			return r.Name.En
		}
	}
	return code
}

// nearby is how far behind a sentence its source may begin: （来源：[…](…)）, in characters.
const nearby = 12

// support is what holds a sentence up that no fact does: a link in it or right behind it, what its author gave, or that it is said to
// be an opinion.
func (a article) support(from, to int) (by, address string) {
	if s, given := a.supports[sameSentence(string(a.text[from:to]))]; given {
		if s.SourceURL == "" {
			return ByOpinion, ""
		}
		return BySource, s.SourceURL
	}
	for _, l := range a.body.Links {
		start, end := l.Start+a.title, l.End+a.title
		behind := start >= to && start-to <= nearby && !slices.Contains(a.text[to-1:start], '\n')
		if (start < to && end > from || start == end && start > from && start <= to || behind) && webAddress(l.Address) {
			return BySource, l.Address
		}
	}
	lower := strings.ToLower(string(a.text[from:to]))
	for _, w := range opinionWords {
		if strings.Contains(lower, w) {
			return ByOpinion, ""
		}
	}
	return "", ""
}

var opinionWords = []string{
	"我们认为", "在我们看来", "我们建议", "我们的看法", "品牌观点", "in our opinion", "in our view", "we believe",
	"we recommend", "we think",
}

// sameSentence is a sentence without what does not tell it from another: case, spaces, marks at its ends.
func sameSentence(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, s)
	return strings.TrimFunc(s, func(r rune) bool {
		return unicode.IsPunct(r) || unicode.IsSymbol(r) && r != '$' && r != '¥' && r != '€'
	})
}
