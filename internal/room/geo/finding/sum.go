package finding

import (
	"cmp"
	"context"
	"slices"

	"renown/internal/floor/store"
	"renown/internal/tool/pack"
)

// Sums stand for the sheets of all platforms in a month that is over, in the month under way until yesterday, and in the months of a quarter or
// a year that are over: a year has thousands of sheets, each with hundreds of sources, and most of these come again in every one. They are brought
// up to date when a day begins.
//
// Their pages are added up over platforms, of which only the names are kept. Where some platforms alone are asked for, sources are read from sheets.

// sum is what a row of sums stands for: all days from the first of its span until one.
type sum struct {
	span  int64 // a month as 202611, a quarter as 20264, a year as 2026
	until int64 // a day
	seal  int64 // see the migration
}

// Parts of a sum. The sources of a topic are a part under its id.
const (
	cellsPart   = "cells"
	rivalsPart  = "rivals"
	sourcesPart = "sources"
	daysPart    = "days" // cells day by day; of months alone
)

// daysLeast is how many days of a month are read faster from its sum than from their sheets.
const daysLeast = 7

// Years are at most yearMax, quarters at most quarterMax, and months more.
const (
	yearMax    = 9_999
	quarterMax = 99_999
)

func quarterOf(month int64) int64 { return month/100*10 + (month%100+2)/3 }

// months are the first and the last of a sum's span.
func (s sum) months() (first, last int64) {
	switch {
	case s.span > quarterMax:
		return s.span, s.span
	case s.span > yearMax:
		last = s.span/10*100 + s.span%10*3
		return last - 2, last
	}
	return s.span*100 + 1, s.span*100 + 12
}

func (s sum) first() int64 {
	month, _ := s.months()
	return month*100 + 1
}

// byMonths tells whether the sum ends with a month.
func (s sum) byMonths() bool { return s.until == lastDay(s.until/100) }

func lastDay(month int64) int64 { return dayAfter((month*100 + 1), 1, -1) }

// dayAfter is the day so many months and days after one.
func dayAfter(day int64, months, days int) int64 {
	t := dateOf(day).AddDate(0, months, days)
	return int64(t.Year()*10_000 + int(t.Month())*100 + t.Day())
}

func scanSum(row store.Row) (s sum, err error) {
	err = row.Scan(&s.span, &s.until, &s.seal)
	return s, err
}

// sums are those that stand for days of the extent, in order, and what they leave to be read. Where days are read each by itself, a month may
// also have others.
func (e Extent) sums(ctx context.Context, q store.Querier) (list []sum, rest []Extent, err error) {
	all, err := store.List(ctx, q, scanSum, `SELECT span, until, seal FROM sums WHERE brand_id = $1 AND generation = $2 AND mode = $3 AND part = '`+cellsPart+`' AND until >= $4 AND span <= $5 ORDER BY span`,
		e.BrandID, e.Generation, e.mode(), e.From, e.To/100)
	if err != nil {
		return nil, nil, err
	}
	all = slices.DeleteFunc(all, func(s sum) bool {
		whole := e.From <= s.first() && s.until <= e.To
		if !e.Daily {
			return !whole
		}
		return s.span <= quarterMax || !whole && min(e.To, s.until)-max(e.From, s.first()) < daysLeast
	})
	if all, err = e.sealed(ctx, q, all); err != nil {
		return nil, nil, err
	}
	for _, s := range all { // years come first, then quarters
		if !slices.ContainsFunc(list, func(by sum) bool { return by.first() <= s.until && s.first() <= by.until }) {
			list = append(list, s)
		}
	}
	slices.SortFunc(list, func(a, b sum) int { return cmp.Compare(a.until, b.until) })
	from := e.From
	leave := func(to int64) {
		if from <= to {
			one := e
			one.From, one.To = from, to
			rest = append(rest, one)
		}
	}
	for _, s := range list {
		leave(dayAfter(s.first(), 0, -1))
		from = dayAfter(s.until, 0, 1)
	}
	leave(e.To)
	return list, rest, nil
}

// sealed leaves out sums whose sheets have changed since.
func (e Extent) sealed(ctx context.Context, q store.Querier, list []sum) ([]sum, error) {
	if len(list) == 0 {
		return nil, nil
	}
	months, err := e.seals(ctx, q, e.From/100, e.To/100)
	if err != nil {
		return nil, err
	}
	valid := list[:0]
	for _, s := range list {
		from, to := s.first()/100, s.until/100
		sheets := months
		if !s.byMonths() {
			from, to = s.first(), s.until
			if sheets, err = e.seals(ctx, q, from, to); err != nil {
				return nil, err
			}
		}
		seal := int64(0)
		for span := from; span <= to; span++ {
			seal += sheets[span]
		}
		if seal == s.seal {
			valid = append(valid, s)
		}
	}
	return valid, nil
}

// Seals keeps the checksums of sheets that were read in one snapshot, by their spans: an analysis asks for them again and again.
type Seals map[sealedSpans]map[int64]int64

type sealedSpans struct {
	brandID    string
	generation int64
	mode       string
	from, to   int64
}

// seals are the checksums of the sheets of some spans, added up over platforms.
func (e Extent) seals(ctx context.Context, q store.Querier, from, to int64) (map[int64]int64, error) {
	key := sealedSpans{e.BrandID, e.Generation, e.mode(), from, to}
	if known, ok := e.Seals[key]; ok {
		return known, nil
	}
	seals := map[int64]int64{}
	err := store.Each(ctx, q, func(row store.Row) error {
		var span int64
		var platform string
		var figures store.Lent
		err := row.Scan(&span, &platform, &figures)
		if e.takes(spotOf(span, platform)) {
			seals[span] += sealOf(figures)
		}
		return err
	}, `SELECT span, platform, figures FROM sheets WHERE brand_id = $1 AND generation = $2 AND span BETWEEN $3 AND $4`, e.BrandID, e.Generation, from, to)
	if err == nil && e.Seals != nil {
		e.Seals[key] = seals
	}
	return seals, err
}

// eachSummed calls do for a part of the sums that stand for days of an extent, and returns what they leave to be read. The empty part means
// those of topics.
func eachSummed[K comparable, V any](ctx context.Context, q store.Querier, e Extent, part string, c code[K, V], do func(Spot, K, *V)) ([]Extent, error) {
	list, rest, err := e.sums(ctx, q)
	if err != nil {
		return nil, err
	}
	changed, err := e.eachPart(ctx, q, list, part, func(span int64, figures []byte) error {
		at := Spot{span, "", e.mode()}
		return c.eachOn(figures, func(platform string, k K, v *V) {
			if len(e.Platforms) == 0 || slices.Contains(e.Platforms, platform) {
				at.Platform = platform
				do(at, k, v)
			}
		})
	})
	return append(rest, changed...), err
}

// eachSummedDays does so for the days of cells, a month of a platform at a time.
func (e Extent) eachSummedDays(ctx context.Context, q store.Querier, do func(at Spot, days []byte) error) ([]Extent, error) {
	list, rest, err := e.sums(ctx, q)
	if err != nil {
		return nil, err
	}
	changed, err := e.eachPart(ctx, q, list, daysPart, func(span int64, figures []byte) error {
		return eachOfDays(figures, func(platform string, days []byte) error {
			if len(e.Platforms) > 0 && !slices.Contains(e.Platforms, platform) {
				return nil
			}
			return do(Spot{span, platform, e.mode()}, days)
		})
	})
	return append(rest, changed...), err
}

// eachPart reads a part of some sums. Those that somebody has brought up to date meanwhile, where q is no snapshot, it leaves to be read.
func (e Extent) eachPart(ctx context.Context, q store.Querier, list []sum, part string, do func(span int64, figures []byte) error) (changed []Extent, err error) {
	sql, args := `SELECT figures FROM sums WHERE brand_id = $1 AND generation = $2 AND mode = $3 AND span = $4 AND until = $5 AND seal = $6 AND part`,
		[]any{e.BrandID, e.Generation, e.mode(), 0, 0, 0}
	switch {
	case part != "":
		sql, args = sql+` = $7`, append(args, part)
	case len(e.TopicIDs) > 0:
		marks, topics := store.Among(e.TopicIDs, len(args))
		sql, args = sql+marks, append(args, topics...)
	default:
		sql, args = sql+` NOT IN ($7, $8, $9, $10)`, append(args, cellsPart, rivalsPart, sourcesPart, daysPart)
	}
	for _, s := range list {
		args[3], args[4], args[5] = s.span, s.until, s.seal
		there := part == "" // a topic may have no sources
		err := store.Each(ctx, q, func(row store.Row) error {
			there = true
			figures, err := store.One[store.Lent](row)
			if err != nil {
				return err
			}
			return do(s.span, figures)
		}, sql, args...)
		if err != nil {
			return nil, err
		}
		if !there {
			one := e
			one.From, one.To = max(e.From, s.first()), min(e.To, s.until)
			changed = append(changed, one)
		}
	}
	return changed, nil
}

// putOn writes a cell on a platform.
func (c code[K, V]) putOn(p *pack.Writer, platform string, k K, v *V) {
	p.Text(platform)
	c.put(p, k, v)
}

// eachOn reads what putOn wrote, as each does.
func (c code[K, V]) eachOn(part []byte, do func(platform string, k K, v *V)) error {
	platform := ""
	on := c
	on.get = func(u *pack.Reader, k *K, v *V) {
		platform = u.Text()
		c.get(u, k, v)
	}
	return on.each(part, func(k K, v *V) { do(platform, k, v) })
}

// eachOfDays reads the part of days: what packDays wrote for each platform.
func eachOfDays(part []byte, do func(platform string, days []byte) error) error {
	u := pack.NewReader(part)
	for u.More() {
		platform, days := u.Text(), u.Part()
		if u.Bad {
			return errSheet
		}
		if err := do(platform, days); err != nil {
			return err
		}
	}
	if u.Bad {
		return errSheet
	}
	return nil
}
