package catalogue

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/unicode/norm"

	"renown/internal/floor/store"
	"renown/internal/floor/turn"
	"renown/internal/tool/address"
)

// words numbers the open values of the catalogue from 1, and the lists of industries. They are added to by those who read outlets.
type words struct {
	mu        sync.Mutex
	texts     []string // texts[0] stands for absence
	codes     map[string]int32
	lists     [][]int32 // of codes
	listCodes map[string]int32
}

func newWords() *words {
	return &words{texts: []string{""}, codes: map[string]int32{}, listCodes: map[string]int32{}}
}

func (w *words) code(text string) int32 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.codeOf(text)
}

func (w *words) codeOf(text string) int32 {
	if code, ok := w.codes[text]; ok {
		return code
	}
	text = strings.Clone(text)
	code := int32(len(w.texts))
	w.texts = append(w.texts, text)
	w.codes[text] = code
	return code
}

// list is the number of a list of values as the table keeps it.
func (w *words) list(kept string) (int32, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if n, ok := w.listCodes[kept]; ok {
		return n, nil
	}
	var texts store.Texts
	if err := texts.Scan(kept); err != nil {
		return 0, err
	}
	list := make([]int32, len(texts))
	for i, text := range texts {
		list[i] = w.codeOf(text)
	}
	n := int32(len(w.lists))
	w.lists = append(w.lists, list)
	w.listCodes[kept] = n
	return n, nil
}

// placeNumber is the number of a channel or a domain, the same in every process. Two of them have the same one as good as never.
func placeNumber(name string) uint64 {
	if name == "" {
		return 0
	}
	h := fnv.New64a()
	_, _ = io.WriteString(h, name)
	return h.Sum64()
}

// indexed is one outlet as it is read for the index.
type indexed struct {
	id, text string
	fact     fact
}

// stretch is outlets with ids from one on until before another; empty is no bound.
type stretch struct{ from, to string }

// readAll reads all outlets, in stretches that follow each other. The revision is one of which all have seen everything; what
// some have seen of later ones is read again after it.
func (c *Catalogue) readAll(ctx context.Context) (parts [][]indexed, revision int64, err error) {
	size, err := store.One[int](c.db.Read().QueryRow(ctx, `SELECT count(*) FROM media`))
	if err != nil {
		return nil, 0, err
	}
	readers := 1
	if size >= c.index.several {
		readers = min(max(2, turn.Processors()), 4)
	}
	stretches := []stretch{{}}
	for n := 1; n < readers; n++ {
		id, err := store.One[string](c.db.Read().QueryRow(ctx, `SELECT id FROM media ORDER BY id LIMIT 1 OFFSET $1`, size*n/readers))
		if err != nil {
			return nil, 0, err
		}
		stretches[n-1].to = id
		stretches = append(stretches, stretch{from: id})
	}
	parts = make([][]indexed, len(stretches))
	revisions, errs := make([]int64, len(stretches)), make([]error, len(stretches))
	var group sync.WaitGroup
	for i, part := range stretches {
		group.Go(func() { parts[i], revisions[i], errs[i] = c.readStretch(ctx, part, size/readers+1) })
	}
	group.Wait()
	return parts, slices.Min(revisions), errors.Join(errs...)
}

// readStretch reads a stretch of about so many outlets.
func (c *Catalogue) readStretch(ctx context.Context, part stretch, size int) ([]indexed, int64, error) {
	where, args := ` WHERE m.id >= $1`, []any{part.from}
	if part.to != "" {
		where, args = where+` AND m.id < $2`, append(args, part.to)
	}
	return c.read(ctx, size, where+` ORDER BY m.id`, args...)
}

// readSince reads outlets that have changed after a revision, in the order of their ids. They are sorted here: for an order SQLite
// would read the whole table instead of the index of revisions.
func (c *Catalogue) readSince(ctx context.Context, revision int64) ([]indexed, int64, error) {
	list, revision, err := c.read(ctx, fewChanges, ` WHERE m.revision > $1`, revision)
	slices.SortFunc(list, func(a, b indexed) int { return strings.Compare(a.id, b.id) })
	return list, revision, err
}

// read reads outlets, about so many, and the revision of the catalogue that they are of.
func (c *Catalogue) read(ctx context.Context, size int, where string, args ...any) (list []indexed, revision int64, err error) {
	list = make([]indexed, 0, size)
	reader := newEntryReader(c.index.words)
	err = c.db.View(ctx, func(q store.Querier) error {
		if revision, err = revisionOf(ctx, q); err != nil {
			return err
		}
		return store.Each(ctx, q, func(row store.Row) error {
			e, err := reader.entry(row)
			list = append(list, e)
			return err
		}, `SELECT concat_ws('`+unit+`', m.id, m.name, coalesce(m.domain, ''), coalesce(m.channel, ''), coalesce(m.account_name, ''),
				m.media_type, m.content_types, m.industries, coalesce(m.region, ''), coalesce(m.platform, ''), coalesce(m.portal, ''),
				coalesce(m.level, ''), coalesce(m.language, ''), coalesce(m.country, ''), m.status, coalesce(m.url, ''), coalesce(m.effect, '')),
				m.points, m.followers, m.pc_weight, m.citations, m.average_hours, m.success_rate, m.weekend, m.links,
				m.recommended, m.created_at
			FROM media m`+where, args...)
	})
	return list, revision, err
}

// optional is a column that may be NULL. It is filled again for every row, without memory of its own.
type optional[T any] struct {
	value T
	known bool
}

// Scan is for the database.
func (o *optional[T]) Scan(src any) error {
	*o = optional[T]{}
	if src == nil {
		return nil
	}
	if o.value, o.known = src.(T); !o.known {
		return fmt.Errorf("a column holds %T", src)
	}
	return nil
}

func (o *optional[T]) or(absent T) T {
	if o.known {
		return o.value
	}
	return absent
}

// The texts of a row come as one, with this between them: a column costs several calls of SQLite's driver, each with a lock. No text of an
// outlet holds a control character, and one that is absent is empty.
const unit = "\x1f"

// The places of the texts.
const (
	textID = iota
	textName
	textDomain
	textChannel
	textAccount
	textMediaType
	textContents
	textIndustries
	textDimensions // as many as there are
)

const (
	textStatus = textDimensions + dimensionCount + iota
	textURL
	textEffect
	textCount
)

// entryReader reads rows of the table one after the other.
type entryReader struct {
	words *words
	codes map[string]int32 // of words that this reader has met, so that readers seldom wait for each other
	lists map[string]int32
	into  []any
	text  []byte

	row                                           optional[string]
	texts                                         [textCount]string
	points, followers, weight, citations, created optional[int64]
	hours, success                                optional[float64]
	weekend, links                                *bool
	recommended                                   bool
}

func newEntryReader(w *words) *entryReader {
	r := &entryReader{words: w, codes: map[string]int32{}, lists: map[string]int32{}}
	r.into = []any{
		&r.row, &r.points, &r.followers, &r.weight, &r.citations, &r.hours, &r.success, &r.weekend, &r.links,
		&r.recommended, &r.created,
	}
	return r
}

// split fills texts with those of the row.
func (r *entryReader) split() error {
	rest, more := r.row.value, true
	for i := range r.texts {
		if !more {
			return fmt.Errorf("a row of media has %d texts", i)
		}
		r.texts[i], rest, more = strings.Cut(rest, unit)
	}
	if more {
		return fmt.Errorf("media %s has a text with a control character", r.texts[textID])
	}
	return nil
}

func (r *entryReader) entry(row store.Row) (e indexed, err error) {
	if err := row.Scan(r.into...); err != nil {
		return e, err
	}
	if err := r.split(); err != nil {
		return e, err
	}
	e.id, e.text = strings.Clone(r.texts[textID]), r.searchText()
	f := &e.fact
	f.mediaType = uint8(slices.Index(mediaTypes, Type(r.texts[textMediaType])))
	if f.contents, err = contentBits(r.texts[textContents]); err != nil {
		return e, err
	}
	if f.industries, err = r.list(r.texts[textIndustries]); err != nil {
		return e, err
	}
	for dimension := range f.codes {
		f.codes[dimension] = r.code(r.texts[textDimensions+dimension])
	}
	f.points, f.citations, f.created = r.points.value, r.citations.value, r.created.value
	f.followers, f.weight, f.hours, f.success = r.followers.or(none), r.weight.or(none), r.hours.or(none), r.success.or(none)
	f.weekend, f.links, f.recommended = flag(r.weekend), flag(r.links), r.recommended
	f.retired, f.available = r.texts[textStatus] == string(Retired), r.texts[textStatus] == string(Available)
	if address := cmp.Or(r.texts[textURL], r.texts[textDomain]); address != "" {
		channel, domain := placeOf(&address)
		f.channel, f.domain = placeNumber(channel), placeNumber(domain)
	}
	f.effect = none
	if effect := r.texts[textEffect]; effect != "" {
		worth, err := effectOf(&effect, f.points)
		f.effect = worth.score(f.points)
		return e, err
	}
	return e, nil
}

func (r *entryReader) code(text string) int32 {
	if text == "" {
		return 0
	}
	code, met := r.codes[text]
	if !met {
		code = r.words.code(text)
		r.codes[strings.Clone(text)] = code // not the whole row
	}
	return code
}

func (r *entryReader) list(kept string) (n int32, err error) {
	n, met := r.lists[kept]
	if !met {
		kept = strings.Clone(kept)
		n, err = r.words.list(kept)
		r.lists[kept] = n
	}
	return n, err
}

// contentBits reads a list as the table keeps it.
func contentBits(kept string) (bits uint8, err error) {
	switch kept { // nearly all
	case `["article"]`:
		return contentBit(Article), nil
	case `["video"]`:
		return contentBit(Video), nil
	}
	var list store.Texts
	err = list.Scan(kept)
	for _, c := range list {
		bits |= contentBit(ContentType(c))
	}
	return bits, err
}

// placeOf reads the channel of an outlet's own address, and the domain above it; empty where it has none.
func placeOf(url *string) (channel, domain string) {
	if url == nil {
		return "", ""
	}
	return address.Place(*url)
}

func flag(v *bool) int8 {
	switch {
	case v == nil:
		return none
	case *v:
		return 1
	}
	return 0
}

// searchText is what q is looked for in. The fields are kept apart by a character that no query can hold.
func (r *entryReader) searchText() string {
	r.text = r.text[:0]
	for _, text := range r.texts[textName : textAccount+1] {
		if text != "" {
			r.text = append(append(r.text, fold(text)...), 0)
		}
	}
	return string(r.text)
}

// fold makes texts equal that differ in case or in the width of their characters.
func fold(text string) string {
	capitals := false
	for _, r := range text {
		switch {
		case 'A' <= r && r <= 'Z':
			capitals = true
		case r > 0x7f && (r < 0x4e00 || r > 0x9fff): // not a Chinese character, which has one width and no case
			return strings.ToLower(norm.NFKC.String(text))
		}
	}
	if !capitals {
		return text
	}
	return strings.ToLower(text)
}
