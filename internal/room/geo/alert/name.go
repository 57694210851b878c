package alert

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"renown/internal/floor/store"
	"renown/internal/room/geo/brand"
)

// conflict is a spelling that two share: a mention of it counts for both.
type conflict struct {
	Spelling string   `json:"spelling"`
	Names    []string `json:"names"`
}

type conflicts struct {
	Conflicts []conflict `json:"conflicts"`
}

// NamesTx looks, in the transaction that changes names, whether the brand and competitors share a spelling.
func (a *Alerts) NamesTx(ctx context.Context, tx *store.Tx, brandID string) error {
	named, err := a.brands.NamedTx(ctx, tx, brandID)
	if err != nil {
		return err
	}
	found := shared(named)
	if len(found) == 0 {
		return nil
	}
	known, err := said[conflicts](ctx, tx, brandID, NameConflict, tx.Now)
	if err != nil {
		return err
	}
	found = slices.DeleteFunc(found, func(c conflict) bool {
		return slices.ContainsFunc(known, func(k conflicts) bool {
			return slices.ContainsFunc(k.Conflicts, func(o conflict) bool { return o.Spelling == c.Spelling && slices.Equal(o.Names, c.Names) })
		})
	})
	if len(found) == 0 {
		return nil
	}
	texts := make([]string, len(found))
	for i, c := range found {
		texts[i] = fmt.Sprintf("「%s」同时是%s的名称或别名", c.Spelling, strings.Join(c.Names, "、"))
	}
	return raiseTx(ctx, tx, brandID, alarm{NameConflict, warning, strings.Join(texts, "；") + "，出现时双方都会计数", conflicts{found}})
}

// shared lists spellings that belong to more than one, in the order in which they come.
func shared(named []brand.Named) []conflict {
	var order []string
	owners := map[string][]string{}
	for _, n := range named {
		seen := map[string]bool{}
		for _, spelling := range append([]string{n.Name}, n.Aliases...) {
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
	var list []conflict
	for _, key := range order {
		if len(owners[key]) > 1 {
			list = append(list, conflict{key, owners[key]})
		}
	}
	return list
}
