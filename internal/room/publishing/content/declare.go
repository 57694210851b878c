package content

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"renown/internal/floor/fault"
)

// Declared is an answer that may not have been given yet: "", "yes" or "no".
type Declared string

const (
	DeclaredYes Declared = "yes"
	DeclaredNo  Declared = "no"
)

// Declare is an answer as it is sent; nil: none is given.
func Declare(answer *bool) Declared {
	switch {
	case answer == nil:
		return ""
	case *answer:
		return DeclaredYes
	}
	return DeclaredNo
}

// Bool is the answer as it is sent.
func (d Declared) Bool() *bool {
	if d == "" {
		return nil
	}
	yes := d == DeclaredYes
	return &yes
}

// MarshalJSON writes true, false or null.
func (d Declared) MarshalJSON() ([]byte, error) { return json.Marshal(d.Bool()) }

// Support is what an author gives to hold up a sentence: where it stands, or that it is the brand's own opinion.
type Support struct {
	Sentence  string `json:"sentence"`   // as readers see it
	SourceURL string `json:"source_url"` // empty: an opinion
}

// Supports are those of a content, as JSON, so that contents can be compared; empty: none.
type Supports string

// The bounds of supports.
const (
	supportsMax = 200
	quoteMax    = 1_000 // characters of a sentence
	sourceMax   = 2_000 // bytes of an address
)

// NewSupports writes a list down, each sentence once: the last word on it counts. Faults: Malformed, at its place in the list.
func NewSupports(list []Support) (Supports, error) {
	kept, at := []Support{}, map[string]int{}
	for i, s := range list {
		s.Sentence, s.SourceURL = strings.TrimSpace(s.Sentence), strings.TrimSpace(s.SourceURL)
		key := sameSentence(s.Sentence)
		if key == "" || utf8.RuneCountInString(s.Sentence) > quoteMax {
			return "", fault.Value("a sentence has 1 to 1000 characters", s.Sentence, "body", "supports", i, "sentence")
		}
		if s.SourceURL != "" && !webAddress(s.SourceURL) {
			return "", fault.Value("a source is an http or https address", s.SourceURL, "body", "supports", i,
				"source_url").Why("support_source")
		}
		if k, known := at[key]; known {
			kept[k] = s
			continue
		}
		at[key] = len(kept)
		kept = append(kept, s)
	}
	if len(kept) > supportsMax {
		return "", fault.Value("at most 200 supports", strconv.Itoa(len(kept)), "body", "supports")
	}
	if len(kept) == 0 {
		return "", nil
	}
	text, err := json.Marshal(kept)
	return Supports(text), err
}

// List is what was given.
func (s Supports) List() (list []Support) {
	list = []Support{}
	if s != "" {
		_ = json.Unmarshal([]byte(s), &list) // written by NewSupports
	}
	return list
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (s *Supports) UnmarshalJSON(text []byte) (err error) {
	var list []Support
	if err = json.Unmarshal(text, &list); err == nil {
		*s, err = NewSupports(list)
	}
	return err
}

// MarshalJSON writes a list, source_url null for opinions.
func (s Supports) MarshalJSON() ([]byte, error) {
	type support struct {
		Sentence  string  `json:"sentence"`
		SourceURL *string `json:"source_url"`
	}
	list := []support{}
	for _, one := range s.List() {
		var address *string
		if one.SourceURL != "" {
			address = &one.SourceURL
		}
		list = append(list, support{one.Sentence, address})
	}
	return json.Marshal(list)
}

// webAddress tells whether an address can be one of a source. It is never called.
func webAddress(address string) bool {
	u, err := url.Parse(address)
	return err == nil && len(address) <= sourceMax && (strings.EqualFold(u.Scheme, "http") ||
		strings.EqualFold(u.Scheme, "https")) && u.Host != ""
}

// Digest is the SHA-256 of title and body, in hexadecimal: what a declaration is about.
func (f Fields) Digest() string {
	sum := sha256.Sum256([]byte(f.Title + "\n" + f.Body))
	return hex.EncodeToString(sum[:])
}
