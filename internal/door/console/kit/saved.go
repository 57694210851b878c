package kit

import "renown/internal/room/account"

// Saved is the views of a list, and what would be saved now.
type Saved struct {
	Views   []account.View
	Path    string
	Query   string // as it is shown, without what passes: the page, an opened drawer
	Changes bool   // the reader may save and change views
}

// Address leads to a list with a query.
func (s Saved) Address(query string) string {
	if query == "" {
		return s.Path
	}
	return s.Path + "?" + query
}
