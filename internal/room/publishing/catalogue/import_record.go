package catalogue

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/publicsuffix"

	"renown/internal/floor/store"
)

// Bounds of what a record may hold. Lengths are in characters.
const (
	nameMax   = 128
	textMax   = 128
	codeMax   = 16 // language, country
	urlMax    = 2000
	notesMax  = 4000
	listMax   = 50
	numberMax = 1_000_000_000_000 // what a float keeps exactly, and more than anything here needs
)

// record is an outlet as a line gives it, before it is checked.
type record struct {
	Key    *string `json:"key"`
	Status *string `json:"status"`
	Fields
	Price struct { // hides the one of Fields: points may be missing
		Points *int64          `json:"points"`
		Tier   json.RawMessage `json:"tier"`
	} `json:"price"`

	// In the records of the interface, but not for a file to say.
	ID        json.RawMessage `json:"id"`
	Geo       json.RawMessage `json:"geo"`
	UpdatedAt json.RawMessage `json:"updated_at"`
}

// readJSON reads one object. A name that means nothing is returned and otherwise ignored.
func readJSON(line []byte) (r record, ignored string, err error) {
	if ignored, err = decodeStrict(line, &r); err == nil && ignored != "" {
		r = record{}
		err = json.Unmarshal(line, &r)
	}
	return r, ignored, plainJSON(err)
}

const unknownField = `json: unknown field "`

func decodeStrict(line []byte, r *record) (ignored string, err error) {
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(r); err != nil {
		if name, ok := strings.CutPrefix(err.Error(), unknownField); ok {
			return strings.TrimSuffix(name, `"`), nil
		}
		return "", err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return "", errors.New("more than one JSON object")
	}
	return "", nil
}

// plainJSON words what went wrong for the writer of the line.
func plainJSON(err error) error {
	var wrong *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &wrong) && wrong.Field == "":
		return fmt.Errorf("not a JSON object but a %s", wrong.Value)
	case errors.As(err, &wrong):
		return fmt.Errorf("%s: %s is not what belongs here", strings.ReplaceAll(wrong.Field, "Fields.", ""), wrong.Value)
	case errors.As(err, &syntax), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return fmt.Errorf("not JSON: %s", strings.TrimPrefix(err.Error(), "json: "))
	}
	return err
}

// outlet checks the record and puts it into order.
func (r record) outlet() (Entry, error) {
	c := checker{}
	f := r.Fields
	f.Price = Price{}
	f.Name = c.text("name", f.Name, nameMax)
	c.want(f.Name != "", "name is missing")
	f.MediaType = Type(strings.TrimSpace(string(f.MediaType)))
	c.want(slices.Contains(mediaTypes, f.MediaType), "media_type is one of news, wemedia, short_video, overseas")
	f.ContentTypes = c.list("content_types", f.ContentTypes)
	c.want(len(f.ContentTypes) > 0, "content_types is missing")
	for _, v := range f.ContentTypes {
		c.want(slices.Contains(contentTypes, ContentType(v)), "content_types are article and video")
	}
	if r.Price.Points == nil {
		c.want(false, "price.points is missing")
	} else {
		c.whole("price.points", r.Price.Points, 0)
		f.Price = Price{Points: *r.Price.Points}
	}
	c.fields(&f)
	out := Entry{Fields: f}
	if r.Key != nil {
		out.Key = c.text("key", *r.Key, 2*nameMax)
	}
	if out.Key == "" {
		out.Key = string(f.MediaType) + "/" + f.Name
	}
	if r.Status != nil && strings.TrimSpace(*r.Status) != "" {
		s := Status(strings.TrimSpace(*r.Status))
		c.want(slices.Contains([]Status{Available, Paused, Retired}, s), "status is one of available, paused, retired")
		out.Status = &s
	}
	if len(c.faults) > 0 {
		return out, errors.New(strings.Join(c.faults, "; "))
	}
	out.Price.Tier = tierOf(out.Price.Points)
	return out, nil
}

// checker collects what is wrong with a record.
type checker struct{ faults []string }

func (c *checker) want(ok bool, otherwise string) {
	if !ok && !slices.Contains(c.faults, otherwise) {
		c.faults = append(c.faults, otherwise)
	}
}

// fields checks what may be absent.
func (c *checker) fields(f *Fields) {
	for _, text := range []struct {
		name string
		to   **string
		most int
	}{
		{"portal", &f.Portal, textMax},
		{"channel", &f.Channel, textMax},
		{"platform", &f.Platform, textMax},
		{"account_name", &f.AccountName, textMax},
		{"level", &f.Level, textMax},
		{"region", &f.Region, textMax},
		{"country", &f.Country, codeMax},
		{"language", &f.Language, codeMax},
		{"indexing.type", &f.Indexing.Type, textMax},
		{"policy.notes", &f.Policy.Notes, notesMax},
		{"audience.verification", &f.Audience.Verification, textMax},
	} {
		c.optional(text.name, text.to, text.most)
	}
	c.web("logo_url", &f.LogoURL)
	c.web("url", &f.URL)
	c.web("sample_url", &f.SampleURL)
	c.domain(f)
	f.Industries, f.Policy.Contacts = c.list("industries", f.Industries), c.list("policy.contacts", f.Policy.Contacts)
	c.float("indexing.rate", f.Indexing.Rate, 1)
	c.float("delivery.success_rate", f.Delivery.SuccessRate, 1)
	c.float("delivery.average_hours", f.Delivery.AverageHours, numberMax)
	c.whole("authority.pc_weight", f.Authority.PCWeight, 0)
	c.whole("authority.mobile_weight", f.Authority.MobileWeight, 0)
	c.whole("authority.domain_authority", f.Authority.DomainAuthority, 0)
	c.whole("policy.title_max_length", f.Policy.TitleMaxLength, 1)
	c.whole("audience.followers", f.Audience.Followers, 0)
	c.whole("audience.average_reads", f.Audience.AverageReads, 0)
}

func (c *checker) whole(name string, v *int64, least int64) {
	if v != nil && (*v < least || *v > numberMax) {
		c.want(false, fmt.Sprintf("%s is between %d and %d", name, least, int64(numberMax)))
	}
}

func (c *checker) float(name string, v *float64, most float64) {
	if v != nil && !(*v >= 0 && *v <= most) { // what is not a number is not between any two
		c.want(false, fmt.Sprintf("%s is between 0 and %.0f", name, most))
	}
}

func (c *checker) web(name string, to **string) {
	c.optional(name, to, urlMax)
	c.want(*to == nil || isWeb(**to), name+" is not an address that begins with http:// or https://")
}

// text trims a text. Lines end in \n alone, so that a file of any program gives the same record.
func (c *checker) text(name, v string, most int) string {
	v = strings.TrimSpace(strings.ReplaceAll(strings.ReplaceAll(v, "\r\n", "\n"), "\r", "\n"))
	if utf8.RuneCountInString(v) > most {
		c.want(false, fmt.Sprintf("%s is longer than %d characters", name, most))
	}
	odd := func(r rune) bool {
		return unicode.IsControl(r) && !(name == "policy.notes" && (r == '\n' || r == '\t'))
	}
	if strings.ContainsFunc(v, odd) {
		c.want(false, name+" holds a control character")
	}
	return v
}

// optional trims a text that may be absent; an empty one is.
func (c *checker) optional(name string, to **string, most int) {
	if *to == nil {
		return
	}
	v := c.text(name, **to, most)
	if *to = &v; v == "" {
		*to = nil
	}
}

// list trims its texts and drops empty and repeated ones. It is never nil.
func (c *checker) list(name string, values store.Texts) store.Texts {
	out := make(store.Texts, 0, len(values))
	for _, v := range values {
		if v = c.text(name, v, textMax); v != "" && !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	if len(out) > listMax {
		c.want(false, fmt.Sprintf("%s has more than %d entries", name, listMax))
	}
	return out
}

// domain checks the domain, or takes it from the address of an outlet that is a site of its own.
func (c *checker) domain(f *Fields) {
	c.optional("domain", &f.Domain, 253)
	if f.Domain == nil && f.URL != nil && f.Platform == nil {
		if at, err := url.Parse(*f.URL); err == nil {
			if site, err := publicsuffix.EffectiveTLDPlusOne(strings.ToLower(at.Hostname())); err == nil {
				f.Domain = &site
			}
		}
	}
	if f.Domain != nil {
		lower := strings.ToLower(*f.Domain)
		f.Domain = &lower
		c.want(!strings.ContainsAny(lower, "/:@ \t\n"), "domain is a bare host name")
	}
}

func isWeb(text string) bool {
	at, err := url.Parse(text)
	return err == nil && (at.Scheme == "http" || at.Scheme == "https") && at.Host != ""
}
