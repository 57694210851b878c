package reading

import (
	"encoding/json"
	"strconv"
	"strings"
)

// Lists of sources and of competitors are kept as JSON, and analyses look through hundreds of them. As this program
// writes them they are cut up field by
// field, which takes a fifth of the time of reading JSON; what is written in any other way is read as JSON.

// SourcesIn reads the sources of an answer as they are kept.
func SourcesIn(text string) ([]Source, error) { return cutList(text, (*cutter).source) }

// OthersIn reads the competitors that an answer names as they are kept.
func OthersIn(text string) ([]Other, error) { return cutList(text, (*cutter).other) }

func cutList[T any](text string, one func(*cutter) T) ([]T, error) {
	if text == "[]" { // many are
		return []T{}, nil
	}
	c := cutter{rest: text}
	c.need("[")
	list := make([]T, 0, strings.Count(text, "},{")+1)
	for !c.bad {
		list = append(list, one(&c))
		if c.take("]") && c.rest == "" && !c.bad {
			return list, nil
		}
		c.need(",")
	}
	return listOf[T](text)
}

func (c *cutter) source() (s Source) {
	s.URL = c.text(`{"url":"`)
	s.Title = c.maybe(`,"title":`)
	s.Domain = c.text(`,"domain":"`)
	s.Class = c.text(`,"class":"`)
	if c.starts(`,"channel":"`) {
		s.Channel = c.text(`,"channel":"`)
	}
	if s.Cited = c.take(`,"cited":true`); !s.Cited {
		c.need(`,"cited":false`)
	}
	s.Placed = c.take(`,"placed":true`)
	c.need("}")
	return s
}

func (c *cutter) other() (o Other) {
	o.ID = c.text(`{"competitor_id":"`)
	o.Name = c.text(`,"name":"`)
	o.Position = c.number(`,"position":`)
	if c.starts(`,"watched_position":`) {
		o.Watched = c.number(`,"watched_position":`)
	}
	o.Sentiment = c.maybe(`,"sentiment":`)
	if !c.take(`,"score":null`) {
		c.need(`,"score":`)
		score, err := strconv.ParseFloat(c.until(",}"), 64)
		o.Score, c.bad = &score, c.bad || err != nil
	}
	if c.starts(`,"judge":"`) {
		o.Judge = c.text(`,"judge":"`)
	}
	if c.starts(`,"stance":"`) {
		o.Stance = c.text(`,"stance":"`)
	}
	c.need("}")
	return o
}

// cutter cuts JSON that is written without blanks, its fields in a known order. A quote within a text is escaped, so
// that none is taken for its end.
type cutter struct {
	rest string
	bad  bool // from here on it is not as expected
}

func (c *cutter) starts(with string) bool { return strings.HasPrefix(c.rest, with) }

// take goes behind what may stand here, and tells whether it does.
func (c *cutter) take(what string) bool {
	rest, found := strings.CutPrefix(c.rest, what)
	c.rest = rest
	return found
}

func (c *cutter) need(what string) { c.bad = !c.take(what) || c.bad }

// text is behind what begins it. It is a copy: what is kept of one does not hold all of the list in memory.
func (c *cutter) text(begin string) string {
	c.need(begin)
	end := strings.IndexByte(c.rest, '"')
	if c.bad || end < 0 {
		c.bad = true
		return ""
	}
	text := c.rest[:end]
	if strings.IndexByte(text, '\\') >= 0 {
		return c.escaped()
	}
	c.rest = c.rest[end+1:]
	return strings.Clone(text)
}

// escaped is a text that has an escape.
func (c *cutter) escaped() (text string) {
	end := 0
	for end < len(c.rest) && c.rest[end] != '"' {
		if c.rest[end] == '\\' {
			end++
		}
		end++
	}
	if end >= len(c.rest) || json.Unmarshal([]byte(`"`+c.rest[:end+1]), &text) != nil {
		c.bad = true
		return ""
	}
	c.rest = c.rest[end+1:]
	return text
}

// maybe is a text or null.
func (c *cutter) maybe(field string) *string {
	if c.take(field + "null") {
		return nil
	}
	text := c.text(field + `"`)
	return &text
}

func (c *cutter) number(field string) int64 {
	c.need(field)
	n, err := strconv.ParseInt(c.until(",}"), 10, 64)
	c.bad = c.bad || err != nil
	return n
}

// until is what stands before one of some bytes.
func (c *cutter) until(end string) string {
	at := max(0, strings.IndexAny(c.rest, end))
	before := c.rest[:at]
	c.rest = c.rest[at:]
	return before
}
