package insight

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/room/account"
)

// Suggestions lists names that answers recommend and nobody watches, as Overview does. Faults: as Overview.
func (i *Insights) Suggestions(ctx context.Context, who account.Caller, brandID string, query Query) (list []Suggestion, err error) {
	defer fault.Wrap(&err, "insight.Suggestions")

	err = i.Ask(ctx, who, brandID, query, Want("suggestions", &list, (*Scope).suggestions))
	return list, err
}
