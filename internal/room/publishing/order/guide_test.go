package order

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// The guide has the table of moves, row by row and nothing more.
func TestMovesInGuide(t *testing.T) {
	t.Parallel()
	guide := must.Get(os.ReadFile("../../../../docs/api.md"))(t)
	_, rest, _ := strings.Cut(string(guide), "| Action | From | To | Who | Points |\n|---|---|---|---|---|\n")
	table, _, _ := strings.Cut(rest, "\n\n")
	rows := strings.Split(table, "\n")
	if len(rows) != len(moves) {
		t.Fatalf("docs/api.md has %d moves, the program %d", len(rows), len(moves))
	}
	for i, m := range moves {
		actors := make([]string, len(m.by))
		for i, a := range m.by {
			actors[i] = string(a)
		}
		from := ""
		if m.from != "" {
			from = fmt.Sprintf("`%s` ", m.from)
		}
		want := fmt.Sprintf("| `%s` | %s| `%s` | %s | %s |", m.action, from, m.to, strings.Join(actors, ", "), m.points)
		expect.Equal(t, rows[i], want, "docs/api.md has")
	}
}

// What is ahead of an order and what became of its points follow from the moves.
func TestStatesAskTheMoves(t *testing.T) {
	t.Parallel()
	for state, want := range map[State]struct {
		refunded bool
		ahead    []State
	}{
		AwaitingReview: {false, []State{InPublication, Published}},
		NeedsRevision:  {false, []State{AwaitingReview, InPublication, Published}},
		InPublication:  {false, []State{Published}},
		Published:      {}, Withdrawn: {refunded: true}, Rejected: {refunded: true}, Expired: {refunded: true}, Failed: {refunded: true},
	} {
		if got := state.Ahead(); state.Refunded() != want.refunded || !slices.Equal(got, want.ahead) {
			t.Errorf("%s: refunded %t, ahead %v", state, state.Refunded(), got)
		}
	}
}

// From every state something follows, or its points are settled; and nothing leads out of an end.
func TestMovesAreWhole(t *testing.T) {
	t.Parallel()
	for _, state := range States() {
		var into, out []effect
		for _, m := range moves {
			if m.to == state {
				into = append(into, m.points)
			}
			if m.from == state {
				out = append(out, m.points)
			}
		}
		if len(into) == 0 {
			t.Errorf("nothing leads to %s", state)
		}
		for _, e := range into {
			if ends := e == releases || e == captures; ends == (len(out) > 0) {
				t.Errorf("a move to %s does %s to points, and %d moves lead on", state, e, len(out))
			}
		}
	}
}
