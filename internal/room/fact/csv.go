package fact

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"

	"renown/internal/floor/fault"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/tool/claim"
	"renown/internal/tool/csvcell"
	"renown/internal/tool/textfile"
)

// columns of a sheet as a CSV file, with the header. Lists are joined by "|".
var columns = []string{
	"id", "statement", "subject", "attribute", "terms", "kind", "value", "unit", "options",
	"wrong", "valid_from", "valid_to", "source_url", "status",
}

// csvMax bounds a file that is taken in, in bytes.
const csvMax = 8 << 20

// WriteCSV writes a brand's sheet, which Import takes back.
func (f *Facts) WriteCSV(ctx context.Context, who account.Caller, brandID string, to io.Writer) (err error) {
	defer fault.Wrap(&err, "fact.WriteCSV")

	if _, err := f.brands.Find(ctx, who, brandID); err != nil {
		return err
	}
	list, err := listOf(ctx, f.db.Read(), brandID)
	if err != nil {
		return err
	}
	w := csvcell.NewWriter(to)
	if err := w.Write(columns...); err != nil {
		return err
	}
	text := func(s *string) string {
		if s == nil {
			return ""
		}
		return *s
	}
	for _, o := range list {
		err := w.Write(
			o.ID, o.Statement, o.Subject, o.Attribute, strings.Join(o.Terms, "|"), string(o.Kind), o.Value, o.Unit,
			strings.Join(o.Options, "|"), strings.Join(o.Wrong, "|"),
			text(o.ValidFrom), text(o.ValidTo), text(o.SourceURL), string(o.Status),
		)
		if err != nil {
			return err
		}
	}
	return w.Flush()
}

// Import saves the rows of a CSV file with the header of WriteCSV, whose columns may be fewer and in any order. A row
// with an id changes that fact; one without changes the fact with its subject, attribute and beginning, or adds one.
// All rows are saved or none; a refusal names all bad ones as RowFaults, whose row 0 is the first below the header.
func (f *Facts) Import(ctx context.Context, who account.Caller, brandID string, from io.Reader) (saved []Fact, err error) {
	defer fault.Wrap(&err, "fact.Import")

	text, err := csvText(from)
	if err != nil {
		return nil, err
	}
	rows, err := readCSV(text)
	if err != nil {
		return nil, err
	}
	of, err := f.brands.Find(ctx, who, brandID)
	if err != nil {
		return nil, err
	}
	known, err := listOf(ctx, f.db.Read(), brandID)
	if err != nil {
		return nil, err
	}
	byKey := map[string]string{}
	for _, o := range known {
		byKey[keyOf(o.Subject, o.Attribute, o.ValidFrom)] = o.ID
	}
	changes := make([]Change, len(rows))
	for i, r := range rows {
		if r == nil {
			changes[i] = Change{unreadable: fault.New(fault.Malformed).Why("fact_csv_row")}
			continue
		}
		c := Change{ID: r["id"], Change: r.change}
		if c.ID == "" {
			from := r["valid_from"]
			c.ID = byKey[keyOf(cmp.Or(r["subject"], of.Name), r["attribute"], &from)]
		}
		changes[i] = c
	}
	if err := f.admit(brand.Named{ID: brandID, Name: of.Name}, known, changes); err != nil {
		return nil, err
	}
	return f.Save(ctx, who, brandID, changes)
}

// admit refuses a file that the sheet has no room for before anything is written: writing 6 MB holds the writer of an
// embedded database for a second.
func (f *Facts) admit(of brand.Named, known []Fact, changes []Change) error {
	s, at := f.saving(nil, account.Caller{}, of, slices.Clone(known)), map[string]int{}
	for i, o := range known {
		at[o.ID] = i
	}
	for _, c := range changes {
		if c.unreadable != nil {
			continue
		}
		i, ok := at[c.ID]
		if !ok {
			if c.ID != "" {
				continue // Save says so
			}
			i, s.all = len(s.all), append(s.all, Fact{})
		}
		c.Change(&s.all[i].Fields)
		s.all[i].tidy(of.Name)
	}
	if len(s.all) > max(f.max, len(known)) {
		return s.full()
	}
	return s.admitWords()
}

type csvRow map[string]string // nil: it could not be read

func keyOf(subject, attribute string, from *string) string {
	key := claim.Key(subject, attribute) + "\x00"
	if from != nil {
		key += *from
	}
	return key
}

// change sets the fields whose columns the file has.
func (r csvRow) change(f *Fields) {
	text := func(name string, to *string) {
		if v, ok := r[name]; ok {
			*to = v
		}
	}
	optional := func(name string, to **string) {
		if v, ok := r[name]; ok {
			*to = &v
		}
	}
	list := func(name string, to *[]string) {
		if v, ok := r[name]; ok {
			*to = cut(v)
		}
	}
	text("statement", &f.Statement)
	text("subject", &f.Subject)
	text("attribute", &f.Attribute)
	text("value", &f.Value)
	text("unit", &f.Unit)
	text("kind", (*string)(&f.Kind))
	text("status", (*string)(&f.Status))
	optional("valid_from", &f.ValidFrom)
	optional("valid_to", &f.ValidTo)
	optional("source_url", &f.SourceURL)
	list("terms", (*[]string)(&f.Terms))
	list("options", (*[]string)(&f.Options))
	list("wrong", (*[]string)(&f.Wrong))
}

func cut(text string) (list []string) {
	for part := range strings.SplitSeq(text, "|") {
		if part = strings.TrimSpace(part); part != "" {
			list = append(list, part)
		}
	}
	return list
}

// csvText is a file as UTF-8 without a byte order mark, whatever encoding a spreadsheet wrote.
func csvText(from io.Reader) (string, error) {
	raw, err := io.ReadAll(io.LimitReader(from, csvMax+1))
	if err != nil {
		return "", err
	}
	if len(raw) > csvMax {
		return "", fault.New(fault.Malformed).Why("fact_csv_size", csvMax>>20)
	}
	encoding, err := textfile.Guess(bytes.NewReader(raw))
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(encoding.Reader(bytes.NewReader(raw)))
	if err != nil || !encoding.Readable(string(text)) {
		return "", fault.New(fault.Malformed).Why("fact_csv_text").Because(err)
	}
	return string(text), nil
}

// separator is what stands between the names of the header: a comma, or what spreadsheets of other countries write.
func separator(text string) rune {
	head, _, _ := strings.Cut(text, "\n")
	for _, one := range []rune{',', ';', '\t'} {
		if strings.ContainsRune(head, one) {
			return one
		}
	}
	return ','
}

// separatorsMost bounds the cells of a file, read ones and others: each takes several times its bytes while it is read.
const separatorsMost = 64 * MaxFacts

func readCSV(text string) (rows []csvRow, err error) {
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord = -1
	r.Comma = separator(text)
	if strings.Count(text, string(r.Comma)) > separatorsMost {
		return nil, fault.New(fault.Malformed).Why("fact_csv_columns")
	}
	head, err := r.Read()
	if err != nil {
		return nil, fault.New(fault.Malformed).Why("fact_csv")
	}
	for i := range head {
		head[i] = strings.ToLower(strings.TrimSpace(head[i]))
	}
	if !slices.Contains(head, "attribute") || !slices.Contains(head, "value") {
		return nil, fault.New(fault.Malformed).Why("fact_csv_head")
	}
	for line := 2; ; line++ {
		record, err := r.Read()
		switch {
		case errors.Is(err, io.EOF):
			return rows, nil
		case line > MaxFacts+1:
			return nil, fault.New(fault.CapReached).Why("fact_cap", MaxFacts).With("limit", MaxFacts)
		case err != nil:
			rows = append(rows, nil)
			continue
		}
		row := csvRow{}
		for i, cell := range record {
			if i < len(head) && slices.Contains(columns, head[i]) {
				row[head[i]] = strings.TrimSpace(csvcell.Unguard(cell))
			}
		}
		rows = append(rows, row)
	}
}
