package insight

import (
	"container/list"
	"sync"
)

// cacheMax is how many bytes of analyses a process keeps: some thousand.
const cacheMax = 16 << 20

// cache keeps values, each in the last state that was asked for. The one that was not asked for the longest goes first.
type cache struct {
	mu    sync.Mutex
	most  int
	size  int
	byKey map[string]*list.Element
	order *list.List // of *cached, the last asked for in front
}

type cached struct {
	key, state string
	value      any
	bytes      int
}

func (e *cached) size() int { return len(e.key) + len(e.state) + e.bytes + cachedOverhead }

// cachedOverhead is what an entry takes beside its texts, in bytes, roughly.
const cachedOverhead = 256

func newCache(most int) *cache {
	return &cache{most: most, byKey: map[string]*list.Element{}, order: list.New()}
}

// find returns what is kept for this state. For the empty state there is never anything.
func (c *cache) find(key, state string) (any, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at := c.byKey[key]
	if at == nil || state == "" {
		return nil, false
	}
	e := at.Value.(*cached)
	if e.state != state {
		return nil, false
	}
	c.order.MoveToFront(at)
	return e.value, true
}

// keep keeps a value that takes so many bytes.
func (c *cache) keep(key, state string, value any, bytes int) {
	e := &cached{key, state, value, bytes}
	if state == "" || e.size() > c.most/4 { // one must not push all others out
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if at := c.byKey[key]; at != nil {
		c.remove(at)
	}
	c.byKey[key] = c.order.PushFront(e)
	c.size += e.size()
	for c.size > c.most {
		c.remove(c.order.Back())
	}
}

func (c *cache) remove(at *list.Element) {
	e := c.order.Remove(at).(*cached)
	delete(c.byKey, e.key)
	c.size -= e.size()
}
