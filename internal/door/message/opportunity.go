package message

import (
	"fmt"

	"renown/internal/door/locale"
	"renown/internal/room/geo/insight"
	"renown/internal/room/opportunity"
)

// OpportunityText says in one sentence why something is an opportunity.
func OpportunityText(l *locale.Language, o *opportunity.Opportunity) string {
	ours := fmt.Sprintf("%d / %d", o.Ours.Count, o.Ours.Of)
	switch o.Basis {
	case insight.OfTopic:
		return l.T("opportunity.topic", o.Topic.Name, fmt.Sprintf("%d / %d", o.Theirs.Count, o.Theirs.Of), o.Theirs.Name, o.Ours.Count)
	case insight.OfSource:
		return l.T("opportunity.source", *o.Channel, ours)
	case insight.OfOwn:
		return l.T("opportunity.own", *o.Channel, fmt.Sprintf("%.0f / %d", o.Gain.Answers, o.Gain.Of))
	}
	return l.T("opportunity.fact", fmt.Sprintf("%.0f / %d", o.Gain.Answers, o.Gain.Of), o.Fact.Statement)
}
