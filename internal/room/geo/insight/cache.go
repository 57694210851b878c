package insight

import (
	"container/list"
	"reflect"
	"sync"
	"time"
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

// sizeOf is about how many bytes of memory a value takes with all that it refers to. What it refers to twice is counted twice.
func sizeOf(v reflect.Value) (n int) {
	n = int(v.Type().Size())
	switch v.Kind() {
	case reflect.String:
		n += v.Len()
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			n += sizeOf(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			n += sizeOf(v.Index(i))
		}
	case reflect.Map:
		for at := v.MapRange(); at.Next(); {
			n += sizeOf(at.Key()) + sizeOf(at.Value())
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() { // zones are shared
			return n
		}
		for i := range v.NumField() { // beyond the field itself
			n += sizeOf(v.Field(i)) - int(v.Type().Field(i).Type.Size())
		}
	}
	return n
}
