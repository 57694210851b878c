package api

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"sync"

	"go.yaml.in/yaml/v3"

	"renown/internal/tool/requestschema"
)

// Written from openapi.yaml by tools/clientgen.
//
//go:embed openapi.gen.json
var source []byte

// Document is the contract as JSON, in the order in which it is written: the order of fields is the order of failures. It is only read.
func Document() []byte { return source }

// Contract is the contract as requests are checked by it. Operations only read it, so all doors of a process share it.
var Contract = sync.OnceValues(func() (*requestschema.Contract, error) { return requestschema.Compile(source) })

// parsed is the document as nodes that keep their order, to be changed by the caller. YAML understands JSON.
func parsed() (*yaml.Node, error) {
	var root yaml.Node
	if err := yaml.Unmarshal(source, &root); err != nil {
		return nil, fmt.Errorf("openapi.gen.json: %w", err)
	}
	return root.Content[0], nil
}

func writeNode(out *bytes.Buffer, n *yaml.Node) error {
	switch n.Kind {
	case yaml.MappingNode:
		return writeMapping(out, n)
	case yaml.SequenceNode:
		out.WriteByte('[')
		for i, item := range n.Content {
			if i > 0 {
				out.WriteByte(',')
			}
			if err := writeNode(out, item); err != nil {
				return err
			}
		}
		out.WriteByte(']')
		return nil
	default:
		if n.Tag == "!!str" {
			return writeText(out, n.Value)
		}
		out.WriteString(n.Value) // a number, true, false or null, as JSON writes it
		return nil
	}
}

func writeMapping(out *bytes.Buffer, n *yaml.Node) error {
	out.WriteByte('{')
	for i := 0; i < len(n.Content); i += 2 {
		if i > 0 {
			out.WriteByte(',')
		}
		if err := writeText(out, n.Content[i].Value); err != nil {
			return err
		}
		out.WriteByte(':')
		if err := writeNode(out, n.Content[i+1]); err != nil {
			return err
		}
	}
	out.WriteByte('}')
	return nil
}

func writeText(out *bytes.Buffer, text string) error {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		return err
	}
	out.Truncate(out.Len() - 1) // the encoder's newline
	return nil
}
