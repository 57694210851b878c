package api

import "renown/internal/tool/requestschema"

// patch reads the fields that a PATCH really sent. A field that was not sent stays as it is.
type patch struct{ requestschema.Object }

// text sets a field that cannot be null; null leaves it as it is.
func (p patch) text(name string, to *string) {
	if p.Has(name) && !p.IsNull(name) {
		*to = p.Str(name)
	}
}

// optional sets a field that null clears.
func (p patch) optional(name string, to **string) {
	if p.Has(name) {
		*to = p.OptStr(name)
	}
}

// texts sets a list that null clears.
func texts[L ~[]string](p patch, name string, to *L) {
	if p.Has(name) {
		*to = L(p.Strs(name))
	}
}

// listed is the form of every list that is not paged.
type listed[T any] struct {
	Items []T `json:"items"`
	Total int `json:"total"`
}

func listOf[T any](items []T, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return listed[T]{items, len(items)}, nil
}

// deleted answers a deletion.
type deleted struct {
	ID      string `json:"id"`
	Deleted bool   `json:"deleted"`
}

func deletedOr(id string, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return deleted{id, true}, nil
}

func allDeletedOr(ids []string, err error) (any, error) {
	items := make([]deleted, len(ids))
	for i, id := range ids {
		items[i] = deleted{id, true}
	}
	return listOf(items, err)
}
