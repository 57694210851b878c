package alert

import (
	"context"
	"strings"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
)

// Named is the brand or a competitor with all its spellings, its name first.
type Named struct {
	Name      string
	Spellings []string
}

// NamesTx looks, in the transaction that changes names, whether the brand and competitors share a spelling.
func NamesTx(ctx context.Context, tx *store.Tx, s Subject, named []Named) (err error) {
	defer fault.Wrap(&err, "alert.NamesTx")

	return RaiseTx(ctx, tx, s, NameConflict, Figures{Conflicts: shared(named)})
}

// shared lists spellings that belong to more than one, in the order in which they come.
func shared(named []Named) []Conflict {
	var order []string
	owners := map[string][]string{}
	for _, n := range named {
		seen := map[string]bool{}
		for _, spelling := range n.Spellings {
			key := strings.ToLower(strings.TrimSpace(spelling))
			if key == "" || seen[key] {
				continue
			}
			seen[key] = true
			if len(owners[key]) == 0 {
				order = append(order, key)
			}
			owners[key] = append(owners[key], n.Name)
		}
	}
	var list []Conflict
	for _, key := range order {
		if len(owners[key]) > 1 {
			list = append(list, Conflict{key, owners[key]})
		}
	}
	return list
}
