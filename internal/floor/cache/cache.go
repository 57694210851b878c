// Package cache keeps what is costly to make of a text in memory, up to so many bytes, and has one made at a time for each key.
package cache

import (
	"container/list"
	"sync"
)

// Cache keeps values by key. What was not asked for the longest goes first; what was asked for last is kept whatever its size.
type Cache[V any] struct {
	most int
	size func(V) int

	mu    sync.Mutex
	byKey map[string]*list.Element
	order *list.List // of *entry[V], the last asked for in front
	bytes int
}

type entry[V any] struct {
	key   string
	value func() V // makes it once; callers meanwhile wait
	bytes int      // 0 until it is made
}

// New keeps values up to so many bytes in all, by their size.
func New[V any](most int, size func(V) int) *Cache[V] {
	return &Cache[V]{most: most, size: size, byKey: map[string]*list.Element{}, order: list.New()}
}

// Get returns what is kept for a key, or what is made for it. Several who ask at once have it made once. Making one must not
// ask for the same key.
func (c *Cache[V]) Get(key string, made func() V) V {
	e := c.find(key, made)
	value := e.value()
	c.weigh(e, value)
	return value
}

// Find returns what is kept for a key. It is for values whose making may fail: see Keep.
func (c *Cache[V]) Find(key string) (value V, kept bool) {
	c.mu.Lock()
	at := c.byKey[key]
	if at == nil {
		c.mu.Unlock()
		return value, false
	}
	c.order.MoveToFront(at)
	c.mu.Unlock()
	return at.Value.(*entry[V]).value(), true
}

// Keep keeps what was made for a key, unless it takes more than a quarter of all: one must not push the others out. What is kept already
// stays.
func (c *Cache[V]) Keep(key string, value V) {
	if c.size(value) <= c.most/4 {
		c.Get(key, func() V { return value })
	}
}

func (c *Cache[V]) find(key string, made func() V) *entry[V] {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at := c.byKey[key]; at != nil {
		c.order.MoveToFront(at)
		return at.Value.(*entry[V])
	}
	e := &entry[V]{key: key, value: sync.OnceValue(made)}
	c.byKey[key] = c.order.PushFront(e)
	return e
}

// weigh counts what was made, once, and makes room for it.
func (c *Cache[V]) weigh(e *entry[V], value V) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e.bytes > 0 {
		return
	}
	e.bytes = max(c.size(value), 1)
	c.bytes += e.bytes
	for at := c.order.Back(); at != nil && c.bytes > c.most; {
		old, next := at.Value.(*entry[V]), at.Prev()
		if old != e && old.bytes > 0 {
			c.order.Remove(at)
			delete(c.byKey, old.key)
			c.bytes -= old.bytes
		}
		at = next
	}
}

// Kept tells how many values there are, of how many bytes in all.
func (c *Cache[V]) Kept() (values, bytes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.byKey), c.bytes
}
