package catalogue

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"

	"renown/internal/floor/fault"
	"renown/internal/tool/csvcell"
	"renown/internal/tool/textfile"
)

// lines reads a text line by line, no more than lineMax of it at a time.
type lines struct {
	in       *bufio.Reader
	encoding textfile.Encoding
	number   int64
	back     []line // read too far ahead, to be read again
}

// line is one line without its end. why tells that it cannot be read.
type line struct {
	number int64
	text   string
	why    error
}

func (l *lines) next() (line, error) {
	if len(l.back) > 0 {
		again := l.back[0]
		l.back = l.back[1:]
		return again, nil
	}
	text, err := l.in.ReadSlice('\n')
	if len(text) == 0 && err != nil {
		return line{}, err
	}
	l.number++
	out := line{number: l.number}
	if errors.Is(err, bufio.ErrBufferFull) {
		out.why = fmt.Errorf("longer than %d bytes", lineMax)
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = l.in.ReadSlice('\n')
		}
	}
	if err != nil && err != io.EOF {
		return out, err
	}
	if out.why == nil {
		out.text = string(bytes.TrimRight(text, "\r\n"))
		if !l.encoding.Readable(out.text) {
			out.why = errors.New("not readable as text: the encoding is neither UTF-8 nor GBK throughout")
		}
	}
	return out, nil
}

// reader returns the next record and its line. why tells that the record cannot be read, err that nothing can; io.EOF is
// the end.
type reader func() (line int64, r record, why, err error)

// records finds out whether the text is JSON Lines or CSV. Names that mean nothing are noted in ignored.
func (l *lines) records(ignored map[string]bool) (reader, error) {
	for {
		first, err := l.next()
		if err == io.EOF {
			return func() (int64, record, error, error) { return 0, record{}, nil, io.EOF }, nil
		}
		if err != nil {
			return nil, err
		}
		switch start := strings.TrimSpace(first.text); {
		case start == "" && first.why == nil:
			continue
		case strings.HasPrefix(start, "["):
			return nil, fault.New(fault.Malformed).Why("import_array")
		case strings.HasPrefix(start, "{") || first.why != nil:
			l.back = append(l.back, first)
			return l.jsonRecords(ignored), nil
		default:
			return l.csvRecords(first.text, ignored)
		}
	}
}

func (l *lines) jsonRecords(ignored map[string]bool) reader {
	return func() (int64, record, error, error) {
		for {
			next, err := l.next()
			if err != nil || next.why != nil {
				return next.number, record{}, next.why, err
			}
			text := strings.TrimSpace(next.text)
			if text == "" {
				continue
			}
			r, unknown, why := readJSON([]byte(text))
			if unknown != "" && len(ignored) < listMax {
				ignored[unknown] = true
			}
			return next.number, r, why, nil
		}
	}
}

// csvRecords reads the header and returns what reads the rest.
func (l *lines) csvRecords(header string, ignored map[string]bool) (reader, error) {
	comma := ','
	for _, other := range "\t;" {
		if !strings.ContainsRune(header, comma) && strings.ContainsRune(header, other) {
			comma = other
		}
	}
	names, err := cells(header, comma)
	if err != nil {
		return nil, fault.New(fault.Malformed).Why("import_header").Because(err)
	}
	layout := make([]*column, len(names))
	found := map[string]bool{}
	for i, name := range names {
		name = strings.ToLower(strings.TrimSpace(csvcell.Unguard(name)))
		if layout[i] = columnOf(name); layout[i] == nil {
			if name != "" && !notForFiles[name] && len(ignored) < listMax {
				ignored[name] = true
			}
			continue
		}
		if found[name] {
			return nil, fault.New(fault.Malformed).Why("import_header_twice", name)
		}
		found[name] = true
	}
	for _, name := range []string{"name", "media_type", "content_types", "price.points"} {
		if !found[name] {
			return nil, fault.New(fault.Malformed).Why("import_header_lacks", name)
		}
	}
	return func() (int64, record, error, error) { return l.csvRecord(layout, comma) }, nil
}

func (l *lines) csvRecord(layout []*column, comma rune) (number int64, r record, why, err error) {
	for {
		first, rest, err := l.csvText()
		if err != nil || first.why != nil {
			return first.number, r, first.why, err
		}
		if strings.Trim(first.text, " "+string(comma)) == "" { // as spreadsheets write empty rows
			continue
		}
		values, why := cells(first.text, comma)
		if why == nil && len(values) != len(layout) {
			why = fmt.Errorf("%d cells, the header has %d", len(values), len(layout))
		}
		if why != nil { // the quotation mark that joined the lines may be the mistake
			l.back = append(rest, l.back...)
		}
		for i := 0; why == nil && i < len(values); i++ {
			if v := strings.TrimSpace(csvcell.Unguard(values[i])); v != "" && layout[i] != nil {
				why = layout[i].set(&r, v)
			}
		}
		return first.number, r, why, nil
	}
}

// csvMax bounds a record of several lines, in bytes: how far an open quotation mark is followed.
const csvMax = 1 << 16

// csvText is the text of one record with the number of its first line, and the lines after the first.
func (l *lines) csvText() (first line, rest []line, err error) {
	if first, err = l.next(); err != nil || first.why != nil {
		return first, nil, err
	}
	open := strings.Count(first.text, `"`)%2 == 1
	if !open {
		return first, nil, nil
	}
	var text strings.Builder
	text.WriteString(first.text)
	for open {
		next, err := l.next()
		if err != nil && err != io.EOF {
			return first, nil, err
		}
		if err == nil {
			rest = append(rest, next)
		}
		if err == io.EOF || next.why != nil || text.Len()+len(next.text) > csvMax {
			l.back = append(rest, l.back...)
			first.why = errors.New("a quotation mark is not closed")
			return first, nil, nil
		}
		text.WriteString("\n" + next.text)
		open = open != (strings.Count(next.text, `"`)%2 == 1)
	}
	first.text = text.String()
	return first, rest, nil
}

// cells splits one record.
func cells(text string, comma rune) ([]string, error) {
	r := csv.NewReader(strings.NewReader(text))
	r.Comma = comma
	values, err := r.Read()
	var wrong *csv.ParseError
	if errors.As(err, &wrong) {
		err = fmt.Errorf("not CSV: %w", wrong.Err)
	}
	return values, err
}
