package main

import (
	"bytes"
	"encoding/json"
	"fmt"

	"renown/internal/door/api"
)

type openapiCmd struct {
	Compact bool `help:"On one line."`
	Older   bool `help:"In the form 3.0.3, for programs that do not read 3.1."`
}

func (c *openapiCmd) Run(e *environment) error {
	out := api.Document()
	var err error
	if c.Older {
		if out, err = api.Document30(); err != nil {
			return err
		}
	}
	if !c.Compact {
		var indented bytes.Buffer
		if err := json.Indent(&indented, out, "", "  "); err != nil {
			return err
		}
		out = indented.Bytes()
	}
	_, err = fmt.Fprintf(e.out, "%s\n", out)
	return err
}
