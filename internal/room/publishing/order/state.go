package order

import (
	"slices"

	"renown/internal/floor/fault"
	"renown/internal/room/points"
)

// State is where an order stands.
type State string

const (
	AwaitingReview State = "awaiting_review"
	NeedsRevision  State = "needs_revision"
	InPublication  State = "publishing"
	Published      State = "published"
	Withdrawn      State = "withdrawn"
	Rejected       State = "rejected"
	Expired        State = "expired"
	Failed         State = "failed"
)

// States lists every state.
func States() []State {
	return []State{AwaitingReview, NeedsRevision, InPublication, Published, Withdrawn, Rejected, Expired, Failed}
}

// Action is what can be done with an order.
type Action string

const (
	Submit         Action = "submit"
	Withdraw       Action = "withdraw"
	Resubmit       Action = "resubmit"
	Approve        Action = "approve"
	Reject         Action = "reject"
	RequestChanges Action = "request_changes"
	Expire         Action = "expire"
	Publish        Action = "publish"
	Fail           Action = "fail"
)

// Actor is who does it.
type Actor string

const (
	ByUser     Actor = "user"
	ByOperator Actor = "operator"
	ByOutlet   Actor = "outlet"
	BySystem   Actor = "system"
)

// effect is what a move does to the order's points.
type effect string

const (
	holds    effect = "hold"
	keeps    effect = "-"
	releases effect = "release"
	captures effect = "capture"
)

// move is one arrow between two states.
type move struct {
	action   Action
	from, to State // from is empty before submission
	by       []Actor
	points   effect
	note     points.Note // of the points entry
}

// moves is the whole life of an order. Everything else asks this table: what is allowed, what follows, who may, and what
// becomes of the points.
var moves = []move{
	{Submit, "", AwaitingReview, []Actor{ByUser}, holds, points.NoteSubmitted},
	{Withdraw, AwaitingReview, Withdrawn, []Actor{ByUser}, releases, points.NoteWithdrawn},
	{RequestChanges, AwaitingReview, NeedsRevision, []Actor{ByOperator}, keeps, ""},
	{Reject, AwaitingReview, Rejected, []Actor{ByOperator}, releases, points.NoteRejected},
	{Approve, AwaitingReview, InPublication, []Actor{ByOperator}, keeps, ""},
	{Expire, AwaitingReview, Expired, []Actor{BySystem}, releases, points.NoteUnreviewed},
	{Resubmit, NeedsRevision, AwaitingReview, []Actor{ByUser}, keeps, ""},
	{Withdraw, NeedsRevision, Withdrawn, []Actor{ByUser}, releases, points.NoteWithdrawn},
	{Expire, NeedsRevision, Expired, []Actor{BySystem}, releases, points.NoteUnrevised},
	{Publish, InPublication, Published, []Actor{ByOperator, ByOutlet}, captures, points.NotePublished},
	{Fail, InPublication, Failed, []Actor{ByOperator, ByOutlet}, releases, points.NoteFailed},
}

// open selects the orders that still hold points: a content has at most one of them at an outlet.
const open = ` status IN ('awaiting_review', 'needs_revision', 'publishing')`

// Refunded tells that the points of an order in this state were given back.
func (s State) Refunded() bool {
	return slices.ContainsFunc(moves, func(m move) bool { return m.to == s && m.points == releases })
}

// Ahead lists the states still to come until the order is published, by the shortest way. Nothing is ahead of an end.
func (s State) Ahead() []State {
	before := map[State]State{s: ""}
	for queue := []State{s}; len(queue) > 0; queue = queue[1:] {
		for _, m := range moves {
			if _, seen := before[m.to]; m.from == queue[0] && !seen {
				before[m.to], queue = queue[0], append(queue, m.to)
			}
		}
	}
	var way []State
	if _, reached := before[Published]; reached {
		for at := Published; at != s; at = before[at] {
			way = append(way, at)
		}
	}
	slices.Reverse(way)
	return way
}

// actionsOf lists what an actor may do with an order in this state, in the table's order.
func actionsOf(s State, by Actor) []Action {
	list := []Action{}
	for _, m := range moves {
		if m.from == s && slices.Contains(m.by, by) {
			list = append(list, m.action)
		}
	}
	return list
}

// moveOf is the arrow that an action follows, or OrderState when there is none.
func moveOf(s State, action Action, by Actor) (move, error) {
	for _, m := range moves {
		if m.from == s && m.action == action && slices.Contains(m.by, by) {
			return m, nil
		}
	}
	return move{}, fault.New(fault.OrderState).
		Why("order_state", fault.Term("order_state."+s), string(s), string(action)).
		With("status", s).With("allowed_actions", actionsOf(s, by))
}
