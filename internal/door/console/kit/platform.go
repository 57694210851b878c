package kit

import (
	"context"

	"renown/internal/room/geo/run"
)

// PlatformName is a platform in the reader's language.
type PlatformName struct{ ID, Name string }

// PlatformNames lists the platforms on offer.
func PlatformNames(ctx context.Context, runs *run.Runs, v *Visit) ([]PlatformName, error) {
	allowance, err := runs.Allowance(ctx, v.Caller, "")
	list := make([]PlatformName, len(allowance.Platforms))
	for i, p := range allowance.Platforms {
		list[i] = PlatformName{p.Platform, OfferName(ctx, p)}
	}
	return list, err
}

// OfferName is what a platform on offer is called.
func OfferName(ctx context.Context, p run.Offer) string {
	return ViewOf(ctx).Lang.Proper(p.Name, p.NameEN)
}
