package insight

import (
	"bytes"
	"context"
	"encoding/json"
	"reflect"
	"strconv"
	"sync"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/room/account"
)

// Analysis is one that a page shows: how it is made in a snapshot, and where it goes.
type Analysis struct {
	name string
	make func(ctx context.Context, s *Scope) (any, error)
	put  func(any)
}

// Made is an analysis that is made if it must. What it puts into out is shared with others who ask: it is never changed.
func Made[T any](name string, out *T, make func(*Scope, context.Context) (T, error)) Analysis {
	return Analysis{
		name: name,
		make: func(ctx context.Context, s *Scope) (any, error) { return make(s, ctx) },
		put:  func(v any) { *out = v.(T) },
	}
}

// Analyse answers with analyses that were made before, if all they rest on is still as it was then. Otherwise it makes
// what is missing in one snapshot. Either way all of them are of the same revision.
func (i *Insights) Analyse(ctx context.Context, who account.Caller, brandID string, query Query, list ...Analysis) (err error) {
	defer fault.Wrap(&err, "insight.Analyse")

	query, err = i.known(ctx, brandID, query)
	if err != nil {
		return err
	}
	revision, err := i.Revision(ctx, who, brandID, query)
	if err != nil {
		return err
	}
	found := 0
	for _, a := range list {
		if v, ok := i.find(subject{a.name, brandID, query}.key(), revision); ok {
			a.put(v)
			found++
		}
	}
	if found == len(list) {
		return nil
	}
	return i.within(ctx, who, brandID, query, func(s *Scope) error { return i.AnalyseIn(ctx, s, list...) })
}

// AnalyseIn is Analyse in a snapshot.
func (i *Insights) AnalyseIn(ctx context.Context, s *Scope, list ...Analysis) (err error) {
	defer fault.Wrap(&err, "insight.AnalyseIn")

	for _, a := range list {
		key := subject{a.name, s.Brand.ID, s.Query}.key()
		v, ok := i.find(key, s.Revision)
		if !ok {
			if v, err = a.make(ctx, s); err != nil {
				return err
			}
			i.keep(key, s.Revision, v)
		}
		a.put(v)
	}
	return nil
}

// cacheMax is how many bytes of analyses a process keeps: some thousand.
const cacheMax = 16 << 20

// find looks for what was kept of this state. Of the empty state there is never anything.
func (i *Insights) find(key, state string) (any, bool) {
	if state == "" {
		return nil, false
	}
	return i.made.Find(key + "\x00" + state)
}

func (i *Insights) keep(key, state string, value any) {
	if state != "" {
		i.made.Keep(key+"\x00"+state, value)
	}
}

// overhead is what a value that is kept takes beside itself, in bytes, roughly.
const overhead = 512

func keptSize(value any) int {
	if t, ok := value.(*Text); ok {
		return overhead + 2*len(t.JSON) // with the form
	}
	return overhead + sizeOf(reflect.ValueOf(value))
}

// sizeOf is about how many bytes of memory a value takes with all that it refers to. What it refers to twice is counted
// twice.
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

// asJSON is an analysis as JSON; beside is what it rests on that is not in the revision.
func (i *Insights) asJSON(
	ctx context.Context, who account.Caller, of subject, beside string, make func(Query) (data any, revision string, err error),
) (_ *Text, err error) {
	if of.query, err = i.known(ctx, of.brandID, of.query); err != nil {
		return nil, err
	}
	revision, err := i.Revision(ctx, who, of.brandID, of.query)
	if err != nil {
		return nil, err
	}
	key := of.key() + "\x01json" + beside
	if v, ok := i.find(key, revision); ok {
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
	i.keep(key, revision, text)
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

// subject names an analysis of a brand.
type subject struct {
	name, brandID string
	query         Query
}

// key puts its length before each text that a caller chose: a filter for the empty name is another one than no filter.
func (s subject) key() string {
	q := s.query
	b := make([]byte, 0, 128)
	one := []string{s.name, s.brandID, q.From, q.To, q.Mode, q.Surface, q.Against.From, q.Against.To}
	for _, texts := range [...][]string{one, q.Platforms, q.TopicIDs, q.PromptIDs} {
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
