package catalogue

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"renown/internal/floor/store"
)

// column is one column of a CSV file.
type column struct {
	name string
	get  func(*Outlet) string
	set  func(r *record, cell string) error // cell is not empty
}

// columns is the header of a file, in the order of export: names of the record, nested ones joined by dots.
var columns = []column{
	{"key", func(m *Outlet) string { return m.Key }, func(r *record, cell string) error { r.Key = &cell; return nil }},
	{"name", func(m *Outlet) string { return m.Name }, func(r *record, cell string) error { r.Name = cell; return nil }},
	{
		"media_type", func(m *Outlet) string { return string(m.MediaType) },
		func(r *record, cell string) error { r.MediaType = Type(cell); return nil },
	},
	listColumn("content_types", func(f *Fields) *store.Texts { return &f.ContentTypes }),
	{
		"price.points", func(m *Outlet) string { return strconv.FormatInt(m.Price.Points, 10) },
		func(r *record, cell string) (err error) {
			r.Price.Points, err = wholeCell("price.points", cell)
			return err
		},
	},
	textColumn("logo_url", func(f *Fields) **string { return &f.LogoURL }),
	textColumn("url", func(f *Fields) **string { return &f.URL }),
	textColumn("domain", func(f *Fields) **string { return &f.Domain }),
	textColumn("portal", func(f *Fields) **string { return &f.Portal }),
	textColumn("channel", func(f *Fields) **string { return &f.Channel }),
	textColumn("platform", func(f *Fields) **string { return &f.Platform }),
	textColumn("account_name", func(f *Fields) **string { return &f.AccountName }),
	textColumn("level", func(f *Fields) **string { return &f.Level }),
	listColumn("industries", func(f *Fields) *store.Texts { return &f.Industries }),
	textColumn("region", func(f *Fields) **string { return &f.Region }),
	textColumn("country", func(f *Fields) **string { return &f.Country }),
	textColumn("language", func(f *Fields) **string { return &f.Language }),
	textColumn("indexing.type", func(f *Fields) **string { return &f.Indexing.Type }),
	floatColumn("indexing.rate", func(f *Fields) **float64 { return &f.Indexing.Rate }),
	wholeColumn("authority.pc_weight", func(f *Fields) **int64 { return &f.Authority.PCWeight }),
	wholeColumn("authority.mobile_weight", func(f *Fields) **int64 { return &f.Authority.MobileWeight }),
	wholeColumn("authority.domain_authority", func(f *Fields) **int64 { return &f.Authority.DomainAuthority }),
	flagColumn("policy.links", func(f *Fields) **bool { return &f.Policy.Links }),
	listColumn("policy.contacts", func(f *Fields) *store.Texts { return &f.Policy.Contacts }),
	flagColumn("policy.images", func(f *Fields) **bool { return &f.Policy.Images }),
	wholeColumn("policy.title_max_length", func(f *Fields) **int64 { return &f.Policy.TitleMaxLength }),
	textColumn("policy.notes", func(f *Fields) **string { return &f.Policy.Notes }),
	floatColumn("delivery.average_hours", func(f *Fields) **float64 { return &f.Delivery.AverageHours }),
	floatColumn("delivery.success_rate", func(f *Fields) **float64 { return &f.Delivery.SuccessRate }),
	flagColumn("delivery.weekend", func(f *Fields) **bool { return &f.Delivery.Weekend }),
	wholeColumn("audience.followers", func(f *Fields) **int64 { return &f.Audience.Followers }),
	wholeColumn("audience.average_reads", func(f *Fields) **int64 { return &f.Audience.AverageReads }),
	textColumn("audience.verification", func(f *Fields) **string { return &f.Audience.Verification }),
	textColumn("sample_url", func(f *Fields) **string { return &f.SampleURL }),
	{
		"recommended", func(m *Outlet) string { return strconv.FormatBool(m.Recommended) },
		func(r *record, cell string) error {
			yes, err := flagCell("recommended", cell)
			r.Recommended = err == nil && *yes
			return err
		},
	},
	{
		"status", func(m *Outlet) string { return string(m.Status) },
		func(r *record, cell string) error { r.Status = &cell; return nil },
	},
}

// notForFiles are names of the record that a file may have and that are ignored without a word.
var notForFiles = map[string]bool{"id": true, "price.tier": true, "geo": true, "updated_at": true}

func columnOf(name string) *column {
	for i := range columns {
		if columns[i].name == name {
			return &columns[i]
		}
	}
	return nil
}

func textColumn(name string, field func(*Fields) **string) column {
	return column{name, func(m *Outlet) string { return or(*field(&m.Fields), "") }, func(r *record, cell string) error {
		*field(&r.Fields) = &cell
		return nil
	}}
}

func wholeColumn(name string, field func(*Fields) **int64) column {
	get := func(m *Outlet) string {
		if v := *field(&m.Fields); v != nil {
			return strconv.FormatInt(*v, 10)
		}
		return ""
	}
	return column{name, get, func(r *record, cell string) (err error) {
		*field(&r.Fields), err = wholeCell(name, cell)
		return err
	}}
}

func floatColumn(name string, field func(*Fields) **float64) column {
	get := func(m *Outlet) string {
		if v := *field(&m.Fields); v != nil {
			return strconv.FormatFloat(*v, 'f', -1, 64)
		}
		return ""
	}
	return column{name, get, func(r *record, cell string) error {
		v, err := strconv.ParseFloat(cell, 64)
		if err != nil {
			return fmt.Errorf("%s: %q is not a number", name, cell)
		}
		*field(&r.Fields) = &v
		return nil
	}}
}

func flagColumn(name string, field func(*Fields) **bool) column {
	get := func(m *Outlet) string {
		if v := *field(&m.Fields); v != nil {
			return strconv.FormatBool(*v)
		}
		return ""
	}
	return column{name, get, func(r *record, cell string) (err error) {
		*field(&r.Fields), err = flagCell(name, cell)
		return err
	}}
}

func listColumn(name string, field func(*Fields) *store.Texts) column {
	return column{name, func(m *Outlet) string { return joinList(*field(&m.Fields)) }, func(r *record, cell string) error {
		*field(&r.Fields) = splitList(cell)
		return nil
	}}
}

func wholeCell(name, cell string) (*int64, error) {
	v, err := strconv.ParseInt(strings.TrimSuffix(cell, ".0"), 10, 64)
	if errors.Is(err, strconv.ErrRange) {
		return nil, fmt.Errorf("%s: %s is too large", name, cell)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %q is not a whole number", name, cell)
	}
	return &v, nil
}

func flagCell(name, cell string) (*bool, error) {
	yes := false
	switch strings.ToLower(cell) {
	case "true", "1", "yes", "是":
		yes = true
	case "false", "0", "no", "否":
	default:
		return nil, fmt.Errorf("%s: %q is neither true nor false", name, cell)
	}
	return &yes, nil
}

// Entries of a list stand between bars; a bar or a backslash in an entry has a backslash before it.
var listEscapes = strings.NewReplacer(`\`, `\\`, `|`, `\|`)

func joinList(list store.Texts) string {
	escaped := make([]string, len(list))
	for i, v := range list {
		escaped[i] = listEscapes.Replace(v)
	}
	return strings.Join(escaped, "|")
}

func splitList(cell string) (list store.Texts) {
	var entry strings.Builder
	for i := 0; i < len(cell); i++ {
		switch {
		case cell[i] == '\\' && i+1 < len(cell):
			i++
			entry.WriteByte(cell[i])
		case cell[i] == '|':
			list = append(list, entry.String())
			entry.Reset()
		default:
			entry.WriteByte(cell[i])
		}
	}
	return append(list, entry.String())
}

func or[T any](v *T, absent T) T {
	if v == nil {
		return absent
	}
	return *v
}
