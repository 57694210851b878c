package app

import (
	"bytes"
	"encoding/json"
	"io"
	"strconv"
)

// pieces writes a JSON document piece by piece: of a list no more than one item is in memory.
type pieces struct {
	out   io.Writer
	piece bytes.Buffer
	begun bool // the object or list that is open holds something: a comma is due

	inside bool // something was written
}

// open begins an object or list, as an item of the list that is open.
func (p *pieces) open(bracket string) error {
	err := p.write("", bracket)
	p.begun = false
	return err
}

// end ends what was begun last.
func (p *pieces) end(bracket string) error {
	p.begun = true
	_, err := io.WriteString(p.out, bracket)
	return err
}

func (p *pieces) item(value any) error { return p.value("", value) }

func (p *pieces) field(name string, value any) error { return p.value(name, value) }

// list writes a field whose items fill writes.
func (p *pieces) list(name string, fill func() error) error {
	if err := p.write(name, "["); err != nil {
		return err
	}
	p.begun = false
	if err := fill(); err != nil {
		return err
	}
	return p.end("]")
}

func (p *pieces) value(name string, value any) error {
	p.piece.Reset()
	encoder := json.NewEncoder(&p.piece)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return err
	}
	return p.write(name, string(bytes.TrimSuffix(p.piece.Bytes(), []byte("\n"))))
}

// write puts a text on a line of its own, after a comma where one is due and after the name of a field.
func (p *pieces) write(name, text string) error {
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
	if _, err := io.WriteString(p.out, before); err != nil {
		return err
	}
	_, err := io.WriteString(p.out, text)
	return err
}

// inOrder takes steps until one fails.
func inOrder(steps ...func() error) error {
	return each(steps, func(step func() error) error { return step() })
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
