package fact

import (
	"context"
	"slices"
	"strings"

	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/tool/claim"
)

// Held is a claim of a text with the fact that it was held against.
type Held struct {
	claim.Claim
	With *Fact // nil: no fact speaks of it; of an unsupported claim, a fact of exactly this value
}

// Bounds of what one text is held against.
const (
	heldBrands = 20 // that it may name
	heldFacts  = 2 * MaxFacts
)

// Hold holds a text that is written now against the facts of those brands of the caller's space that it names. all is false when it
// names too many, or claims more than is read: then something may be left unsaid.
func (f *Facts) Hold(ctx context.Context, who account.Caller, text string) (list []Held, all bool, err error) {
	defer fault.Wrap(&err, "fact.Hold")

	var facts []Fact
	var named [][]brand.Named
	all = true
	err = f.db.View(ctx, func(q store.Querier) error {
		ids, err := f.namedIn(ctx, q, who, text)
		if err != nil {
			return err
		}
		for i, id := range ids {
			if i >= heldBrands || len(facts) > heldFacts {
				all = false
				break
			}
			its, err := listOf(ctx, q, id)
			if err != nil {
				return err
			}
			names, err := f.brands.NamedIn(ctx, q, id)
			if err != nil {
				return err
			}
			facts, named = append(facts, its...), append(named, names)
		}
		return nil
	})
	if err != nil {
		return nil, false, err
	}
	s := joined(facts, named)
	f.compiled(s)
	found := s.reader.Read(text, day.Of(f.db.Now().Time).String())
	letters, values := []rune(text), s.byValue()
	for _, c := range found {
		h := Held{Claim: c}
		if c.Fact >= 0 {
			h.With = &s.Facts[c.Fact]
		} else if c.Subject >= 0 {
			h.With = values[plain(string(letters[c.ValueStart:c.ValueEnd]))]
		}
		list = append(list, h)
	}
	return list, all && len(found) < claim.MaxClaims && len(letters) <= claim.MaxText, nil
}

// byValue is the facts by their value and unit, as words.
func (s *Sheet) byValue() map[string]*Fact {
	list := make(map[string]*Fact, len(s.Facts))
	for i := range s.Facts {
		if f := &s.Facts[i]; f.Unit != "" {
			list[plain(f.Value+f.Unit)] = f
			if sign := signs[strings.ToLower(f.Unit)]; sign != "" {
				list[sign+plain(f.Value)] = f
			}
		}
	}
	return list
}

// signs are how texts write a currency in front of an amount.
var signs = map[string]string{"usd": "$", "eur": "€", "gbp": "£", "cny": "¥", "元": "¥"}

func plain(text string) string { return strings.ToLower(strings.ReplaceAll(text, " ", "")) }

// namedIn are the brands of the caller's space that a text names, also by a product line.
func (f *Facts) namedIn(ctx context.Context, q store.Querier, who account.Caller, text string) (ids []string, err error) {
	type names struct {
		id, name       string
		aliases, lines store.Texts
	}
	brands, err := store.List(ctx, q, func(row store.Row) (n names, err error) {
		err = row.Scan(&n.id, &n.name, &n.aliases, &n.lines)
		return n, err
	}, `SELECT id, name, aliases, product_lines FROM brands WHERE space_id = $1 ORDER BY id`, who.SpaceID)
	folded := strings.ToLower(text)
	for _, b := range brands {
		if slices.ContainsFunc(slices.Concat([]string{b.name}, b.aliases, b.lines),
			func(s string) bool { return s != "" && strings.Contains(folded, strings.ToLower(s)) }) {
			ids = append(ids, b.id)
		}
	}
	return ids, err
}

// joined is one sheet of several brands. Of two that watch each other, each is a subject and neither a third party.
func joined(all []Fact, named [][]brand.Named) *Sheet {
	var subjects []claim.Subject
	var others []string
	own := map[string]bool{}
	for _, names := range named {
		subjects = append(subjects, subjectsOf(names[0])...)
		for _, n := range names[1:] {
			others = slices.Concat(others, []string{n.Name}, n.Aliases, n.ProductLines)
		}
	}
	for _, one := range subjects {
		for _, spelling := range one.Spellings {
			own[strings.ToLower(spelling)] = true
		}
	}
	others = slices.DeleteFunc(others, func(name string) bool { return own[strings.ToLower(name)] })
	return sheetOf(all, subjects, others)
}
