package fact

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/tool/claim"
)

// ProposeTx adds what a brand's profile states as facts that wait to be taken: they judge nothing until a user does, with a source. An
// attribute that the sheet has, in whatever state, is not proposed again. It returns how many were added.
func (f *Facts) ProposeTx(ctx context.Context, tx *store.Tx, who account.Caller, b brand.Brand) (_ int, err error) {
	defer fault.Wrap(&err, "fact.ProposeTx")

	all, err := listOf(ctx, tx, b.ID)
	if err != nil {
		return 0, err
	}
	s := f.saving(tx, who, brand.Named{ID: b.ID, Name: b.Name}, all)
	text := b.Introduction + "\n" + strings.Join(b.SellingPoints, "\n")
	for _, p := range claim.Propose(b.Name, text) {
		known := slices.ContainsFunc(s.all, func(o Fact) bool {
			return claim.Key(o.Subject,
				o.Attribute) == claim.Key(p.Subject, p.Attribute)
		})
		if known || len(s.all) >= s.max || weight(append(s.all,
			Fact{Fields: Fields{Attribute: p.Attribute, Kind: p.Kind, Value: p.Value}})) > s.words {
			continue
		}
		err := s.createTx(ctx, Change{Source: FromAgent, Change: func(to *Fields) {
			*to = Fields{
				Statement: clipped(p.Sentence, 200), Attribute: p.Attribute, Kind: p.Kind, Value: p.Value,
				Unit: p.Unit, Status: Suggested,
			}
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

// Suggest adds what a sentence of a text says of a brand as a fact that waits to be taken, without a source: it
// judges nothing until one is given. The same twice is one. Faults: Malformed when the sentence names no brand
// of the space, and those of Create.
func (f *Facts) Suggest(ctx context.Context, who account.Caller, sentence, said string) (_ Fact, err error) {
	defer fault.Wrap(&err, "fact.Suggest")

	var saved Fact
	err = f.db.InTx(ctx, func(tx *store.Tx) error {
		if _, err := f.plans.ForTx(ctx, tx, who.SpaceID); err != nil {
			return err
		}
		ids, err := f.namedIn(ctx, tx, who, sentence)
		if err != nil {
			return err
		}
		if len(ids) == 0 {
			return fault.New(fault.Malformed).Why("fact_no_brand")
		}
		named, err := f.brands.NamedIn(ctx, tx, ids[0])
		if err != nil {
			return err
		}
		all, err := listOf(ctx, tx, ids[0])
		if err != nil {
			return err
		}
		fields := suggestion(named[0], sentence, said)
		i := slices.IndexFunc(all, func(o Fact) bool {
			return claim.Key(o.Subject, o.Attribute) == claim.Key(cmp.Or(fields.Subject, named[0].Name),
				fields.Attribute) && o.Value == fields.Value
		})
		if i >= 0 {
			saved = all[i]
			return nil
		}
		s := f.saving(tx, who, named[0], all)
		if err := s.createTx(ctx, Change{Change: func(to *Fields) { *to = fields }}); err != nil {
			return err
		}
		saved = s.saved[0]
		return s.settledTx(ctx)
	})
	return saved, err
}

// suggestion reads a sentence as a fact: about the product line that it names, else the brand, with the words before
// the value as attribute.
func suggestion(of brand.Named, sentence, said string) Fields {
	f := Fields{Statement: clipped(strings.TrimSpace(sentence), 200), Value: strings.TrimSpace(said), Status: Suggested}
	before, _, _ := strings.Cut(sentence, said)
	spelled := ""
	for i, name := range slices.Concat(of.ProductLines, []string{of.Name}, of.Aliases) {
		if k := strings.LastIndex(before, name); k >= 0 && name != "" {
			if spelled = name; i < len(of.ProductLines) {
				f.Subject = name
			}
			before = before[k+len(name):]
			break
		}
	}
	if k := strings.LastIndexAny(before, "，,。；;"); k >= 0 && spelled == "" {
		before = before[k:]
	}
	f.Attribute = clipped(strings.TrimSpace(strings.Trim(before, "，,。；;:：的是为达到有约's ")), 40)
	if f.Attribute == "" {
		f.Attribute = clipped(f.Statement, 40)
	}
	return f
}
