package requestschema_test

import (
	"os"
	"sync"
	"testing"

	"renown/internal/tool/requestschema"
)

// published compiles the published contract once for all tests.
var published = sync.OnceValues(func() (*requestschema.Contract, error) {
	document, err := os.ReadFile("../../door/api/openapi.gen.json")
	if err != nil {
		return nil, err
	}
	return requestschema.Compile(document)
})

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
