package insight

import (
	"bytes"
	"context"
	"encoding/json"
	"reflect"
	"strconv"
	"sync"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
)

// Wanted is one analysis that is asked for: how it is made in a snapshot, and where it goes.
type Wanted struct {
	name string
	make func(ctx context.Context, s *Scope) (any, error)
	put  func(any)
}

// Want asks for an analysis. What it puts into out is shared with others who ask: it is never changed.
func Want[T any](name string, out *T, make func(*Scope, context.Context) (T, error)) Wanted {
	return Wanted{
		name: name,
		make: func(ctx context.Context, s *Scope) (any, error) { return make(s, ctx) },
		put:  func(v any) { *out = v.(T) },
	}
}

// Ask answers with analyses that were made before, if all they rest on is still as it was then. Otherwise it makes what is
// missing in one snapshot. Either way all of them are of the same revision.
func (i *Insights) Ask(ctx context.Context, who account.Caller, brandID string, query Query, list ...Wanted) (err error) {
	defer fault.Wrap(&err, "insight.Ask")

	query, err = i.known(ctx, brandID, query)
	if err != nil {
		return err
	}
	revision, err := i.Revision(ctx, who, brandID, query)
	if err != nil {
		return err
	}
	found := 0
	for _, w := range list {
		if v, ok := i.made.find(subject{w.name, brandID, query}.key(), revision); ok {
			w.put(v)
			found++
		}
	}
	if found == len(list) {
		return nil
	}
	return i.within(ctx, who, brandID, query, func(s *Scope) error { return i.Tell(ctx, s, list...) })
}

// Tell answers in a snapshot with analyses that were made before of the same revision, or makes them.
func (i *Insights) Tell(ctx context.Context, s *Scope, list ...Wanted) (err error) {
	defer fault.Wrap(&err, "insight.Tell")

	for _, w := range list {
		key := subject{w.name, s.Brand.ID, s.Query}.key()
		v, ok := i.made.find(key, s.Revision)
		if !ok {
			if v, err = w.make(ctx, s); err != nil {
				return err
			}
			i.made.keep(key, s.Revision, v, sizeOf(reflect.ValueOf(v)))
		}
		w.put(v)
	}
	return nil
}

// addition is what a text rests on that is not in the revision: looked up together with it, then told.
type addition struct {
	lookup store.Lookup
	tell   func() (string, error)
}

// text is an analysis as JSON.
func (i *Insights) text(ctx context.Context, who account.Caller, of subject, more *addition, make func(Query) (data any, revision string, err error)) (_ *Text, err error) {
	if of.query, err = i.known(ctx, of.brandID, of.query); err != nil {
		return nil, err
	}
	span, err := of.query.dateRange(i.db.Now().Time)
	if err != nil {
		return nil, err
	}
	read := revision{brandID: of.brandID}
	lookups := []store.Lookup{read.lookup(who)}
	if more != nil {
		lookups = append(lookups, more.lookup)
	}
	if err := i.db.Together(ctx, lookups...); err != nil {
		return nil, err
	}
	revision, err := read.of(span)
	if err != nil {
		return nil, err
	}
	beside := ""
	if more != nil {
		if beside, err = more.tell(); err != nil {
			return nil, err
		}
	}
	key := of.key() + "\x01json"
	if v, ok := i.made.find(key, state(revision, beside)); ok {
		return v.(*Text), nil
	}
	data, revision, err := make(of.query)
	if err != nil {
		return nil, err
	}
	encoded, err := marshal(data)
	if err != nil {
		return nil, err
	}
	text := &Text{JSON: encoded}
	i.made.keep(key, state(revision, beside), text, 2*len(encoded)) // with the form
	return text, nil
}

// Text is an analysis as JSON, kept for as long as it is true.
type Text struct {
	JSON []byte

	once sync.Once
	form any
}

// Form is what a door makes of the text, once for all who ask; it takes about as much memory again.
func (t *Text) Form(make func(encoded []byte) any) any {
	t.once.Do(func() { t.form = make(t.JSON) })
	return t.form
}

// state is a revision with what stands beside it; empty while nothing was read, as the revision is.
func state(revision, beside string) string {
	if revision == "" || beside == "" {
		return revision
	}
	return revision + "\x00" + beside
}

// subject names an analysis of a brand.
type subject struct {
	name, brandID string
	query         Query
}

// key puts its length before each text that a caller chose: a filter for the empty name is another one than no filter.
func (s subject) key() string {
	q := s.query
	b := make([]byte, 0, 128)
	for _, texts := range [...][]string{{s.name, s.brandID, q.From, q.To, q.Mode, q.Surface, q.Against.From, q.Against.To}, q.Platforms, q.TopicIDs, q.PromptIDs} {
		for _, text := range texts {
			b = append(strconv.AppendInt(b, int64(len(text)), 10), ':')
			b = append(b, text...)
		}
		b = append(b, ';')
	}
	return string(b)
}

// marshal leaves markup as it is: what is made is JSON and says so.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}
