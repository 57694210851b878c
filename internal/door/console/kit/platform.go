package kit

import (
	"context"

	"renown/internal/room/run"
)

// PlatformName is a platform in the reader's language.
type PlatformName struct{ ID, Name string }

// PlatformNames lists the catalogue.
func PlatformNames(ctx context.Context, runs *run.Runs) []PlatformName {
	var list []PlatformName
	for _, p := range runs.Names() {
		list = append(list, PlatformName{p.ID, ViewOf(ctx).Lang.Proper(p.ZH, p.EN)})
	}
	return list
}

// OfferName is what a platform on offer is called.
func OfferName(ctx context.Context, p run.Offer) string {
	return ViewOf(ctx).Lang.Proper(p.Name, p.NameEN)
}
