package fact

import (
	"iter"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/plan"
	"renown/internal/tool/claim"
)

func (f *Filter) passes(one *Fact) bool {
	if f.Status != "" && f.Status != string(one.Status) {
		return false
	}
	text := strings.ToLower(strings.TrimSpace(f.Text))
	return text == "" || strings.Contains(strings.ToLower(one.Statement+"\n"+one.Subject+"\n"+one.Attribute+"\n"+one.Value+one.Unit), text)
}

// judges tells whether texts are held against the fact.
func (f *Fact) judges() bool {
	return f.Status == Active && f.SourceURL != nil && *f.SourceURL != "" && claim.Readable(f.claim())
}

// claim is the fact as the reader of claims takes it.
func (f *Fields) claim() claim.Fact {
	c := claim.Fact{
		Subject: f.Subject, Attribute: f.Attribute, Terms: f.Terms, Kind: f.Kind, Value: f.Value,
		Unit: f.Unit, Options: f.Options, Wrong: f.Wrong,
	}
	if f.ValidFrom != nil {
		c.From = *f.ValidFrom
	}
	if f.ValidTo != nil {
		c.To = *f.ValidTo
	}
	return c
}

func (f *Fields) bytes() int64 {
	return plan.Bytes(f.Statement, f.Subject, f.Attribute, f.Terms, f.Value, f.Unit, f.Options, f.Wrong, f.ValidFrom,
		f.ValidTo, f.SourceURL)
}

// tidy gives what was left out its default.
func (f *Fields) tidy(brandName string) {
	for _, s := range []*string{&f.Statement, &f.Subject, &f.Attribute, &f.Value, &f.Unit} {
		*s = strings.TrimSpace(*s)
	}
	for _, day := range []**string{&f.ValidFrom, &f.ValidTo, &f.SourceURL} {
		if *day != nil && strings.TrimSpace(**day) == "" {
			*day = nil
		}
	}
	for _, list := range []*store.Texts{&f.Terms, &f.Options, &f.Wrong} {
		if *list == nil {
			*list = store.Texts{}
		}
	}
	if f.Subject == "" {
		f.Subject = brandName
	}
	if f.Kind == "" {
		f.Kind = claim.KindOf(f.Value, f.Unit, f.Options)
	}
	if f.Statement == "" {
		f.Statement = strings.TrimSpace(f.Subject + " " + f.Attribute + " " + f.Value + " " + f.Unit)
	}
	if f.Status == "" {
		f.Status = Active
	}
}

// check answers Malformed about what does not go together within one fact.
func (f *Fields) check() error {
	if err := f.lengths(); err != nil {
		return err
	}
	for name, day := range map[string]*string{"valid_from": f.ValidFrom, "valid_to": f.ValidTo} {
		if day == nil {
			continue
		}
		if _, err := time.Parse(time.DateOnly, *day); err != nil {
			return fault.Value("a day must be YYYY-MM-DD", *day, "body", name).Why("fact_day")
		}
	}
	if f.ValidFrom != nil && f.ValidTo != nil && *f.ValidFrom > *f.ValidTo {
		return fault.Value("valid_to must not be before valid_from", *f.ValidTo, "body", "valid_to").Why("fact_period")
	}
	if f.Attribute == "" {
		return fault.Value("attribute must not be blank", f.Attribute, "body", "attribute").Why("fact_blank")
	}
	if f.Value == "" {
		return fault.Value("value must not be blank", f.Value, "body", "value").Why("fact_blank")
	}
	if !claim.Readable(f.claim()) {
		return fault.Value("value cannot be read as its kind", f.Value, "body", "value").Why("fact_value", string(f.Kind))
	}
	return nil
}

// clashes yields the saved facts that say something of an attribute at a time at which another fact in use does, by their index, with the
// first such other. Only facts of one attribute are compared.
func clashes(list []Fact, saved []Fact) iter.Seq2[int, *Fact] {
	byKey := map[string][]*Fact{}
	for i := range list {
		if o := &list[i]; o.Status == Active {
			key := claim.Key(o.Subject, o.Attribute)
			byKey[key] = append(byKey[key], o)
		}
	}
	return func(yield func(int, *Fact) bool) {
		for i := range saved {
			if saved[i].Status != Active {
				continue
			}
			others := byKey[claim.Key(saved[i].Subject, saved[i].Attribute)]
			at := slices.IndexFunc(others, func(o *Fact) bool { return o.ID != saved[i].ID && overlap(&o.Fields, &saved[i].Fields) })
			if at >= 0 && !yield(i, others[at]) {
				return
			}
		}
	}
}

func overlap(a, b *Fields) bool {
	before := func(end, start *string) bool { return end != nil && start != nil && *end < *start }
	return !before(a.ValidTo, b.ValidFrom) && !before(b.ValidTo, a.ValidFrom)
}

// lengths in code points and items, as the contract has them; files and pages are held to them here.
func (f *Fields) lengths() error {
	for _, c := range []struct {
		name, text string
		limit      int
	}{
		{"statement", f.Statement, 500},
		{"subject", f.Subject, 128},
		{"attribute", f.Attribute, 64},
		{"value", f.Value, 200},
		{"unit", f.Unit, 32},
		{"source_url", textOf(f.SourceURL), 2000},
	} {
		if utf8.RuneCountInString(c.text) > c.limit || !utf8.ValidString(c.text) || strings.ContainsRune(c.text, 0) {
			return fault.Value("text is too long or not text", nil, "body", c.name).Why("fact_long", c.limit)
		}
	}
	for _, c := range []struct {
		name         string
		list         []string
		items, limit int
	}{{"terms", f.Terms, 20, 64}, {"options", f.Options, 50, 64}, {"wrong", f.Wrong, 20, 128}} {
		if len(c.list) > c.items {
			return fault.Value("list is too long", nil, "body", c.name).Why("fact_items", c.items)
		}
		for _, text := range c.list {
			if utf8.RuneCountInString(text) > c.limit || !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
				return fault.Value("text is too long or not text", nil, "body", c.name).Why("fact_long", c.limit)
			}
		}
	}
	if u := textOf(f.SourceURL); u != "" && !strings.HasPrefix(u, "http://") && !strings.HasPrefix(u, "https://") {
		return fault.Value("source_url must be an http or https address", u, "body", "source_url").Why("fact_source")
	}
	if !slices.Contains([]claim.Kind{claim.Number, claim.Price, claim.Date, claim.Place, claim.Feature, claim.Choice, claim.Text}, f.Kind) {
		return fault.Value("unknown kind", string(f.Kind), "body", "kind").Why("fact_kind")
	}
	if f.Status != Active && f.Status != Disabled && f.Status != Suggested {
		return fault.Value("unknown status", string(f.Status), "body", "status").Why("fact_status")
	}
	return nil
}

func textOf(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
