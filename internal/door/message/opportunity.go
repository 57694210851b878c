package message

import (
	"math"

	"renown/internal/door/locale"
	"renown/internal/room/insight"
	"renown/internal/room/opportunity"
)

// OpportunityText says in one sentence why something is an opportunity.
func OpportunityText(l *locale.Language, o *opportunity.Opportunity) string {
	ours := locale.Number(o.Ours.Count) + " / " + locale.Number(o.Ours.Of)
	gain := locale.Number(int64(math.Round(o.Gain.Answers))) + " / " + locale.Number(o.Gain.Of)
	switch o.Basis {
	case insight.OfTopic:
		return l.T("opportunity.topic", o.Topic.Name, locale.Number(o.Theirs.Count)+" / "+locale.Number(o.Theirs.Of),
			o.Theirs.Name, locale.Number(o.Ours.Count))
	case insight.OfSource:
		return l.T("opportunity.source", *o.Channel, ours)
	case insight.OfOwn:
		return l.T("opportunity.own", *o.Channel, gain)
	}
	return l.T("opportunity.fact", gain, o.Fact.Statement)
}
