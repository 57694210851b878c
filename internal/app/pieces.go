package app

import (
	"bytes"
	"encoding/json"
	"io"
	"strconv"
)

// pieces writes a JSON document piece by piece: of a list no more than one item is in memory. After an error it writes nothing
// more.
type pieces struct {
	out   io.Writer
	piece bytes.Buffer
	begun bool // the object or list that is open holds something: a comma is due

	inside bool // something was written
	err    error
}

// open begins an object or list, as an item of the list that is open.
func (p *pieces) open(bracket string) {
	p.write("", bracket)
	p.begun = false
}

// end ends what was begun last.
func (p *pieces) end(bracket string) {
	p.begun = true
	p.text(bracket)
}

// item adds to the list that is open. Whoever fills it stops at the error.
func (p *pieces) item(value any) error {
	p.field("", value)
	return p.err
}

// list writes a field whose items fill writes.
func (p *pieces) list(name string, fill func() error) {
	if p.write(name, "["); p.err != nil {
		return
	}
	p.begun = false
	if err := fill(); err != nil {
		p.err = err
	}
	p.end("]")
}

func (p *pieces) field(name string, value any) {
	p.piece.Reset()
	encoder := json.NewEncoder(&p.piece)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil && p.err == nil {
		p.err = err
	}
	p.write(name, string(bytes.TrimSuffix(p.piece.Bytes(), []byte("\n"))))
}

// write puts a text on a line of its own, after a comma where one is due and after the name of a field.
func (p *pieces) write(name, text string) {
	before := ""
	switch {
	case p.begun:
		before = ",\n"
	case p.inside:
		before = "\n"
	}
	if name != "" {
		before += strconv.Quote(name) + ": "
	}
	p.begun, p.inside = true, true
	p.text(before)
	p.text(text)
}

func (p *pieces) text(s string) {
	if p.err == nil {
		_, p.err = io.WriteString(p.out, s)
	}
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
