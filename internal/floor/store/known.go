package store

import (
	"context"
	"slices"
)

// Known keeps the values that ok knows, once each, in their order; nil when none is left.
func Known(values []string, ok func(string) bool) (list []string) {
	for _, v := range values {
		if ok(v) && !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	return list
}

// KnownTo keeps the values that a statement finds, once each, in their order; nil when none is left. The statement selects
// one column of texts and ends with the name of the column that is compared.
func KnownTo(ctx context.Context, q Querier, values []string, sql string, args ...any) ([]string, error) {
	found := make(map[string]bool, len(values))
	for part := range slices.Chunk(values, AmongMost) {
		marks, more := Among(part, len(args))
		err := Each(ctx, q, func(row Row) error {
			v, err := One[string](row)
			found[v] = true
			return err
		}, sql+marks, append(slices.Clone(args), more...)...)
		if err != nil {
			return nil, err
		}
	}
	return Known(values, func(v string) bool { return found[v] }), nil
}
