package console

import (
	"cmp"
	"context"
	"slices"
	"time"

	"renown/internal/floor/timestamp"
	"renown/internal/room/geo/brand"
	"renown/internal/room/geo/finding"
	"renown/internal/room/geo/insight"
)

// sentiment is the tone of answers.
type sentiment struct {
	lens
	insight.Sentiment
	keys    insight.Keys
	figures []figure
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

func (c toneColumn) judged() int64 { return c.positive + c.neutral + c.negative }

type toneRow struct {
	insight.TonePlatform
	name   string
	plot   plot
	change change
	n      int64
}

type toneRival struct {
	insight.ToneRival
	rank int
	plot plot
	n    int64
	side string // a key: against the brand
}

// quote is a sentence with whom it names.
type quote struct {
	insight.Voice
	pieces []piece
	prompt string
}

func (c *Console) showSentiment(ctx context.Context, v *visit) (reply, error) {
	p, err := c.sentiment(ctx, v)
	if err != nil {
		return reply{}, err
	}
	return show(page{Title: key("情感"), Entry: "sentiment", Bar: lensBar(p.lens), Body: sentimentBody(p), Status: p.status()})
}

func (c *Console) sentiment(ctx context.Context, v *visit) (p sentiment, err error) {
	if p.lens, err = c.lensOf(ctx, v); err != nil {
		return p, err
	}
	shown, err := c.rooms.Insights.SentimentPage(ctx, v.caller, v.brand.ID, p.asked())
	if err != nil {
		return p, err
	}
	return c.sentimentOf(ctx, v, p.lens, shown)
}

// sentimentOf arranges an analysis.
func (c *Console) sentimentOf(ctx context.Context, v *visit, l lens, shown insight.SentimentPage) (p sentiment, err error) {
	p = sentiment{lens: l, Sentiment: shown.Sentiment, keys: shown.Keys}
	p.tone = v.URL.Query().Get("tone")
	p.figures = []figure{
		newFigure(ctx, key("情感得分"), "", asScore, p.keys.Score),
		newFigure(ctx, key("正面"), "", asRate, p.keys.Positive),
		newFigure(ctx, key("中性"), "", asRate, p.keys.Neutral),
		newFigure(ctx, key("负面"), "", asBadRate, p.keys.Negative),
	}
	p.figures[2].change.foreign = true // more or less of neither is neither good nor bad
	p.arrangePlatforms(ctx)
	p.arrangeRivals(ctx)
	p.columns = toneColumns(p.lens, p.Trend)
	return p, c.quote(ctx, v, &p, shown.Voices)
}

func (p *sentiment) arrangePlatforms(ctx context.Context) {
	for _, t := range p.Platforms {
		row := toneRow{TonePlatform: t, name: p.name(t.Platform), n: t.Positive + t.Neutral + t.Negative, change: changeOf(asScore, t.Change)}
		row.plot = asScore.on(ctx, -1, 1, t.Score, t.Interval).tick(asScore, t.Previous)
		zero := 0.0
		row.plot.mean = &zero
		p.rows = append(p.rows, row)
	}
}

func (p *sentiment) arrangeRivals(ctx context.Context) {
	ours := p.Totals
	for _, r := range p.Competitors {
		row := toneRival{ToneRival: r, n: r.Positive + r.Neutral + r.Negative, plot: asScore.on(ctx, -1, 1, r.Score, r.Interval)}
		row.plot.quiet = !r.IsBrand
		switch {
		case r.IsBrand || r.Low == nil || ours.Low == nil:
			row.side = "—"
		case *r.Low > *ours.High:
			row.side = key("明显更高")
		case *r.High < *ours.Low:
			row.side = key("明显更低")
		default:
			row.side = key("看不出差别")
		}
		p.rivals = append(p.rivals, row)
	}
	slices.SortStableFunc(p.rivals, func(a, b toneRival) int { // those with too few judgements have no rank
		return cmp.Compare(min(b.n, fewAnswers)/fewAnswers, min(a.n, fewAnswers)/fewAnswers)
	})
	for i := range p.rivals {
		p.rivals[i].rank = i + 1
	}
}

// columnsMost is how many columns fit beside each other.
const columnsMost = 30

// toneColumns joins days until no more than columnsMost remain.
func toneColumns(l lens, days []insight.ToneDay) []toneColumn {
	length := int(l.to.Sub(l.from).Hours()/24) + 1
	size := (length + columnsMost - 1) / columnsMost
	list := make([]toneColumn, (length+size-1)/size)
	for i := range list {
		from := l.from.AddDate(0, 0, i*size)
		to := from.AddDate(0, 0, size-1)
		if to.After(l.to) {
			to = l.to
		}
		list[i].from, list[i].to = from.Format("01-02"), to.Format("01-02")
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
	place := interval{max: float64(of)}
	c.x, c.width = place.at(float64(at)+0.12), place.at(0.76)
	n := c.judged()
	if n < fewAnswers {
		return
	}
	whole := interval{max: float64(n)}
	c.bars = [3]toneBar{
		{whole.at(0), whole.at(float64(c.positive)), "good"},
		{whole.at(float64(c.positive)), whole.at(float64(c.neutral)), "even"},
		{whole.at(float64(c.positive + c.neutral)), whole.at(float64(c.negative)), "bad"},
	}
}

// quotesEach is how many sentences of a tone are shown beside others, quotesAlone by itself.
const quotesEach, quotesAlone = 8, 40

// quote shows sentences of the tone asked for, or some of each, with whom they name and what was asked.
func (c *Console) quote(ctx context.Context, v *visit, p *sentiment, voices insight.Voices) error {
	tones, most := []string{"negative", "positive", "neutral"}, quotesEach
	if slices.Contains(tones, p.tone) {
		tones, most = []string{p.tone}, quotesAlone
	}
	var list []insight.Voice
	for _, tone := range tones {
		list = append(list, voices[tone][:min(len(voices[tone]), most)]...)
	}
	sentences := make([]string, len(list))
	for i, q := range list {
		sentences[i] = q.Sentence
	}
	marks, err := c.rooms.Runs.Marks(ctx, v.caller, v.brand.ID, sentences)
	if err != nil {
		return err
	}
	prompts, err := c.rooms.Brands.Prompts(ctx, v.caller, v.brand.ID, brand.PromptFilter{})
	if err != nil {
		return err
	}
	for i, q := range list {
		p.quotes = append(p.quotes, quote{q, sentencePieces(q.Sentence, marks[i]), promptLabel(prompts, q.PromptID)})
	}
	return nil
}

func sentencePieces(sentence string, marks []finding.Mark) []piece {
	return excerpt(sentence, marks, len([]rune(sentence)))
}
