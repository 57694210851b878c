package api

import (
	_ "embed"
	"sync"

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
