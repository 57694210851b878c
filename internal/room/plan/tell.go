package plan

// What is told to one account about what others did rests on at least six accounts, five beside the reader's own, and
// on at most three things of each, so that none has over half of it, with or without the reader's own.
// docs/statistics.md says why.
const (
	tellAccounts = 6
	tellEach     = 3
)

// Counts is true, in a statement, of an account (a row s of spaces by its owner) whose doings count for what is told
// to others: not those on trial, which cost nothing to open.
const Counts = `EXISTS (SELECT 1 FROM subscriptions t WHERE t.user_id = s.owner_id AND t.tier <> 'trial')`

// Pool gathers what accounts did, for a figure that is told to all of them.
type Pool[V any] struct {
	each map[string]int
	list []V
}

// Add takes a thing of an account into the pool, the newest first: later ones of an account that has its share there are left out.
func (p *Pool[V]) Add(accountID string, thing V) {
	if p.each == nil {
		p.each = map[string]int{}
	}
	if p.each[accountID] == tellEach {
		return
	}
	p.each[accountID]++
	p.list = append(p.list, thing)
}

// Told is what the figure rests on, false where there must be none.
func (p *Pool[V]) Told() ([]V, bool) { return p.list, len(p.each) >= tellAccounts }
