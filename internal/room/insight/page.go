package insight

import (
	"context"
	"strings"

	"renown/internal/floor/fault"
	"renown/internal/room/account"
	"renown/internal/room/reading"
	"renown/internal/room/run"
	"renown/internal/tool/answer"
)

// What a page shows is asked for together: all of it is of one snapshot, so of one reading and one revision. Faults are
// those of Overview.

// OverviewPage is the page that opens first.
type OverviewPage struct {
	Overview
	Curve   []CurveDay
	Leaders Leaders
	Topics  map[string]Change // of the visibility in them
}

// OverviewPage is the overview with its curve and who leads.
func (i *Insights) OverviewPage(ctx context.Context, who account.Caller, brandID string, query Query) (out OverviewPage, err error) {
	defer fault.Wrap(&err, "insight.OverviewPage")

	var seen Visibility
	err = i.Analyse(ctx, who, brandID, query, Made("overview", &out.Overview, (*Scope).Overview), Made("curve", &out.Curve, (*Scope).Curve),
		Made("leaders", &out.Leaders, (*Scope).Leaders), Made("visibility", &seen, (*Scope).Visibility))
	if err != nil {
		return out, err
	}
	out.Topics = seen.Changes.Topics
	out.AvailablePlatforms, err = i.runs.Available(ctx, who)
	return out, err
}

// SentimentPage is the page about tone.
type SentimentPage struct {
	Sentiment
	Keys   Keys
	Voices Voices
	Themes []Theme
}

// Theme is what sentences praise or blame, with the sentences.
type Theme struct {
	answer.Theme
	Voices []Voice
	Newer  int64 // answers in the newer half of the sentences of each tone; the halves are as large
}

// Older are the answers in the older half.
func (t Theme) Older() int64 { return t.Answers() - t.Newer }

// Moved tells whether the halves differ by more than counts of such a size do by chance: two standard deviations.
func (t Theme) Moved() bool {
	by := float64(t.Newer - t.Older())
	return by*by > 4*float64(t.Answers())
}

// themes are what the newest sentences of each tone are about.
func (t *SentimentPage) themes() (list []Theme) {
	var voices []Voice
	var toned []answer.Toned
	for _, tone := range tones {
		for _, v := range t.Voices[tone] {
			voices = append(voices, v)
			toned = append(toned, answer.Toned{Sentence: v.Sentence, Tone: answer.Label(tone), Answers: v.Answers})
		}
	}
	var names []string
	for _, c := range t.Competitors {
		names = append(names, c.Name)
	}
	for _, theme := range answer.Themes(toned, names) {
		one := Theme{Theme: theme}
		for _, i := range theme.Sentences {
			one.Voices = append(one.Voices, voices[i])
			one.Newer += voices[i].Newer
		}
		list = append(list, one)
	}
	return list
}

// SentimentPage is the sentiment with its key figures and sentences.
func (i *Insights) SentimentPage(ctx context.Context, who account.Caller, brandID string, query Query) (out SentimentPage, err error) {
	defer fault.Wrap(&err, "insight.SentimentPage")

	err = i.Analyse(ctx, who, brandID, query, out.wanted()...)
	out.Themes = out.themes()
	return out, err
}

// wanted begins with the key figures and the sentences: they read whole tables and lists, which then serve the rest.
func (t *SentimentPage) wanted() []Analysis {
	return []Analysis{
		Made("keys", &t.Keys, (*Scope).keys), Made("voices", &t.Voices, (*Scope).voices),
		Made("sentiment", &t.Sentiment, (*Scope).Sentiment),
	}
}

// CitationsPage is the page about what answers cite.
type CitationsPage struct {
	Citations
	Keys Keys
}

// CitationsPage is the citations with their key figures.
func (i *Insights) CitationsPage(ctx context.Context, who account.Caller, brandID string, query Query) (out CitationsPage, err error) {
	defer fault.Wrap(&err, "insight.CitationsPage")

	err = i.Analyse(ctx, who, brandID, query, Made("keys", &out.Keys, (*Scope).keys), Made("citations", &out.Citations, (*Scope).Citations))
	return out, err
}

// Report is all that the printed report shows.
type Report struct {
	OverviewPage
	Tones     SentimentPage
	Citations Citations
}

// Report is overview, curve, tones and citations together.
func (i *Insights) Report(ctx context.Context, who account.Caller, brandID string, query Query) (out Report, err error) {
	defer fault.Wrap(&err, "insight.Report")

	all := append(out.Tones.wanted(), Made("overview", &out.Overview, (*Scope).Overview),
		Made("curve", &out.Curve, (*Scope).Curve), Made("citations", &out.Citations, (*Scope).Citations))
	if err := i.Analyse(ctx, who, brandID, query, all...); err != nil {
		return out, err
	}
	out.AvailablePlatforms, err = i.runs.Available(ctx, who)
	return out, err
}

// OverviewJSON is Overview as JSON, after say has put codes into words. say rests on the overview alone, may replace its
// fields, and changes in place only the platforms that are available: the rest is shared.
func (i *Insights) OverviewJSON(ctx context.Context, who account.Caller, brandID string, query Query,
	say func(*Overview),
) (_ *Text, err error) {
	defer fault.Wrap(&err, "insight.OverviewJSON")

	available, err := i.runs.Available(ctx, who)
	if err != nil {
		return nil, err
	}
	return i.asJSON(ctx, who, subject{"overview", brandID, query}, availableState(available), func(query Query) (any, string, error) {
		var out Overview
		err := i.Analyse(ctx, who, brandID, query, Made("overview", &out, (*Scope).Overview))
		out.AvailablePlatforms = available
		say(&out)
		return out, out.Revision, err
	})
}

// availableState tells lists of platforms apart: what else they say of one is always the same.
func availableState(list []run.Available) string {
	var b strings.Builder
	for _, a := range list {
		b.WriteString(a.Platform)
		if a.Reason != nil {
			b.WriteString("=" + string(*a.Reason))
		}
		b.WriteByte(' ')
	}
	return b.String()
}

// SentimentJSON is Sentiment as JSON.
func (i *Insights) SentimentJSON(ctx context.Context, who account.Caller, brandID string, query Query) (_ *Text, err error) {
	defer fault.Wrap(&err, "insight.SentimentJSON")

	return i.asJSON(ctx, who, subject{"sentiment", brandID, query}, "", func(query Query) (any, string, error) {
		out, err := i.Sentiment(ctx, who, brandID, query)
		return out, out.Revision, err
	})
}

// CitationsJSON is Citations as JSON.
func (i *Insights) CitationsJSON(ctx context.Context, who account.Caller, brandID string, query Query) (_ *Text, err error) {
	defer fault.Wrap(&err, "insight.CitationsJSON")

	return i.asJSON(ctx, who, subject{"citations", brandID, query}, "", func(query Query) (any, string, error) {
		out, err := i.Citations(ctx, who, brandID, query)
		return out, out.Revision, err
	})
}

// Keys are the key figures of the pages about tone and about sources, each beside that of the period before.
type Keys struct {
	Score, Positive, Neutral, Negative Indicator // of judged answers
	CitationRate, OwnCitationRate      Indicator // of answers
	OwnSite, Placed                    Indicator // its parts; an answer may be in both
	Answers, Named                     int64     // of prompts that count for sentiment
}

func (s *Scope) keys(ctx context.Context) (out Keys, err error) {
	now, before, err := s.tables(ctx)
	if err != nil {
		return out, err
	}
	of := func(m measure) Indicator { return m.indicator(now.cells(m.of, ""), before.cells(m.of, "")) }
	tone := now.total(forSentiment, "")
	return Keys{
		Score: of(toneOfBrand), Positive: of(positiveOf), Neutral: of(neutralOf), Negative: of(negativeOf),
		CitationRate: of(citationRateOf), OwnCitationRate: of(ownCitedOf), OwnSite: of(ownSiteOf), Placed: of(placedOf),
		Answers: tone[reading.Answers], Named: tone[reading.Named],
	}, nil
}
