package requestschema_test

import (
	"bytes"
	"encoding/json"
	"os"
	"sync"
	"testing"

	"go.yaml.in/yaml/v3"

	"renown/internal/tool/requestschema"
)

// published compiles the published contract once for all tests.
var published = sync.OnceValues(func() (*requestschema.Contract, error) {
	document, err := publishedJSON()
	if err != nil {
		return nil, err
	}
	return requestschema.Compile(document)
})

// publishedJSON converts the contract without help of its own package: what that imports is no business of ours.
func publishedJSON() ([]byte, error) {
	text, err := os.ReadFile("../../door/api/openapi.yaml")
	if err != nil {
		return nil, err
	}
	var root yaml.Node
	if err := yaml.Unmarshal(text, &root); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = convert(&out, root.Content[0])
	return out.Bytes(), err
}

func convert(out *bytes.Buffer, n *yaml.Node) error {
	switch n.Kind {
	case yaml.MappingNode:
		return convertAll(out, n.Content, "{:,}")
	case yaml.SequenceNode:
		return convertAll(out, n.Content, "[,,]")
	case yaml.AliasNode:
		return convert(out, n.Alias)
	}
	var scalar any = n.Value
	if n.Tag != "!!str" && n.Tag != "!!timestamp" {
		if err := n.Decode(&scalar); err != nil {
			return err
		}
	}
	text, err := json.Marshal(scalar)
	out.Write(text)
	return err
}

// convertAll writes the nodes between brackets; marks holds the opening, the two alternating separators, the closing.
func convertAll(out *bytes.Buffer, nodes []*yaml.Node, marks string) error {
	out.WriteByte(marks[0])
	for i, n := range nodes {
		if i > 0 {
			out.WriteByte(marks[2-i%2])
		}
		if err := convert(out, n); err != nil {
			return err
		}
	}
	out.WriteByte(marks[3])
	return nil
}

func publishedContract(t testing.TB) *requestschema.Contract {
	t.Helper()
	contract, err := published()
	if err != nil {
		t.Fatal(err)
	}
	return contract
}

func smallContract(t testing.TB) *requestschema.Contract {
	t.Helper()
	document, err := os.ReadFile("testdata/contract.json")
	if err != nil {
		t.Fatal(err)
	}
	contract, err := requestschema.Compile(document)
	if err != nil {
		t.Fatal(err)
	}
	return contract
}
