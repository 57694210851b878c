package analysis

import (
	"context"
	"net/url"
	"strings"

	"renown/internal/door/console/kit"
	"renown/internal/floor/fault"
	"renown/internal/room/brand"
	"renown/internal/room/run"
)

// answerView is one answer as it is shown.
type answerView struct {
	run.Answer
	lens     lens
	passages []passage
}

func newAnswerView(l lens, a run.Answer) answerView {
	v := answerView{Answer: a, lens: l}
	sentence := ""
	if a.Sentiment != nil {
		sentence = a.Sentiment.Sentence
	}
	if a.Text != nil {
		v.passages = passages(*a.Text, a.Marks, sentence)
	}
	return v
}

// cited are the sources that the answer refers to, then those it only found.
func (a answerView) cited() (n int) {
	for _, s := range a.Citations {
		if s.Cited {
			n++
		}
	}
	return n
}

// answerList is a brand's answers over time.
type answerList struct {
	lens
	answers []listedAnswer
	paging  kit.Paging
	prompts []brand.Prompt
	rivals  []brand.Competitor
	models  []string
	fields  url.Values // what was asked for beside the lens
}

// answerParameters narrow the list beside the lens.
var answerParameters = []string{"q", "prompt", "named", "rival", "tone", "claim", "model"}

// listedAnswer is an answer in a list.
type listedAnswer struct {
	run.Answer
	excerpt []piece
}

const (
	answersListed = 10
	searchRunes   = 100 // of what is looked for
	excerptSize   = 140 // code points
)

// answerFilter is what the URL asks for of a brand's answers, beside the lens.
func answerFilter(l lens, query url.Values) run.AnswerFilter {
	f := run.AnswerFilter{
		Platforms: l.chosen, TopicIDs: l.topics, Q: searched(query), RivalID: query.Get("rival"), Tone: query.Get("tone"),
		Verdict: query.Get("claim"),
		Surface: l.among(), Model: query.Get("model"),
	}
	f.From, f.To = l.moments()
	if prompt := query.Get("prompt"); prompt != "" {
		f.PromptIDs = []string{prompt}
	}
	switch query.Get("named") {
	case "yes":
		f.Named = new(bool)
		*f.Named = true
	case "no":
		f.Named = new(bool)
	}
	return f
}

// searched is the text that is looked for, as far as it is looked at.
func searched(query url.Values) string {
	runes := []rune(strings.TrimSpace(strings.ToValidUTF8(strings.ReplaceAll(query.Get("q"), "\x00", ""), "")))
	return string(runes[:min(len(runes), searchRunes)])
}

func (pages *Pages) showAnswers(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	l, err := pages.lensOf(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	p := answerList{lens: l, paging: kit.PagingOf(v, answersListed), fields: url.Values{}}
	for _, name := range answerParameters {
		p.fields.Set(name, l.query.Get(name))
	}
	p.fields.Set("q", searched(l.query))
	if p.prompts, err = pages.Brands.Prompts(ctx, v.Caller, v.Brand.ID, brand.PromptFilter{}); err != nil {
		return kit.Reply{}, err
	}
	if p.rivals, err = pages.Brands.Competitors(ctx, v.Caller, v.Brand.ID); err != nil {
		return kit.Reply{}, err
	}
	if p.models, err = pages.Runs.Models(ctx, v.Caller, v.Brand.ID); err != nil {
		return kit.Reply{}, err
	}
	filter := answerFilter(l, l.query)
	filter.Paging = run.Paging{Number: p.paging.Number, Size: answersListed}
	answers, total, err := pages.Runs.Answers(ctx, v.Caller, v.Brand.ID, filter)
	if err != nil {
		return kit.Reply{}, err
	}
	p.paging.Total = total
	p.answers = listed(answers)
	return kit.Show(kit.Page{Title: kit.Key("回答"), Entry: "answers", Bar: lensBar(l), Body: answersBody(p), Status: l.status()})
}

// showAnswer is one answer on a page of its own.
func (pages *Pages) showAnswer(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	a, err := pages.Runs.Answer(ctx, v.Caller, v.PathValue("answer_id"))
	if err != nil {
		return kit.Reply{}, err
	}
	if a.BrandID != v.Brand.ID {
		return kit.Reply{}, fault.NotFound("answer", a.ID)
	}
	l, err := pages.lensOf(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	return kit.Show(kit.Page{Title: kit.Key("回答"), Entry: "answers", Body: answerBody(newAnswerView(l, a))})
}

// showScreen is the screenshot of an answer, to who may read it.
func (pages *Pages) showScreen(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	a, err := pages.Runs.Answer(ctx, v.Caller, v.PathValue("answer_id"))
	if err == nil && a.BrandID != v.Brand.ID {
		err = fault.NotFound("answer", a.ID)
	}
	if err != nil {
		return kit.Reply{}, err
	}
	picture, err := pages.Runs.Screen(ctx, v.Caller, a.ID)
	return kit.Reply{File: &kit.File{Name: a.ID + ".jpg", ContentType: "image/jpeg", Body: picture}}, err
}

// answersExported is how many answers one export holds at most.
const answersExported = 5000

// exportAnswers gives the answers that the list shows, without their pages.
func (pages *Pages) exportAnswers(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	l, err := pages.lensOf(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	filter := answerFilter(l, l.query)
	filter.Paging = run.Paging{Number: 1, Size: answersExported}
	answers, err := pages.Runs.Newest(ctx, v.Caller, v.Brand.ID, filter)
	if err != nil {
		return kit.Reply{}, err
	}
	return kit.TableOf(ctx, answers, func(a run.Answer) []kit.Cell { return answerCells(ctx, l, a) }).CSV(l.file("csv", "answers"))
}

func answerCells(ctx context.Context, l lens, a run.Answer) []kit.Cell {
	at, tone, score, sentence := "", "", "", ""
	if a.AnsweredAt != nil {
		at = a.AnsweredAt.In(kit.ViewOf(ctx).Zone).Format("2006-01-02 15:04:05")
	}
	if s := a.Sentiment; s != nil {
		tone, score, sentence = kit.T(ctx, toneName(s.Label)), kit.PlainFloat(&s.Score, 2), s.Sentence
	}
	var rivals, sources []string
	for _, o := range a.Competitors {
		rivals = append(rivals, o.Name)
	}
	for _, s := range a.Citations {
		sources = append(sources, s.URL)
	}
	return []kit.Cell{
		kit.Column("时间", at), kit.Column("one|平台", l.name(a.Platform)), kit.Column("one|问题", a.PromptText),
		kit.Column("one|主题", l.topicName(a.TopicID)),
		kit.Column("阶段", kit.StageName(ctx, a.Stage)), kit.Column("模型", a.Model),
		kit.Column("入口", surfaceName(ctx, a.Surface)), kit.Column("提到品牌", namedWord(ctx, a)),
		kit.Column("位次", a.Position), kit.Column("情感", tone), kit.Column("情感得分", score), kit.Column("依据的句子", sentence),
		kit.Column("提到的竞品", kit.JoinWords(ctx, rivals)), kit.Column("来源", joinLines(sources)), kit.Column("回答", a.Text),
	}
}
