package fact

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/brand"
	"renown/internal/tool/claim"
)

// Sheet is what texts of a brand are held against.
type Sheet struct {
	ID    string // of facts, names and reader
	Facts []Fact // those that judge

	compile func() *claim.Reader
	reader  *claim.Reader // once it is compiled
}

// compiledBytes bounds the compiled sheets in memory, about.
const compiledBytes = 32 << 20

// compiled makes the reader of a sheet, or finds the one that was made of the same facts and names.
func (f *Facts) compiled(s *Sheet) { s.reader = f.readers.Get(s.ID, s.compile) }

// Open reads the sheet of a brand. One that does not exist is NotFound.
func Open(ctx context.Context, q store.Querier, brands *brand.Brands, brandID string) (_ *Sheet, err error) {
	defer fault.Wrap(&err, "fact.Open")

	all, err := listOf(ctx, q, brandID)
	if err != nil {
		return nil, err
	}
	named, err := brands.NamedIn(ctx, q, brandID)
	if err != nil {
		return nil, err
	}
	return newSheet(all, named), nil
}

func newSheet(all []Fact, named []brand.Named) *Sheet {
	var others []string
	for _, n := range named[1:] {
		others = append(append(append(others, n.Name), n.Aliases...), n.ProductLines...)
	}
	return sheetOf(all, subjectsOf(named[0]), others)
}

// subjectsOf are the brand and its product lines.
func subjectsOf(b brand.Named) []claim.Subject {
	subjects := []claim.Subject{{Spellings: append([]string{b.Name}, b.Aliases...)}}
	for _, line := range b.ProductLines {
		subjects = append(subjects, claim.Subject{Spellings: []string{line}})
	}
	return subjects
}

func sheetOf(all []Fact, subjects []claim.Subject, others []string) *Sheet {
	s := &Sheet{}
	var facts []claim.Fact
	for _, one := range all {
		if one.Judging {
			s.Facts, facts = append(s.Facts, one), append(facts, one.claim())
		}
	}
	identity, err := json.Marshal([]any{claim.Version, facts, subjects, others})
	if err != nil {
		panic(err) // plain values only
	}
	sum := sha256.Sum256(identity)
	s.ID = hex.EncodeToString(sum[:12])
	s.compile = func() *claim.Reader { return claim.NewReader(subjects, others, facts) }
	return s
}

// Expected is the value as one says it.
func (f *Fact) Expected() string { return strings.TrimSpace(f.Value + " " + f.Unit) }
