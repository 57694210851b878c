package catalogue

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"renown/internal/floor/store"
	"renown/internal/tool/address"
)

// entry is what filters and sorts look at of an outlet. none stands for an absent number.
type entry struct {
	traits  []int32 // by their numbers in traits
	points  int64
	retired bool
	text    string // what q is looked for in
	id      string

	recommended, orderable                bool // orderable: now, for an article
	followers, weight, citations, created int64
	hours, success, worth                 float64 // worth is the score of its effect
	channel, domain                       uint64  // placeNumber of its own address
}

const none = -1

// trait is an option of a filter that an outlet has.
type trait struct{ dimension, value string }

// traits are numbered as they occur. They are added to by the one who refreshes the catalogue.
type traits struct {
	numbers map[trait]int32
	list    []trait
}

func (t *traits) number(one trait) int32 {
	n, known := t.numbers[one]
	if !known {
		n = int32(len(t.list))
		one.value = strings.Clone(one.value) // not the row that it was read from
		t.numbers[one], t.list = n, append(t.list, one)
	}
	return n
}

// The columns that are read as one text: each costs several calls of SQLite's driver, with a lock. An absent one is empty.
var (
	textColumns   = []string{"id", "name", "domain", "channel", "account_name", "url", "status", "effect"}
	numberColumns = []string{"points", "followers", "pc_weight", "citations", "created_at"}
	listColumns   = []string{"content_types", "industries"}
	wordColumns   = []string{"media_type", "region", "platform", "portal", "level", "language", "country"} // and filters
	flagColumns   = []string{"weekend", "links", "recommended"}                                            // as well

	entryColumns = slices.Concat(textColumns, numberColumns, listColumns, wordColumns, flagColumns)
)

// unit stands between the columns. No text of an outlet holds a control character.
const unit = "\x1f"

// selectEntry is read by traits.entry. Floats would lose digits as texts.
var selectEntry = `SELECT concat_ws('` + unit + `', coalesce(CAST(` +
	strings.Join(entryColumns, ` AS TEXT), ''), coalesce(CAST(`) + ` AS TEXT), '')),
	coalesce(average_hours, -1.0), coalesce(success_rate, -1.0) FROM outlets`

// readSince reads the outlets that have changed after a revision, and the revision that they are of.
func (c *Catalogue) readSince(ctx context.Context, since int64) (list []*entry, revision int64, err error) {
	err = c.db.View(ctx, func(q store.Querier) error {
		if revision, err = revisionOf(ctx, q); err != nil {
			return err
		}
		list, err = store.List(ctx, q, c.traits.entry, selectEntry+` WHERE revision > $1`, since)
		return err
	})
	return list, revision, err
}

func (t *traits) entry(row store.Row) (*entry, error) {
	e, all := &entry{}, ""
	if err := row.Scan(&all, &e.hours, &e.success); err != nil {
		return nil, err
	}
	columns := strings.Split(all, unit)
	if len(columns) != len(entryColumns) {
		return nil, fmt.Errorf("media %s has %d columns", columns[0], len(columns))
	}
	next := func(names []string) (values []string) {
		values, columns = columns[:len(names)], columns[len(names):]
		return values
	}
	texts := next(textColumns)
	err := e.setNumbers(next(numberColumns))
	if err == nil {
		err = t.set(e, next(listColumns), next(wordColumns), next(flagColumns))
	}
	if err == nil {
		err = e.setTexts(texts)
	}
	return e, err
}

func (e *entry) setNumbers(texts []string) (err error) {
	for i, n := range []*int64{&e.points, &e.followers, &e.weight, &e.citations, &e.created} {
		if *n = none; texts[i] != "" && err == nil {
			*n, err = strconv.ParseInt(texts[i], 10, 64)
		}
	}
	return err
}

// set gives an entry its traits.
func (t *traits) set(e *entry, lists, words, flags []string) error {
	var contents, industries store.Texts
	if err := errors.Join(contents.Scan(lists[0]), industries.Scan(lists[1])); err != nil {
		return err
	}
	e.traits = make([]int32, 0, len(contents)+len(industries)+len(words)+1+len(flags))
	add := func(dimension, value string) {
		if value != "" {
			e.traits = append(e.traits, t.number(trait{dimension, value}))
		}
	}
	for i, value := range words {
		add(wordColumns[i], value)
	}
	for _, value := range contents {
		add("content_type", value)
	}
	for _, value := range industries {
		add("industry", value)
	}
	e.orderable = slices.Contains(contents, string(Article))
	add("price_tier", tierOf(e.points))
	for i, value := range flags { // as the database writes them
		if yes, err := strconv.ParseBool(value); err == nil {
			add(flagColumns[i], strconv.FormatBool(yes))
			e.recommended = yes && flagColumns[i] == "recommended"
		}
	}
	return nil
}

func (e *entry) setTexts(texts []string) error {
	id, searched, url, status, effect := texts[0], texts[1:5], texts[5], texts[6], texts[7]
	e.id = strings.Clone(id) // not the whole row
	e.retired, e.orderable = status == string(Retired), e.orderable && status == string(Available)
	channel, domain := address.Place(cmp.Or(url, searched[1]))
	e.channel, e.domain = placeNumber(channel), placeNumber(domain)
	for i, text := range searched {
		searched[i] = fold(text)
	}
	e.text = strings.Join(searched, "\x00") // which no query can hold
	e.worth = none
	if effect == "" {
		return nil
	}
	of, err := effectOf(&effect, e.points)
	e.worth = of.score(e.points)
	return err
}

var placeSeed = maphash.MakeSeed()

// placeNumber stands for a channel or a domain. Two of them have the same one as good as never.
func placeNumber(name string) uint64 { return maphash.String(placeSeed, name) }

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

// placeOf reads the channel of an outlet's own address, and the domain above it; empty where it has none.
func placeOf(url *string) (channel, domain string) {
	if url == nil {
		return "", ""
	}
	return address.Place(*url)
}
