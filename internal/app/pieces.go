package app

import (
	"encoding/json"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// pieces writes a JSON document piece by piece: of a list no more than one item is in memory. After an error it writes nothing
// more.
type pieces struct {
	out *jsontext.Encoder
	err error
}

func newPieces(out io.Writer) *pieces {
	// Names and texts are not checked again: what is stored as JSON goes out as it came in.
	unchecked := []jsontext.Options{jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)}
	return &pieces{out: jsontext.NewEncoder(out, append(unchecked, jsontext.WithIndent(""))...)}
}

func (p *pieces) token(t jsontext.Token) {
	if p.err == nil {
		p.err = p.out.WriteToken(t)
	}
}

// item adds to the list that is open. Its caller stops at the error.
func (p *pieces) item(value any) error {
	if p.err != nil {
		return p.err
	}
	var text jsontext.Value
	if text, p.err = json.Marshal(value); p.err == nil {
		p.err = p.out.WriteValue(text)
	}
	return p.err
}

func (p *pieces) field(name string, value any) {
	p.token(jsontext.String(name))
	_ = p.item(value)
}

// list writes a field whose items fill writes.
func (p *pieces) list(name string, fill func() error) {
	p.token(jsontext.String(name))
	p.token(jsontext.BeginArray)
	if p.err == nil {
		p.err = fill()
	}
	p.token(jsontext.EndArray)
}

// each does something with every value until it fails.
func each[T any](values []T, do func(T) error) error {
	for _, v := range values {
		if err := do(v); err != nil {
			return err
		}
	}
	return nil
}
