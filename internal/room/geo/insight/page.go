package insight

import (
	"context"
	"strings"

	"renown/internal/floor/fault"
	"renown/internal/room/account"
	"renown/internal/room/geo/run"
)

// What a page shows is asked for together: all of it is of one snapshot, so of one reading and one revision. Faults are
// those of Overview.

// OverviewPage is the page that opens first.
type OverviewPage struct {
	Overview
	Curve []CurveDay
}

// OverviewPage is the overview with its curve.
func (i *Insights) OverviewPage(ctx context.Context, who account.Caller, brandID string, query Query) (out OverviewPage, err error) {
	defer fault.Wrap(&err, "insight.OverviewPage")

	all := []Wanted{Want("overview", &out.Overview, (*Scope).Overview), Want("curve", &out.Curve, (*Scope).Curve)}
	if err := i.Ask(ctx, who, brandID, query, i.withNext(query, all)...); err != nil {
		return out, err
	}
	out.AvailablePlatforms, err = i.runs.Available(ctx, who)
	return out, err
}

// withNext adds what a page with an overview asks for next, of the period alone: openings are made of figures that the overview reads, and the overview
// of sums that are read for facts.
func (i *Insights) withNext(q Query, list []Wanted) []Wanted {
	if q.Against != (Period{}) {
		return list
	}
	list = append(list, Want("openings", new(Openings), (*Scope).openings))
	if q.TellsFacts() {
		list = append([]Wanted{i.facts(new([]FactTruth))}, list...)
	}
	return list
}

// SentimentPage is the page about tone.
type SentimentPage struct {
	Sentiment
	Keys   Keys
	Voices Voices
}

// SentimentPage is the sentiment with its key figures and sentences.
func (i *Insights) SentimentPage(ctx context.Context, who account.Caller, brandID string, query Query) (out SentimentPage, err error) {
	defer fault.Wrap(&err, "insight.SentimentPage")

	err = i.Ask(ctx, who, brandID, query, out.wanted()...)
	return out, err
}

// wanted begins with the key figures and the sentences: they read whole tables and lists, which then serve the rest.
func (t *SentimentPage) wanted() []Wanted {
	return []Wanted{Want("keys", &t.Keys, (*Scope).keys), Want("voices", &t.Voices, (*Scope).voices), Want("sentiment", &t.Sentiment, (*Scope).Sentiment)}
}

// CitationsPage is the page about what answers cite.
type CitationsPage struct {
	Citations
	Keys Keys
}

// CitationsPage is the citations with their key figures.
func (i *Insights) CitationsPage(ctx context.Context, who account.Caller, brandID string, query Query) (out CitationsPage, err error) {
	defer fault.Wrap(&err, "insight.CitationsPage")

	err = i.Ask(ctx, who, brandID, query, Want("keys", &out.Keys, (*Scope).keys), Want("citations", &out.Citations, (*Scope).Citations))
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

	all := append(out.Tones.wanted(), Want("overview", &out.Overview, (*Scope).Overview), Want("curve", &out.Curve, (*Scope).Curve), Want("citations", &out.Citations, (*Scope).Citations),
		Want("visibility", new(Visibility), (*Scope).Visibility))
	if err := i.Ask(ctx, who, brandID, query, i.withNext(query, all)...); err != nil {
		return out, err
	}
	out.AvailablePlatforms, err = i.runs.Available(ctx, who)
	return out, err
}

// OverviewJSON is Overview as JSON, after say has put codes into words. say rests on the overview alone, may replace its
// fields, and changes in place only the platforms that are available: the rest is shared.
func (i *Insights) OverviewJSON(ctx context.Context, who account.Caller, brandID string, query Query, say func(*Overview)) (_ *Text, err error) {
	defer fault.Wrap(&err, "insight.OverviewJSON")

	var available []run.Available
	lookup, availableNow := i.runs.AvailableLookup(who)
	tell := func() (string, error) {
		if available, err = availableNow(); err != nil {
			return "", err
		}
		return availableState(available), nil
	}
	return i.text(ctx, who, subject{"overview", brandID, query}, &addition{lookup, tell}, func(query Query) (any, string, error) {
		var out Overview
		err := i.Ask(ctx, who, brandID, query, Want("overview", &out, (*Scope).Overview))
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

	return i.text(ctx, who, subject{"sentiment", brandID, query}, nil, func(query Query) (any, string, error) {
		out, err := i.Sentiment(ctx, who, brandID, query)
		return out, out.Revision, err
	})
}

// CitationsJSON is Citations as JSON.
func (i *Insights) CitationsJSON(ctx context.Context, who account.Caller, brandID string, query Query) (_ *Text, err error) {
	defer fault.Wrap(&err, "insight.CitationsJSON")

	return i.text(ctx, who, subject{"citations", brandID, query}, nil, func(query Query) (any, string, error) {
		out, err := i.Citations(ctx, who, brandID, query)
		return out, out.Revision, err
	})
}
