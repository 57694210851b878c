package setup

import (
	"context"

	"renown/internal/door/console/kit"
	"renown/internal/room/fact"
)

// factHint stands in an empty cell.
func factHint(ctx context.Context, name string, one *fact.Fact) string {
	switch {
	case name == "statement" && one == nil:
		return kit.T(ctx, "写一句可核实的陈述")
	case name == "source_url":
		return "https://"
	}
	return ""
}
