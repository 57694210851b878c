package catalogue

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync/atomic"

	"golang.org/x/text/unicode/norm"

	"renown/internal/floor/store"
)

// index is the catalogue as this process knows it: what lists filter and sort by, in memory, a few hundred bytes an outlet.
// The catalogue is read far more often than it changes, and no set of SQL indexes serves every mixture of twenty filters
// and ten sorts. Each list asks the database for the revision first, so that all processes see a change at once.
type index struct {
	refreshing chan struct{} // held by the one who brings it up to date
	words      words
	known      atomic.Pointer[snapshot]
}

func newIndex() index {
	return index{refreshing: make(chan struct{}, 1), words: words{texts: []string{""}, codes: map[string]int32{}}}
}

// snapshot is the catalogue at one revision, outlets in the order of their ids. It never changes.
type snapshot struct {
	revision int64
	facts    []fact
	ids      []string
	texts    []string  // folded name, domain, channel and account, for q
	words    []string  // open values by their codes
	orders   [10]order // by the position of the sort in sorts
	counted  counted
	places   places
}

// fact is what filters and sorts look at. none stands for an absent number.
type fact struct {
	points, followers, weight, citations, created int64
	hours, success, effect                        float64
	codes                                         [dimensionCount]int32 // 0: absent
	industries                                    []int32
	mediaType, contents                           uint8 // position in mediaTypes; bits by position in contentTypes
	weekend, links                                int8  // 1, 0 or none
	recommended, retired, available               bool
	channel, domain                               int32 // of its own address, by their codes; 0: unknown
}

const none = -1

// The dimensions of one open value an outlet, by their place in fact.codes.
const (
	dimensionRegion = iota
	dimensionPlatform
	dimensionPortal
	dimensionLevel
	dimensionLanguage
	dimensionCountry
	dimensionCount

	dimensionIndustry = dimensionCount // of which an outlet may have several
)

// words numbers the open values of the catalogue from 1. Only the one who brings the index up to date adds to it.
type words struct {
	texts []string // texts[0] stands for absence
	codes map[string]int32
}

func (w *words) code(text *string) int32 {
	if text == nil {
		return 0
	}
	if code, ok := w.codes[*text]; ok {
		return code
	}
	code := int32(len(w.texts))
	w.texts = append(w.texts, *text)
	w.codes[*text] = code
	return code
}

// current is the catalogue as the database has it now.
func (c *Catalogue) current(ctx context.Context) (*snapshot, error) {
	revision, err := revisionOf(ctx, c.db.Read())
	if err != nil {
		return nil, err
	}
	if s := c.index.known.Load(); s != nil && s.revision >= revision {
		return s, nil
	}
	select {
	case c.index.refreshing <- struct{}{}:
		defer func() { <-c.index.refreshing }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if s := c.index.known.Load(); s != nil && s.revision >= revision { // somebody else was first
		return s, nil
	}
	s, err := c.refresh(ctx, c.index.known.Load())
	if err == nil {
		c.index.known.Store(s)
	}
	return s, err
}

func revisionOf(ctx context.Context, q store.Querier) (int64, error) {
	return store.One[int64](q.QueryRow(ctx, `SELECT revision FROM media_catalogue WHERE id = 1`))
}

// indexed is one outlet as it is read for the index.
type indexed struct {
	id, text string
	fact     fact
}

// refresh adds to a snapshot, or to nothing, what has changed since.
func (c *Catalogue) refresh(ctx context.Context, old *snapshot) (*snapshot, error) {
	var s snapshot
	since := int64(-1)
	if old != nil {
		since = old.revision
	}
	var changed []indexed
	err := c.db.View(ctx, func(q store.Querier) (err error) {
		if s.revision, err = revisionOf(ctx, q); err != nil {
			return err
		}
		changed, err = store.List(ctx, q, c.index.words.scanEntry, `SELECT m.id, m.name, m.domain, m.channel, m.account_name, m.media_type,
				m.content_types, m.industries, m.region, m.platform, m.portal, m.level, m.language, m.country,
				m.points, m.followers, m.pc_weight, m.citations, m.average_hours, m.success_rate, m.weekend, m.links,
				m.recommended, m.status, m.created_at, m.url, m.effect
			FROM media m WHERE m.revision > $1 ORDER BY m.id`, since)
		return err
	})
	if err != nil {
		return nil, err
	}
	if old != nil {
		changed = merge(old, changed)
	}
	s.words = c.index.words.texts
	s.facts, s.ids, s.texts = make([]fact, len(changed)), make([]string, len(changed)), make([]string, len(changed))
	for i, e := range changed {
		s.facts[i], s.ids[i], s.texts[i] = e.fact, e.id, e.text
	}
	return &s, nil
}

// merge lays changed entries over those of a snapshot; both are in the order of ids.
func merge(old *snapshot, changed []indexed) []indexed {
	all := make([]indexed, 0, len(old.ids)+len(changed))
	for i, id := range old.ids {
		for len(changed) > 0 && changed[0].id < id {
			all, changed = append(all, changed[0]), changed[1:]
		}
		if len(changed) > 0 && changed[0].id == id {
			all, changed = append(all, changed[0]), changed[1:]
			continue
		}
		all = append(all, indexed{id, old.texts[i], old.facts[i]})
	}
	return append(all, changed...)
}

func (w *words) scanEntry(row store.Row) (e indexed, err error) {
	var name string
	var domain, channel, account, region, platform, portal, level, language, country, url, effect *string
	var mediaType Type
	var status Status
	var contents, industries store.Texts
	var followers, weight *int64
	var hours, success *float64
	var weekend, links *bool
	f := &e.fact
	err = row.Scan(&e.id, &name, &domain, &channel, &account, &mediaType, &contents, &industries, &region, &platform, &portal,
		&level, &language, &country, &f.points, &followers, &weight, &f.citations, &hours, &success, &weekend, &links,
		&f.recommended, &status, &f.created, &url, &effect)
	if err != nil {
		return e, err
	}
	e.text = searchText(&name, domain, channel, account)
	f.mediaType = uint8(slices.Index(mediaTypes, mediaType))
	for _, c := range contents {
		f.contents |= contentBit(ContentType(c))
	}
	for _, industry := range industries {
		f.industries = append(f.industries, w.code(&industry))
	}
	for dimension, text := range [dimensionCount]*string{region, platform, portal, level, language, country} {
		f.codes[dimension] = w.code(text)
	}
	f.followers, f.weight = or(followers, none), or(weight, none)
	f.hours, f.success = or(hours, none), or(success, none)
	f.weekend, f.links = flag(weekend), flag(links)
	f.retired, f.available = status == Retired, status == Available
	if url == nil {
		url = domain
	}
	f.channel, f.domain = w.place(url)
	worth, err := effectOf(effect, f.points)
	f.effect = worth.score(f.points)
	return e, err
}

func or[T cmp.Ordered](v *T, absent T) T {
	if v == nil {
		return absent
	}
	return *v
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
func searchText(fields ...*string) string {
	var b strings.Builder
	for _, field := range fields {
		if field != nil {
			b.WriteString(fold(*field))
			b.WriteByte(0)
		}
	}
	return b.String()
}

// fold makes texts equal that differ in case or in the width of their characters.
func fold(text string) string { return strings.ToLower(norm.NFKC.String(text)) }
