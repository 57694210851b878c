package api

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"strconv"
	"sync"

	"go.yaml.in/yaml/v3"

	"renown/internal/tool/requestschema"
)

//go:embed openapi.yaml
var source []byte

// Document is the contract as JSON, in the order in which it is written: the order of fields is the order of failures.
var Document = sync.OnceValues(func() ([]byte, error) { return yamlToJSON(source) })

// Contract is the contract as requests are checked by it. Operations only read it, so all doors of a process share it.
var Contract = sync.OnceValues(func() (*requestschema.Contract, error) {
	document, err := Document()
	if err != nil {
		return nil, err
	}
	return requestschema.Compile(document)
})

func yamlToJSON(text []byte) ([]byte, error) {
	var root yaml.Node
	if err := yaml.Unmarshal(text, &root); err != nil {
		return nil, fmt.Errorf("openapi.yaml: %w", err)
	}
	var out bytes.Buffer
	if err := writeNode(&out, root.Content[0]); err != nil {
		return nil, fmt.Errorf("openapi.yaml: %w", err)
	}
	return out.Bytes(), nil
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
	case yaml.AliasNode:
		return writeNode(out, n.Alias)
	default:
		return writeScalar(out, n)
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

func writeScalar(out *bytes.Buffer, n *yaml.Node) error {
	switch n.Tag {
	case "!!null":
		out.WriteString("null")
		return nil
	case "!!bool", "!!int", "!!float":
		var v any
		if err := n.Decode(&v); err != nil {
			return fmt.Errorf("line %d: %w", n.Line, err)
		}
		if f, ok := v.(float64); ok {
			out.WriteString(strconv.FormatFloat(f, 'g', -1, 64))
			return nil
		}
		fmt.Fprint(out, v)
		return nil
	default: // text; a time stays as it is written
		return writeText(out, n.Value)
	}
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
