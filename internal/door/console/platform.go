package console

import (
	"context"

	"renown/internal/room/geo/run"
)

// platformName is a platform in the reader's language.
type platformName struct{ ID, Name string }

// platformNames lists the platforms on offer.
func platformNames(ctx context.Context, runs *run.Runs, v *visit) ([]platformName, error) {
	allowance, err := runs.Allowance(ctx, v.caller, "")
	list := make([]platformName, len(allowance.Platforms))
	for i, p := range allowance.Platforms {
		list[i] = platformName{p.Platform, offerName(ctx, p)}
	}
	return list, err
}

func offerName(ctx context.Context, p run.Offer) string {
	return viewOf(ctx).lang.Proper(p.Name, p.NameEN)
}
