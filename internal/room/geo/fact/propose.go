package fact

import (
	"context"
	"slices"
	"strings"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/geo/brand"
	"renown/internal/tool/claim"
)

// ProposeTx adds what a brand's profile states as facts that wait to be taken: they judge nothing until somebody does, with a source. An
// attribute that the sheet has, in whatever state, is not proposed again. It returns how many were added.
func (f *Facts) ProposeTx(ctx context.Context, tx *store.Tx, who account.Caller, b brand.Brand) (_ int, err error) {
	defer fault.Wrap(&err, "fact.ProposeTx")

	all, err := listOf(ctx, tx, b.ID)
	if err != nil {
		return 0, err
	}
	s := saving{Facts: f, tx: tx, who: who, brandID: b.ID, brandName: b.Name, all: all}
	text := b.Introduction + "\n" + strings.Join(b.SellingPoints, "\n")
	for _, p := range claim.Propose(b.Name, text) {
		known := slices.ContainsFunc(s.all, func(o Fact) bool { return claim.Key(o.Subject, o.Attribute) == claim.Key(p.Subject, p.Attribute) })
		if known || len(s.all) >= s.max {
			continue
		}
		err := s.createTx(ctx, Change{Source: FromAgent, Change: func(to *Fields) {
			*to = Fields{Statement: clipped(p.Sentence, 200), Attribute: p.Attribute, Kind: p.Kind, Value: p.Value, Unit: p.Unit, Status: Suggested}
		}})
		if err != nil && !fault.Is(err, fault.Malformed) { // what does not fit is not proposed
			return 0, err
		}
	}
	return len(s.saved), s.settledTx(ctx)
}

func clipped(text string, most int) string {
	if letters := []rune(text); len(letters) > most {
		return string(letters[:most])
	}
	return text
}
