package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"go.yaml.in/yaml/v3"
)

// writeDocument writes the contract as JSON, in the order in which it is written: the order of fields is the order of failures. The
// program is built with it, because reading YAML would be half of its start.
func writeDocument(out *bytes.Buffer, c *contract) { writeNode(out, c.root) }

func writeNode(out *bytes.Buffer, n *yaml.Node) {
	switch n.Kind {
	case yaml.MappingNode:
		out.WriteByte('{')
		for i := 0; i < len(n.Content); i += 2 {
			comma(out, i)
			writeText(out, n.Content[i].Value)
			out.WriteByte(':')
			writeNode(out, n.Content[i+1])
		}
		out.WriteByte('}')
	case yaml.SequenceNode:
		out.WriteByte('[')
		for i, item := range n.Content {
			comma(out, i)
			writeNode(out, item)
		}
		out.WriteByte(']')
	case yaml.AliasNode:
		writeNode(out, n.Alias)
	default:
		writeScalar(out, n)
	}
}

func comma(out *bytes.Buffer, i int) {
	if i > 0 {
		out.WriteByte(',')
	}
}

func writeScalar(out *bytes.Buffer, n *yaml.Node) {
	switch n.Tag {
	case "!!null":
		out.WriteString("null")
	case "!!bool", "!!int", "!!float":
		var v any
		if err := n.Decode(&v); err != nil {
			panic(fmt.Sprintf("line %d: %v", n.Line, err))
		}
		if f, ok := v.(float64); ok {
			out.WriteString(strconv.FormatFloat(f, 'g', -1, 64))
			return
		}
		fmt.Fprint(out, v)
	default: // text; a time stays as it is written
		writeText(out, n.Value)
	}
}

func writeText(out *bytes.Buffer, text string) {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		panic(err)
	}
	out.Truncate(out.Len() - 1) // the encoder's newline
}
