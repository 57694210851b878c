package proof

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/room/insight"
	"renown/internal/room/reading"
	"renown/internal/tool/answer"
)

// Bounds of what Verify reads.
const (
	reportMost = 64 << 20 // bytes
	lineMost   = 16 << 20 // bytes; an answer with its sources is far below
)

// Unverifiable says why a report cannot be checked against answers.
type Unverifiable struct{ Reason string }

func (u *Unverifiable) Error() string { return u.Reason }

func unverifiable(format string, args ...any) error {
	return &Unverifiable{fmt.Sprintf(format, args...)}
}

// Difference is a value of a report that does not follow from the answers.
type Difference struct {
	At         string `json:"at"` // where in the report
	Report     string `json:"report"`
	Recomputed string `json:"recomputed"`
}

// Verdict is what checking a report found.
type Verdict struct {
	Answers     int64        `json:"answers"`      // that were read again
	WithoutText int64        `json:"without_text"` // of them: no longer kept, taken as they were read before
	ByModel     int64        `json:"by_model"`     // of them: with judgements of a language model, taken as they are
	Figures     int          `json:"figures"`      // values that were compared
	Differences []Difference `json:"differences"`
}

// Verify computes the figures of a report again, from a file of answers, and tells which differ. It needs neither a database nor the
// network: answers are read, added up and estimated by the code that made the report. What cannot be checked is an *Unverifiable.
func Verify(ctx context.Context, report, answers io.Reader) (v Verdict, err error) {
	defer fault.Wrap(&err, "proof.Verify")

	in, err := readReport(report)
	if err != nil {
		return v, err
	}
	answered := reading.Collect(in.names())
	g := in.given()
	g.Questions = map[string]string{}
	v.Differences = []Difference{}
	var prints reading.Fingerprints
	if err := v.gather(ctx, in.Basis, answers, answered, g.Questions, &prints); err != nil {
		return v, err
	}
	sum := prints.Sum()
	v.Answers = sum.Answers
	v.compare("answers", in.Answers, sum)
	s, err := g.Scope(answered)
	if err != nil {
		return v, unverifiable("the report's period is none: %s to %s", in.Scope.From, in.Scope.To)
	}
	printed, err := printedOf(ctx, s)
	if err != nil {
		return v, err
	}
	v.compare("figures", in.Figures, printed)
	return v, nil
}

// checked is a report whose figures are not believed yet.
type checked struct {
	Basis
	Figures json.RawMessage `json:"figures"`
}

func readReport(from io.Reader) (r checked, err error) {
	text, err := io.ReadAll(io.LimitReader(from, reportMost+1))
	if err != nil {
		return r, err
	}
	if len(text) > reportMost {
		return r, unverifiable("the report is larger than %d MiB", reportMost>>20)
	}
	if err := json.Unmarshal(bytes.TrimPrefix(text, []byte("\ufeff")), &r); err != nil {
		return r, unverifiable("the report is not JSON as this program writes it: %v", err)
	}
	switch {
	case r.Format != reportFormat:
		return r, unverifiable("the first file is no report: its format is %q, not %q", r.Format, reportFormat)
	case r.Definitions != reading.Definitions || r.Formulas != formulas || r.Reader != answer.Version:
		return r,
			unverifiable("the report was made with definitions %d, formulas %d and reader %d; this program has definitions %d, formulas %d and reader %d: check it with the version that made it",
				r.Definitions, cmp.Or(r.Formulas, 1), r.Reader, reading.Definitions, formulas, answer.Version)
	case len(r.Names) == 0 || r.Names[0].ID != r.Brand.ID || r.Brand.ID == "":
		return r, unverifiable("the report does not say with which names its answers were read")
	case len(r.Figures) == 0:
		return r, unverifiable("the report holds no figures")
	}
	for _, day := range []string{r.Scope.From, r.Scope.To} {
		if _, err := time.Parse(time.DateOnly, day); err != nil {
			return r, unverifiable("the report's period is none: %q", day)
		}
	}
	return r, nil
}

func (r checked) names() []answer.Entity {
	list := make([]answer.Entity, len(r.Names))
	for i, n := range r.Names {
		list[i] = answer.Entity(n)
	}
	return list
}

// given is what the report says beside its answers.
func (r checked) given() insight.Given {
	g := insight.Given{
		Query: insight.Query{
			From: r.Scope.From, To: r.Scope.To, Platforms: r.Scope.Platforms,
			TopicIDs: r.Scope.TopicIDs, Mode: r.Scope.Mode,
		},
		Brand: r.Brand, Platforms: r.Platforms, Prompts: r.Prompts, Topics: r.Topics, Audit: r.Audit,
	}
	for _, n := range r.Names[1:] {
		g.Rivals = append(g.Rivals, insight.Title{ID: n.ID, Name: n.Name})
	}
	return g
}

// gather reads a file of answers: those of the report's period and of the one before, until the report was made.
func (v *Verdict) gather(ctx context.Context, basis Basis, from io.Reader, to *reading.Collected,
	questions map[string]string, prints *reading.Fingerprints,
) error {
	since, until, err := basis.Scope.period().Evidence()
	if err != nil {
		return unverifiable("the report's period is none: %s to %s", basis.Scope.From, basis.Scope.To)
	}
	seen, header := map[string]int{}, false
	return eachLine(from, func(number int, text []byte) error {
		var kind struct {
			Type string `json:"type"`
		}
		if err := json.Unmarshal(text, &kind); err != nil {
			return unverifiable("line %d of the answers is not JSON: %v", number, err)
		}
		if !header && kind.Type != "header" {
			return unverifiable("line %d of the answers should be their header", number)
		}
		switch kind.Type {
		case "header":
			header = true
			return checkHeader(basis, number, text)
		case "failures":
			var f reading.Failures
			if err := json.Unmarshal(text, &f); err != nil {
				return unverifiable("line %d of the answers: %v", number, err)
			}
			to.Fail(f)
			return nil
		case "answer":
		default:
			return unverifiable("line %d of the answers is of the unknown type %q", number, kind.Type)
		}
		var e reading.Evidence
		if err := json.Unmarshal(text, &e); err != nil {
			return unverifiable("line %d of the answers: %v", number, err)
		}
		if e.ID == "" || e.AtMicro == 0 {
			return unverifiable("line %d of the answers has no id or no time", number)
		}
		if first := seen[e.ID]; first > 0 {
			return unverifiable("line %d of the answers repeats the answer of line %d", number, first)
		}
		seen[e.ID] = number
		if e.AtMicro < since.UnixMicro() || e.AtMicro >= until.UnixMicro() || e.AtMicro > basis.Answers.Last {
			return nil
		}
		if e.Text == nil {
			v.WithoutText++
		} else if e.Kept != nil {
			v.ByModel++
		}
		prints.Add(e)
		questions[e.ID] = e.Question
		return to.Add(ctx, e)
	}, func() error {
		if !header {
			return unverifiable("the file of answers is empty")
		}
		return nil
	})
}

func checkHeader(basis Basis, number int, text []byte) error {
	var h Basis
	if err := json.Unmarshal(text, &h); err != nil {
		return unverifiable("line %d of the answers: %v", number, err)
	}
	switch {
	case h.Format != answersFormat:
		return unverifiable("the second file holds no answers: its format is %q, not %q", h.Format, answersFormat)
	case h.Brand.ID != basis.Brand.ID:
		return unverifiable("the report is about the brand %s and the answers are about %s", basis.Brand.ID, h.Brand.ID)
	}
	from, to, err := basis.Scope.period().Evidence()
	if err != nil {
		return err
	}
	has, until, err := h.Scope.period().Evidence()
	if err != nil {
		return unverifiable("the period of the answers is none: %s to %s", h.Scope.From, h.Scope.To)
	}
	if has.After(from.Time) || until.Before(to.Time) {
		return unverifiable("the answers begin %s and end before %s; the report needs those from %s until before %s: it compares with the period before", has, until, from, to)
	}
	return nil
}

// eachLine calls do for each line that is not empty, then end.
func eachLine(from io.Reader, do func(number int, line []byte) error, end func() error) error {
	in := bufio.NewReaderSize(from, 1<<16)
	var line []byte
	for number := 1; ; {
		part, err := in.ReadSlice('\n')
		if len(line)+len(part) > lineMost {
			return unverifiable("line %d of the answers is longer than %d MiB", number, lineMost>>20)
		}
		line = append(line, part...)
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if number == 1 {
			line = bytes.TrimPrefix(line, []byte("\ufeff"))
		}
		if trimmed := bytes.TrimSpace(line); len(trimmed) > 0 {
			if err := do(number, trimmed); err != nil {
				return err
			}
		}
		if err != nil {
			return end()
		}
		line = line[:0]
		number++
	}
}

// compare walks two values as JSON.
func (v *Verdict) compare(at string, report, recomputed any) {
	v.walk(at, plain(report), plain(recomputed))
}

// plain is a value as it would be read from JSON.
func plain(v any) (out any) {
	text, err := marshal(v)
	if err == nil {
		decoder := json.NewDecoder(bytes.NewReader(text))
		decoder.UseNumber()
		err = decoder.Decode(&out)
	}
	if err != nil {
		return err.Error()
	}
	return out
}

// marshal leaves markup as it is.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// missing stands for what is not there.
type missing struct{}

func (v *Verdict) walk(at string, report, recomputed any) {
	switch want := recomputed.(type) {
	case map[string]any:
		have, ok := report.(map[string]any)
		if !ok {
			v.differ(at, report, recomputed)
			return
		}
		keys := slices.Collect(maps.Keys(want))
		for key := range have {
			if _, ok := want[key]; !ok {
				keys = append(keys, key)
			}
		}
		slices.Sort(keys)
		for _, key := range keys {
			v.walk(at+"."+key, item(have, key), item(want, key))
		}
	case []any:
		have, ok := report.([]any)
		if !ok || len(have) != len(want) {
			v.differ(at, report, recomputed)
			return
		}
		for i := range want {
			v.walk(at+"["+strconv.Itoa(i)+"]", have[i], want[i])
		}
	default:
		v.Figures++
		if !equal(report, recomputed) {
			v.differ(at, report, recomputed)
		}
	}
}

func item(from map[string]any, key string) any {
	if v, ok := from[key]; ok {
		return v
	}
	return missing{}
}

// equal allows for the last bits of a float: processors round sums of products differently.
func equal(a, b any) bool {
	x, isNumber := a.(json.Number)
	y, both := b.(json.Number)
	if !isNumber || !both {
		switch a.(type) {
		case map[string]any, []any:
			return false
		}
		return a == b
	}
	p, err1 := x.Float64()
	q, err2 := y.Float64()
	return err1 == nil && err2 == nil && math.Abs(p-q) <= 1e-9*max(1, math.Abs(p), math.Abs(q))
}

// differShown is how long a value is told.
const differShown = 120

func (v *Verdict) differ(at string, report, recomputed any) {
	told := func(value any) string {
		switch of := value.(type) {
		case missing:
			return "nothing"
		case []any:
			return fmt.Sprintf("a list of %d", len(of))
		}
		text, err := marshal(value)
		if err != nil {
			return err.Error()
		}
		if r := []rune(string(text)); len(r) > differShown {
			return string(r[:differShown]) + "…"
		}
		return string(text)
	}
	v.Differences = append(v.Differences, Difference{at, told(report), told(recomputed)})
}
