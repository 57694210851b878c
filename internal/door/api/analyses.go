package api

import (
	"container/list"
	"context"
	"strings"
	"sync"

	"renown/internal/room/geo/insight"
	"renown/internal/room/geo/run"
)

// analysis is one of those that can be kept: how it is made, and what names the state it was made from.
type analysis struct {
	name  string
	state func(ctx context.Context, c *call, query insight.Query) (string, error)
	make  func(ctx context.Context, c *call, query insight.Query) (data any, state string, err error)
}

// cached answers with an analysis that was rendered before, if all it rests on is still as it was then, and makes it
// otherwise. What is kept was made from the state under which it is kept, in one snapshot, so nothing stale is ever shown.
func (d *Door) cached(a analysis) handler {
	return func(ctx context.Context, c *call) (any, error) {
		query := queryOf(c)
		state, err := a.state(ctx, c, query)
		if err != nil {
			return nil, err
		}
		key := strings.Join([]string{
			a.name, c.Path("brand_id"), query.From, query.To, strings.Join(query.Platforms, "\x00"), strings.Join(query.TopicIDs, "\x00"),
		}, "\x01")
		if body := d.analyses.find(key, state); body != nil {
			return body, nil
		}
		data, state, err := a.make(ctx, c, query)
		if err != nil {
			return nil, err
		}
		body, err := render(data)
		if err != nil {
			return nil, err
		}
		d.analyses.keep(key, state, body)
		return rendered(body), nil
	}
}

// overviewState adds to the revision which platforms are available: that changes with the clock and from process to process.
func overviewState(revision string, available []run.Available) string {
	if revision == "" {
		return ""
	}
	var b strings.Builder
	b.WriteString(revision)
	for _, a := range available {
		b.WriteString("\x00" + a.Platform + "\x00" + a.Name + "\x00")
		if a.Reason != nil {
			b.WriteString(string(*a.Reason))
		}
		if a.Available {
			b.WriteByte('+')
		}
	}
	return b.String()
}

// rendered is a result with its envelope around it.
type rendered []byte

// analysesMax is how many bytes of rendered analyses a process keeps: some thousand.
const analysesMax = 16 << 20

// analyses are rendered analyses, each in the last state that was asked for. The one that was not asked for the longest
// goes first.
type analyses struct {
	mu    sync.Mutex
	most  int
	size  int
	byKey map[string]*list.Element
	order *list.List // of *keptAnalysis, the last asked for in front
}

type cachedAnalysis struct {
	key, state string
	body       rendered
}

func (k *cachedAnalysis) size() int { return len(k.key) + len(k.state) + len(k.body) + cachedOverhead }

// cachedOverhead is what an entry takes beside its texts, in bytes, roughly.
const cachedOverhead = 256

func newAnalyses(most int) *analyses {
	return &analyses{most: most, byKey: map[string]*list.Element{}, order: list.New()}
}

// find returns what is kept for this state; nil when there is none, and always for the empty state.
func (a *analyses) find(key, state string) rendered {
	a.mu.Lock()
	defer a.mu.Unlock()
	e := a.byKey[key]
	if e == nil || state == "" {
		return nil
	}
	k := e.Value.(*cachedAnalysis)
	if k.state != state {
		return nil
	}
	a.order.MoveToFront(e)
	return k.body
}

func (a *analyses) keep(key, state string, body rendered) {
	k := &cachedAnalysis{key, state, body}
	if state == "" || k.size() > a.most/4 { // one must not push all others out
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if e := a.byKey[key]; e != nil {
		a.remove(e)
	}
	a.byKey[key] = a.order.PushFront(k)
	a.size += k.size()
	for a.size > a.most {
		a.remove(a.order.Back())
	}
}

func (a *analyses) remove(e *list.Element) {
	k := a.order.Remove(e).(*cachedAnalysis)
	delete(a.byKey, k.key)
	a.size -= k.size()
}
