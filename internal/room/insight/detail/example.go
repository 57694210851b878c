package detail

import (
	"context"
	"strconv"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/insight"
	"renown/internal/room/reading"
	"renown/internal/tool/address"
	"renown/internal/tool/answer"
)

// Examples are ids of some answers behind each figure, the newest first: those that its numerator counts. Figures of platforms,
// competitors and channels are about visibility and citations.
type Examples struct {
	Figures     map[string][]string // by the name of the indicator: visibility, sentiment, ...
	Platforms   map[string][]string
	Competitors map[string][]string
	Channels    map[string][]string
}

const (
	examplesShown = 3
	examplesRead  = 300 // newest answers of the period that are looked through
)

// OverviewEvidence is the overview with examples.
type OverviewEvidence struct {
	insight.Overview
	Examples Examples
}

// OverviewEvidence is the overview with answers that show it. Faults are those of Overview.
func (d *Details) OverviewEvidence(ctx context.Context, who account.Caller, brandID string,
	query insight.Query,
) (out OverviewEvidence, err error) {
	defer fault.Wrap(&err, "detail.OverviewEvidence")

	err = d.insights.Analyse(ctx, who, brandID, query, insight.Made("overview", &out.Overview,
		(*insight.Scope).Overview), insight.Made("examples", &out.Examples, examples))
	return out, err
}

// SentimentEvidence is the sentiment with its key figures and examples.
type SentimentEvidence struct {
	insight.Sentiment
	Indicators insight.Indicators
	Examples   Examples
}

// SentimentEvidence is the sentiment with answers that show it. Faults are those of Overview.
func (d *Details) SentimentEvidence(ctx context.Context, who account.Caller, brandID string,
	query insight.Query,
) (out SentimentEvidence, err error) {
	defer fault.Wrap(&err, "detail.SentimentEvidence")

	var overview insight.Overview
	err = d.insights.Analyse(ctx, who, brandID, query, insight.Made("sentiment", &out.Sentiment, (*insight.Scope).Sentiment),
		insight.Made("overview", &overview, (*insight.Scope).Overview), insight.Made("examples", &out.Examples, examples))
	out.Indicators = overview.Indicators
	return out, err
}

// CitationsEvidence is the citations with examples.
type CitationsEvidence struct {
	insight.Citations
	Indicators insight.Indicators
	Examples   Examples
}

// CitationsEvidence is the citations with answers that show them. Faults are those of Overview.
func (d *Details) CitationsEvidence(ctx context.Context, who account.Caller, brandID string,
	query insight.Query,
) (out CitationsEvidence, err error) {
	defer fault.Wrap(&err, "detail.CitationsEvidence")

	var overview insight.Overview
	err = d.insights.Analyse(ctx, who, brandID, query, insight.Made("citations", &out.Citations, (*insight.Scope).Citations),
		insight.Made("overview", &overview, (*insight.Scope).Overview), insight.Made("examples", &out.Examples, examples))
	out.Indicators = overview.Indicators
	return out, err
}

func examples(s *insight.Scope, ctx context.Context) (Examples, error) {
	e := Examples{map[string][]string{}, map[string][]string{}, map[string][]string{}, map[string][]string{}}
	f := s.Found()
	err := store.Each(ctx, s.Q, func(row store.Row) error {
		var a exampleAnswer
		if err := row.Scan(&a.id, &a.state, &a.platform, &a.kinds, &a.position, &a.sentiment, &a.unknown, &a.others,
			&a.sources); err != nil {
			return err
		}
		if !answer.State(a.state).Answered() {
			return nil
		}
		return e.add(a)
	}, `SELECT answer_id, state, platform, kinds, position, sentiment, unknown, others, sources FROM findings`+f.SQL+`
		ORDER BY at DESC, answer_id LIMIT `+strconv.Itoa(examplesRead), f.Args...)
	return e, err
}

// exampleAnswer is an answer as it was read.
type exampleAnswer struct {
	id, state, platform, kinds string
	position                   *int64
	sentiment                  *string
	unknown                    int64
	others, sources            string // JSON
}

func (e Examples) add(a exampleAnswer) error {
	show := func(list map[string][]string, key string, is bool) {
		if is && len(list[key]) < examplesShown {
			list[key] = append(list[key], a.id)
		}
	}
	others, err := reading.OthersIn(a.others)
	if err != nil {
		return err
	}
	sources, err := reading.SourcesIn(a.sources)
	if err != nil {
		return err
	}
	visibility, tone := insight.CountsFor(a.kinds)
	if visibility {
		named := a.position != nil
		for _, name := range []string{"visibility", "share_of_voice", "average_position"} {
			show(e.Figures, name, named)
		}
		show(e.Figures, "first_rate", named && *a.position == 1)
		show(e.Figures, "top3_rate", named && *a.position <= 3)
		show(e.Platforms, a.platform, named)
		for _, o := range others {
			show(e.Competitors, o.ID, true)
		}
	}
	if tone && a.sentiment != nil {
		show(e.Figures, "sentiment", true)
		show(e.Figures, "negative_share", *a.sentiment == "negative")
	}
	show(e.Figures, "unknown_rate", a.unknown == 1)
	cited, own := false, false
	seen := map[string]bool{}
	for _, src := range sources {
		if !src.Cited {
			continue
		}
		cited, own = true, own || src.Class == string(address.Own)
		channel, _ := address.Channel(src.URL)
		show(e.Channels, channel, !seen[channel])
		seen[channel] = true
	}
	show(e.Figures, "citation_rate", cited)
	show(e.Figures, "own_citation_rate", own)
	return nil
}
