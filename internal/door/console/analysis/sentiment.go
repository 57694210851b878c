package analysis

import (
	"cmp"
	"context"
	"slices"
	"time"

	"renown/internal/door/console/kit"
	"renown/internal/floor/timestamp"
	"renown/internal/room/brand"
	"renown/internal/room/insight"
	"renown/internal/room/reading"
)

// sentiment is the tone of answers.
type sentiment struct {
	lens
	insight.Sentiment
	keys    insight.Keys
	figure  kit.Figure
	themes  []themeRow
	theme   string // word: filter of the quotes
	columns []toneColumn
	rows    []toneRow
	rivals  []toneRival
	quotes  []quote
	tone    string // filter of the quotes
}

// toneColumn is the shares of some days, stacked.
type toneColumn struct {
	from, to                    string
	positive, neutral, negative int64
	x, width                    string
	bars                        [3]toneBar
}

type toneBar struct{ y, height, class string }

// themeRow is a theme with its tones beside each other, on the scale of the most frequent.
type themeRow struct {
	insight.Theme
	bars []themeBar
}

type themeBar struct{ x, width, class string }

// arrangeThemes draws them; chosen is the word of one, or none.
func (p *sentiment) arrangeThemes(list []insight.Theme, chosen string) {
	for _, t := range list {
		row, most := themeRow{Theme: t}, kit.Interval{Max: float64(list[0].Answers())}
		before := int64(0)
		for _, part := range []struct {
			n     int64
			class string
		}{{t.Positive, "good"}, {t.Neutral, "even"}, {t.Negative, "bad"}} {
			row.bars = append(row.bars, themeBar{most.At(float64(before)), most.At(float64(part.n)), part.class})
			before += part.n
		}
		p.themes = append(p.themes, row)
		if t.Word == chosen {
			p.theme = chosen
		}
	}
}

func (c toneColumn) judged() int64 { return c.positive + c.neutral + c.negative }

type toneRow struct {
	insight.TonePlatform
	name   string
	plot   kit.Plot
	change kit.Change
	n      int64
}

type toneRival struct {
	insight.ToneRival
	rank int
	plot kit.Plot
	n    int64
	side string // a key: against the brand
}

// quote is a sentence with whom it names.
type quote struct {
	insight.Voice
	pieces []piece
	prompt string
}

func (pages *Pages) showSentiment(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	p, err := pages.sentiment(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	return kit.Show(kit.Page{Title: kit.Key("口碑"), Entry: "sentiment", Bar: lensBar(p.lens), Body: sentimentBody(p), Status: p.status()})
}

func (pages *Pages) sentiment(ctx context.Context, v *kit.Visit) (p sentiment, err error) {
	if p.lens, err = pages.lensOf(ctx, v); err != nil {
		return p, err
	}
	shown, err := pages.Insights.SentimentPage(ctx, v.Caller, v.Brand.ID, p.asked())
	if err != nil {
		return p, err
	}
	return pages.sentimentOf(ctx, v, p.lens, shown)
}

// sentimentOf arranges an analysis.
func (pages *Pages) sentimentOf(ctx context.Context, v *kit.Visit, l lens, shown insight.SentimentPage) (p sentiment, err error) {
	p = sentiment{lens: l, Sentiment: shown.Sentiment, keys: shown.Keys}
	p.tone = v.URL.Query().Get("tone")
	p.figure = kit.NewFigure(ctx, kit.Key("情感得分"), "", kit.AsScore, p.keys.Score)
	p.arrangeThemes(shown.Themes, v.URL.Query().Get("theme"))
	p.arrangePlatforms(ctx)
	p.arrangeRivals(ctx)
	p.columns = toneColumns(ctx, p.lens, p.Trend)
	return p, pages.quote(ctx, v, &p, shown.Voices)
}

func (p *sentiment) arrangePlatforms(ctx context.Context) {
	for _, t := range p.Platforms {
		row := toneRow{
			TonePlatform: t, name: p.name(t.Platform), n: t.Positive + t.Neutral + t.Negative,
			change: kit.ChangeOf(kit.AsScore, t.Change),
		}
		row.plot = kit.AsScore.On(ctx, -1, 1, t.Score, t.Interval).Tick(kit.AsScore, t.Previous)
		zero := 0.0
		row.plot.Mean = &zero
		p.rows = append(p.rows, row)
	}
}

func (p *sentiment) arrangeRivals(ctx context.Context) {
	ours := p.Totals
	for _, r := range p.Competitors {
		row := toneRival{ToneRival: r, n: r.Positive + r.Neutral + r.Negative, plot: kit.AsScore.On(ctx, -1, 1, r.Score, r.Interval)}
		row.plot.Quiet = !r.IsBrand
		switch {
		case r.IsBrand || r.Low == nil || ours.Low == nil:
			row.side = "—"
		case *r.Low > *ours.High:
			row.side = kit.Key("显著更高")
		case *r.High < *ours.Low:
			row.side = kit.Key("显著更低")
		default:
			row.side = kit.Key("看不出差别")
		}
		p.rivals = append(p.rivals, row)
	}
	slices.SortStableFunc(p.rivals, func(a, b toneRival) int { // those with too few judgements have no rank
		return cmp.Compare(min(b.n, kit.FewAnswers)/kit.FewAnswers, min(a.n, kit.FewAnswers)/kit.FewAnswers)
	})
	for i := range p.rivals {
		p.rivals[i].rank = i + 1
	}
}

// columnsMost is how many columns fit beside each other.
const columnsMost = 30

// toneColumns joins days until no more than columnsMost remain.
func toneColumns(ctx context.Context, l lens, days []insight.ToneDay) []toneColumn {
	length := int(l.to.Sub(l.from).Hours()/24) + 1
	size := (length + columnsMost - 1) / columnsMost
	list := make([]toneColumn, (length+size-1)/size)
	for i := range list {
		from := l.from.AddDate(0, 0, i*size)
		to := from.AddDate(0, 0, size-1)
		if to.After(l.to) {
			to = l.to
		}
		list[i].from, list[i].to = from.Format(kit.T(ctx, "layout|01-02")), to.Format(kit.T(ctx, "layout|01-02"))
	}
	for _, d := range days {
		day, err := time.ParseInLocation(time.DateOnly, d.Date, timestamp.Beijing)
		if err != nil {
			continue
		}
		at := int(day.Sub(l.from).Hours()/24) / size
		if at < 0 || at >= len(list) {
			continue
		}
		list[at].positive += d.Positive
		list[at].neutral += d.Neutral
		list[at].negative += d.Negative
	}
	for i := range list {
		list[i].draw(i, len(list))
	}
	return list
}

// draw places a column; shares are drawn from ten judgements on.
func (c *toneColumn) draw(at, of int) {
	place := kit.Interval{Max: float64(of)}
	c.x, c.width = place.At(float64(at)+0.12), place.At(0.76)
	n := c.judged()
	if n < kit.FewAnswers {
		return
	}
	whole := kit.Interval{Max: float64(n)}
	c.bars = [3]toneBar{
		{whole.At(0), whole.At(float64(c.positive)), "good"},
		{whole.At(float64(c.positive)), whole.At(float64(c.neutral)), "even"},
		{whole.At(float64(c.positive + c.neutral)), whole.At(float64(c.negative)), "bad"},
	}
}

// quotesEach is how many sentences of a tone are shown beside others, quotesAlone by itself.
const quotesEach, quotesAlone = 1, 20

// quote shows sentences of the tone asked for, or some of each, with whom they name and what was asked.
func (pages *Pages) quote(ctx context.Context, v *kit.Visit, p *sentiment, voices insight.Voices) error {
	tones, most := []string{"negative", "positive", "neutral"}, quotesEach
	if slices.Contains(tones, p.tone) {
		tones, most = []string{p.tone}, quotesAlone
	}
	var list []insight.Voice
	for _, tone := range tones {
		list = append(list, voices[tone][:min(len(voices[tone]), most)]...)
	}
	for _, t := range p.themes {
		if t.Word == p.theme {
			list = t.Voices[:min(len(t.Voices), quotesAlone)]
		}
	}
	sentences := make([]string, len(list))
	for i, q := range list {
		sentences[i] = q.Sentence
	}
	marks, err := pages.Runs.Marks(ctx, v.Caller, v.Brand.ID, sentences)
	if err != nil {
		return err
	}
	prompts, err := pages.Brands.Prompts(ctx, v.Caller, v.Brand.ID, brand.PromptFilter{})
	if err != nil {
		return err
	}
	for i, q := range list {
		p.quotes = append(p.quotes, quote{q, sentencePieces(q.Sentence, marks[i]), promptLabel(prompts, q.PromptID)})
	}
	return nil
}

func sentencePieces(sentence string, marks []reading.Mark) []piece {
	return excerpt(sentence, marks, len([]rune(sentence)))
}
